import type pg from 'pg';
import { upcastEvent } from '../../domain/event-catalogue.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { NO_STREAM, type EventLog, type RecordedEvent } from '../../eventlog/port.ts';
import { deciders, type Kind, type StoredState } from './aggregates.ts';
import { stringifyInChunks } from './json-in-pieces.ts';
import type { ChainEnd } from './chain-end.ts';

/** The state of a stream, loaded from its snapshot and the events after it. */
export interface Loaded<K extends Kind> {
  readonly state: StoredState<K>;
  readonly end: ChainEnd;
  /** Revision of the last snapshot, or NO_STREAM. */
  readonly snapshotRevision: number;
  /** When this process took the snapshot, on its own clock; absent if another process took it. */
  readonly snapshotAt?: number;
  /** Size of the snapshot; absent without one. */
  readonly snapshotSize?: { readonly characters: number; readonly things: number };
}

/**
 * Why a snapshot may be due. A file in use is saved now and then. One that leaves memory, or that took many events to
 * load, is saved earlier, because it is going to be loaded again.
 */
export type SnapshotOccasion = 'written' | 'loaded' | 'evicted';

export interface StateStore {
  load<K extends Kind>(kind: K, stream: string): Promise<Loaded<K>>;
  /** Applies the events appended since, and returns them too. */
  refresh<K extends Kind>(kind: K, loaded: Loaded<K>): Promise<{ loaded: Loaded<K>; tail: readonly RecordedEvent[] }>;
  /** Saves a snapshot if enough has changed since the last one. Runs in the background and never fails a command. */
  saveSnapshotIfDue<K extends Kind>(kind: K, loaded: Loaded<K>, occasion?: SnapshotOccasion): Loaded<K>;
  waitForSaves(): Promise<void>;
}

/** Replaying an event takes about 30 µs of processor time, with the part of the database. */
const EVENTS_BETWEEN_SNAPSHOTS: Readonly<Record<SnapshotOccasion, number>> = { written: 100, loaded: 10, evicted: 10 };
/** Fast-growing streams, such as during an import, are saved only after many more events or some time. */
const EVENTS_OF_A_RUSH = 5_000;
const BETWEEN_SNAPSHOTS_MS = 10_000;
/** A snapshot of a large state costs more than replaying many events, so it is taken less often. */
const THINGS_AN_EVENT = 4;
/** Saves that run at the same time; others wait. */
const MAX_SAVES = 2;

