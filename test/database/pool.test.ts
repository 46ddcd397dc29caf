import { expect } from 'chai';
import pg from 'pg';
import { createPool, RELAXED, runWithoutLimit } from '../../database/pool.ts';
import { readExchanges, startCounting, stopCounting } from '../../database/round-trips.ts';
import { keepsSettings } from '../../database/session-settings.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { rejection } from '../eventlog/contract/support.ts';

describe('database pool', function () {
  this.timeout(20_000);
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  const value = async (sql: string): Promise<unknown> =>
    (await database.pool.query<{ v: unknown }>(`SELECT ${sql} AS v`)).rows[0]!.v;

  it('gives values in the form in which the API shows them', async () => {
    expect(await value('9007199254740991::bigint')).to.equal(9_007_199_254_740_991);
    expect(await value('12.50::numeric(20,2)')).to.equal('12.50');
    expect(await value(`'2026-12-31'::date`)).to.equal('2026-12-31');
    expect(await value(`'{"a": [1]}'::jsonb`)).to.deep.equal({ a: [1] });
  });

  it('gives instants in UTC to the microsecond, whatever zone they were written in', async () => {
    expect(await value(`'2026-01-05 11:00:00.5+01'::timestamptz`)).to.equal('2026-01-05T10:00:00.500000Z');
    expect(await value(`'2026-07-01 00:00:00 Europe/Brussels'::timestamptz`)).to.equal('2026-06-30T22:00:00.000000Z');
    expect(await value(`'2026-01-05T10:00:00.123456Z'::timestamptz`)).to.equal('2026-01-05T10:00:00.123456Z');
  });

  it('counts round trips and statements once it is asked to', async () => {
    const uncounted = createPool(database.url, { max: 1 });
    await uncounted.query('SELECT 1');
    startCounting();
    const counted = createPool(database.url, { max: 1 });
    const before = readExchanges();
    try {
      await uncounted.query('SELECT 1');
      await counted.query('BEGIN; SELECT 1; COMMIT');
      await counted.query('SELECT $1::int', [1]);
      const { roundTrips, statements } = readExchanges();
      expect([roundTrips - before.roundTrips, statements - before.statements]).to.deep.equal([2, 4]);
    } finally {
      stopCounting();
      await Promise.all([uncounted.end(), counted.end()]);
    }
  });

  it('finds out whether settings of connections reach the server, which a pooler drops', async () => {
    const relaxed = createPool(database.url, { max: 1, settings: RELAXED });
    // As a session looks that a pooler has opened with its own settings.
    const pooled = new pg.Pool({ connectionString: database.url, max: 1 });
    try {
      expect(await keepsSettings(relaxed)).to.equal(true);
      await pooled.query(`SET synchronous_commit = on`);
      expect(await keepsSettings(pooled)).to.equal(false);
    } finally {
      await relaxed.end();
      await pooled.end();
    }
  });

  it('refuses an integer that JavaScript cannot tell from its neighbour', async () => {
    expect(await rejection(value('9007199254740993::bigint'))).to.be.instanceOf(RangeError);
  });

  it('lets work take as long as it takes, and limits the connection again afterwards', async () => {
    const limit = 'SHOW statement_timeout';
    const one = createPool(database.url, { max: 1 });
    try {
      const { rows: during } = await runWithoutLimit(one, (run) => run(limit));
      const { rows: after } = await one.query(limit);
      expect([during, after]).to.deep.equal([[{ statement_timeout: '0' }], [{ statement_timeout: '30s' }]]);
      const failure = await runWithoutLimit(one, (run) => run('SELECT 1 / 0')).catch((error: unknown) => error);
      expect(failure).to.have.property('code', '22012');
      expect((await one.query(limit)).rows).to.deep.equal(after);
    } finally {
      await one.end();
    }
  });

  it('survives the loss of an idle connection, tells about it, and works on', async () => {
    const errors: Error[] = [];
    let reported: () => void;
    const lost = new Promise<void>((resolve) => (reported = resolve));
    const pool = createPool(database.url, { max: 1, onError: (error) => (errors.push(error), reported()) });
    try {
      const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
      await lost;
      expect(errors).to.have.length(1);
      expect((await pool.query('SELECT 1 AS one')).rows).to.deep.equal([{ one: 1 }]);
    } finally {
      await pool.end();
    }
  });
});
