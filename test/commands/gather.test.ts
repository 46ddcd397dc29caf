import { expect } from 'chai';
import { openCommandPath, type CommandPath } from '../../commands/support/command-path.ts';
import { createSystemContext, type CommandContext } from '../../commands/support/context.ts';
import type { Gather } from '../../commands/support/lane.ts';
import { openNotifications } from '../../database/notifications.ts';
import { createPool } from '../../database/pool.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import type { EventLog, RecordedEvent } from '../../eventlog/port.ts';
import { APPENDED_CHANNEL, openPostgresLog } from '../../eventlog/postgres/index.ts';
import { buildCreateRecord, openCompany } from '../support/company-file-samples.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

interface Surroundings {
  readonly append?: EventLog['append'];
  /** ReceivedFields the position that the read tables must pass. */
  readonly passed?: (position: number) => Promise<void>;
  readonly own?: readonly RecordedEvent[];
}

describe('a command that gathers facts from the read tables', () => {
  let database: TestDatabase;
  let log: EventLog;
  let openPath: (surroundings?: Surroundings) => CommandPath;
  let close: () => Promise<void>;
  let companyId = 0;

  before(async () => {
    database = await createTestDatabase();
    const pool = createPool(database.url);
    const notifications = await openNotifications(database.url, [APPENDED_CHANNEL]);
    log = openPostgresLog(pool, notifications);
    openPath = ({ append = log.append, passed = () => Promise.resolve(), own = [] } = {}) =>
      openCommandPath({
        pool,
        log: { ...log, append },
        progress: {
          position: 0,
          positions: [0],
          waitForPosition: passed,
          onAdvance: () => () => undefined,
          advance: () => undefined,
          close: () => undefined,
        },
        ownEvents: { find: () => Promise.resolve(own) },
        isHalted: () => false,
        now: () => new Date(),
      });
    close = async () => {
      await log.close();
      await notifications.close();
      await pool.end();
    };
  });
  beforeEach(async () => {
    companyId += 1;
    await openPath().execute('company', companyId, openCompany({ companyId }), createSystemContext('test'));
  });
  after(async () => {
    await close();
    await database.drop();
  });

  const customer = (id: number) => buildCreateRecord('third-parties', id, { type: 'customer', name: `x${id}` });
  const create = (path: CommandPath, id: number) =>
    path.execute('company', companyId, customer(id), createSystemContext('test'));
  const ask = (path: CommandPath, gather: Gather<'company'>, context: CommandContext = createSystemContext('test')) =>
    path.execute('company', companyId, gather, context);
  const idsOf = ({ records }: CompanyFile) => [...records['third-parties']!.byId.entries()].map(([id]) => id).sort();
  const events = async (): Promise<RecordedEvent[]> => {
    const found: RecordedEvent[] = [];
    for await (const event of log.readStream(`company-${companyId}`)) found.push(event);
    return found;
  };

  it('waits until the tables have passed the end of the stream, also what another process wrote', async () => {
    let release = (): void => undefined;
    const waited: number[] = [];
    const here = openPath({
      passed: (position) => {
        waited.push(position);
        return new Promise((resolve) => (release = resolve));
      },
    });
    await here.loadState('company', companyId);
    await create(openPath(), 1);
    const end = (await events()).at(-1)!.position;
    let seen: number[] | null = null;
    const requested = ask(here, (state) => {
      seen = idsOf(state);
      return Promise.resolve(customer(2));
    });
    while (waited.length === 0) await new Promise(setImmediate);
    expect(waited).to.deep.equal([end]);
    expect(seen, 'not asked before').to.equal(null);
    release();
    while (waited.length === 1) await new Promise(setImmediate);
    expect(seen).to.deep.equal([1]);
    release();
    const outcome = await requested;
    expect(isRefusal(outcome)).to.equal(false);
    expect(waited).to.deep.equal([end, (await events()).at(-1)!.position]);
  });

  it('gathers again when another process has appended between its reading and its append', async () => {
    const other = openPath();
    let isFirst = true;
    const here = openPath({
      append: async (request) => {
        if (isFirst) {
          isFirst = false;
          await create(other, 1);
        }
        return log.append(request);
      },
    });
    const seen: number[][] = [];
    const outcome = await ask(here, (state) => {
      seen.push(idsOf(state));
      return Promise.resolve(customer(10 + seen.length));
    });
    if (isRefusal(outcome)) throw new Error(JSON.stringify(outcome));
    expect(seen).to.deep.equal([[], [1]]);
    expect(idsOf(outcome.state)).to.deep.equal([1, 12]);
  });

  it('may find that nothing can be done: that is the answer, and those behind it go on', async () => {
    const path = openPath();
    const before = (await events()).length;
    const [refused, done] = await Promise.all([ask(path, () => Promise.resolve(refuse('not_found'))), create(path, 1)]);
    expect(refused).to.deep.equal(refuse('not_found'));
    expect(isRefusal(done)).to.equal(false);
    expect(await events()).to.have.length(before + 1);
  });

  it('that fails fails alone', async () => {
    const path = openPath();
    const [failed, done] = await Promise.allSettled([
      ask(path, () => Promise.reject(new Error('no database'))),
      create(path, 1),
    ]);
    expect(failed).to.have.nested.property('reason.message', 'no database');
    expect(done.status).to.equal('fulfilled');
    expect(idsOf(await path.loadState('company', companyId))).to.deep.equal([1]);
  });

  it('takes its turn alone: behind those before it, ahead of those after it', async () => {
    const appended: number[] = [];
    const path = openPath({
      append: (request) => {
        appended.push(request.events.length);
        return log.append(request);
      },
    });
    await create(path, 1);
    appended.length = 0;
    const seen: number[][] = [];
    const note = (id: number) => (state: CompanyFile) => {
      seen.push(idsOf(state));
      return Promise.resolve(customer(id));
    };
    await Promise.all([
      create(path, 2),
      create(path, 3),
      ask(path, note(4)),
      ask(path, note(5)),
      create(path, 6),
      create(path, 7),
    ]);
    expect(seen).to.deep.equal([
      [1, 2, 3],
      [1, 2, 3, 4],
    ]);
    // The first of a row goes ahead at once; those that come while it is under way go together.
    expect(appended.reduce((sum, count) => sum + count)).to.equal(6);
    expect(appended.slice(-3)).to.deep.equal([1, 1, 2]);
  });

  it('of a request that was interrupted does not act again, nor gather, when its events are in the log', async () => {
    const context: CommandContext = { ...createSystemContext('test', undefined, 1), clientMutationId: 'mutation-1' };
    const first = await ask(openPath(), () => Promise.resolve(customer(1)), context);
    if (isRefusal(first)) throw new Error(JSON.stringify(first));
    const written = await events();
    const resumed = { ...context, isResumed: true, course: { hasActed: false, earlierOperationId: null } };
    const again = await ask(
      openPath({ own: written.slice(-1) }),
      () => Promise.reject(new Error('gathered again')),
      resumed,
    );
    if (isRefusal(again)) throw new Error(JSON.stringify(again));
    expect(again.events).to.deep.equal(first.events);
    expect(again.position).to.equal(first.position);
    expect(resumed.course).to.deep.equal({
      hasActed: false,
      earlierOperationId: context.operationId,
      earlierRecordedAt: written.at(-1)!.metadata.recorded_at,
    });
    expect(await events()).to.have.length(written.length);
    // Nothing was written by then: it gathers and acts.
    const other = { ...resumed, clientMutationId: 'mutation-2' };
    expect(isRefusal(await ask(openPath(), () => Promise.resolve(customer(2)), other))).to.equal(false);
    expect(other.course.hasActed).to.equal(true);
  });
});
