import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { openNotifications, type Notifications } from '../../database/notifications.ts';
import { createPool } from '../../database/pool.ts';
import { BEGINNING, LogUnavailable, NO_STREAM, type EventLog } from '../../eventlog/port.ts';
import { APPENDED_CHANNEL, openPostgresLog } from '../../eventlog/postgres/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { describeEventLog } from './contract.ts';
import {
  followUntil,
  newEvent,
  newEvents,
  newStream,
  places,
  readBatches,
  rejection,
  streamWith,
  write,
  type OpenLog,
} from './contract/support.ts';

describe('PostgreSQL engine', function () {
  this.timeout(20_000);
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  /** Each log has connections of its own, as in a process of its own. */
  const open: OpenLog = async () => {
    const pool = createPool(database.url, { max: 4 });
    const notifications = await openNotifications(database.url, [APPENDED_CHANNEL]);
    const log = openPostgresLog(pool, notifications);
    return {
      log,
      async close() {
        await log.close();
        await notifications.close();
        await pool.end();
      },
    };
  };

  describeEventLog('PostgreSQL', open);

  it('lets others append soon when a process is frozen in its turn, whose append is refused when it goes on', async () => {
    const [frozen, other] = [createPool(database.url, { max: 4 }), createPool(database.url, { max: 4 })];
    const logs = [frozen, other].map((pool) => openPostgresLog(pool, silentNotifications([])));
    // Both have met another writer at a position, and take turns from then on.
    for (const pool of [frozen, other]) collideOnce(pool);
    let thaw!: () => void;
    const thawed = new Promise<void>((resolve) => (thaw = resolve));
    const inItsTurn = freezeAfter('log-turn', frozen, thawed);
    const [left, right] = [newStream(), newStream()];
    const refused = rejection(write(logs[0]!, left, 1));
    await inItsTurn;
    const waitedFrom = performance.now();
    await write(logs[1]!, right, 1);
    expect(performance.now() - waitedFrom).to.be.within(1_000, 10_000);
    thaw();
    expect(await refused).to.be.instanceOf(LogUnavailable);
    const { rowCount } = await database.pool.query('SELECT FROM log.events WHERE stream = $1', [left]);
    expect(rowCount).to.equal(0);
    await Promise.all(logs.map((log) => log.close()));
    await Promise.all([frozen.end(), other.end()]);
  });

  it('gives followers no event from memory that the server has lost with the connection', async () => {
    const own = await createTestDatabase();
    const pool = createPool(own.url, { max: 4 });
    const handlers: (() => void)[] = [];
    const loseConnection = (): void => handlers.forEach((handler) => handler());
    const log = openPostgresLog(pool, silentNotifications(handlers));
    const stopping = new AbortController();
    const taken: string[] = [];
    const follow = async (after: number): Promise<void> => {
      for await (const events of log.follow(after, { signal: stopping.signal }))
        taken.push(...events.map(({ id }) => id));
    };
    try {
      // Events are kept in memory while somebody follows.
      const first = follow(BEGINNING);
      const stream = newStream();
      const [replicated, lost, later] = [newEvent(), newEvent(), newEvent()];
      const { position, revision } = await log.append({ stream, expectedRevision: NO_STREAM, events: [replicated] });
      await log.append({ stream, expectedRevision: revision, events: [lost] });
      while (taken.length < 2) await pause(5);
      // A standby takes over that lacks the last event.
      await pool.query('DELETE FROM log.events WHERE position > $1', [position]);
      loseConnection();
      taken.length = 0;
      const second = follow(position);
      await log.readHead();
      await pause(50);
      expect(taken).to.deep.equal([]);
      await log.append({ stream, expectedRevision: revision, events: [later] });
      while (taken.length === 0) await pause(5);
      expect(taken[0]).to.equal(later.id);
      stopping.abort();
      await Promise.all([first, second]);
    } finally {
      stopping.abort();
      await log.close();
      await pool.end();
      await own.drop();
    }
  });

  describe('positions', () => {
    it('have no gap and follow one another, whoever writes: two processes, many streams, wrong expectations in between', async () => {
      const [left, right] = [await open(), await open()];
      try {
        const head = await left.log.readHead();
        const streams = Array.from({ length: 12 }, () => newStream());
        const refusals = Array.from({ length: 10 }, (_, index) =>
          rejection(
            (index % 2 ? left : right).log.append({
              stream: streams[index]!,
              expectedRevision: 500,
              events: newEvents(3),
            }),
          ),
        );
        await Promise.all([
          ...streams.map((stream, index) => write((index % 2 ? left : right).log, stream, 8)),
          ...refusals,
        ]);
        const positions = (await readBatches(left.log, head)).flat().map(({ position }) => position);
        const first = positions[0]!;
        expect(positions).to.deep.equal(Array.from({ length: 12 * 8 }, (_, index) => first + index));
        if (head !== BEGINNING) expect(first).to.equal(head + 1);
      } finally {
        await left.close();
        await right.close();
      }
    });

    it('become visible in their order: a follower that runs along never has to look back', async () => {
      const [left, right] = [await open(), await open()];
      try {
        const head = await left.log.readHead();
        const streams = Array.from({ length: 8 }, () => newStream());
        const following = followUntil(left.log, head, { streams: new Set(streams), count: 8 * 10, batchSize: 7 });
        await Promise.all(streams.map((stream, index) => write((index % 2 ? left : right).log, stream, 10)));
        const seen = (await following).flat();
        expect(places(seen)).to.deep.equal(places((await readBatches(left.log, head)).flat()));
      } finally {
        await left.close();
        await right.close();
      }
    });
  });

  describe('group commit', () => {
    it('takes the appends that wait into one transaction, and judges each by itself', async () => {
      const { log, close } = await open();
      try {
        const { stream: known } = await streamWith(log, 1);
        const streams = Array.from({ length: 40 }, () => newStream());
        const first = log.append({ stream: newStream(), expectedRevision: NO_STREAM, events: newEvents(1) });
        const appends = streams.map((stream) =>
          log.append({ stream, expectedRevision: NO_STREAM, events: newEvents(2) }),
        );
        const wrong = rejection(log.append({ stream: known, expectedRevision: NO_STREAM, events: newEvents(1) }));
        const answers = await Promise.all(appends);
        await first;
        expect(await wrong).to.have.property('name', 'WrongRevision');
        expect(answers.map(({ revision }) => revision)).to.deep.equal(streams.map(() => 1));
        // xmin is the transaction that wrote a row: what was on its way first, then all that had gathered meanwhile.
        const { rows } = await database.pool.query<{ n: number }>(
          'SELECT count(DISTINCT xmin::text) AS n FROM log.events WHERE stream = ANY($1)',
          [streams],
        );
        expect(rows[0]!.n).to.equal(1);
      } finally {
        await close();
      }
    });

    it('keeps two appends to one stream in their order, in two transactions', async () => {
      const { log, close } = await open();
      try {
        const stream = newStream();
        const answers = await Promise.all(
          [0, 1, 2].map((number) =>
            log.append({ stream, expectedRevision: number - 1, events: [newEvent({ number })] }),
          ),
        );
        expect(answers.map(({ revision }) => revision)).to.deep.equal([0, 1, 2]);
      } finally {
        await close();
      }
    });
  });

  describe('followers', () => {
    it('get the same from memory as from the table', async () => {
      const [writer, reader] = [await open(), await open()];
      try {
        const head = await writer.log.readHead();
        const streams = [newStream(), newStream()];
        const requested = { streams: new Set(streams), count: 20 };
        const fromMemory = followUntil(writer.log, head, requested);
        const fromTable = followUntil(reader.log, head, requested);
        await Promise.all(
          streams.map(async (stream) => {
            for (let number = 0; number < 10; number += 1) {
              const event = newEvent(
                { number, text: 'é"\\\n😀{},', nested: { list: [1.5, null, true], empty: {} } },
                { user_id: 1, prev_hash: null },
              );
              await writer.log.append({ stream, expectedRevision: number - 1, events: [event] });
            }
          }),
        );
        expect((await fromMemory).flat()).to.deep.equal((await fromTable).flat());
      } finally {
        await writer.close();
        await reader.close();
      }
    });

    it('see what another process writes, also between what their own does', async () => {
      const [mine, other] = [await open(), await open()];
      try {
        const head = await mine.log.readHead();
        const [left, right] = [newStream(), newStream()];
        const following = followUntil(mine.log, head, { streams: new Set([left, right]), count: 12 });
        for (let number = 0; number < 6; number += 1) {
          await mine.log.append({ stream: left, expectedRevision: number - 1, events: [newEvent({ number })] });
          await other.log.append({ stream: right, expectedRevision: number - 1, events: [newEvent({ number })] });
        }
        const seen = (await following)
          .flat()
          .map(({ stream, data }) => `${stream === left ? 'mine' : 'other'} ${data['number'] as number}`);
        expect(seen).to.deep.equal([0, 1, 2, 3, 4, 5].flatMap((number) => [`mine ${number}`, `other ${number}`]));
      } finally {
        await mine.close();
        await other.close();
      }
    });
  });

  describe('without a server', () => {
    let gone: EventLog;
    let pool: ReturnType<typeof createPool>;
    before(() => {
      pool = createPool('postgres://nobody@127.0.0.1:1/nowhere');
      const silent = {
        on: () => () => undefined,
        onReconnect: () => () => undefined,
        onLost: () => () => undefined,
        isConnected: () => false,
        query: () => Promise.reject(new Error('unused')),
        close: () => Promise.resolve(),
      };
      gone = openPostgresLog(pool, silent);
    });
    after(() => pool.end());

    it('says that the log is away, whatever is asked of it', async () => {
      const stream = newStream();
      expect(
        await rejection(gone.append({ stream, expectedRevision: NO_STREAM, events: newEvents(1) })),
      ).to.be.instanceOf(LogUnavailable);
      expect(await rejection(gone.readHead())).to.be.instanceOf(LogUnavailable);
      expect(await rejection(readBatches(gone, BEGINNING))).to.be.instanceOf(LogUnavailable);
      expect(await rejection(gone.readStream(stream)[Symbol.asyncIterator]().next())).to.be.instanceOf(LogUnavailable);
    });

    it('tells every append that waited, and goes on with the next', async () => {
      const appends = Array.from({ length: 5 }, () =>
        rejection(gone.append({ stream: newStream(), expectedRevision: NO_STREAM, events: newEvents(1) })),
      );
      for (const error of await Promise.all(appends)) expect(error).to.be.instanceOf(LogUnavailable);
      expect(
        await rejection(gone.append({ stream: newStream(), expectedRevision: NO_STREAM, events: newEvents(1) })),
      ).to.be.instanceOf(LogUnavailable);
    });

    it('lets a follower wait, and tells about each attempt', async () => {
      const stop = new AbortController();
      let attempts = 0;
      const onInterruption = (error: unknown): void => {
        expect(error).to.be.instanceOf(LogUnavailable);
        attempts += 1;
        if (attempts === 2) stop.abort();
      };
      for await (const batch of gone.follow(BEGINNING, { signal: stop.signal, onInterruption }))
        expect.fail(`It saw ${batch.length} events`);
      expect(attempts).to.equal(2);
    });
  });
});

