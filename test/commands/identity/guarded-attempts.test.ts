import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import { runGuarded, isHeld, type Held } from '../../../stores/identity/guarded-attempts.ts';
import { createPool } from '../../../database/pool.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

describe('Attempts that may fail only so often', () => {
  let database: TestDatabase;
  let subjects = 0;

  before(async () => (database = await createTestDatabase()));
  after(() => database.drop());

  const guard = (subject = `someone ${(subjects += 1)}`) => ({ subject, most: 10, seconds: 300 });
  const attempt = (given: ReturnType<typeof guard>, hasFailed: boolean) =>
    runGuarded(database.pool, given, () => Promise.resolve({ hasFailed, result: hasFailed ? 'wrong' : 'right' }));
  const age = (subject: string, columns: string, seconds: number) =>
    database.pool.query(
      `UPDATE ops.guarded_attempts SET ${columns
        .split(', ')
        .map((column) => `${column} = ${column} - make_interval(secs => $2)`)
        .join(', ')} WHERE subject = $1`,
      [subject, seconds],
    );

  it('lock after the tenth failure, for everyone who comes, with the time that is left', async () => {
    const own = guard();
    for (let count = 0; count < 10; count += 1) expect(await attempt(own, true)).to.equal('wrong');
    for (const hasFailed of [true, false]) {
      const held = (await attempt(own, hasFailed)) as Held;
      expect(held.held).to.equal('locked');
      expect(held.retryAfterSeconds).to.be.within(290, 300);
    }
    expect(await attempt(guard(), false)).to.equal('right');
  });

  it('open again when the lock has lasted, with all tries', async () => {
    const own = guard();
    for (let count = 0; count < 10; count += 1) await attempt(own, true);
    await age(own.subject, 'locked_until, window_started_at', 299);
    expect(isHeld(await attempt(own, false))).to.equal(true);
    await age(own.subject, 'locked_until, window_started_at', 2);
    for (let count = 0; count < 10; count += 1) expect(await attempt(own, true)).to.equal('wrong');
    expect(isHeld(await attempt(own, true))).to.equal(true);
  });

  it('forget failures after the window, which begins with the first of them', async () => {
    const own = guard();
    await attempt(own, false);
    await age(own.subject, 'window_started_at', 250);
    for (let count = 0; count < 9; count += 1) await attempt(own, true);
    await age(own.subject, 'window_started_at', 299);
    expect(await attempt(own, false)).to.equal('right');
    await age(own.subject, 'window_started_at', 2);
    for (let count = 0; count < 9; count += 1) expect(await attempt(own, true)).to.equal('wrong');
    expect(await attempt(own, false)).to.equal('right');
  });

  it('are not forgiven by a success in between', async () => {
    const own = guard();
    for (let count = 0; count < 10; count += 1) {
      expect(await attempt(own, true)).to.equal('wrong');
      if (count < 9) expect(await attempt(own, false)).to.equal('right');
    }
    expect(isHeld(await attempt(own, false))).to.equal(true);
  });

  it('that come at once get no more tries than those in a row, in several processes together', async () => {
    const own = guard();
    const other = createPool(database.url, { max: 5 });
    let looked = 0;
    const wrong = (pool: TestDatabase['pool']) =>
      runGuarded(pool, own, async () => {
        looked += 1;
        await pause(20);
        return { hasFailed: true, result: 'wrong' };
      });
    try {
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, index) => wrong(index % 2 === 0 ? database.pool : other)),
      );
      expect(looked).to.equal(10);
      expect(outcomes.filter((outcome) => outcome === 'wrong')).to.have.length(10);
      expect(outcomes.filter((outcome) => isHeld(outcome) && outcome.held === 'locked')).to.have.length(40);
    } finally {
      await other.end();
    }
  });

  it('that come at once and are right all pass: they wait for their turn', async () => {
    const own = guard();
    let together = 0;
    let most = 0;
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () =>
        runGuarded(database.pool, own, async () => {
          most = Math.max(most, (together += 1));
          await pause(10);
          together -= 1;
          return { hasFailed: false, result: 'right' };
        }),
      ),
    );
    expect(outcomes.every((outcome) => outcome === 'right')).to.equal(true);
    expect(most).to.be.within(1, 10);
  });

  it('are told to come back when too many wait already', async () => {
    const own = guard();
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () =>
        runGuarded(database.pool, own, async () => {
          await pause(200);
          return { hasFailed: false, result: 'right' };
        }),
      ),
    );
    const busy = outcomes.filter((outcome) => isHeld(outcome) && outcome.held === 'busy');
    expect(busy.length).to.be.within(50, 140);
    expect(outcomes.filter((outcome) => outcome === 'right')).to.have.length(200 - busy.length);
  });

  it('give their place back when they break, or when their process dies', async () => {
    const own = guard();
    for (let count = 0; count < 20; count += 1) {
      const broken: unknown = await runGuarded(database.pool, own, () => Promise.reject(new Error('gone'))).catch(
        (error: Error) => error.message,
      );
      expect(broken).to.equal('gone');
    }
    for (let count = 0; count < 10; count += 1)
      await database.pool.query(`SELECT ops.begin_attempt($1, 10, interval '5 minutes')`, [own.subject]);
    const { rows } = await database.pool.query<{ verdict: string }>(
      `SELECT verdict FROM ops.begin_attempt($1, 10, interval '5 minutes')`,
      [own.subject],
    );
    expect(rows[0]!.verdict).to.equal('wait');
    await age(own.subject, 'pending_since', 31);
    expect(await attempt(own, false)).to.equal('right');
  });
});
