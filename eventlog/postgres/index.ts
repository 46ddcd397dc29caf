import type pg from 'pg';
import type { Notifications } from '../../database/notifications.ts';
import { withTimeout, WORK } from '../../database/pool.ts';
import {
  BEGINNING,
  MAX_APPEND_BYTES,
  type EventLog,
  type JsonObject,
  type ReadOptions,
  type RecordedEvent,
} from '../port.ts';
import { toLogUnavailable } from './availability.ts';
import { createGroupCommit } from './group-commit.ts';
import { followLog } from './follow.ts';
import { createRecentEvents } from './recent-events.ts';
import { openReplicatedBarrier } from './replicated-barrier.ts';
import { createStoredReader } from './stored.ts';

export const APPENDED_CHANNEL = 'grandlivre_appended';

const COLUMNS = 'position, stream, revision, event_id, type, version, data, metadata';
const STREAM_PAGE = 500;

interface Row {
  position: number;
  stream: string;
  revision: number;
  event_id: string;
  type: string;
  version: number;
  data: JsonObject;
  metadata: JsonObject;
}

const toRecordedEvent = (row: Row): RecordedEvent => ({
  id: row.event_id,
  stream: row.stream,
  revision: row.revision,
  position: row.position,
  type: row.type,
  version: row.version,
  data: row.data,
  metadata: row.metadata,
});

/** The event log in PostgreSQL. `notifications` must listen on APPENDED_CHANNEL. */
export function openPostgresLog(pool: pg.Pool, notifications: Notifications): EventLog {
  const recent = createRecentEvents();
  const appender = createGroupCommit(pool, recent, APPENDED_CHANNEL);
  const closing = new AbortController();
  const barrier = openReplicatedBarrier(pool, notifications);
  const unsubscribe = notifications.onLost(recent.forgetAll);
  const readStored = createStoredReader(pool);
  const runBehind = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await barrier.pass();
    return work();
  };
  async function* readBehind<One>(read: () => AsyncIterable<One>): AsyncGenerator<One> {
    await barrier.pass();
    yield* read();
  }
  return {
    maxAppendBytes: MAX_APPEND_BYTES,
    hasGaplessPositions: true,
    append: (append) => (barrier.pass() === null ? appender.append(append) : runBehind(() => appender.append(append))),
    readStream: (stream, options) => readBehind(() => readStream(pool, stream, options)),
    readStored: (stream, from) => readBehind(() => readStored(stream, from)),
    readAll: (after, batchSize) => readBehind(() => readAll(pool, after, batchSize)),
    follow: (after, options) =>
      followLog({
        after,
        options: { ...options, signal: AbortSignal.any([options.signal, closing.signal]) },
        recent,
        readPage: (position, limit) => runBehind(() => readPage(pool, position, limit)),
        notifications,
        channel: APPENDED_CHANNEL,
      }),
    accompany: (companion) => appender.accompany(companion),
    readHead: () => runBehind(() => readHead(pool)),
    findEventAt: (position) => runBehind(() => findEventAt(pool, position)),
    async close() {
      closing.abort();
      barrier.close();
      unsubscribe();
      await appender.waitUntilIdle();
    },
  };
}

async function* readStream(pool: pg.Pool, stream: string, options: ReadOptions = {}): AsyncGenerator<RecordedEvent> {
  const backwards = options.direction === 'backwards';
  let left = options.limit ?? Infinity;
  let from = options.from ?? (backwards ? Number.MAX_SAFE_INTEGER : 0);
  const text = backwards
    ? `SELECT ${COLUMNS} FROM log.events WHERE stream = $1 AND revision <= $2 ORDER BY revision DESC LIMIT $3`
    : `SELECT ${COLUMNS} FROM log.events WHERE stream = $1 AND revision >= $2 ORDER BY revision LIMIT $3`;
  while (left > 0) {
    const page = Math.min(left, STREAM_PAGE);
    let rows: Row[];
    try {
      ({ rows } = await pool.query<Row>({
        name: `log-read-stream-${backwards}`,
        text,
        values: [stream, from, page],
      }));
    } catch (error) {
      throw toLogUnavailable(error);
    }
    for (const row of rows) yield toRecordedEvent(row);
    const last = rows.at(-1);
    if (!last || rows.length < page) return;
    left -= rows.length;
    from = last.revision + (backwards ? -1 : 1);
  }
}

async function* readAll(
  pool: pg.Pool,
  after: number,
  batchSize = STREAM_PAGE,
): AsyncGenerator<readonly RecordedEvent[]> {
  for (let position = after; ;) {
    const page = await readPage(pool, position, batchSize);
    if (page.length === 0) return;
    yield page;
    position = page.at(-1)!.position;
  }
}

async function readPage(pool: pg.Pool, after: number, limit: number): Promise<RecordedEvent[]> {
  try {
    const { rows } = await pool.query<Row>({
      name: 'log-read-all',
      text: `SELECT ${COLUMNS} FROM log.events WHERE position > $1 ORDER BY position LIMIT $2`,
      values: [after, limit],
      ...withTimeout(WORK.answerMs), // a page may hold hundreds of megabytes, and no request waits for it
    });
    return rows.map(toRecordedEvent);
  } catch (error) {
    throw toLogUnavailable(error);
  }
}

async function readHead(pool: pg.Pool): Promise<number> {
  try {
    const { rows } = await pool.query<{ position: number }>({
      name: 'log-head',
      text: 'SELECT position FROM log.events ORDER BY position DESC LIMIT 1',
    });
    return rows[0]?.position ?? BEGINNING;
  } catch (error) {
    throw toLogUnavailable(error);
  }
}

async function findEventAt(pool: pg.Pool, position: number): Promise<RecordedEvent | null> {
  try {
    const { rows } = await pool.query<Row>({
      name: 'log-event-at',
      text: `SELECT ${COLUMNS} FROM log.events WHERE position = $1`,
      values: [position],
    });
    return rows[0] ? toRecordedEvent(rows[0]) : null;
  } catch (error) {
    throw toLogUnavailable(error);
  }
}
