import type pg from 'pg';
import {
  AppendTooLarge,
  MAX_APPEND_BYTES,
  MAX_EVENT_BYTES,
  WrongRevision,
  type Append,
  type Appended,
  type NewEvent,
  type RecordedEvent,
} from '../port.ts';
import { createAppendStatement, type Judgement, type SerialisedAppend } from './append-statement.ts';
import { toLogUnavailable } from './availability.ts';
import type { RecentEvents } from './recent-events.ts';

/**
 * Appends that wait while a transaction is being committed go together into the next one, so that many writers share one
 * fsync. Each append is still checked on its own, and a failing one does not affect the others.
 */

interface Waiting extends SerialisedAppend {
  readonly bytes: number;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: unknown) => void;
}

const MAX_APPENDS = 256;
const MAX_BATCH_BYTES = MAX_EVENT_BYTES;

export function createGroupCommit(pool: pg.Pool, recent: RecentEvents, channel: string) {
  const store = createAppendStatement(pool);
  let waiting: Waiting[] = [];
  let running: Promise<void> | null = null;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = takeBatch();
      try {
        resolveBatch(batch, await store(batch));
        // Gives writers that were just answered a chance to join the next batch.
        await new Promise((resolve) => setImmediate(resolve));
      } catch (error) {
        // The server may have been replaced: what followers have not taken yet is read from the table.
        recent.forgetAll();
        for (const { reject } of batch) reject(toLogUnavailable(error));
      }
    }
    running = null;
  }

  /**
   * At most one append per stream and no repeated event id, because the statement checks all appends against the prior
   * state.
   */
  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    const taken = new Set<string>();
    let bytes = 0;
    for (const item of waiting) {
      const names = [item.append.stream, ...item.append.events.map(({ id }) => id)];
      const fits = batch.length === 0 || (batch.length < MAX_APPENDS && bytes + item.bytes <= MAX_BATCH_BYTES);
      if (!fits || names.some((name) => taken.has(name))) {
        later.push(item);
      } else {
        batch.push(item);
        bytes += item.bytes;
      }
      names.forEach((name) => taken.add(name));
    }
    waiting = later;
    return batch;
  }

  function resolveBatch(batch: readonly Waiting[], judgements: readonly Judgement[]): void {
    const stored: RecordedEvent[] = [];
    let storedBytes = 0;
    for (const { append: number, outcome, revision, position } of judgements) {
      const { append, bytes, resolve, reject } = batch[number - 1]!;
      if (outcome === 'wrong_revision') {
        reject(new WrongRevision(append.stream, append.expectedRevision, revision));
        continue;
      }
      if (outcome === 'appended') {
        stored.push(...buildRecordedEvents(append, revision, position));
        storedBytes += bytes;
      }
      resolve({ revision, position, duplicate: outcome === 'duplicate' });
    }
    if (stored.length === 0) return;
    recent.add(stored, storedBytes);
    // Followers in this process already have the events, and there are none elsewhere: only one projector runs at a
    // time.
    if (recent.hasFollowers) return;
    // Outside the transaction of the append, where the notification would serialise commits.
    void pool.query({ name: 'log-notify', text: `SELECT pg_notify('${channel}', '')` }).catch(() => undefined);
  }

  return {
    append(append: Append): Promise<Appended> {
      const serialised = append.events.map(
        ({ data, metadata, json }) => json ?? { data: JSON.stringify(data), metadata: JSON.stringify(metadata) },
      );
      const { bytes, largest } = measureSize(serialised);
      if (append.events.length === 0) return Promise.reject(new RangeError('An append needs at least one event'));
      if (bytes > MAX_APPEND_BYTES || largest > MAX_EVENT_BYTES)
        return Promise.reject(new AppendTooLarge(append.stream, bytes));
      return new Promise((resolve, reject) => {
        waiting.push({ append, serialised, bytes, resolve, reject });
        running ??= drain();
      });
    },
    /** Resolves when no append is pending any more. */
    async waitUntilIdle(): Promise<void> {
      await running;
    },
  };
}

function buildRecordedEvents(append: Append, lastRevision: number, lastPosition: number): RecordedEvent[] {
  const before = append.events.length - 1;
  return append.events.map(({ json: _text, ...event }: NewEvent, index) => ({
    ...event,
    stream: append.stream,
    revision: lastRevision - before + index,
    position: lastPosition - before + index,
  }));
}

/** Counts bytes only if it matters: a character takes at most three. */
function measureSize(serialised: SerialisedAppend['serialised']): { bytes: number; largest: number } {
  const characters = serialised.reduce((total, { data, metadata }) => total + data.length + metadata.length, 0);
  if (3 * characters <= MAX_EVENT_BYTES) return { bytes: characters, largest: characters };
  const sizes = serialised.map(({ data, metadata }) => Buffer.byteLength(data) + Buffer.byteLength(metadata));
  return { bytes: sizes.reduce((total, size) => total + size, 0), largest: Math.max(0, ...sizes) };
}
