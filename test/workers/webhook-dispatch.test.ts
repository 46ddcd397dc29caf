import { expect } from 'chai';
import type { Owner } from '../../database/owners.ts';
import { createReadIndexes, createReadSchema, LIVE } from '../../projections/engine/schema.ts';
import { createIdAllocator } from '../../stores/support/ids.ts';
import { dispatchAnnouncements } from '../../workers/webhooks/dispatch.ts';
import { passOverUnheard } from '../../workers/webhooks/unheard.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const NOW = '2026-05-01T10:00:00Z';
const FIRM = {
  id: 7,
  public_token: 'firm00000007',
  name: 'Fid',
  country_code: 'BE',
  locale: 'fr',
  source: 'manual',
  requires_second_factor: false,
  requires_acceptance: false,
  is_partner: false,
  version: 1,
  created_at: NOW,
  updated_at: NOW,
};
const WEBHOOK = {
  id: 1,
  firm_id: 7,
  url: 'https://example.com',
  events: ['*'],
  is_active: true,
  secret_id: 'one',
  secret_hint: 'abcd',
  retiring_secrets: [],
  is_active_since: NOW,
  version: 1,
  created_position: 1,
  created_at: NOW,
  updated_at: NOW,
};

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

  describe('of firms without endpoints', () => {
    const readSequence = async (companyId: number): Promise<number | undefined> =>
      (
        await database.pool.query<{ last: number }>('SELECT last FROM ops.webhook_sequences WHERE company_id = $1', [
          companyId,
        ])
      ).rows[0]?.last;

    it('are counted, up to the first that has one, and none twice', async () => {
      const { pool } = database;
      const before = (await readSequence(100))!;
      for (const number of [31, 32, 33]) await announce(number, 0, number * 10);
      await pool.query(`UPDATE ops.outbox SET firm_id = 7 WHERE number = 33`);
      await pool.query(
        `INSERT INTO read.firms SELECT (json_populate_record(NULL::read.firms, row)).* FROM (SELECT $1::json AS row) AS r`,
        [JSON.stringify(FIRM)],
      );
      await pool.query(
        `INSERT INTO read.webhooks SELECT (json_populate_record(NULL::read.webhooks, row)).* FROM (SELECT $1::json AS row) AS r`,
        [JSON.stringify(WEBHOOK)],
      );
      expect(await passOverUnheard(pool)).to.deep.equal({ hasMore: false, isHeard: true, isTaken: false });
      expect(await readSequence(100)).to.equal(before + 2);
      expect(await passOverUnheard(pool)).to.deep.equal({ hasMore: false, isHeard: true, isTaken: false });
      expect(await readSequence(100)).to.equal(before + 2);
      await pool.query('DELETE FROM read.webhooks');
      expect(await passOverUnheard(pool)).to.deep.equal({ hasMore: false, isHeard: false, isTaken: false });
      expect(await readSequence(100)).to.equal(before + 3);
      expect(await dispatch()).to.include({ 100: before + 3 });
    });

    it('are left to the process that has begun', async () => {
      const client = await database.pool.connect();
      try {
        await client.query('BEGIN; SELECT FROM ops.webhook_dispatch FOR UPDATE');
        await announce(41, 0, 410);
        expect(await passOverUnheard(database.pool)).to.include({ isTaken: true, isHeard: false });
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
      const before = (await readSequence(100))!;
      await passOverUnheard(database.pool);
      expect(await readSequence(100)).to.equal(before + 1);
    });
  });
});