/** Says nothing. What is told when the connection is lost is added to the handlers. */
const silentNotifications = (handlers: (() => void)[]): Notifications => ({
  on: () => () => undefined,
  onLost: (handler) => (handlers.push(handler), () => undefined),
  onReconnect: () => () => undefined,
  isConnected: () => true,
  query: () => Promise.reject(new Error('unused')),
  close: () => Promise.resolve(),
});

type Send = (given: { readonly name?: string }) => Promise<unknown>;

/** The next statement fails as if another process had taken its position. */
function collideOnce(pool: pg.Pool): void {
  const send = pool.query.bind(pool);
  const collision = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'events_pkey' });
  Object.assign(pool, { query: () => (Object.assign(pool, { query: send }), Promise.reject(collision)) });
}

/** Holds back what follows this statement on its connection until the process goes on. Resolves when it was sent. */
function freezeAfter(name: string, pool: pg.Pool, thawed: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    pool.on('connect', (client) => {
      const send = client.query.bind(client) as unknown as Send;
      let isFrozen = false;
      const query: Send = async (given) => {
        if (isFrozen) await thawed;
        const answer = await send(given);
        if (given.name === name) {
          isFrozen = true;
          resolve();
        }
        return answer;
      };
      Object.assign(client, { query });
    });
  });
}
