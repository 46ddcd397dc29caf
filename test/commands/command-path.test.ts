import { expect } from 'chai';
import type pg from 'pg';
import { openCommandPath, type CommandPath } from '../../commands/support/command-path.ts';
import { createSystemContext } from '../../commands/support/context.ts';
import { openNotifications } from '../../database/notifications.ts';
import { createPool } from '../../database/pool.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { AppendTooLarge, type EventLog, type RecordedEvent } from '../../eventlog/port.ts';
import { APPENDED_CHANNEL, openPostgresLog } from '../../eventlog/postgres/index.ts';
import { buildCreateRecord, openCompany } from '../support/company-file-samples.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('the command path', () => {
  let database: TestDatabase;
  let log: EventLog;
  /** Streams read from their first event, and streams of which a snapshot was looked for. */
  let reads: string[];
  let loads: string[];
  let openPath: (options?: {
    maxAppendBytes?: number;
    maxCacheBytes?: number;
    append?: EventLog['append'];
  }) => CommandPath;
  let close: () => Promise<void>;

  const watchLoads = (pool: pg.Pool): pg.Pool =>
    new Proxy(pool, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name) as unknown;
        return (query: pg.QueryConfig) => {
          if (query.name === 'load-snapshot') loads.push(query.values![0] as string);
          return target.query(query);
        };
      },
    });

  before(async () => {
    database = await createTestDatabase();
    const pool = createPool(database.url);
    const notifications = await openNotifications(database.url, [APPENDED_CHANNEL]);
    log = openPostgresLog(pool, notifications);
    openPath = ({ maxAppendBytes = log.maxAppendBytes, maxCacheBytes, append = log.append } = {}) =>
      openCommandPath({
        pool: watchLoads(pool),
        log: {
          ...log,
          append,
          maxAppendBytes,
          readStream(stream, options) {
            if ((options?.from ?? 0) === 0) reads.push(stream);
            return log.readStream(stream, options);
          },
        },
        progress: {
          position: 0,
          positions: [0],
          waitForPosition: () => Promise.resolve(),
          onAdvance: () => () => undefined,
          advance: () => undefined,
          close: () => undefined,
        },
        ownEvents: { find: () => Promise.resolve([]) },
        isHalted: () => false,
        now: () => new Date(),
        ...(maxCacheBytes !== undefined && { maxCacheBytes }),
      });
    close = async () => {
      await log.close();
      await notifications.close();
      await pool.end();
    };
  });
  beforeEach(() => {
    reads = [];
    loads = [];
  });
  after(async () => {
    await close();
    await database.drop();
  });

  const open = (path: CommandPath, companyId: number) =>
    path.execute('company', companyId, openCompany({ companyId }), createSystemContext('test'));
  const create = (path: CommandPath, companyId: number, id: number, notes = '') =>
    path.execute(
      'company',
      companyId,
      buildCreateRecord('third-parties', id, { type: 'customer', name: 'x', notes }),
      createSystemContext('test'),
    );

  const idsIn = (events: readonly Pick<DomainEvent, 'type' | 'data'>[]) =>
    events
      .filter(({ type }) => type === 'RecordsCreated')
      .flatMap(({ data }) => (data['records'] as { id: number }[]).map(({ id }) => id));

  it('refuses what one append cannot hold, alone: those who wait with it go on', async () => {
    await open(openPath(), 1);
    const path = openPath({ maxAppendBytes: 20_000 });
    const outcomes = await Promise.allSettled([
      create(path, 1, 1),
      create(path, 1, 2, 'x'.repeat(30_000)),
      create(path, 1, 3),
      path.execute('company', 1, buildCreateRecord('third-parties', 4, {}), createSystemContext('test')),
    ]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect((outcomes[1] as PromiseRejectedResult).reason).to.be.instanceOf(AppendTooLarge);
    expect(isRefusal((outcomes[3] as PromiseFulfilledResult<unknown>).value)).to.equal(true);
    const { records } = await path.loadState('company', 1);
    expect([...records['third-parties']!.byId.entries()].map(([id]) => id).sort()).to.deep.equal([1, 3]);
    // Nor does an event that is too large by itself, where the append could hold it.
    const roomy = openPath({ maxAppendBytes: 16 * 1024 * 1024 });
    const again = await Promise.allSettled([
      create(roomy, 1, 5),
      create(roomy, 1, 6, 'x'.repeat(1024 * 1024)),
      create(roomy, 1, 7),
    ]);
    expect(again.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
    expect((again[1] as PromiseRejectedResult).reason).to.be.instanceOf(AppendTooLarge);
  });

  it('shows the newest state, also of what another process wrote', async () => {
    const [here, there] = [openPath(), openPath()];
    await open(here, 2);
    expect((await here.loadState('company', 2)).records['third-parties']!.byId.size).to.equal(0);
    await create(there, 2, 20);
    expect((await here.loadState('company', 2)).records['third-parties']!.byId.size).to.equal(1);
  });

  it('reads first what another process writes, rather than being refused each time', async () => {
    let refused = 0;
    const append: EventLog['append'] = (request) =>
      log.append(request).catch((error: unknown) => {
        refused += 1;
        throw error;
      });
    const [here, there] = [openPath({ append }), openPath({ append })];
    await open(here, 3);
    for (let id = 300; id < 310; id += 1) await create(id % 2 === 0 ? here : there, 3, id);
    expect(refused).to.be.at.most(2);
    expect((await here.loadState('company', 3)).records['third-parties']!.byId.size).to.equal(10);
  });

  it('has done once what the log was sent twice, whether or not others wait with it or have come between', async () => {
    await open(openPath(), 5);
    const other = openPath();
    let between = 0;
    for (const comesBetween of [false, true]) {
      const first = comesBetween ? 10 : 1;
      // The first answer is lost: the append is sent again, and the log knows its events.
      const path = openPath({
        append: async (request) => {
          await log.append(request);
          if (comesBetween) await create(other, 5, 90 + (between += 1));
          return log.append(request);
        },
      });
      const outcomes = await Promise.all([0, 1, 2].map((number) => create(path, 5, first + number)));
      for (const [number, outcome] of outcomes.entries()) {
        if (isRefusal(outcome)) throw new Error(JSON.stringify(outcome));
        expect(idsIn(outcome.events)).to.deep.equal([first + number]);
        expect(outcome.position).to.be.above(0);
      }
    }
    const created: RecordedEvent[] = [];
    for await (const event of log.readStream('company-5', { from: 1 })) created.push(event);
    expect(idsIn(created).filter((id) => id < 90)).to.deep.equal([1, 2, 3, 10, 11, 12]);
  });

  it('forgets the states that were used longest ago when they hold too much together', async () => {
    const path = openPath({ maxCacheBytes: 3 * 20_000 });
    for (const id of [10, 11, 12, 13]) await open(path, id);
    loads = [];
    await create(path, 13, 130);
    await create(path, 12, 120);
    expect(loads, 'still in memory').to.deep.equal([]);
    await create(path, 10, 100);
    expect(loads).to.deep.equal(['company-10']);
  });

  it('reads a file that has left memory from its snapshot, not from its opening', async () => {
    const path = openPath({ maxCacheBytes: 1 });
    for (const id of [20, 21]) await open(path, id);
    await path.waitUntilIdle();
    reads = [];
    await create(path, 20, 200);
    await create(path, 21, 210);
    expect(reads, 'from the first event').to.deep.equal([]);
    expect((await path.loadState('company', 20)).records['third-parties']!.byId.size).to.equal(1);
  });
});
