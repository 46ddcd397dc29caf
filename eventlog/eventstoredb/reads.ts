/** Reads a stream, the whole log, and the position where the log ends. */
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
  isInvalidPosition,
  isStreamNotFound,
  isWorthRetrying,
  PAUSE_BETWEEN_ATTEMPTS_MS,
  toLogError,
} from './failures.ts';
import type { Connection, SharedClient } from './client.ts';
import { readReadyBatches } from './ready-batches.ts';
import {
  findPartReference,
  getPosition,
  toRecorded,
  toSafeInteger,
  type PartReference,
  type StoredEvent,
} from './records.ts';
import type { StreamNames } from './stream-names.ts';

export const DEFAULT_BATCH_SIZE = 500;
/** The last record of the log is usually an event of the service, or close to one. */
const HEAD_BATCH_SIZE = 16;

export interface Reader {
  readonly connection: SharedClient;
  readonly names: StreamNames;
  readonly timeoutMs: number;
  /** Aborted when the log is closed: a read that is interrupted by it fails, instead of ending early. */
  readonly closed: AbortSignal;
}

export async function* readStreamEvents(
  reader: Reader,
  stream: string,
  { direction = FORWARDS, from, limit = Number.MAX_SAFE_INTEGER }: ReadOptions,
): AsyncGenerator<RecordedEvent, void, undefined> {
  if (limit <= 0 || (direction === BACKWARDS && from !== undefined && from < 0)) return;
  const outermost: ReadRevision = direction === FORWARDS ? START : END;
  const fromRevision = from === undefined ? outermost : BigInt(Math.max(0, from));
  const options = { direction, fromRevision, maxCount: limit };
  const startRead = (client: EventStoreDBClient): Readable =>
    client.readStream(reader.names.toStoredName(stream), options, { highWaterMark: DEFAULT_BATCH_SIZE });
  for await (const batch of readBatches<ResolvedEvent>(reader, startRead, DEFAULT_BATCH_SIZE)) {
    yield* await toRecordedEvents(reader, batch);
  }
}

/** Adds the content of events that are stored elsewhere. */
export async function toRecordedEvents(reader: Reader, batch: readonly ResolvedEvent[]): Promise<RecordedEvent[]> {
  const references = batch.map(findPartReference);
  const parts = await readParts(
    reader,
    references.filter((reference) => reference !== null),
  );
  return batch.map((resolved, index) => {
    const reference = references[index]!;
    const part = reference && parts.get(reference.stream)?.get(reference.revision);
    // Parts are written first: a server that does not show them yet is behind.
    if (reference && !part) throw new LogUnavailable(new Error(`Parts in ${reference.stream} cannot be read yet`));
    return toRecorded(resolved, reader.names, part ?? undefined);
  });
}

