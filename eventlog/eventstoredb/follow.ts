/** Follows the whole log with a subscription, which is reopened after the last delivered event whenever it is lost. */
import { setTimeout as pause } from 'node:timers/promises';
import { streamNameFilter } from '@eventstore/db-client';
import type { AllStreamResolvedEvent } from '@eventstore/db-client';
import { LogUnavailable, type FollowOptions, type RecordedEvent } from '../port.ts';
import { AnswerTimeout } from './failures.ts';
import { readReadyBatches } from './ready-batches.ts';
import { DEFAULT_BATCH_SIZE, toReadPosition, toRecordedEvents, type Reader } from './reads.ts';

const FIRST_PAUSE_MS = 20;
/** Short, because clients wait for written events as soon as the server is back. */
const LONGEST_PAUSE_MS = 500;
/** A server that does not confirm the subscription within this time is considered hanging. */
const CONFIRMATION_MS = 2_000;
/** The server reports its position after skipping this many records of other applications. */
const SEARCH_WINDOW = 1_000;

/** The subscription was lost; its cause is the reason. Errors of any other kind stop the follower. */
class Interruption extends Error {}

export async function* followEventStore(
  reader: Reader,
  after: number,
  { signal, batchSize = DEFAULT_BATCH_SIZE, onInterruption }: FollowOptions,
): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
  let delivered = after;
  let failures = 0;
  while (!signal.aborted) {
    const onConfirmation = (): void => void (failures = 0);
    try {
      for await (const resolved of subscribe(reader, delivered, { batchSize, signal, onConfirmation })) {
        const last = delivered;
        const events = await toRecordedEvents(reader, resolved).catch((error: unknown) => {
          throw error instanceof LogUnavailable ? new Interruption('Parts are unreadable', { cause: error }) : error;
        });
        const batch = events.filter((event) => event.position > last);
        delivered = batch.at(-1)?.position ?? delivered;
        if (batch.length > 0) yield batch;
      }
    } catch (error) {
      if (!(error instanceof Interruption)) throw error;
      onInterruption?.(error.cause);
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      failures += 1;
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

interface SubscribeOptions {
  readonly batchSize: number;
  readonly signal: AbortSignal;
  readonly onConfirmation: () => void;
}

/** Ends only when the signal is aborted. @throws Interruption */
async function* subscribe(
  { connection, names, timeoutMs }: Reader,
  after: number,
  { batchSize, signal, onConfirmation }: SubscribeOptions,
): AsyncGenerator<AllStreamResolvedEvent[], void, undefined> {
  const filter = streamNameFilter({ prefixes: [...names.beginnings], maxSearchWindow: SEARCH_WINDOW });
  const fromPosition = toReadPosition(after);
  const used = await connection.getConnection(timeoutMs, signal).catch((error: unknown) => {
    if (signal.aborted) return null;
    throw new Interruption('The event store was not found', { cause: error });
  });
  if (used === null || signal.aborted) return;
  const subscription = used.client.subscribeToAll({ fromPosition, filter }, { highWaterMark: batchSize });
  const confirmationMs = Math.min(timeoutMs, CONFIRMATION_MS);
  const timer = setTimeout(() => subscription.emit('error', new AnswerTimeout(confirmationMs)), confirmationMs);
  subscription.once('confirmation', () => {
    clearTimeout(timer);
    onConfirmation();
  });
  try {
    yield* readReadyBatches<AllStreamResolvedEvent>(subscription, batchSize, { signal });
  } catch (error) {
    connection.reportFailure(used, error);
    throw new Interruption('The subscription was lost', { cause: error });
  } finally {
    clearTimeout(timer);
  }
  if (!signal.aborted) {
    throw new Interruption('The subscription was lost', { cause: new Error('The event store ended the subscription') });
  }
}
