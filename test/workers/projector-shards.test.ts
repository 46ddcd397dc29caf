import { expect } from 'chai';
import { openNotifications, type Notifications } from '../../database/notifications.ts';
import type { EventLog, RecordedEvent } from '../../eventlog/port.ts';
import { PROJECTED_CHANNEL } from '../../projections/engine/batch-statement.ts';
import { trackProgress, type Progress } from '../../projections/engine/progress.ts';
import { rebuildReadTables } from '../../projections/engine/rebuild.ts';
import { findShard } from '../../projections/engine/sharding.ts';
import { verifyReadTables } from '../../projections/engine/verify.ts';
import { runProjector, type ProjectorRunner } from '../../workers/projector.ts';
import { dump, freshTables, logOf, recorded, sampleFacts, workingDay } from '../projections/support.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { waitUntil } from '../support/load.ts';

const FILES = 8;

/** Eight company files at work at the same time, a firm and a user. */
function listEvents(): RecordedEvent[] {
  const days = Array.from({ length: FILES - 2 }, (_, index) => workingDay(index + 3));
  const mixed = days[0]!.flatMap((_, step) => days.map((day) => day[step]!));
  return recorded([...sampleFacts(), ...mixed]);
}

/** A log that grows when the test says so. */
function openGrowingLog(all: readonly RecordedEvent[]): EventLog & { grow(to: number): void } {
  let length = 0;
  const waiting = new Set<() => void>();
  const getLog = (): EventLog => logOf(all.slice(0, length));
  return {
    ...logOf(all),
    readAll: (after, size) => getLog().readAll(after, size),
    readStream: (stream, given) => getLog().readStream(stream, given),
    readHead: () => getLog().readHead(),
    async *follow(after, { signal, batchSize = 500 }) {
      let position = after;
      while (!signal.aborted) {
        const batch = all
          .slice(0, length)
          .filter((event) => event.position > position)
          .slice(0, batchSize);
        if (batch.length > 0) {
          yield batch;
          position = batch.at(-1)!.position;
          continue;
        }
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
    },
    grow(to) {
      length = to;
      waiting.forEach((wake) => wake());
      waiting.clear();
    },
  };
}

describe('streams divided into shards', function () {
  this.timeout(60_000);
  const events = listEvents();
  let database: TestDatabase;
  let notifications: Notifications;
  let progress: Progress;
  let runners: ProjectorRunner[] = [];
  let told: string[];
  let expected: Awaited<ReturnType<typeof dump>>;
  let announced: unknown[];

  const listAnnounced = async (): Promise<unknown[]> =>
    (
      await database.pool.query(
        'SELECT event_id, company_id, event, position FROM ops.outbox ORDER BY position, event_id',
      )
    ).rows;
  before(async () => {
    database = await createTestDatabase();
    const { inSteps } = await freshTables(database.pool);
    await inSteps(events, 50);
    expected = await dump(database.pool);
    announced = await listAnnounced();
  });
  after(() => database.drop());
  beforeEach(async () => {
    await freshTables(database.pool);
    await database.pool.query('DELETE FROM ops.projector_shards WHERE shard > 0');
    notifications = await openNotifications(database.url, [PROJECTED_CHANNEL]);
    progress = trackProgress(database.pool, notifications);
    told = [];
  });
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    runners = [];
    progress.close();
    await notifications.close();
  });

  function run(log: EventLog, shards: number | undefined, own = progress): ProjectorRunner {
    const tell = (facts: object, message: string): void =>
      void told.push(`${message} ${(facts as { err?: Error }).err?.message ?? ''}`);
    const logger = { debug: () => undefined, info: () => undefined, warn: tell, error: tell };
    const { url: databaseUrl, pool: connection } = database;
    const runner = runProjector({
      databaseUrl,
      connection,
      log,
      progress: own,
      logger,
      batchSize: 20,
      ...(shards && { shards }),
    });
    runners.push(runner);
    return runner;
  }
  async function stop(runner: ProjectorRunner): Promise<void> {
    runners = runners.filter((other) => other !== runner);
    await runner.stop();
  }
  const listShards = async () =>
    (
      await database.pool.query<{ shard: number; owner: string | null; fence: number; position: number }>(
        'SELECT shard, owner, fence, position FROM ops.projector_shards ORDER BY shard',
      )
    ).rows;
  const waitForShards = (count: number): Promise<void> =>
    waitUntil(`${count} shards`, async () => (await listShards()).length === count, 20_000);
  async function expectAll(): Promise<void> {
    expect(await dump(database.pool)).to.deep.equal(expected);
    expect(await listAnnounced()).to.deep.equal(announced);
    expect(told).to.deep.equal([]);
  }

  it('are always the same: firms and users in the first, company files by their name', () => {
    const place = (shards: number): number[] =>
      Array.from({ length: 12 }, (_, index) => findShard(`company-${index + 1}`, shards));
    expect(place(1)).to.deep.equal(new Array(12).fill(0));
    expect(place(16)).to.deep.equal(PLACES);
    expect([findShard('firm-7', 16), findShard('user-9', 16)]).to.deep.equal([0, 0]);
    const counts = new Array<number>(16).fill(0);
    for (let id = 1; id <= 16_000; id += 1) counts[findShard(`company-${id}`, 16)]! += 1;
    for (const count of counts) expect(count).to.be.within(850, 1_150);
  });

  it('give the same tables, feed and announcements, each shard at its own position', async () => {
    const log = openGrowingLog(events);
    run(log, 4);
    await waitForShards(4);
    for (let to = 0; to < events.length; to += 37) {
      log.grow(Math.min(to + 37, events.length));
      await progress.waitForPosition(events[to]!.position, 0, undefined, events[to]!.stream);
    }
    log.grow(events.length);
    await progress.waitForPosition(events.at(-1)!.position);
    await expectAll();
    await waitUntil('idle shards', async () =>
      (await listShards()).every(({ position }) => position === events.at(-1)!.position),
    );
    const { rows } = await database.pool.query('SELECT company_id, shard FROM ops.outbox GROUP BY 1, 2');
    for (const { company_id, shard } of rows as { company_id: number; shard: number }[])
      expect(shard).to.equal(findShard(`company-${company_id}`, 4));
    expect(await verifyReadTables(database.pool, log)).to.include({ equal: true });
  });

  it('are divided anew at any point, keep their epoch, and nothing is applied twice', async () => {
    const log = openGrowingLog(events);
    const epoch = (): Promise<unknown> =>
      database.pool.query('SELECT epoch FROM ops.feed_epoch').then(({ rows }) => rows);
    const before = await epoch();
    let to = 0;
    for (const shards of [3, 16, 2, 1]) {
      to += Math.floor(events.length / 5);
      const runner = run(log, shards);
      log.grow(to);
      await waitForShards(shards);
      await progress.waitForPosition(events[to - 1]!.position);
      if (shards !== 1) await stop(runner);
    }
    log.grow(events.length);
    await progress.waitForPosition(events.at(-1)!.position);
    await expectAll();
    expect(await epoch()).to.deep.equal(before);
  });

  it('are shared by the processes that project, and go to the others when one leaves', async () => {
    const log = openGrowingLog(events);
    run(log, 6);
    await waitForShards(6);
    const countOwned = async (): Promise<number[]> => {
      const owners = (await listShards()).map(({ owner }) => owner);
      return owners.includes(null)
        ? []
        : [...new Set(owners)].map((owner) => owners.filter((other) => other === owner).length).sort();
    };
    log.grow(40);
    const others = [await openOther(), await openOther()];
    const second = run(log, undefined, others[0]!.progress);
    await waitUntil('two equal shares', async () => (await countOwned()).join() === '3,3', 20_000);
    log.grow(80);
    await progress.waitForPosition(80);
    const third = run(log, 6, others[1]!.progress);
    await waitUntil('three equal shares', async () => (await countOwned()).join() === '2,2,2', 20_000);
    log.grow(120);
    await progress.waitForPosition(120);
    await stop(second);
    await stop(third);
    await waitUntil('one share', async () => (await countOwned()).join() === '6', 20_000);
    log.grow(events.length);
    await progress.waitForPosition(events.at(-1)!.position);
    await expectAll();
    for (const { close } of others) await close();
  });

  it('are rebuilt together while they are projected', async () => {
    const log = openGrowingLog(events);
    run(log, 4);
    await waitForShards(4);
    log.grow(90);
    await progress.waitForPosition(90);
    const rebuilding = rebuildReadTables(database.pool, log);
    for (let to = 90; to < events.length; to += 10) log.grow(to);
    await rebuilding;
    log.grow(events.length);
    await progress.waitForPosition(events.at(-1)!.position);
    expect(await dump(database.pool)).to.deep.equal(expected);
    expect(await listAnnounced()).to.deep.equal(announced);
    for (const line of told) expect(line).to.contain('will restart from its checkpoint');
  });

  /** The progress as another process knows it. */
  async function openOther(): Promise<{ readonly progress: Progress; close(): Promise<void> }> {
    const own = await openNotifications(database.url, [PROJECTED_CHANNEL]);
    const known = trackProgress(database.pool, own);
    return {
      progress: known,
      async close() {
        known.close();
        await own.close();
      },
    };
  }
});

/** Positions of a running installation depend on these. */
const PLACES: readonly number[] = [15, 15, 9, 11, 14, 8, 3, 14, 6, 15, 3, 11];
