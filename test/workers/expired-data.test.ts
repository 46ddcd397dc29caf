import { expect } from 'chai';
import type pg from 'pg';
import { deleteInPieces } from '../../database/delete-in-pieces.ts';
import { deleteExpiredData } from '../../workers/expired-data.ts';
import { useService } from '../support/service.ts';

describe('Expired operational data', () => {
  const service = useService({ from: 'books' });
  const OLD = `now() - interval '32 days'`;

  const fill = (count: number, age: string): Promise<unknown> =>
    service.core.pool.query(
      `INSERT INTO ops.idempotence (user_id, company_id, key, fingerprint, status, answer, created_at)
       SELECT 987654, 0, gen_random_uuid()::text, 'f', 200, '{"status":200,"body":null,"headers":{}}', ${age}
       FROM generate_series(1, ${count})`,
    );
  const countKeys = async (): Promise<number> =>
    (
      await service.core.pool.query<{ count: number }>(
        'SELECT count(*) AS count FROM ops.idempotence WHERE user_id = 987654',
      )
    ).rows[0]!.count;

  it('is deleted part after part, so that no statement grows with it', async () => {
    await fill(600, OLD);
    await fill(50, 'now()');
    await fill(600, OLD);
    const deleted: number[] = [];
    const { pool } = service.core;
    const counting = {
      async query(text: string) {
        const result = await pool.query(text);
        if (text.startsWith('DELETE')) deleted.push(result.rowCount ?? 0);
        return result;
      },
    } as unknown as pg.Pool;
    await deleteInPieces(counting, 'ops.idempotence', `t.created_at < now() - interval '31 days'`, { pagesAtOnce: 4 });
    expect(deleted.reduce((sum, count) => sum + count, 0)).to.equal(1_200);
    expect(deleted.length).to.be.greaterThan(3);
    expect(Math.max(...deleted)).to.be.lessThan(600);
    expect(await countKeys()).to.equal(50);
  });

  it('is deleted as far as possible when a part of it cannot be', async () => {
    const { pool } = service.core;
    await fill(1, OLD);
    await pool.query(`INSERT INTO ops.rate_counters (key, window_started_at, hits) VALUES ('old', ${OLD}, 1)`);
    await pool.query(`
      CREATE FUNCTION public.keep_everything() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'kept'; END $$;
      CREATE TRIGGER keep_everything BEFORE DELETE ON ops.idempotence EXECUTE FUNCTION public.keep_everything()`);
    try {
      const failure = await deleteExpiredData(pool).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(AggregateError);
      expect((failure as AggregateError).errors.map(String)).to.deep.equal(['error: kept']);
    } finally {
      await pool.query('DROP TRIGGER keep_everything ON ops.idempotence; DROP FUNCTION public.keep_everything');
    }
    const { rows } = await pool.query(`SELECT FROM ops.rate_counters WHERE key = 'old'`);
    expect(rows).to.have.length(0);
    await deleteExpiredData(pool);
    expect(await countKeys()).to.equal(50);
  });

  it('is left to the next run by a process that stops, from the next statement on', async () => {
    const { pool } = service.core;
    await fill(600, OLD);
    const stopping = new AbortController();
    const asked: string[] = [];
    const stopped = {
      async query(text: string, values?: unknown[]) {
        asked.push(text);
        if (text.startsWith('DELETE')) stopping.abort();
        return pool.query(text, values);
      },
    } as unknown as pg.Pool;
    await deleteExpiredData(stopped, stopping.signal);
    expect(asked.filter((text) => text.startsWith('DELETE'))).to.have.length(1);
    expect(asked).to.have.length(2);
    await deleteExpiredData(pool);
    expect(await countKeys()).to.equal(50);
  });
});
