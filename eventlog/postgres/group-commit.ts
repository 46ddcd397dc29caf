import type pg from 'pg';
import {
  AppendTooLarge,
  MAX_EVENT_BYTES,
  WrongRevision,
  type Append,
  type Appended,
  type NewEvent,
  type RecordedEvent,
} from '../port.ts';
import { appendStatement, type Judgement, type SerialisedAppend } from './append-statement.ts';
import { unavailable } from './availability.ts';
import type { RecentEvents } from './recent-events.ts';

/**
 * Appends that wait while one transaction is on its way to the disk go together in the next: many writers share one
 * fsync. Each is still judged by itself, and one that fails takes no other with it.
 */

interface Waiting extends SerialisedAppend {
  readonly bytes: number;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: unknown) => void;
}

/** One statement takes it; what bounds it is the memory of whoever follows the log. */
export const MAX_APPEND_BYTES = 16 * MAX_EVENT_BYTES;
const MAX_APPENDS = 256;
const MAX_BATCH_BYTES = MAX_EVENT_BYTES;

export function groupCommit(pool: pg.Pool, recent: RecentEvents, channel: string) {
  const store = appendStatement(pool);
  let waiting: Waiting[] = [];
  let running: Promise<void> | null = null;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = takeBatch();
      try {
        settle(batch, await store(batch));
        // Writers who were just answered and write again come along in the next batch, not one batch later.
        await new Promise((resolve) => setImmediate(resolve));
      } catch (error) {
        for (const { reject } of batch) reject(unavailable(error));
      }
    }
    running = null;
  }

  /** One append a stream and no event id twice: the statement judges all of them against what was there before. */
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

  function settle(batch: readonly Waiting[], judgements: readonly Judgement[]): void {
    const stored: RecordedEvent[] = [];
    let storedBytes = 0;
    for (const { append: number, outcome, revision, position } of judgements) {
      const { append, bytes, resolve, reject } = batch[number - 1]!;
      if (outcome === 'wrong_revision') {
        reject(new WrongRevision(append.stream, append.expectedRevision, revision));
        continue;
      }
      if (outcome === 'appended') {
        stored.push(...recordedEvents(append, revision, position));
        storedBytes += bytes;
      }
      resolve({ revision, position, duplicate: outcome === 'duplicate' });
    }
    if (stored.length === 0) return;
    recent.add(stored, storedBytes);
    // Whoever follows in this process has them now, and nobody follows elsewhere: one projector works at a time.
    if (recent.hasFollowers) return;
    // Outside the append's own transaction: there, the notification would make commits wait for one another.
    void pool.query({ name: 'log-notify', text: `SELECT pg_notify('${channel}', '')` }).catch(() => undefined);
  }

  return {
    append(append: Append): Promise<Appended> {
      const serialised = append.events.map(
        ({ data, metadata, json }) => json ?? { data: JSON.stringify(data), metadata: JSON.stringify(metadata) },
      );
      const { bytes, largest } = sizeOf(serialised);
      if (append.events.length === 0) return Promise.reject(new RangeError('An append needs at least one event'));
      if (bytes > MAX_APPEND_BYTES || largest > MAX_EVENT_BYTES)
        return Promise.reject(new AppendTooLarge(append.stream, bytes));
      return new Promise((resolve, reject) => {
        waiting.push({ append, serialised, bytes, resolve, reject });
        running ??= drain();
      });
    },
    /** Resolves when nothing is on its way any more. */
    async settled(): Promise<void> {
      await running;
    },
  };
}

function recordedEvents(append: Append, lastRevision: number, lastPosition: number): RecordedEvent[] {
  const before = append.events.length - 1;
  return append.events.map(({ json: _text, ...event }: NewEvent, index) => ({
    ...event,
    stream: append.stream,
    revision: lastRevision - before + index,
    position: lastPosition - before + index,
  }));
}

/** Bytes are counted only when they could matter: a character takes at most three. */
function sizeOf(serialised: SerialisedAppend['serialised']): { bytes: number; largest: number } {
  const characters = serialised.reduce((total, { data, metadata }) => total + data.length + metadata.length, 0);
  if (3 * characters <= MAX_EVENT_BYTES) return { bytes: characters, largest: characters };
  const sizes = serialised.map(({ data, metadata }) => Buffer.byteLength(data) + Buffer.byteLength(metadata));
  return { bytes: sizes.reduce((total, size) => total + size, 0), largest: Math.max(0, ...sizes) };
}
