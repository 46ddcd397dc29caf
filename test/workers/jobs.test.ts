import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { openHistory } from '../../commands/history/index.ts';
import { buildProcessLockSql } from '../../database/live-processes.ts';
import { createUnwatchedOwner } from '../../database/owners.ts';
import { openFileStore } from '../../outside/files/index.ts';
import { listJobs } from '../../workers/jobs.ts';
import { scheduleJobs, type Job, type Jobs } from '../../workers/scheduler.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { waitUntil } from '../support/load.ts';
import { useService } from '../support/service.ts';

interface Line {
  readonly level: string;
  readonly facts: object;
  readonly message: string;
}

const EVERY_SECOND = '* * * * * *';
const NIGHTLY = '0 7 4 * * *';
const OFTEN = '*/10 * * * * *';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** In local time, as schedules are. */
const at = (time: string): Date => new Date(`2026-01-${time}`);

describe('Scheduled jobs', function () {
  this.timeout(20_000);
  let database: TestDatabase;
  const started: Jobs[] = [];
  const lines: Line[] = [];
  const note =
    (level: string) =>
    (facts: object, message: string): void =>
      void lines.push({ level, facts, message });
  const logger = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
  /** The clock that the tests move. */
  let now = at('15T09:00:05');
  const runs: string[] = [];
  const job = (name: string, schedule: string): Job => ({
    name,
    schedule,
    run: () => Promise.resolve(runs.push(name)),
  });
  const JOBS = [job('nightly', NIGHTLY), job('often', OFTEN)];

  before(async () => {
    database = await createTestDatabase('migrated');
  });
  after(() => database.drop());
  beforeEach(async () => {
    now = at('15T09:00:05');
    await database.pool.query('TRUNCATE ops.jobs');
    [lines.length, runs.length] = [0, 0];
  });
  const connected: { die(): void }[] = [];
  afterEach(async () => {
    for (const jobs of started.splice(0)) await jobs.stop();
    for (const { die } of connected.splice(0)) die();
  });

  const start = (jobs: readonly Job[] = JOBS, processId: string = randomUUID()): Jobs => {
    const owner = createUnwatchedOwner(processId);
    const scheduled = scheduleJobs(jobs, { pool: database.pool, owner, logger, now: () => now });
    started.push(scheduled);
    return scheduled;
  };
  /** What runs when a process wakes at this time. */
  const wakeAt = async (jobs: Jobs, time: Date): Promise<string[]> => {
    now = time;
    runs.length = 0;
    await jobs.wake();
    return runs.toSorted();
  };
  /** A job that runs until it is released. */
  function hold(name: string, schedule: string): Job & { release(): void } {
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    return { name, schedule, run: () => (runs.push(name), held), release };
  }
  /** As another process does that has seen no beat. */
  const endTerm = (processId: string) =>
    database.pool.query('INSERT INTO ops.owners (id, process, ended_at) VALUES ($1, $1, now())', [processId]);
  /** Identity of a process that is connected until it dies. */
  async function connect(): Promise<{ readonly processId: string; die(): void }> {
    const processId = randomUUID();
    const client = await database.pool.connect();
    await client.query(buildProcessLockSql(processId));
    let isAlive = true;
    const die = (): void => {
      if (isAlive) client.release(true);
      isAlive = false;
    };
    connected.push({ die });
    return { processId, die };
  }

  it('run at each of their slots, once', async () => {
    const jobs = start();
    expect(await wakeAt(jobs, now)).to.deep.equal(['nightly', 'often']);
    expect(await wakeAt(jobs, at('15T09:00:09.999'))).to.deep.equal([]);
    expect(await wakeAt(jobs, at('15T09:00:10'))).to.deep.equal(['often']);
    expect(await wakeAt(jobs, at('16T04:06:57'))).to.deep.equal(['often']);
    expect(await wakeAt(jobs, at('16T04:07:03'))).to.deep.equal(['nightly', 'often']);
    expect(await wakeAt(jobs, at('16T04:07:09'))).to.deep.equal([]);
  });

  it('run once after a laptop has slept through their slots, and one line of the log says so', async () => {
    const jobs = start();
    await wakeAt(jobs, at('12T22:00:05'));
    expect(lines).to.deep.equal([]);
    expect(await wakeAt(jobs, at('15T08:00:05'))).to.deep.equal(['nightly', 'often']);
    expect(await wakeAt(jobs, at('15T08:00:06'))).to.deep.equal([]);
    const missed = [
      { job: 'nightly', completed: at('12T04:07:00'), slot: at('15T04:07:00') },
      { job: 'often', completed: at('12T22:00:00'), slot: at('15T08:00:00') },
    ];
    const message = 'slots of scheduled jobs were missed; each job runs once for all of them';
    expect(lines).to.deep.equal([{ level: 'info', facts: { jobs: missed }, message }]);
  });

  it('run when a process starts that was down at their hour', async () => {
    const before = start();
    await wakeAt(before, at('14T23:00:05'));
    await before.stop();
    const after = start();
    expect(await wakeAt(after, at('15T07:00:05'))).to.deep.equal(['nightly', 'often']);
  });

  it('run once when the clock steps ahead by weeks, and go on when it is put back', async () => {
    const jobs = start();
    await wakeAt(jobs, now);
    const wrong = new Date(now.getTime() + 20 * DAY_MS);
    expect(await wakeAt(jobs, wrong)).to.deep.equal(['nightly', 'often']);
    expect(lines).to.have.length(1);
    expect(await wakeAt(jobs, at('15T09:00:16'))).to.deep.equal([]);
    expect(await wakeAt(jobs, at('15T09:00:20'))).to.deep.equal(['often']);
    expect(await wakeAt(jobs, at('16T04:07:00'))).to.deep.equal(['nightly', 'often']);
  });

  it('do not run again in a slot that a clock has gone back over', async () => {
    const jobs = start();
    await wakeAt(jobs, at('15T04:08:05'));
    expect(await wakeAt(jobs, at('15T03:30:05'))).to.deep.equal([]);
    expect(await wakeAt(jobs, at('15T03:30:10'))).to.deep.equal(['often']);
    expect(await wakeAt(jobs, at('15T04:07:01'))).to.deep.equal(['often']);
    expect(await wakeAt(jobs, at('16T04:07:01'))).to.deep.equal(['nightly', 'often']);
  });

  it('run in one of two processes', async () => {
    const [one, other] = [await connect(), await connect()];
    const [held, ran] = [hold('long', NIGHTLY), hold('long', NIGHTLY)];
    const first = start([...JOBS, held], one.processId);
    const second = start([...JOBS, ran], other.processId);
    const woken = [first.wake(), second.wake()];
    await waitUntil('all of them to run', () => runs.length >= 3);
    expect(runs.toSorted()).to.deep.equal(['long', 'nightly', 'often']);
    // It is still running.
    runs.length = 0;
    now = at('16T09:00:05');
    await waitUntil('the others to end and to run again', () => {
      woken.push(first.wake(), second.wake());
      return runs.length >= 2;
    });
    expect(runs.toSorted()).to.deep.equal(['nightly', 'often']);
    held.release();
    ran.release();
    await Promise.all(woken);
  });

  it('are taken over from a frozen machine, which does not disturb them when it thaws', async () => {
    const [frozen, other] = [await connect(), await connect()];
    const held = hold('long', NIGHTLY);
    const woken = start([held], frozen.processId).wake();
    await waitUntil('the job to run', () => runs.length === 1);
    const second = start([job('long', NIGHTLY)], other.processId);
    expect(await wakeAt(second, now)).to.deep.equal([]);
    await endTerm(frozen.processId);
    expect(await wakeAt(second, at('16T04:07:03'))).to.deep.equal(['long']);
    held.release();
    await woken;
    expect(await wakeAt(second, at('16T04:08:03'))).to.deep.equal([]);
  });

  it('are taken over at once from a process that has died, whatever an earlier version has noted', async () => {
    const [dying, other] = [await connect(), await connect()];
    const held = hold('long', NIGHTLY);
    const woken = start([held], dying.processId).wake();
    await waitUntil('the job to run', () => runs.length === 1);
    const second = start([job('long', NIGHTLY)], other.processId);
    expect(await wakeAt(second, now)).to.deep.equal([]);
    await database.pool.query(`UPDATE ops.jobs SET lease_until = now() - interval '1 second'`);
    expect(await wakeAt(second, now)).to.deep.equal([]);
    await database.pool.query(`UPDATE ops.jobs SET lease_until = now() + interval '1 hour'`);
    dying.die();
    await waitUntil('the job to be taken over', async () => (await wakeAt(second, now)).length === 1);
    held.release();
    await woken;
  });

  it('are not done if the term of their process has ended meanwhile, whatever they answer', async () => {
    const [held, ended] = [hold('long', NIGHTLY), new AbortController()];
    const owner = createUnwatchedOwner(randomUUID());
    const ending = { ...owner, getTerm: () => ({ ...owner.getTerm(), signal: ended.signal }) };
    const first = scheduleJobs([held], { pool: database.pool, owner: ending, logger, now: () => now });
    started.push(first);
    const woken = first.wake();
    await waitUntil('the job to run', () => runs.length === 1);
    ended.abort();
    held.release();
    await woken;
    const second = start([job('long', NIGHTLY)]);
    expect(await wakeAt(second, now)).to.deep.equal(['long']);
    expect(await wakeAt(second, now)).to.deep.equal([]);
  });

  it('run again after a failure, less and less often, until they succeed', async () => {
    let isBroken = true;
    const failing: Job = {
      ...job('nightly', NIGHTLY),
      run: () => (runs.push('nightly'), isBroken ? Promise.reject(new Error('no room')) : Promise.resolve()),
    };
    const jobs = start([failing]);
    const wakeAfter = (minutes: number) => wakeAt(jobs, new Date(at('15T09:00:05').getTime() + minutes * MINUTE_MS));
    expect(await wakeAfter(0)).to.deep.equal(['nightly']);
    expect(lines.map(({ level, message }) => [level, message])).to.deep.equal([
      ['error', 'a job failed; it will run again'],
    ]);
    expect(await wakeAfter(0.5)).to.deep.equal([]);
    expect(await wakeAfter(1)).to.deep.equal(['nightly']);
    expect(await wakeAfter(2)).to.deep.equal([]);
    // A clock that was put back does not hold it.
    expect(await wakeAfter(-60)).to.deep.equal(['nightly']);
    isBroken = false;
    expect(await wakeAfter(-30)).to.deep.equal(['nightly']);
    expect(await wakeAfter(600)).to.deep.equal([]);
  });

  it('run again soon if they could not be finished, and in the next process if they were stopped', async () => {
    let outcome = 'unfinished';
    const jobs = start([{ ...job('reset', NIGHTLY), run: () => (runs.push('reset'), Promise.resolve(outcome)) }]);
    expect(await wakeAt(jobs, now)).to.deep.equal(['reset']);
    outcome = 'done';
    expect(await wakeAt(jobs, now)).to.deep.equal(['reset']);
    expect(await wakeAt(jobs, now)).to.deep.equal([]);
    const held = hold('long', NIGHTLY);
    const stopped = start([held]);
    const woken = stopped.wake();
    await waitUntil('the job to run', () => runs.includes('long'));
    const stopping = stopped.stop();
    held.release();
    await Promise.all([woken, stopping]);
    expect(await wakeAt(start([job('long', NIGHTLY)]), now)).to.deep.equal(['long']);
    expect(lines).to.deep.equal([]);
  });

  it('are not begun again while they are under way, and are when they are done', async () => {
    const held = hold('slow', EVERY_SECOND);
    const jobs = scheduleJobs([held, job('quick', EVERY_SECOND)], {
      pool: database.pool,
      owner: createUnwatchedOwner(randomUUID()),
      logger,
    });
    started.push(jobs);
    const count = (name: string): number => runs.filter((one) => one === name).length;
    await waitUntil('some seconds to strike', () => count('quick') >= 3);
    expect(count('slow')).to.equal(1);
    held.release();
    await waitUntil('the job to run again', () => count('slow') > 1);
  });
});

