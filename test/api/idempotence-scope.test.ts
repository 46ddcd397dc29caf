import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { computeEventHash } from '../../commands/support/sealed-event.ts';
import { getStoredLog } from '../../eventlog/port.ts';
import { useService, type TestCompany, type TestFirm } from '../support/service.ts';

describe('The scope of a mutation id', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;

  const keyed = (key: string) => ({ 'X-Client-Mutation-Id': key });
  const body = { name: 'Atelier Clos', fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' } };
  const entry = (of: TestCompany, label = 'In the file') => ({
    journal_id: of.journal('OD'),
    entry_date: '2026-03-15',
    label,
    lines: [
      { account: '604000', debit: '1.00' },
      { account: '440000', credit: '1.00' },
    ],
  });

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });

  /** A company file that was opened under the key. */
  async function openedUnder(key: string): Promise<string> {
    const opened = await firm.client.created('/v1/companies', body, keyed(key));
    return `/v1/companies/${String(opened.public_token)}`;
  }

  it('is the company file: the key that opened it is free for each kind of write inside', async () => {
    const writes: readonly (readonly [method: string, path: string, body: unknown, status: number])[] = [
      ['POST', '/third-parties', { type: 'customer', name: 'Premier' }, 201],
      ['POST', '/accounts', { number: '619500', label: 'Divers', type: 'expense' }, 201],
      ['POST', '/journals', { code: 'OD2', label: 'Divers', type: 'miscellaneous' }, 201],
      ['PATCH', '', { name: 'Atelier ouvert' }, 200],
      ['PATCH', '/settings', { history: { trash_retention_days: 45 } }, 200],
    ];
    for (const [method, path, sent, status] of writes) {
      const key = randomUUID();
      const opened = await openedUnder(key);
      const before = await service.core.log.readHead();
      const answer = await firm.client.request(method, `${opened}${path}`, { body: sent, headers: keyed(key) });
      expect(
        [answer.status, answer.headers.get('x-idempotent-replay')],
        `${method} ${path} ${answer.text}`,
      ).to.deep.equal([status, null]);
      expect(await service.core.log.readHead(), `${method} ${path} has acted`).to.be.greaterThan(before);
      const replay = await firm.client.request(method, `${opened}${path}`, { body: sent, headers: keyed(key) });
      expect([replay.status, replay.text]).to.deep.equal([200, answer.text]);
    }
  });

  it('is the company file for entries and locks as well', async () => {
    const key = randomUUID();
    const opened = await openedUnder(key);
    const { body: company } = await firm.client.get(opened);
    const [year] = company.fiscal_years as { id: number; periods: { id: number }[] }[];
    const locked = await firm.client.post(
      `${opened}/fiscal-years/${year!.id}/periods/${year!.periods[0]!.id}/lock`,
      undefined,
      keyed(key),
    );
    expect([locked.status, locked.headers.get('x-idempotent-replay')], locked.text).to.deep.equal([200, null]);
    const [after] = (await firm.client.get(opened)).body.fiscal_years as { periods: { locked_at: unknown }[] }[];
    expect(after!.periods[0]!.locked_at).to.be.a('string');

    const other = randomUUID();
    const second = await openedUnder(other);
    const own = (await firm.client.get(second)).body.journals as { id: number; code: string }[];
    await firm.client.created(
      `${second}/entries`,
      { ...entry(file), journal_id: own.find(({ code }) => code === 'OD')!.id },
      keyed(other),
    );
    expect((await firm.client.get(`${second}/entries`)).body.total).to.equal(1);
  });

  it('is the user for what brings a file back, whatever the same key did inside', async () => {
    const key = randomUUID();
    const opened = await openedUnder(randomUUID());
    await firm.client.expect(204).delete(opened, keyed(key));
    const token = opened.split('/').at(-1);
    const restored = await firm.client.post(`/v1/trash/companies/${token}/restore`, undefined, keyed(key));
    expect([restored.status, restored.headers.get('x-idempotent-replay')], restored.text).to.deep.equal([200, null]);
    await firm.client.ok(opened);
  });

  it('lets a file be used whose opening was written before scopes counted', async function () {
    if (service.config.eventStoreUrl !== null) this.skip(); // what is in that log stays as it is
    const key = randomUUID();
    const opened = await openedUnder(key);
    const id = (await firm.client.get(opened)).body.id;
    await asWrittenBefore(`company-${id}`, key);
    const answer = await firm.client.created(
      `${opened}/third-parties`,
      { type: 'customer', name: 'B', is_natural_person: false },
      keyed(key),
    );
    await forgetAnswer(key);
    const before = await service.core.log.readHead();
    const again = await firm.client.post(
      `${opened}/third-parties`,
      { type: 'customer', name: 'B', is_natural_person: false },
      keyed(key),
    );
    expect([again.status, again.body.id], again.text).to.deep.equal([200, answer.id]);
    expect(await service.core.log.readHead()).to.equal(before);
    expect((await firm.client.get<unknown[]>(`${opened}/third-parties`)).body).to.have.length(1);
  });

  it('still finds the events of a request that was written before scopes counted', async function () {
    if (service.config.eventStoreUrl !== null) this.skip();
    const key = randomUUID();
    const own = await service.newCompany(firm.client, {});
    const first = await firm.client.post(`${own.path}/entries`, entry(own), keyed(key));
    await asWrittenBefore(`company-${own.id}`, key);
    await forgetAnswer(key);
    const before = await service.core.log.readHead();
    const again = await firm.client.post(`${own.path}/entries`, entry(own), keyed(key));
    expect([again.status, again.body.id], again.text).to.deep.equal([200, first.body.id]);
    expect(await service.core.log.readHead()).to.equal(before);
  });

  it('never takes another request for the one that was claimed, not even once the claim is gone', async () => {
    const key = randomUUID();
    const first = await firm.client.post(`${file.path}/entries`, entry(file), keyed(key));
    await forgetClaim(key);
    const before = await service.core.log.readHead();
    const other = await firm.client.post(`${file.path}/entries`, entry(file, 'Another one'), keyed(key));
    expect([other.status, other.body.code], other.text).to.deep.equal([422, 'idempotency_key_reused']);
    const same = await firm.client.post(`${file.path}/entries`, entry(file), keyed(key));
    expect([same.status, same.body.id], same.text).to.deep.equal([200, first.body.id]);
    expect(await service.core.log.readHead()).to.equal(before);
  });

  /** The events of the key as they were written before: without the hash of their request, under the ids of that time. */
  async function asWrittenBefore(stream: string, key: string): Promise<void> {
    const { log, pool } = service.core;
    let previous: string | null = null;
    let index = 0;
    for await (const event of getStoredLog(log).readStream(stream)) {
      const isOfKey = event.metadata.client_mutation_id === key;
      const { request_hash: _newer, hash: _old, ...metadata } = event.metadata;
      const id = isOfKey ? derivedId(`${stream}\n${String(metadata.user_id)}\n${key}\n${index++}`) : event.id;
      const earlier = { ...event, id, metadata: { ...(isOfKey ? metadata : event.metadata), prev_hash: previous } };
      previous = computeEventHash(earlier);
      await pool.query('UPDATE log.events SET event_id = $2, metadata = $3 WHERE position = $1', [
        event.position,
        id,
        JSON.stringify({ ...earlier.metadata, hash: previous }),
      ]);
    }
    expect(index, 'events of the key').to.be.greaterThan(0);
  }

  function derivedId(text: string): string {
    const digest = createHash('sha256').update(text).digest();
    digest[6] = (digest[6]! & 0x0f) | 0x80;
    digest[8] = (digest[8]! & 0x3f) | 0x80;
    return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  /** As after a crash between the append and the memory of the answer: the claim is there and has run out. */
  async function forgetAnswer(key: string): Promise<void> {
    await eventually(async () => {
      const { rowCount } = await service.core.pool.query(
        `UPDATE ops.idempotence SET lease_until = now(), status = NULL, answer = NULL WHERE key = $1 AND lease_until IS NULL`,
        [key],
      );
      return rowCount! > 0;
    });
  }

  /** As long after: what is kept of a request is gone but for its events. */
  async function forgetClaim(key: string): Promise<void> {
    await eventually(async () => {
      const text = 'DELETE FROM ops.idempotence WHERE key = $1 AND lease_until IS NULL';
      return (await service.core.pool.query(text, [key])).rowCount === 1;
    });
  }
});

async function eventually(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('Waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
