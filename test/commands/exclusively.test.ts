import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type pg from 'pg';
import { runExclusively } from '../../commands/support/advisory-lock.ts';
import { createPool } from '../../database/pool.ts';
import { createTestDatabase } from '../support/database.ts';

describe('what runs exclusively', () => {
  let pools: pg.Pool[];
  let drop: () => Promise<void>;

  before(async () => {
    const database = await createTestDatabase();
    // Two pools stand for two processes that share the database.
    pools = [createPool(database.url, { max: 3 }), createPool(database.url, { max: 3 })];
    drop = () => database.drop();
  });

  after(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await drop();
  });

  it('never overlaps with what has the same name, in whatever process', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, (inside += 1));
      await pause(2);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 40 }, (_, index) => runExclusively(pools[index % 2]!, 'one', work)));
    expect([most, inside]).to.deep.equal([1, 0]);
  });

  it('waits in another process for nothing of another name', async () => {
    let release = () => {};
    let held: Promise<void> | undefined;
    await new Promise<void>((begun) => {
      held = runExclusively(pools[0]!, 'one', () => {
        begun();
        return new Promise<void>((resolve) => (release = resolve));
      });
    });
    expect(await runExclusively(pools[1]!, 'other', async () => 'done')).to.equal('done');
    release();
    await held;
  });

  it('keeps a connection of the pool to itself, however many wait: the work can have the others', async () => {
    const [pool] = pools as [pg.Pool];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        runExclusively(pool, `name ${index}`, async () => {
          const { rows } = await pool.query<{ n: number }>('SELECT 1 AS n');
          return rows[0]!.n;
        }),
      ),
    );
    expect(answers.reduce((sum, n) => sum + n, 0)).to.equal(30);
  });

  it('gives its failure back and lets go', async () => {
    const failed = await runExclusively(pools[0]!, 'one', () => Promise.reject(new Error('no'))).catch(
      (error: unknown) => error,
    );
    expect(failed).to.have.property('message', 'no');
    expect(await runExclusively(pools[1]!, 'one', async () => 'next')).to.equal('next');
    expect(await runExclusively(pools[0]!, 'one', async () => 'again')).to.equal('again');
  });
});