describe('The nightly jobs', () => {
  const service = useService({ from: 'books' });

  it('reset the demo and empty the recycle bins of a night in which the process stood still', async () => {
    const { client } = await service.newFirm();
    const { path } = await service.newCompany(client);
    const { core } = service;
    const { id } = await client.created(`${path}/third-parties`, { type: 'customer', name: 'Hôtel' });
    await client.delete(`${path}/third-parties/${id}`);
    const { rows } = await core.pool.query<{ deleted_at: string }>(
      `UPDATE read.third_parties t SET deleted_at = now() - interval '31 days'
       FROM (SELECT id, deleted_at FROM read.third_parties) AS old WHERE t.id = $1 AND old.id = t.id RETURNING old.deleted_at`,
      [id],
    );
    let resets = 0;
    const errors: object[] = [];
    const logger = {
      debug: () => undefined,
      info: () => undefined,
      warn: (facts: object) => void errors.push(facts),
      error: (facts: object) => void errors.push(facts),
    };
    const files = openFileStore({ folder: join(service.config.dataDir, 'files'), bucket: null });
    const parts = {
      ...core,
      files,
      bridge: null,
      history: openHistory(core, service.config.dataDir, 'the key of a test'),
      place: 'here',
      logger,
      sender: { wake: () => undefined },
      resetDemo: () => Promise.resolve((resets += 1)),
      queueDocument: () => Promise.reject(new Error('nothing is to be sent')),
    };
    const jobs = listJobs(parts, new AbortController().signal);
    const today = new Date();
    const nightAt = (day: number, ...time: [number, number, number]): Date =>
      new Date(today.getFullYear(), today.getMonth(), today.getDate() + day, ...time);
    let now = nightAt(0, 4, 6, 57);
    const scheduled = scheduleJobs(jobs, { ...core, logger, now: () => now });
    const nightly = ['reset the demo', 'purge overdue records from recycle bins'];
    await core.pool.query(
      `INSERT INTO ops.jobs (name, completed_slot) SELECT name, $2 FROM unnest($1::text[]) AS name`,
      [nightly, now],
    );
    await scheduled.wake();
    expect([resets, (await client.ok(`${path}/trash`)).total]).to.deep.equal([0, 1]);
    now = nightAt(1, 4, 7, 3);
    await scheduled.wake();
    await scheduled.wake();
    expect([resets, (await client.ok(`${path}/trash`)).total]).to.deep.equal([1, 0]);
    const { rows: left } = await core.pool.query(
      `SELECT name FROM ops.jobs WHERE completed_slot < $1 OR leased_by IS NOT NULL`,
      [nightAt(1, 2, 37, 0)],
    );
    expect([left, errors]).to.deep.equal([[], []]);
    await scheduled.stop();
    await files.close();
    // Back to what the log says: the tables are held against it at the end.
    await core.pool.query('UPDATE read.third_parties SET deleted_at = $1 WHERE id = $2', [rows[0]!.deleted_at, id]);
  });
});
