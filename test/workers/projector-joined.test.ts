import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openNotifications, type Notifications } from '../../database/notifications.ts';
import { createPool } from '../../database/pool.ts';
import { WrongRevision, type Appended, type EventLog, type NewEvent, type RecordedEvent } from '../../eventlog/port.ts';
import { APPENDED_CHANNEL, openPostgresLog } from '../../eventlog/postgres/index.ts';
import { PROJECTED_CHANNEL } from '../../projections/engine/batch-statement.ts';
import { trackProgress, type Progress } from '../../projections/engine/progress.ts';
import { runProjector, type ProjectorRunner } from '../../workers/projector.ts';
import { rejection } from '../eventlog/contract/support.ts';
import { dump, freshTables, recorded, sampleEvents, workingDay } from '../projections/support.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { waitUntil } from '../support/load.ts';

const toNew = ({ id, type, version, data, metadata }: RecordedEvent): NewEvent => ({
  id,
  type,
  version,
  data,
  metadata,
});

/** The same events as those of a company file that was opened by itself, with ids that no other stream has. */
const listDay = (companyId: number): readonly RecordedEvent[] =>
  recorded(workingDay(companyId)).map((event) => ({ ...event, id: randomUUID() }));

describe('appends that are recorded together with their projection', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let notifications: Notifications;
  let pool: ReturnType<typeof createPool>;
  let progress: Progress;
  let runner: ProjectorRunner;
  let startProjector: () => Promise<void>;
  let log: EventLog;
  let others: EventLog;
  /** Statements that the log has sent. Only the first forms of them in a process have names. */
  let sent: string[];
  let told: string[];
  let isHeard = false;

  const append = (event: RecordedEvent, to = log): Promise<Appended> =>
    to.append({ stream: event.stream, expectedRevision: event.revision - 1, events: [toNew(event)] });
  const countJoined = (): number =>
    sent.filter((text) => text.includes('INSERT INTO log.events') && text.includes('INSERT INTO read.')).length;
  const waitForTables = async (): Promise<void> => progress.waitForPosition(await log.readHead());
  const readPositions = async (): Promise<readonly number[]> =>
    (await database.pool.query<{ position: number }>('SELECT position FROM read.activity ORDER BY position')).rows.map(
      ({ position }) => position,
    );

  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());
  beforeEach(async () => {
    await database.pool.query('DELETE FROM log.events');
    await freshTables(database.pool);
    notifications = await openNotifications(database.url, [APPENDED_CHANNEL, PROJECTED_CHANNEL]);
    progress = trackProgress(database.pool, notifications);
    pool = createPool(database.url, { max: 4 });
    const send = pool.query.bind(pool) as unknown as (given: { readonly text: string }) => unknown;
    sent = [];
    told = [];
    isHeard = false;
    Object.assign(pool, { query: (given: { text: string }) => (sent.push(given.text), send(given)) });
    log = openPostgresLog(pool, notifications);
    others = openPostgresLog(database.pool, notifications);
    const tell = (facts: object, message: string): void =>
      void told.push(`${message} ${(facts as { err?: Error }).err?.message ?? ''}`.trim());
    startProjector = async () => {
      runner = runProjector({
        databaseUrl: database.url,
        connection: database.pool,
        log,
        progress,
        isHeard: () => isHeard,
        logger: { debug: () => undefined, info: () => undefined, warn: tell, error: tell },
      });
      await runner.ready;
    };
    await startProjector();
  });
  afterEach(async () => {
    await runner.stop();
    progress.close();
    await Promise.all([log.close(), others.close()]);
    await notifications.close();
    await pool.end();
  });

  it('have the same rows as those that are projected afterwards', async () => {
    const events = sampleEvents();
    for (const event of events) {
      const { position } = await append(event);
      await progress.waitForPosition(position);
    }
    const tables = await dump(database.pool);
    expect(countJoined()).to.be.greaterThan(10);
    const { inSteps } = await freshTables(database.pool);
    await inSteps(events, events.length);
    expect(tables).to.deep.equal(await dump(database.pool));
  });

  it('are in the tables when they are answered', async () => {
    const [opened, ...rest] = listDay(1);
    await append(opened!);
    await waitForTables();
    sent = [];
    const entries = rest.filter(({ type }) => type === 'EntryPosted').length;
    for (const event of rest) {
      const { position } = await append(event);
      if (event.type === 'EntryPosted') expect(progress.position).to.equal(position);
      else await progress.waitForPosition(position);
    }
    expect(countJoined()).to.be.at.least(entries);
    expect(told).to.deep.equal([]);
  });

  it('include the first ones to files that were not written since the start', async () => {
    const [left, right] = [listDay(1), listDay(2)];
    const later = (events: readonly RecordedEvent[]): number => events.findIndex(({ type }) => type === 'EntryPosted');
    for (const event of [...left.slice(0, later(left)), ...right.slice(0, later(right))]) await append(event);
    await waitForTables();
    await runner.stop();
    await startProjector();
    sent = [];
    await Promise.all([append(left[later(left)]!), append(right[later(right)]!)]);
    expect(progress.position).to.equal(await log.readHead());
    expect(sent.filter((text) => text.includes('INSERT INTO log.events'))).to.have.length(countJoined());
    const { rows } = await database.pool.query<{ company_id: number; count: number; last: number }>(
      'SELECT company_id, count(*)::integer, max(seq)::integer AS last FROM read.changes GROUP BY 1 ORDER BY 1',
    );
    expect(rows.map(({ company_id }) => company_id)).to.deep.equal([1, 2]);
    for (const { count, last } of rows) expect(last).to.equal(count);
    expect(told).to.deep.equal([]);
  });

  it('are told to other processes, of several the last one', async () => {
    const [first, ...rest] = listDay(1);
    await append(first!);
    await waitForTables();
    const heard: number[] = [];
    const unsubscribe = notifications.on(PROJECTED_CHANNEL, (position) => void heard.push(Number(position)));
    for (const event of rest.slice(0, 2)) await append(event);
    await waitForTables();
    expect(heard).to.deep.equal([]);
    isHeard = true;
    sent = [];
    for (const event of rest.slice(2)) await append(event);
    await waitForTables();
    expect(countJoined()).to.be.greaterThan(0);
    expect(sent.filter((text) => text.includes('INSERT INTO log.events') && text.includes('pg_notify'))).to.deep.equal(
      [],
    );
    const head = await log.readHead();
    await waitUntil('the others to know', () => heard.at(-1) === head);
    expect(heard).to.deep.equal(heard.toSorted((a, b) => a - b));
    unsubscribe();
  });

  it('are recorded alone, once, when another process has appended meanwhile', async () => {
    const [left, right] = [listDay(1), listDay(2)];
    await append(left[0]!);
    await append(right[0]!);
    await waitForTables();
    for (let index = 1; index < left.length; index += 1)
      await Promise.all([append(left[index]!), append(right[index]!, others)]);
    await waitForTables();
    expect(await readPositions()).to.deep.equal(Array.from({ length: 2 * left.length }, (_, index) => index + 1));
    expect(told.filter((one) => !one.includes('will restart from its checkpoint'))).to.deep.equal([]);
  });

  it('are refused at another revision, and repeated ids are recognised', async () => {
    const [opened, second, third] = listDay(1);
    await append(opened!);
    await waitForTables();
    await append(second!);
    expect(await rejection(append({ ...third!, revision: 7 }))).to.be.instanceOf(WrongRevision);
    expect(await append(second!)).to.include({ duplicate: true, position: 2 });
    await append(third!);
    await waitForTables();
    expect(await readPositions()).to.deep.equal([1, 2, 3]);
  });

  it('are recorded alone when one of them cannot be projected, which halts its stream only', async () => {
    const [left, right] = [listDay(1), listDay(2)];
    await append(left[0]!);
    await append(right[0]!);
    await waitForTables();
    await append({ ...left[1]!, type: 'NobodyKnows' });
    await append(right[1]!);
    await waitForTables();
    expect(await readPositions()).to.deep.equal([1, 2, 4]);
    await waitUntil('the stream to be halted', () => told.some((one) => one.includes('cannot be projected')));
  });
});
