import { expect } from 'chai';
import { openNotifications, type Notifications } from '../../database/notifications.ts';
import { trackProgress, type Progress } from '../../projections/engine/progress.ts';
import { BEGINNING } from '../../eventlog/port.ts';
import { PROJECTED_CHANNEL } from '../../projections/engine/batch-statement.ts';
import { findShard } from '../../projections/engine/sharding.ts';
import { runProjector } from '../../workers/projector.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { dump, freshTables, logOf, sampleEvents } from './support.ts';

describe('progress of the projection', function () {
  this.timeout(20_000);
  let database: TestDatabase;
  let notifications: Notifications;
  let progress: Progress;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());
  beforeEach(async () => {
    notifications = await openNotifications(database.url, [PROJECTED_CHANNEL]);
    progress = trackProgress(database.pool, notifications);
  });
  afterEach(async () => {
    progress.close();
    await notifications.close();
  });

  it('wakes those who wait for a position, and none of those behind it', async () => {
    let isLaterThere = false;
    const later = progress.waitForPosition(6).then(() => (isLaterThere = true));
    const waiting = progress.waitForPosition(5);
    progress.advance(5);
    await waiting;
    expect([progress.position, isLaterThere]).to.deep.equal([5, false]);
    progress.advance(9);
    await later;
    await progress.waitForPosition(9);
    progress.advance(3);
    expect(progress.position).to.equal(9);
  });

  it('is one of each shard: a wait for a stream is for its own, a wait for everything for all', async () => {
    const shards = 4;
    const stream = 'company-1';
    const shard = findShard(stream, shards);
    const done: string[] = [];
    const waiting = [
      progress.waitForPosition(7, 0, undefined, stream).then(() => done.push('own')),
      progress.waitForPosition(7).then(() => done.push('all')),
    ];
    for (let other = 0; other < shards; other += 1) if (other !== shard) progress.advance(9, { shard: other, shards });
    await Promise.resolve();
    expect([done, progress.position]).to.deep.equal([[], BEGINNING]);
    await database.pool.query(`SELECT pg_notify('${PROJECTED_CHANNEL}', '${shards}:${shard}=7')`);
    await Promise.all(waiting);
    expect([done, progress.position]).to.deep.equal([['own', 'all'], 7]);
    // Divided anew: what all have passed is known, and nothing more.
    progress.advance(9, { shard: 1, shards: 2 });
    expect(progress.positions).to.deep.equal([7, 9]);
  });

  it('hears of a projector in another process', async () => {
    const events = sampleEvents();
    const { inSteps } = await freshTables(database.pool);
    const waiting = progress.waitForPosition(events.length);
    await inSteps(events, 10);
    await waiting;
    expect(progress.position).to.equal(events.length);
  });

  it('finds out by itself when the message was lost', async () => {
    const events = sampleEvents();
    const { inSteps } = await freshTables(database.pool);
    await notifications.close();
    const waiting = progress.waitForPosition(events.length);
    await inSteps(events, 10);
    await waiting;
  });

  it('is made good for a held stream when a projector starts that can digest it', async () => {
    const events = sampleEvents();
    await freshTables(database.pool).then(({ inSteps }) => inSteps(events, 100));
    const atOnce = await dump(database.pool);
    const odd = events.map((event, index) => (index === 30 ? { ...event, type: 'CompanyFileSoldToMartians' } : event));
    await freshTables(database.pool).then(({ inSteps }) => inSteps(odd, 9));
    expect(await dump(database.pool)).not.to.deep.equal(atOnce);
    const reported: string[] = [];
    const tell = (_facts: object, message: string): void => void reported.push(message);
    const logger = { debug: () => undefined, info: tell, warn: tell, error: tell };
    const runner = runProjector({
      databaseUrl: database.url,
      connection: database.pool,
      log: logOf(events),
      progress,
      logger,
    });
    await runner.ready;
    await runner.stop();
    expect(reported).to.deep.equal(['the stream is projected again']);
    expect((await database.pool.query('SELECT stream FROM ops.halted_streams')).rows).to.deep.equal([]);
    expect(await dump(database.pool)).to.deep.equal(atOnce);
  });

  it('stays held, loudly, as long as no projector can digest the event', async () => {
    const odd = sampleEvents().map((event, index) =>
      index === 30 ? { ...event, type: 'CompanyFileSoldToMartians' } : event,
    );
    await freshTables(database.pool).then(({ inSteps }) => inSteps(odd, 9));
    const before = await dump(database.pool);
    const reported: string[] = [];
    const logger = {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (_facts: object, message: string) => void reported.push(message),
    };
    const runner = runProjector({
      databaseUrl: database.url,
      connection: database.pool,
      log: logOf(odd),
      progress,
      logger,
    });
    await runner.ready;
    await runner.stop();
    expect(reported).to.deep.equal(['the stream stays held']);
    expect((await database.pool.query('SELECT stream FROM ops.halted_streams')).rows).to.deep.equal([
      { stream: odd[30]!.stream },
    ]);
    expect(await dump(database.pool)).to.deep.equal(before);
  });
});
