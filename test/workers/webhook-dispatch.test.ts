import { expect } from 'chai';
import type { Owner } from '../../database/owners.ts';
import { createReadIndexes, createReadSchema, LIVE } from '../../projections/engine/schema.ts';
import { createIdAllocator } from '../../stores/support/ids.ts';
import { dispatchAnnouncements } from '../../workers/webhooks/dispatch.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Without endpoints nothing is claimed. */
const NOBODY: Owner = {
  getTerm: () => {
    throw new Error('Nothing is claimed here');
  },
  onTakeover: () => () => undefined,
  close: () => Promise.resolve(),
};

describe('announcements of several shards', function () {
  this.timeout(20_000);
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    await createReadSchema(database.pool, LIVE);
    await createReadIndexes(database.pool, LIVE);
    await database.pool.query('INSERT INTO ops.outbox_cursors (shard) VALUES (1), (2)');
  });
  after(() => database.drop());

  const announce = (number: number, shard: number, position: number): Promise<unknown> =>
    database.pool.query(
      `INSERT INTO ops.outbox (event_id, number, shard, position, firm_id, company_id, event, data, created_at)
       VALUES ($1::text, $1::bigint, $2::integer, $3, 1, 100 + $2::integer, 'entry.posted', '{}', now())`,
      [number, shard, position],
    );
  const moveFirst = (position: number): Promise<unknown> =>
    database.pool.query('UPDATE ops.projector_shards SET position = $1 WHERE shard = 0', [position]);
  async function dispatch(): Promise<Record<number, number>> {
    const { pool } = database;
    await dispatchAnnouncements(pool, createIdAllocator(pool), { owner: NOBODY, getCapacity: () => 0 });
    const { rows } = await pool.query<{ company_id: number; last: number }>(
      'SELECT company_id, last FROM ops.webhook_sequences ORDER BY company_id',
    );
    return Object.fromEntries(rows.map(({ company_id, last }) => [company_id, last]));
  }

  it('are taken once each, also if a lower number of another shard becomes visible later', async () => {
    await moveFirst(100);
    await announce(11, 0, 10);
    await announce(13, 1, 30);
    expect(await dispatch()).to.deep.equal({ 100: 1, 101: 1 });
    await announce(12, 2, 20);
    expect(await dispatch()).to.deep.equal({ 100: 1, 101: 1, 102: 1 });
    expect(await dispatch(), 'nothing is left').to.deep.equal({ 100: 1, 101: 1, 102: 1 });
  });

  it('wait for the first shard, which has the endpoints and rights', async () => {
    await announce(21, 1, 110);
    await announce(22, 1, 130);
    await announce(23, 0, 120);
    await moveFirst(120);
    expect(await dispatch()).to.include({ 100: 2, 101: 2 });
    await moveFirst(130);
    expect(await dispatch()).to.include({ 100: 2, 101: 3 });
  });
});
