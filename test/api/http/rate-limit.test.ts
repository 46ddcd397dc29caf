import { expect } from 'chai';
import pg from 'pg';
import { createPostgresRateLimits } from '../../../api/http/limits/rate-limit.ts';

describe('rate limits in PostgreSQL', () => {
  const name = `rate_limits_${process.pid}_${Date.now()}`;
  let admin: pg.Client;
  let pool: pg.Pool;

  before(async () => {
    const url = new URL(process.env['TEST_DATABASE_URL']!);
    admin = new pg.Client(url.href);
    await admin.connect();
    await admin.query(`create database ${name}`);
    url.pathname = `/${name}`;
    pool = new pg.Pool({ connectionString: url.href, max: 8 });
    pool.on('error', () => undefined);
    await pool.query(`create schema ops`);
    await pool.query(
      `create table ops.rate_counters (key text primary key, window_started_at timestamptz not null, hits integer not null)`,
    );
  });

  after(async () => {
    await pool.end();
    await dropWhenUnused();
    await admin.end();
  });

  /** The server may still be ending the sessions of the pool: dropping is tried again until it has. */
  async function dropWhenUnused(): Promise<void> {
    for (let tries = 0; tries < 100; tries++) {
      const dropped = await admin.query(`drop database ${name}`).catch((error: { code?: string }) => error.code);
      if (dropped !== '55006') return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  const age = (seconds: number) =>
    pool.query(`update ops.rate_counters set window_started_at = now() - make_interval(secs => $1)`, [seconds]);

  it('let exactly so many requests pass, however they overlap', async () => {
    // Two ports stand for two processes that share the database.
    const ports = [createPostgresRateLimits(pool), createPostgresRateLimits(pool)];
    const hits = await Promise.all(Array.from({ length: 40 }, (_, index) => ports[index % 2]!.countHit('login 1', 20)));
    expect(hits.filter(({ allowed }) => allowed)).to.have.length(20);
    const refused = hits.find(({ allowed }) => !allowed)!;
    expect(refused.remaining).to.equal(0);
    expect(refused.retryAfterSeconds).to.be.within(1, 60);
    expect(refused.resetAtUnix - Date.now() / 1000).to.be.within(50, 62);
  });

  it('start a new window a minute after the first hit, not after the last', async () => {
    const limits = createPostgresRateLimits(pool);
    await limits.countHit('login 2', 1);
    await age(58);
    expect(await limits.countHit('login 2', 1)).to.include({ allowed: false, remaining: 0 });
    await age(60);
    expect(await limits.countHit('login 2', 1)).to.include({ allowed: true, remaining: 0 });
  });

  it('keep keys apart, also very long ones', async () => {
    const limits = createPostgresRateLimits(pool);
    expect(await limits.countHit('login 3', 5)).to.include({ remaining: 4 });
    expect(await limits.countHit('login 4', 5)).to.include({ remaining: 4 });
    expect(await limits.countHit('x'.repeat(10_000), 5)).to.include({ remaining: 4 });
  });
});
