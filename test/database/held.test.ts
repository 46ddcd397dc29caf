import { expect } from 'chai';
import type pg from 'pg';
import { runInTransaction, runOnConnection } from '../../database/dedicated-connection.ts';
import { createPool, runWithoutLimit } from '../../database/pool.ts';
import { readInSnapshot } from '../../database/snapshot.ts';
import { runExclusively } from '../../commands/support/advisory-lock.ts';
import { runAlone } from '../../projections/engine/exclusive-work.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { waitUntil } from '../support/load.ts';
import { rejection } from '../eventlog/contract/support.ts';

describe('a connection that is held', function () {
  this.timeout(20_000);
  let database: TestDatabase;
  let pool: pg.Pool;
  before(async () => {
    database = await createTestDatabase();
    pool = createPool(database.url, { max: 2, applicationName: 'held' });
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  /** Ends every session of the pool while nobody asks anything of it, and waits until they are gone. */
  async function terminateAll(): Promise<void> {
    await database.pool.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1 AND application_name = 'held'`,
      [database.name],
    );
    // The driver hears of it a moment later than the server: while nothing is asked, if that is soon enough.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }

  const holders: Readonly<Record<string, (work: () => Promise<void>) => Promise<unknown>>> = {
    onOneConnection: (work) =>
      runOnConnection(pool, async (connection) => {
        await work();
        await connection.query('SELECT 1');
      }),
    'a transaction': (work) => runInTransaction(pool, work),
    'a snapshot': (work) =>
      readInSnapshot(pool, async (connection) => {
        await work();
        await connection.query('SELECT 1');
      }),
    'unhurried work': (work) => runWithoutLimit(pool, work),
    'work that is alone': (work) => runAlone(pool, 'verification', work),
  };
  for (const [name, hold] of Object.entries(holders)) {
    it(`may break between two statements of ${name}: whoever holds it is told, and the process lives`, async () => {
      const failure = await rejection(hold(terminateAll));
      expect(failure).to.be.instanceOf(Error);
      expect((failure as { code?: string }).code ?? (failure as Error).message).to.match(
        /^57P01$|^Connection terminated/,
      );
      expect((await pool.query('SELECT 1 AS one')).rows).to.deep.equal([{ one: 1 }]);
    });
  }

  it('may break at the end of exclusive work, which is done all the same', async () => {
    expect(
      await runExclusively(pool, 'a name', async () => {
        await terminateAll();
        return 'done';
      }),
    ).to.equal('done');
    expect(await runExclusively(pool, 'a name', () => Promise.resolve('again'))).to.equal('again');
  });

  it('may break at the end of a snapshot, which was read by then', async () => {
    const read = readInSnapshot(pool, async () => {
      await terminateAll();
      return 'read';
    });
    expect(await read).to.equal('read');
    expect((await pool.query('SELECT 1 AS one')).rows).to.deep.equal([{ one: 1 }]);
  });

  it('goes back without listeners of ours, and is closed after a failure', async () => {
    const one = createPool(database.url, { max: 1 });
    try {
      const seen: pg.PoolClient[] = [];
      for (let turn = 0; turn < 3; turn += 1)
        await runOnConnection(one, async (connection) => void seen.push(connection));
      expect(new Set(seen).size).to.equal(1);
      expect(seen[0]!.listenerCount('error')).to.equal(1);
      await rejection(runInTransaction(one, () => Promise.reject(new Error('changed my mind'))));
      await waitUntil('the connection to be closed', () => one.totalCount === 0);
    } finally {
      await one.end();
    }
  });
});
