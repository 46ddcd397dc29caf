import { expect } from 'chai';
import { runWithoutLimit } from '../../database/pool.ts';
import { expectStatus, type Client } from '../support/client.ts';
import { USUAL_CONNECTIONS, useService, type TestCompany } from '../support/service.ts';

/** Any number that no other lock uses. */
const LOCK = 7_201_955;

describe('Reads of many rows', () => {
  const service = useService({ from: 'books' });
  let client: Client;
  let company: TestCompany;

  before(async () => {
    ({ client } = await service.newFirm());
    company = await service.newCompany(client);
  });

  /** Runs the work while as many statements of the pool as may run at a time wait for a lock. */
  async function whileBulkStatementsRun(work: () => Promise<void>): Promise<void> {
    const { bulkPool, relaxedPool } = service.core;
    let blocked: Promise<unknown>[] = [];
    await runWithoutLimit(relaxedPool, async (run) => {
      await run(`SELECT pg_advisory_lock(${LOCK})`);
      try {
        blocked = [0, 1].map(() =>
          runWithoutLimit(bulkPool, (runBulk) => runBulk(`SELECT pg_advisory_xact_lock_shared(${LOCK})`)),
        );
        const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted`;
        while ((await run(waiting)).rowCount !== 2) await new Promise(setImmediate);
        await work();
      } finally {
        await run(`SELECT pg_advisory_unlock(${LOCK})`);
      }
    });
    await Promise.all(blocked);
  }

  it('wait for each other and for nothing else', async () => {
    const answered: string[] = [];
    const files = ['reports/trial-balance?format=CSV', 'exports/accounts?format=CSV'];
    let pending: Promise<void>[] = [];
    await whileBulkStatementsRun(async () => {
      pending = files.map((file) =>
        expectStatus(client.get(`${company.path}/${file}`), 200).then(() => void answered.push(file)),
      );
      await expectStatus(client.get(`${company.path}/accounts`), 200);
      await expectStatus(client.get(`${company.path}/reports/trial-balance`), 200);
      await expectStatus(client.post(`${company.path}/third-parties`, { type: 'customer', name: 'Dubois' }), 201);
      expect(answered).to.deep.equal([]);
    });
    await Promise.all(pending);
    expect(answered).to.have.members(files);
  });

  it('use one processor per statement, and few connections', async () => {
    const { bulkPool } = service.core;
    const { rows } = await bulkPool.query<{ max_parallel_workers_per_gather: string }>(
      'SHOW max_parallel_workers_per_gather',
    );
    expect(rows[0]!.max_parallel_workers_per_gather).to.equal('0');
    expect(bulkPool.options.max).to.be.below(USUAL_CONNECTIONS);
    expect(bulkPool.options.connectionTimeoutMillis, 'they wait for one').to.equal(30_000);
  });

  it('of an export run the report in their own turn', async () => {
    await expectStatus(client.get(`${company.path}/exports/trial-balance?format=CSV`), 200);
  });
});
