/** Reading what is there: a stream, the whole log, and where the log ends. */
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { BACKWARDS, END, FORWARDS, START } from '@eventstore/db-client';
import type {
  AllStreamResolvedEvent,
  EventStoreDBClient,
  ReadPosition,
  ReadRevision,
  ResolvedEvent,
} from '@eventstore/db-client';
import { BEGINNING, LogUnavailable } from '../port.ts';
import type { ReadOptions, RecordedEvent } from '../port.ts';
import {
  AnswerTimeout,
  ATTEMPTS,
  isNoPosition,
  isStreamNotFound,
  isWorthRetrying,
  PAUSE_BETWEEN_ATTEMPTS_MS,
  toLogError,
} from './failures.ts';
import type { Connection, SharedClient } from './client.ts';
import { readyBatches } from './ready-batches.ts';
import { positionOf, toRecorded } from './records.ts';
import type { StreamNames } from './stream-names.ts';

export const DEFAULT_BATCH_SIZE = 500;
/** The end of the log is most often an event of the service, or has one a few records before it. */
const HEAD_BATCH_SIZE = 16;

export interface Reader {
  readonly connection: SharedClient;
  readonly names: StreamNames;
  readonly timeoutMs: number;
  /** Aborted when the log is closed: a read that is cut short then is an error, not the end of what there is. */
  readonly closed: AbortSignal;
}

export async function* readStream(
  reader: Reader,
  stream: string,
  { direction = FORWARDS, from, limit = Number.MAX_SAFE_INTEGER }: ReadOptions,
): AsyncGenerator<RecordedEvent, void, undefined> {
  if (limit <= 0 || (direction === BACKWARDS && from !== undefined && from < 0)) return;
  const outermost: ReadRevision = direction === FORWARDS ? START : END;
  const fromRevision = from === undefined ? outermost : BigInt(Math.max(0, from));
  const options = { direction, fromRevision, maxCount: limit };
  const start = (client: EventStoreDBClient): Readable =>
    client.readStream(reader.names.stored(stream), options, { highWaterMark: DEFAULT_BATCH_SIZE });
  for await (const batch of read<ResolvedEvent>(reader, start, DEFAULT_BATCH_SIZE)) {
    for (const resolved of batch) yield toRecorded(resolved, reader.names);
  }
}

/** The client cannot filter this read, so the records of others are left out here. */
export async function* readAll(
  reader: Reader,
  after: number,
  batchSize: number,
): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
  const options = { direction: FORWARDS, fromPosition: toReadPosition(after) } as const;
  const start = (client: EventStoreDBClient): Readable => client.readAll(options, { highWaterMark: batchSize });
  let gathered: RecordedEvent[] = [];
  for await (const batch of read<AllStreamResolvedEvent>(reader, start, batchSize)) {
    for (const resolved of batch) {
      if (reader.names.own(resolved.event?.streamId ?? '') === null) continue;
      const event = toRecorded(resolved, reader.names);
      // A read starts at its position, not after it.
      if (event.position <= after) continue;
      gathered.push(event);
      if (gathered.length < batchSize) continue;
      yield gathered;
      gathered = [];
    }
  }
  if (gathered.length > 0) yield gathered;
}

/** Null when no record of the service begins there. */
export async function eventAt(reader: Reader, position: number): Promise<RecordedEvent | null> {
  if (position < 0) return null;
  const options = { direction: FORWARDS, fromPosition: toReadPosition(position), maxCount: 1 } as const;
  const start = (client: EventStoreDBClient): Readable => client.readAll(options);
  try {
    for await (const [resolved] of read<AllStreamResolvedEvent>(reader, start, 1)) {
      if (resolved === undefined || reader.names.own(resolved.event?.streamId ?? '') === null) return null;
      const event = toRecorded(resolved, reader.names);
      return event.position === position ? event : null;
    }
  } catch (error) {
    if (!(error instanceof LogUnavailable) || !isNoPosition(error.cause)) throw error;
  }
  return null;
}

/** Up to `searchedTo`, the last event of the service is at `head`: the next search needs to go no further back. */
interface Search {
  readonly searchedTo: number;
  readonly head: number;
}

const NOTHING_SEARCHED: Search = { searchedTo: BEGINNING, head: BEGINNING };

export function createHeadSearch(reader: Reader): () => Promise<number> {
  let earlier = NOTHING_SEARCHED;

  async function search(): Promise<Search> {
    let known = earlier;
    let searchedTo = BEGINNING;
    const options = { direction: BACKWARDS, fromPosition: END } as const;
    const start = (client: EventStoreDBClient): Readable => client.readAll(options, { highWaterMark: HEAD_BATCH_SIZE });
    for await (const batch of read<AllStreamResolvedEvent>(reader, start, HEAD_BATCH_SIZE)) {
      for (const { event } of batch) {
        if (event === undefined) continue;
        const position = positionOf(event);
        // The end lies before where it was: the log was restored, and what was known of it does not count.
        if (searchedTo === BEGINNING && position < known.searchedTo) known = NOTHING_SEARCHED;
        searchedTo = Math.max(searchedTo, position);
        if (position <= known.searchedTo) return { searchedTo, head: known.head };
        if (reader.names.own(event.streamId) !== null) return { searchedTo, head: position };
      }
    }
    return { searchedTo, head: BEGINNING };
  }

  return async () => {
    const before = earlier;
    const found = await search();
    // Of two that search at once the one that came further counts.
    if (earlier === before || found.searchedTo > earlier.searchedTo) earlier = found;
    return found.head;
  };
}

export function toReadPosition(position: number): ReadPosition {
  return position === BEGINNING ? START : { commit: BigInt(position), prepare: BigInt(position) };
}

/**
 * A connection that breaks takes with it every call that is about to start on it. So a read that fails before it has given
 * anything is started again. @throws LogUnavailable
 */
async function* read<T>(
  { connection, timeoutMs, closed }: Reader,
  start: (client: EventStoreDBClient) => Readable,
  batchSize: number,
): AsyncGenerator<T[], void, undefined> {
  let hasGiven = false;
  const until = performance.now() + timeoutMs;
  for (let attempt = 1; !closed.aborted; attempt += 1) {
    let used: Connection | undefined;
    try {
      used = await connection.current(Math.max(1, until - performance.now()), closed);
      for await (const batch of readyBatches<T>(start(used.client), batchSize, { signal: closed, timeoutMs })) {
        hasGiven = true;
        yield batch;
      }
      if (!closed.aborted) return;
    } catch (error) {
      if (isStreamNotFound(error)) return;
      if (used !== undefined) connection.noteFailure(used, error);
      const isFinal = hasGiven || attempt === ATTEMPTS || error instanceof AnswerTimeout || !isWorthRetrying(error);
      if (isFinal) throw toLogError(error);
      await pause(PAUSE_BETWEEN_ATTEMPTS_MS, undefined, { signal: closed }).catch(() => undefined);
    }
  }
  throw new LogUnavailable(new Error('The event log is closed'));
}
