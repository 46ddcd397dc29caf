/** The event log on EventStoreDB, through its own client. Credentials and TLS are part of the URL. */
import { setMaxListeners } from 'node:events';
import { LogUnavailable } from '../port.ts';
import type { EventLog, RecordedEvent } from '../port.ts';
import { append, MAX_APPEND_BYTES } from './append.ts';
import { shareClient } from './client.ts';
import { follow } from './follow.ts';
import type { Logger } from './logger.ts';
import { createHeadSearch, DEFAULT_BATCH_SIZE, readAll, readStream } from './reads.ts';
import type { Reader } from './reads.ts';
import { createRememberedIds } from './remembered-ids.ts';
import { DEFAULT_PREFIX, streamNames } from './stream-names.ts';

export interface EventStoreDbLogOptions {
  /** For example `esdb://user:password@host:2113?tls=true`, or `esdb+discover://…` for a cluster. */
  readonly url: string;
  /** What the names of its streams begin with; absent: `grandlivre`. */
  readonly prefix?: string;
  /** How long one operation may wait for the server, attempts included, before it is LogUnavailable. */
  readonly timeoutMs?: number;
  readonly logger?: Logger;
}

const DEFAULT_TIMEOUT_MS = 4_000;

/** Connects with the first operation. @throws Error when the URL cannot be understood */
export function openEventStoreDbLog({
  url,
  prefix = DEFAULT_PREFIX,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  logger,
}: EventStoreDbLogOptions): EventLog {
  const { client, release } = shareClient(url);
  const closing = new AbortController();
  // Every read and follower listens to it, and there is no limit to how many there may be.
  setMaxListeners(0, closing.signal);
  const names = streamNames(prefix);
  const reader: Reader = { client, names, timeoutMs, closed: closing.signal };
  const rememberedIds = createRememberedIds();
  const head = createHeadSearch(reader);

  const readAndRemember: EventLog['readStream'] = async function* (stream, options = {}) {
    assertOpen();
    for await (const event of readStream(reader, stream, options)) {
      rememberedIds.note(stream, event.revision, event.id);
      yield event;
    }
  };
  const appender = { client, names, rememberedIds, timeoutMs, logger, readStream: readAndRemember };

  function assertOpen(): void {
    if (closing.signal.aborted) throw new LogUnavailable(new Error('The event log is closed'));
  }

  return {
    maxAppendBytes: MAX_APPEND_BYTES,
    hasGaplessPositions: false,
    async append(request) {
      assertOpen();
      return append(appender, request);
    },
    readStream: readAndRemember,
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
      return follow(client, names, after, { ...options, signal, onInterruption }, timeoutMs);
    },
    async head() {
      assertOpen();
      return head();
    },
    async close() {
      closing.abort();
      await release();
    },
  };
}
