/** The event log on EventStoreDB, through its own client. Credentials and TLS are part of the URL. */
import { setMaxListeners } from 'node:events';
import { LogUnavailable } from '../port.ts';
import type { EventLog, ReadOptions, RecordedEvent } from '../port.ts';
import { append, MAX_APPEND_BYTES, MAX_PACKED_BYTES } from './append.ts';
import { shareClient } from './client.ts';
import { follow } from './follow.ts';
import type { Logger } from './logger.ts';
import { createHeadSearch, DEFAULT_BATCH_SIZE, eventAt, readAll, readStream } from './reads.ts';
import type { Reader } from './reads.ts';
import { createRememberedIds } from './remembered-ids.ts';
import { storedPages } from './stored.ts';
import { DEFAULT_PREFIX, streamNames, type StreamNames } from './stream-names.ts';

export interface EventStoreDbLogOptions {
  /** For example `esdb://user:password@host:2113?tls=true`, or `esdb+discover://…` for a cluster. */
  readonly url: string;
  /** What the names of its streams begin with; absent: `grandlivre`. */
  readonly prefix?: string;
  /** Instead of those that follow from the prefix. */
  readonly names?: StreamNames;
  /** How long one operation may wait for the server, attempts included, before it is LogUnavailable. */
  readonly timeoutMs?: number;
  readonly logger?: Logger;
}

const DEFAULT_TIMEOUT_MS = 3_500;
/** A read answers sooner than an append, which may be tried again: what loads a stream and appends to it has both. */
const READ_SHARE = 4 / 7;

/** Connects with the first operation. @throws Error when the URL cannot be understood */
export function openEventStoreDbLog({
  url,
  prefix = DEFAULT_PREFIX,
  names = streamNames(prefix),
  timeoutMs = DEFAULT_TIMEOUT_MS,
  logger,
}: EventStoreDbLogOptions): EventLog {
  const connection = shareClient(url);
  const closing = new AbortController();
  // Every read and follower listens to it, and there is no limit to how many there may be.
  setMaxListeners(0, closing.signal);
  const reader: Reader = { connection, names, timeoutMs: timeoutMs * READ_SHARE, closed: closing.signal };
  const rememberedIds = createRememberedIds();
  const head = createHeadSearch(reader);

  async function* readAndRemember(
    stream: string,
    options: ReadOptions = {},
    longestMs = reader.timeoutMs,
  ): AsyncGenerator<RecordedEvent, void, undefined> {
    assertOpen();
    const inTime = { ...reader, timeoutMs: Math.min(longestMs, reader.timeoutMs) };
    for await (const event of readStream(inTime, stream, options)) {
      rememberedIds.note(stream, event.revision, event.id);
      yield event;
    }
  }
  const appender = { connection, names, rememberedIds, timeoutMs, logger, readStream: readAndRemember };

  function assertOpen(): void {
    if (closing.signal.aborted) throw new LogUnavailable(new Error('The event log is closed'));
  }

  return {
    maxAppendBytes: MAX_APPEND_BYTES,
    maxPackedBytes: MAX_PACKED_BYTES,
    hasGaplessPositions: false,
    async append(request) {
      assertOpen();
      return append(appender, request);
    },
    readStream: (stream, options) => readAndRemember(stream, options),
    readStored: storedPages((stream, options) => readAndRemember(stream, options)),
    async *readAll(after, batchSize = DEFAULT_BATCH_SIZE): AsyncGenerator<readonly RecordedEvent[]> {
      assertOpen();
      yield* readAll(reader, after, batchSize);
    },
    follow(after, options) {
      const signal = AbortSignal.any([options.signal, closing.signal]);
      const onInterruption = (error: unknown): void => {
        logger?.warn({ err: error }, 'The subscription to the event log was interrupted and is opened again');
        options.onInterruption?.(error);
      };
      return follow(connection, names, after, { ...options, signal, onInterruption }, timeoutMs);
    },
    async head() {
      assertOpen();
      return head();
    },
    async eventAt(position) {
      assertOpen();
      return eventAt(reader, position);
    },
    async close() {
      closing.abort();
      await connection.release();
    },
  };
}