/** By stream and revision. Only what is asked for is read, because a batch may be a small part of an append. */
async function readParts(
  reader: Reader,
  references: readonly PartReference[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, StoredEvent>>> {
  const found = new Map<string, Map<number, StoredEvent>>();
  for (const stream of new Set(references.map((reference) => reference.stream))) {
    const revisions = references.filter((one) => one.stream === stream).map(({ revision }) => revision);
    const first = Math.min(...revisions);
    const options = {
      direction: FORWARDS,
      fromRevision: BigInt(first),
      maxCount: Math.max(...revisions) - first + 1,
    } as const;
    const startRead = (client: EventStoreDBClient): Readable =>
      client.readStream(reader.names.toStoredName(stream), options, { highWaterMark: DEFAULT_BATCH_SIZE });
    const parts = new Map<number, StoredEvent>();
    for await (const batch of readBatches<ResolvedEvent>(reader, startRead, DEFAULT_BATCH_SIZE, 'inner'))
      for (const { event } of batch) if (event) parts.set(toSafeInteger(event.revision), event);
    found.set(stream, parts);
  }
  return found;
}

/** The client cannot filter this read, so records of other applications are skipped here. */
export async function* readAllEvents(
  reader: Reader,
  after: number,
  batchSize: number,
): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
  const options = { direction: FORWARDS, fromPosition: toReadPosition(after) } as const;
  const startRead = (client: EventStoreDBClient): Readable => client.readAll(options, { highWaterMark: batchSize });
  let gathered: RecordedEvent[] = [];
  for await (const batch of readBatches<AllStreamResolvedEvent>(reader, startRead, batchSize)) {
    const own = batch.filter(({ event }) => reader.names.findOwnName(event?.streamId ?? '') !== null);
    for (const event of await toRecordedEvents(reader, own)) {
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

/** Null if no record of the service starts at this position. */
export async function readEventAt(reader: Reader, position: number): Promise<RecordedEvent | null> {
  if (position < 0) return null;
  const options = { direction: FORWARDS, fromPosition: toReadPosition(position), maxCount: 1 } as const;
  const startRead = (client: EventStoreDBClient): Readable => client.readAll(options);
  try {
    for await (const [resolved] of readBatches<AllStreamResolvedEvent>(reader, startRead, 1)) {
      if (resolved === undefined || reader.names.findOwnName(resolved.event?.streamId ?? '') === null) return null;
      const [event] = (await toRecordedEvents(reader, [resolved])) as [RecordedEvent];
      return event.position === position ? event : null;
    }
  } catch (error) {
    if (!(error instanceof LogUnavailable) || !isInvalidPosition(error.cause)) throw error;
  }
  return null;
}

/** Up to `searchedTo`, the last event of the service is at `head`; the next search does not need to go further back. */
interface Search {
  readonly searchedTo: number;
  readonly head: number;
}

const NOTHING_SEARCHED: Search = { searchedTo: BEGINNING, head: BEGINNING };

export function createHeadSearch(reader: Reader): () => Promise<number> {
  let earlier = NOTHING_SEARCHED;

  async function searchHead(): Promise<Search> {
    let known = earlier;
    let searchedTo = BEGINNING;
    const options = { direction: BACKWARDS, fromPosition: END } as const;
    const startRead = (client: EventStoreDBClient): Readable =>
      client.readAll(options, { highWaterMark: HEAD_BATCH_SIZE });
    for await (const batch of readBatches<AllStreamResolvedEvent>(reader, startRead, HEAD_BATCH_SIZE)) {
      for (const { event } of batch) {
        if (event === undefined) continue;
        const position = getPosition(event);
        // The log now ends earlier than before: it was restored, so earlier results are invalid.
        if (searchedTo === BEGINNING && position < known.searchedTo) known = NOTHING_SEARCHED;
        searchedTo = Math.max(searchedTo, position);
        if (position <= known.searchedTo) return { searchedTo, head: known.head };
        if (reader.names.findOwnName(event.streamId) !== null) return { searchedTo, head: position };
      }
    }
    return { searchedTo, head: BEGINNING };
  }

  return async () => {
    const before = earlier;
    const found = await searchHead();
    // Of two concurrent searches, the one that got further counts.
    if (earlier === before || found.searchedTo > earlier.searchedTo) earlier = found;
    return found.head;
  };
}

export function toReadPosition(position: number): ReadPosition {
  return position === BEGINNING ? START : { commit: BigInt(position), prepare: BigInt(position) };
}

/**
 * A connection that breaks also ends every call that is just starting on it, so a read that fails before it has yielded
 * anything is restarted. @throws LogUnavailable
 */
async function* readBatches<T>(
  { connection, timeoutMs, closed }: Reader,
  start: (client: EventStoreDBClient) => Readable,
  batchSize: number,
  client: 'client' | 'inner' = 'client',
): AsyncGenerator<T[], void, undefined> {
  let hasGiven = false;
  const until = performance.now() + timeoutMs;
  for (let attempt = 1; !closed.aborted; attempt += 1) {
    let used: Connection | undefined;
    try {
      used = await connection.getConnection(Math.max(1, until - performance.now()), closed);
      for await (const batch of readReadyBatches<T>(start(used[client]), batchSize, { signal: closed, timeoutMs })) {
        hasGiven = true;
        yield batch;
      }
      if (!closed.aborted) return;
    } catch (error) {
      if (isStreamNotFound(error)) return;
      if (used !== undefined) connection.reportFailure(used, error);
      const isFinal = hasGiven || attempt === ATTEMPTS || error instanceof AnswerTimeout || !isWorthRetrying(error);
      if (isFinal) throw toLogError(error);
      await pause(PAUSE_BETWEEN_ATTEMPTS_MS, undefined, { signal: closed }).catch(() => undefined);
    }
  }
  throw new LogUnavailable(new Error('The event log is closed'));
}
