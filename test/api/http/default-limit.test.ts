import { expect } from 'chai';
import fc from 'fast-check';
import request from 'supertest';
import {
  computeBlockSize,
  createDefaultLimit,
  createSharedDefaultLimit,
  type Tell,
} from '../../../api/http/limits/default-limit.ts';
import type { RateLimitHit, SharedCount } from '../../../api/http/limits/rate-limit.ts';
import type { Pool } from 'pg';
import { createPool } from '../../../database/pool.ts';
import { createTestDatabase } from '../../support/database.ts';
import { bearer, COMPANY, SESSION, toyApp } from './support.ts';

/** A shared counter in memory, on a clock that the test moves; its answers come when the test lets them. */
function sharedCounter() {
  const counts = new Map<string, { hits: number; startedAt: number }>();
  const clock = { ms: 0 };
  const reported: { key: string; amount: number }[] = [];
  let isDown = false;
  const tell: Tell = async (key, perMinute, amount) => {
    reported.push({ key, amount });
    if (isDown) throw new Error('the database is away');
    let count = counts.get(key);
    if (!count || clock.ms - count.startedAt >= 60_000) counts.set(key, (count = { hits: 0, startedAt: clock.ms }));
    count.hits = Math.min(count.hits, perMinute) + amount;
    return { hits: count.hits, secondsLeft: (count.startedAt + 60_000 - clock.ms) / 1000 };
  };
  return {
    reported,
    clock,
    goDown: () => (isDown = true),
    /** `arrival` decides when a process hears the answer. */
    process: (
      perMinute: number,
      arrival: (answer: SharedCount) => Promise<SharedCount> = (answer) => Promise.resolve(answer),
    ) =>
      createDefaultLimit(
        perMinute,
        async (...given) => arrival(await tell(...given)),
        () => clock.ms,
      ),
  };
}

const allowed = (hits: readonly RateLimitHit[]): number => hits.filter((hit) => hit.allowed).length;

describe('Requests that are refused', () => {
  it('count by address: whoever has too many waits, and others go on', async () => {
    const refusedLimit = createDefaultLimit(3, () => new Promise(() => undefined));
    const { app } = toyApp({ refusedLimit });
    for (const [path, token, status] of [
      ['/nowhere', null, 404],
      [`/v1/companies/${COMPANY}/entries/1`, null, 401],
      [`/v1/companies/${COMPANY}/entries/1`, '9|wrong', 401],
      ['/nowhere', null, 429],
      [`/v1/companies/${COMPANY}/entries/1`, '9|wrong', 429],
      [`/v1/companies/${COMPANY}/entries/1`, '1|session', 200],
      ['/v1/ping', null, 200],
    ] as const) {
      const sent = request(app).get(path);
      if (token !== null) void sent.set(bearer(token));
      const { headers } = await sent.expect(status);
      if (status === 429) expect(Number(headers['retry-after'])).to.be.within(1, 60);
    }
  });
});

describe('the limit of routes without one of their own', () => {
  it('is exact in one process', async () => {
    for (const perMinute of [1, 2, 7, 100, 1_000]) {
      const count = sharedCounter().process(perMinute).createCounter('get /x');
      const hits = await Promise.all(Array.from({ length: perMinute + 50 }, async () => count(1)));
      expect(allowed(hits), String(perMinute)).to.equal(perMinute);
      expect(hits.slice(0, perMinute).every((hit) => hit.allowed)).to.equal(true);
      expect(hits.at(-1)).to.include({ allowed: false, remaining: 0 });
      expect(hits.at(-1)!.retryAfterSeconds).to.be.within(1, 60);
      expect(hits[0]!.remaining).to.equal(perMinute - 1);
    }
  });

  it('asks nobody about a caller who comes seldom, and answers without a promise', () => {
    const { reported, process } = sharedCounter();
    const count = process(6_000).createCounter('get /x');
    for (let number = 1; number < computeBlockSize(6_000) / 4; number += 1) {
      const hit = count(1);
      expect(hit).not.to.be.instanceOf(Promise);
      expect(hit).to.include({ allowed: true, remaining: 6_000 - number });
    }
    expect(reported).to.deep.equal([]);
  });

  it('keeps routes and callers apart, also a user from an address of the same name', async () => {
    const { reported, process } = sharedCounter();
    const limit = process(1);
    const [one, other] = [limit.createCounter('get /x'), limit.createCounter('get /y')];
    for (const [count, who] of [
      [one, 1],
      [one, 2],
      [one, '1'],
      [other, 1],
    ] as const)
      expect((await count(who)).allowed).to.equal(true);
    expect((await one(1)).allowed).to.equal(false);
    expect(reported.map(({ key }) => key)).to.deep.equal([
      'get /x user:1',
      'get /x user:2',
      'get /x ip:1',
      'get /y user:1',
    ]);
  });

  it('starts anew a minute after the first hit that was told', async () => {
    const { clock, process } = sharedCounter();
    const count = process(2).createCounter('get /x');
    await Promise.all([count(1), count(1)]);
    clock.ms = 59_999;
    expect(await count(1)).to.include({ allowed: false, retryAfterSeconds: 1 });
    clock.ms = 60_000;
    expect((await count(1)).allowed).to.equal(true);
  });

  it('is shared: processes let at most a block each pass beyond it, and never refuse before it, however late they hear', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400 }),
        fc.array(fc.oneof({ arbitrary: fc.integer({ min: 0, max: 3 }), weight: 12 }, fc.constant('hear' as const)), {
          minLength: 1,
          maxLength: 1_200,
        }),
        async (perMinute, order) => {
          const shared = sharedCounter();
          const late: (() => void)[] = [];
          const counters = [0, 1, 2, 3].map(() =>
            shared
              .process(perMinute, (answer) => new Promise((resolve) => late.push(() => resolve(answer))))
              .createCounter('get /x'),
          );
          const hear = async () => {
            late.splice(0).forEach((arrive) => arrive());
            await new Promise(setImmediate);
          };
          const hits: Promise<RateLimitHit>[] = [];
          for (const step of order) {
            if (step === 'hear') await hear();
            else hits.push(Promise.resolve(counters[step]!(1)));
          }
          const isOver = Promise.all(hits).then(() => true);
          while (!(await Promise.race([isOver, hear().then(() => false)])));
          const passed = allowed(await Promise.all(hits));
          expect(passed).to.be.at.most(perMinute + computeBlockSize(perMinute) * counters.length);
          expect(passed).to.be.at.least(Math.min(hits.length, perMinute));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('goes on by itself, with the same limit, while the database does not answer', async () => {
    const shared = sharedCounter();
    shared.goDown();
    const count = shared.process(100).createCounter('get /x');
    const hits = [];
    for (let number = 0; number < 150; number += 1) hits.push(await count(1));
    expect(allowed(hits)).to.equal(100);
  });

  it('does not wait for a database that hangs', async () => {
    let asked = 0;
    const hang = () => new Promise<never>(() => void (asked += 1));
    const count = createDefaultLimit(20, hang, undefined, { tellTimeoutMs: 20 }).createCounter('get /x');
    const hits: RateLimitHit[] = [];
    for (let number = 0; number < 30; number += 1) hits.push(await count(1));
    expect(allowed(hits)).to.equal(20);
    expect(asked, 'once is enough').to.equal(1);
  });

  it('forgets callers rather than grow', async () => {
    const count = sharedCounter().process(1).createCounter('get /x');
    for (let user = 1; user <= 5_000; user += 1) await count(user);
    expect((await count(5_000)).allowed, 'the last ones are known').to.equal(false);
    expect((await count(1)).allowed, 'the first ones are not').to.equal(true);
  });
});

