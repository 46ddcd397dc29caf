/** Event log on EventStoreDB, using its own client. Credentials and TLS settings are part of the URL. */
import { setMaxListeners } from 'node:events';
import { LogUnavailable, MAX_APPEND_BYTES } from '../port.ts';
import type { EventLog, ReadOptions, RecordedEvent } from '../port.ts';
import { appendEvents } from './append.ts';
import { shareClient } from './client.ts';
import { followEventStore } from './follow.ts';
import type { Logger } from './logger.ts';
import { createHeadSearch, DEFAULT_BATCH_SIZE, readEventAt, readAllEvents, readStreamEvents } from './reads.ts';
import type { Reader } from './reads.ts';
import { createRememberedIds } from './remembered-ids.ts';
import { createStoredReader } from './stored.ts';
import { DEFAULT_PREFIX, createStreamNames, type StreamNames } from './stream-names.ts';

export interface EventStoreDbLogOptions {
  /** For example `esdb://user:password@host:2113?tls=true`, or `esdb+discover://…` for a cluster. */
  readonly url: string;
  /** Prefix of its stream names; default: `grandlivre`. */
  readonly prefix?: string;
  /** Overrides the names derived from the prefix. */
  readonly names?: StreamNames;
  /** Timeout of one operation, including retries, before it fails with LogUnavailable. */
  readonly timeoutMs?: number;
  readonly logger?: Logger;
}

const DEFAULT_TIMEOUT_MS = 3_500;
/** Reads get a smaller share than appends, which may be retried: loading a stream and appending to it takes both. */
const READ_SHARE = 4 / 7;

/** Connects on the first operation. @throws Error if the URL is invalid */
export function openEventStoreDbLog({
  url,
  prefix = DEFAULT_PREFIX,
  names = createStreamNames(prefix),
  timeoutMs = DEFAULT_TIMEOUT_MS,
  logger,
}: EventStoreDbLogOptions): EventLog {
  const connection = shareClient(url);
  const closing = new AbortController();
  // Every read and follower adds a listener, and their number is unlimited.
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
    for await (const event of readStreamEvents(inTime, stream, options)) {
      rememberedIds.remember(stream, event.revision, event.id);
      yield event;
    }
  }
  const appender = { connection, names, rememberedIds, timeoutMs, logger, readStream: readAndRemember };

  function assertOpen(): void {
    if (closing.signal.aborted) throw new LogUnavailable(new Error('The event log is closed'));
  }

  return {
    maxAppendBytes: MAX_APPEND_BYTES,
    hasGaplessPositions: false,
    async append(request) {
      assertOpen();
      return appendEvents(appender, request);
    },
    readStream: (stream, options) => readAndRemember(stream, options),
    readStored: createStoredReader((stream, options) => readAndRemember(stream, options)),
    async *readAll(after, batchSize = DEFAULT_BATCH_SIZE): AsyncGenerator<readonly RecordedEvent[]> {
      assertOpen();
      yield* readAllEvents(reader, after, batchSize);
    },
    follow(after, options) {
      const signal = AbortSignal.any([options.signal, closing.signal]);
      const onInterruption = (error: unknown): void => {
        logger?.warn({ err: error }, 'event log subscription interrupted; reopening');
        options.onInterruption?.(error);
      };
      return followEventStore({ ...reader, timeoutMs }, after, { ...options, signal, onInterruption });
    },
    async readHead() {
      assertOpen();
      return head();
    },
    async findEventAt(position) {
      assertOpen();
      return readEventAt(reader, position);
    },
    async close() {
      closing.abort();
      await connection.release();
    },
  };
}