export function openStateStore(pool: pg.Pool, log: EventLog): StateStore {
  const waiting: (() => Promise<void>)[] = [];
  const saving = new Set<Promise<void>>();

  /** Applies the events after the state one by one, without holding the stream in memory. */
  async function applyEvents<K extends Kind>(
    kind: K,
    loaded: Loaded<K>,
    events: AsyncIterable<RecordedEvent>,
    onEvent: (event: RecordedEvent) => void = () => undefined,
  ): Promise<Loaded<K>> {
    let { state, end } = loaded;
    for await (const event of events) {
      state = deciders[kind].evolve(state, upcastEvent(event));
      end = {
        stream: end.stream,
        revision: event.revision,
        hash: event.metadata.hash ?? null,
      };
      onEvent(event);
    }
    return { ...loaded, state, end };
  }

  const readEventsAfter = ({ stream, revision }: ChainEnd): AsyncIterable<RecordedEvent> =>
    log.readStream(stream, { from: revision + 1 });

  /**
   * The events after the snapshot, read together with its last event; null if that is not in the log: a log restored
   * from a backup may end before the snapshot or contain other events since.
   */
  async function readEventsAfterSnapshot({ stream, revision, hash }: ChainEnd) {
    const events = log.readStream(stream, { from: revision })[Symbol.asyncIterator]();
    const last = await events.next();
    if (!last.done && (last.value.metadata.hash ?? null) === hash) return { [Symbol.asyncIterator]: () => events };
    await events.return?.();
    return null;
  }

  /** Null if there is none of this version. */
  async function loadSnapshot<K extends Kind>(kind: K, stream: string): Promise<Loaded<K> | null> {
    const { snapshot } = deciders[kind];
    if (!snapshot) return null;
    const { rows } = await pool.query<{ revision: number; hash: string | null; state: string }>({
      name: 'load-snapshot',
      text: 'SELECT revision, hash, state::text AS state FROM ops.snapshots WHERE stream = $1 AND version = $2',
      values: [stream, snapshot.version],
    });
    const row = rows[0];
    if (!row) return null;
    try {
      const state = snapshot.unpack(JSON.parse(row.state) as JsonRecord);
      return {
        state,
        end: { stream, revision: row.revision, hash: row.hash },
        snapshotRevision: row.revision,
        snapshotSize: { characters: row.state.length, things: snapshot.weigh?.(state) ?? 0 },
      };
    } catch {
      // Snapshots are disposable: an unreadable one only costs a longer replay.
      return null;
    }
  }

  async function loadFromSnapshot<K extends Kind>(kind: K, stream: string): Promise<Loaded<K> | null> {
    const snapshot = await loadSnapshot(kind, stream);
    const events = snapshot && (await readEventsAfterSnapshot(snapshot.end));
    return events && applyEvents(kind, snapshot, events);
  }

  async function loadFromEvents<K extends Kind>(kind: K, stream: string): Promise<Loaded<K>> {
    const empty = createEmptyState(kind, stream);
    return applyEvents(kind, empty, readEventsAfter(empty.end));
  }

  async function saveSnapshot<K extends Kind>(kind: K, { state, end }: Loaded<K>): Promise<void> {
    const { version, pack } = deciders[kind].snapshot!;
    await pool.query({
      name: 'save-snapshot',
      text: `INSERT INTO ops.snapshots (stream, revision, version, hash, state) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (stream) DO UPDATE SET revision = excluded.revision, version = excluded.version, hash = excluded.hash, state = excluded.state, created_at = now()`,
      values: [end.stream, end.revision, version, end.hash, await stringifyInChunks(pack(state))],
    });
  }

  function queueSave<K extends Kind>(kind: K, loaded: Loaded<K>): void {
    waiting.push(() => saveSnapshot(kind, loaded));
    if (saving.size >= MAX_SAVES) return;
    const task = runSaves().finally(() => saving.delete(task));
    saving.add(task);
  }

  async function runSaves(): Promise<void> {
    for (let save = waiting.shift(); save; save = waiting.shift()) await save().catch(() => undefined);
  }

  function saveSnapshotIfDue<K extends Kind>(
    kind: K,
    loaded: Loaded<K>,
    occasion: SnapshotOccasion = 'written',
  ): Loaded<K> {
    const now = performance.now();
    if (!isSnapshotDue(kind, loaded, occasion, now)) return loaded;
    queueSave(kind, loaded);
    return { ...loaded, snapshotRevision: loaded.end.revision, snapshotAt: now };
  }

  return {
    async load(kind, stream) {
      const loaded = (await loadFromSnapshot(kind, stream)) ?? (await loadFromEvents(kind, stream));
      return saveSnapshotIfDue(kind, loaded, 'loaded');
    },
    async refresh(kind, before) {
      const tail: RecordedEvent[] = [];
      const loaded = await applyEvents(kind, before, readEventsAfter(before.end), (event) => tail.push(event));
      return { loaded, tail };
    },
    saveSnapshotIfDue,
    async waitForSaves() {
      while (saving.size > 0) await Promise.all(saving);
    },
  };
}

function isSnapshotDue<K extends Kind>(
  kind: K,
  { state, end, snapshotRevision, snapshotAt }: Loaded<K>,
  occasion: SnapshotOccasion,
  now: number,
): boolean {
  const { snapshot } = deciders[kind];
  if (!snapshot || end.revision === snapshotRevision) return false;
  if (snapshotRevision === NO_STREAM && snapshot.isTakenAtOnce) return true;
  const since = end.revision - snapshotRevision;
  if (since < EVENTS_BETWEEN_SNAPSHOTS[occasion]) return false;
  const isRecent = now - (snapshotAt ?? -Infinity) < BETWEEN_SNAPSHOTS_MS;
  // What leaves memory is not saved again later, so it does not wait.
  if (occasion === 'written' && since < EVENTS_OF_A_RUSH && isRecent) return false;
  return since >= (snapshot.weigh?.(state) ?? 0) / THINGS_AN_EVENT;
}

function createEmptyState<K extends Kind>(kind: K, stream: string): Loaded<K> {
  return {
    state: deciders[kind].initialState,
    end: { stream, revision: NO_STREAM, hash: null },
    snapshotRevision: NO_STREAM,
  };
}

/** Memory of a state without records of its own, and of the lane that keeps it. */
const BASE_BYTES = 12_000;
/** Heap after a collection: 1.3 per character of a snapshot for third parties, 2.3 for documents to be booked. */
const BYTES_A_CHARACTER = 2;
const BYTES_A_THING = 700;
/** Streams without snapshots are small: firms. */
const BYTES_AN_EVENT = 1_000;

/** Estimated memory of a loaded state. What all company files share is not counted. */
export function estimateBytes<K extends Kind>(kind: K, { state, end, snapshotSize }: Loaded<K>): number {
  const { snapshot } = deciders[kind];
  if (!snapshot) return BASE_BYTES + BYTES_AN_EVENT * (end.revision + 1);
  const { characters, things } = snapshotSize ?? { characters: 0, things: 0 };
  const added = Math.max(0, (snapshot.weigh?.(state) ?? 0) - things);
  return BASE_BYTES + BYTES_A_CHARACTER * characters + BYTES_A_THING * added;
}
