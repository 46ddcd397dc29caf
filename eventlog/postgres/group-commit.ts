import type pg from 'pg';
import { passFaultPoint } from '../../database/fault-point.ts';
import {
  AppendTooLarge,
  BEGINNING,
  MAX_APPEND_BYTES,
  MAX_EVENT_BYTES,
  WrongRevision,
  type Append,
  type Appended,
  type Companion,
  type Joined,
  type NewEvent,
  type RecordedEvent,
  type SerialisedAppend,
} from '../port.ts';
import { PROMPT, withTimeout } from '../../database/pool.ts';
import { createAppendStatement, type Judgement } from './append-statement.ts';
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
/** How long appends are recorded alone after one could not be joined with its projection. */
const APART_MS = 1_000;
const PATIENCE = withTimeout(PROMPT.answerMs);

export function createGroupCommit(pool: pg.Pool, recent: RecentEvents, channel: string) {
  const store = createAppendStatement(pool);
  let waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  let companion: Companion | null = null;
  let joinsFrom = -Infinity;
  let head = BEGINNING;

  /** Together with their projection if possible, else alone. */
  async function record(batch: readonly Waiting[]): Promise<void> {
    const joined = performance.now() < joinsFrom ? null : ((await companion?.join(batch, head)) ?? null);
    if (joined === null || !(await recordJoined(batch, joined))) resolveBatch(batch, await store(batch));
  }

  /** False if nothing was recorded. @throws if the outcome is unknown */
  async function recordJoined(batch: readonly Waiting[], joined: Joined): Promise<boolean> {
    const { statement, events, end } = joined;
    try {
      await pool.query({ ...statement, ...PATIENCE });
    } catch (error) {
      end(false);
      // The log or the tables have moved or are locked, or an event cannot be projected: for a while both are written apart.
      joinsFrom = performance.now() + APART_MS;
      if (!isRolledBack(error)) throw error;
      return false;
    }
    end(true);
    passFaultPoint('after-joined-append');
    let next = 0;
    for (const { append, resolve } of batch) {
      const { revision, position } = events[(next += append.events.length) - 1]!;
      resolve({ revision, position, duplicate: false });
    }
    announceRecorded(
      events,
      batch.reduce((total, { bytes }) => total + bytes, 0),
    );
    return true;
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = takeBatch();
      try {
        await record(batch);
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
    if (stored.length > 0) announceRecorded(stored, storedBytes);
  }

  function announceRecorded(events: readonly RecordedEvent[], bytes: number): void {
    head = Math.max(head, events.at(-1)!.position);
    recent.add(events, bytes);
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
    accompany(one: Companion): () => void {
      companion = one;
      return () => {
        if (companion === one) companion = null;
      };
    },
    /** Resolves when no append is pending any more. */
    async waitUntilIdle(): Promise<void> {
      await running;
    },
  };
}

/** Errors of a broken connection, of a server that stops and of its resources say nothing about the outcome. */
function isRolledBack(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|53|57|58|F0|XX)/.test(code);
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
