import { expect } from 'chai';
import { keepStatistics } from '../../workers/statistics.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { useService } from '../support/service.ts';
import { waitUntil } from '../support/load.ts';

const silent = { debug: () => undefined, warn: () => undefined };

describe('the statistics of the read tables', () => {
  describe('after many writes', () => {
    let database: TestDatabase;
    before(async () => {
      database = await createTestDatabase();
      await database.pool.query(`
        CREATE SCHEMA IF NOT EXISTS read;
        CREATE TABLE read.large (id integer) WITH (autovacuum_enabled = off);
        CREATE TABLE read.small (id integer) WITH (autovacuum_enabled = off);
        CREATE TABLE read.parted (id integer) PARTITION BY HASH (id);
        CREATE TABLE read.parted_0 PARTITION OF read.parted FOR VALUES WITH (MODULUS 2, REMAINDER 0);
        CREATE TABLE read.parted_1 PARTITION OF read.parted FOR VALUES WITH (MODULUS 2, REMAINDER 1)`);
    });
    after(() => database.drop());

    const insert = async (table: string, count: number): Promise<void> => {
      const client = await database.pool.connect();
      await client.query(`INSERT INTO read.${table} SELECT generate_series(1, ${count})`);
      await client.query('SELECT pg_stat_force_next_flush()');
      await client.query('SELECT');
      client.release();
    };
    const countRows = async (table: string): Promise<number> => {
      const { rows } = await database.pool.query<{ count: number }>(
        `SELECT reltuples::integer AS count FROM pg_class WHERE relname = '${table}'`,
      );
      return rows[0]!.count;
    };
    const hasStatistics = async (table: string): Promise<boolean> =>
      (await database.pool.query(`SELECT FROM pg_stats WHERE schemaname = 'read' AND tablename = '${table}'`))
        .rowCount === 1;

    it('are refreshed for the tables that have changed much, also for partitioned ones', async () => {
      let advance = (): void => undefined;
      let isActive = false;
      const keeper = keepStatistics({
        pool: database.pool,
        progress: { onAdvance: (handler) => ((advance = handler), () => undefined) },
        isActive: () => isActive,
        logger: silent,
        delayMs: 1,
      });
      try {
        await insert('large', 5_000);
        await insert('parted', 5_000);
        await insert('small', 400);
        advance();
        isActive = true;
        advance();
        await waitUntil('new statistics', async () => (await countRows('large')) === 5_000);
        await waitUntil('new statistics', () => hasStatistics('parted'));
        expect(await hasStatistics('small')).to.equal(false);
        await insert('large', 900);
        advance();
        await insert('large', 200);
        await waitUntil('new statistics', async () => {
          advance();
          return (await countRows('large')) === 6_100;
        });
      } finally {
        await keeper.stop();
      }
    });
  });

  describe('of a service', () => {
    const service = useService({ statisticsDelayMs: 2_000 });

    it('are refreshed when a company file was opened', async function () {
      this.timeout(60_000);
      const firm = await service.newFirm();
      await service.newCompany(firm.client);
      await waitUntil(
        'new statistics',
        async () => {
          const { rows } = await service.core.pool.query<{ reltuples: number }>(
            `SELECT reltuples FROM pg_class WHERE oid = 'read.accounts'::regclass`,
          );
          return rows[0]!.reltuples > 0;
        },
        40_000,
      );
    });
  });
});
