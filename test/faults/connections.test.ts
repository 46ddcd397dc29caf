import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { waitUntil } from '../support/load.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** A connection can break at any moment: terminated by an administrator, by a failover, by the network. */
describe('database connections that are terminated one after another under load', function () {
  this.timeout(60_000);
  /** The chaos suite does it thirty times, and restarts the server. */
  const TERMINATIONS = 8;
  let service: TestService;
  before(async () => {
    service = await startTestService({ from: 'books' });
  });
  after(() => service.stop());

  it('end neither the process nor anything but what was on them, and everybody is served again at once', async () => {
    const { client } = await service.newFirm();
    const company = await service.newCompany(client);
    const administrator = service.core.pool;
    const asked = {
      balance: () => client.get(`${company.path}/reports/trial-balance`),
      entries: () => client.get(`${company.path}/entries`),
      posting: () => client.post(`${company.path}/entries`, entry, { 'X-Client-Mutation-Id': randomUUID() }),
    };
    const entry = {
      journal_id: company.journal('OD'),
      entry_date: '2026-03-15',
      lines: [
        { account: '610000', debit: '1.00' },
        { account: '440000', credit: '1.00' },
      ],
    };
    let isOver = false;
    let failingSince: number | null = null;
    let longestOutage = 0;
    const wrong: string[] = [];
    const statuses = new Map<number, number>();
    const press = async (ask: () => Promise<{ status: number; text: string }>): Promise<void> => {
      while (!isOver) {
        const { status, text } = await ask();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 503) {
          if (!/"code":"[a-z_]+"/.test(text)) wrong.push(text);
          failingSince ??= performance.now();
          longestOutage = Math.max(longestOutage, performance.now() - failingSince);
        } else if (status < 300) failingSince = null;
        else wrong.push(`${status} ${text}`);
      }
    };
    const load = [...Array.from({ length: 8 }, () => asked.balance), asked.entries, asked.entries, asked.posting].map(
      press,
    );
    let terminated = 0;
    while (terminated < TERMINATIONS) {
      const { rowCount } = await administrator
        .query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1`,
        )
        .catch(() => ({ rowCount: 0 }));
      terminated += rowCount ?? 0;
      const before = statuses.get(200) ?? 0;
      await waitUntil('reads to go through', () => (statuses.get(200) ?? 0) > before + 3);
    }
    isOver = true;
    await Promise.all(load);
    expect(wrong).to.deep.equal([]);
    expect(longestOutage).to.be.lessThan(5_000);
    await waitUntil('the projector to be back', async () => (await asked.posting()).status === 201);
    await service.invariants();
  });
});