describe('the limit of routes without one of their own, in PostgreSQL', () => {
  let pool: Pool;
  let drop: () => Promise<void>;

  before(async () => {
    const database = await createTestDatabase();
    pool = createPool(database.url, { max: 4 });
    drop = () => database.drop();
    const { migrate } = await import('../../../database/schema-migrations/index.ts');
    await migrate(pool);
  });

  after(async () => {
    await pool.end();
    await drop();
  });

  it('holds over two processes that are hit at the same time', async () => {
    const perMinute = 400;
    // A busy machine must not make them believe that the database is away.
    const patient = { tellTimeoutMs: 30_000 };
    const counters = [0, 1].map(() => createSharedDefaultLimit(pool, perMinute, patient).createCounter('get /x'));
    const hits = await Promise.all(
      Array.from({ length: 2_000 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index / 10));
        return counters[index % 2]!(1);
      }),
    );
    expect(allowed(hits)).to.be.within(perMinute, perMinute + 2 * computeBlockSize(perMinute));
    const { rows } = await pool.query<{ key: string; hits: number }>('SELECT key, hits FROM ops.rate_counters');
    expect(rows).to.have.length(1);
    expect(rows[0]!.key).to.equal('get /x user:1');
  });
});

describe('requests under the default limit', () => {
  const app = (perMinute: number) => {
    const { clock, process } = sharedCounter();
    return { clock, app: toyApp({ defaultLimit: process(perMinute) }).app };
  };

  it('carry its headers, by user where there is one and by address where there is none', async () => {
    const { app: limited } = app(3);
    const first = await request(limited).get('/v1/me').set(SESSION).expect(200);
    expect(first.headers).to.include({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' });
    expect(Number(first.headers['x-ratelimit-reset'])).to.be.closeTo(Date.now() / 1000 + 60, 5);
    await request(limited).get('/v1/me').set(SESSION).expect(200);
    await request(limited).get('/v1/me').set(SESSION).expect(200);
    const refused = await request(limited).get('/v1/me').set(SESSION).set('Accept-Language', 'en').expect(429);
    expect(refused.headers).to.include({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0', 'retry-after': '60' });
    expect(refused.body).to.deep.equal({
      message: 'Too many requests. Try again in 60 seconds.',
      code: 'rate_limited',
    });
    await request(limited).get('/v1/me').set(bearer('2|dutch')).expect(200);
    await request(limited).get('/v1/open').expect(200);
    await request(limited).get('/v1/ping').expect(200);
  });

  it('count on each route by itself, refusals of a handler included', async () => {
    const { app: limited } = app(1);
    const entries = `/v1/companies/${COMPANY}/entries`;
    await request(limited).post(entries).set(SESSION).send({}).expect(422);
    await request(limited).post(entries).set(SESSION).send({}).expect(429);
    await request(limited).get(entries).set(SESSION).expect(200);
  });

  it('leave the smaller limit of a route alone', async () => {
    const { app: limited } = app(1_000);
    const { headers } = await request(limited).get('/v1/limited').expect(200);
    expect(headers).to.include({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' });
  });

  it('carry no such headers when it is off', async () => {
    const { headers } = await request(toyApp().app).get('/v1/me').set(SESSION).expect(200);
    expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).to.deep.equal([]);
  });
});
