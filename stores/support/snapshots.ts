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
}

export interface StateStore {
  load<K extends Kind>(kind: K, stream: string): Promise<Loaded<K>>;
  /** Applies the events appended since, and returns them too. */
  refresh<K extends Kind>(kind: K, loaded: Loaded<K>): Promise<{ loaded: Loaded<K>; tail: readonly RecordedEvent[] }>;
  /** Saves a snapshot if enough has changed since the last one. Runs in the background and never fails a command. */
  saveSnapshotIfDue<K extends Kind>(kind: K, loaded: Loaded<K>): Loaded<K>;
  waitForSaves(): Promise<void>;
}

const EVENTS_BETWEEN_SNAPSHOTS = 1_000;
/** Fast-growing streams, such as during an import, are saved only after many more events or some time. */
const EVENTS_OF_A_RUSH = 5_000;
const BETWEEN_SNAPSHOTS_MS = 10_000;
/** A snapshot of a large state costs more than replaying many events, so it is taken less often. */
const THINGS_AN_EVENT = 4;

export function openStateStore(pool: pg.Pool, log: EventLog): StateStore {
  const saving = new Set<Promise<void>>();

  /** Applies the events after the state one by one, without holding the stream in memory. */
  async function applyNewEvents<K extends Kind>(
    kind: K,
    loaded: Loaded<K>,
    onEvent: (event: RecordedEvent) => void,
  ): Promise<Loaded<K>> {
    let { state, end } = loaded;
    for await (const event of log.readStream(end.stream, { from: end.revision + 1 })) {
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

  /** A log restored from a backup may end before the snapshot or contain other events since. */
  async function isInLog({ stream, revision, hash }: ChainEnd): Promise<boolean> {
    if (revision === NO_STREAM) return true;
    for await (const event of log.readStream(stream, { from: revision, limit: 1 }))
      return (event.metadata.hash ?? null) === hash;
    return false;
  }

  async function loadSnapshot<K extends Kind>(kind: K, stream: string): Promise<Loaded<K>> {
    const decider = deciders[kind];
    const empty = createEmptyState(kind, stream);
    if (!decider.snapshot) return empty;
    const { rows } = await pool.query<{ revision: number; version: number; hash: string | null; state: JsonRecord }>({
      name: 'load-snapshot',
      text: 'SELECT revision, version, hash, state FROM ops.snapshots WHERE stream = $1',
      values: [stream],
    });
    const row = rows[0];
    if (!row || row.version !== decider.snapshot.version) return empty;
    try {
      return {
        state: decider.snapshot.unpack(row.state),
        end: { stream, revision: row.revision, hash: row.hash },
        snapshotRevision: row.revision,
      };
    } catch {
      // Snapshots are disposable: an unreadable one only costs a longer replay.
      return empty;
    }
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

  return {
    async load(kind, stream) {
      const snapshot = await loadSnapshot(kind, stream);
      const start = (await isInLog(snapshot.end)) ? snapshot : createEmptyState(kind, stream);
      return applyNewEvents(kind, start, () => undefined);
    },
    async refresh(kind, before) {
      const tail: RecordedEvent[] = [];
      return { loaded: await applyNewEvents(kind, before, (event) => tail.push(event)), tail };
    },
    saveSnapshotIfDue(kind, loaded) {
      const { snapshot } = deciders[kind];
      const since = loaded.end.revision - loaded.snapshotRevision;
      if (!snapshot || since < EVENTS_BETWEEN_SNAPSHOTS) return loaded;
      const now = performance.now();
      if (since < EVENTS_OF_A_RUSH && now - (loaded.snapshotAt ?? -Infinity) < BETWEEN_SNAPSHOTS_MS) return loaded;
      if (since < (snapshot.weigh?.(loaded.state) ?? 0) / THINGS_AN_EVENT) return loaded;
      const task = saveSnapshot(kind, loaded)
        .catch(() => undefined)
        .finally(() => saving.delete(task));
      saving.add(task);
      return { ...loaded, snapshotRevision: loaded.end.revision, snapshotAt: now };
    },
    async waitForSaves() {
      await Promise.all(saving);
    },
  };
}

function createEmptyState<K extends Kind>(kind: K, stream: string): Loaded<K> {
  return {
    state: deciders[kind].initialState,
    end: { stream, revision: NO_STREAM, hash: null },
    snapshotRevision: NO_STREAM,
  };
}
