import type pg from 'pg';
import { upcast } from '../../domain/event-catalogue.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { NO_STREAM, type EventLog, type RecordedEvent } from '../../eventlog/port.ts';
import { deciders, type Kind, type State } from './aggregates.ts';
import { jsonInPieces } from './json-in-pieces.ts';
import type { ChainEnd } from './chain-end.ts';

/** The state of a stream: from its snapshot and the events behind it. */
export interface Loaded<K extends Kind> {
  readonly state: State<K>;
  readonly end: ChainEnd;
  /** Revision of the last snapshot, or NO_STREAM. */
  readonly snapshotRevision: number;
  /** When it was taken, on the clock of this process; absent when that was not by this process. */
  readonly snapshotAt?: number;
}

export interface StateStore {
  load<K extends Kind>(kind: K, stream: string): Promise<Loaded<K>>;
  /** The state with what was appended since, and those events. */
  refresh<K extends Kind>(kind: K, loaded: Loaded<K>): Promise<{ loaded: Loaded<K>; tail: readonly RecordedEvent[] }>;
  /** Keeps a snapshot when enough has happened since the last; runs behind the scenes and never fails a command. */
  keep<K extends Kind>(kind: K, loaded: Loaded<K>): Loaded<K>;
  settled(): Promise<void>;
}

const EVENTS_BETWEEN_SNAPSHOTS = 1_000;
/** A stream that grows fast, as in an import, would be kept again and again: then only after many more events, or a while. */
const EVENTS_OF_A_RUSH = 5_000;
const BETWEEN_SNAPSHOTS_MS = 10_000;
/** A snapshot of a large state costs more than the replay of many events: it is taken less often. */
const THINGS_AN_EVENT = 4;

export function stateStore(pool: pg.Pool, log: EventLog): StateStore {
  const saving = new Set<Promise<void>>();

  /** Reads on from where the state stands; a whole stream goes through without being held in memory. */
  async function readOn<K extends Kind>(
    kind: K,
    loaded: Loaded<K>,
    onEvent: (event: RecordedEvent) => void,
  ): Promise<Loaded<K>> {
    let { state, end } = loaded;
    for await (const event of log.readStream(end.stream, { from: end.revision + 1 })) {
      state = deciders[kind].evolve(state, upcast(event));
      end = {
        stream: end.stream,
        revision: event.revision,
        hash: event.metadata.hash ?? null,
      };
      onEvent(event);
    }
    return { ...loaded, state, end };
  }

  /** A log that was restored from a backup may end before the snapshot, or have gone another way since. */
  async function isInLog({ stream, revision, hash }: ChainEnd): Promise<boolean> {
    if (revision === NO_STREAM) return true;
    for await (const event of log.readStream(stream, { from: revision, limit: 1 }))
      return (event.metadata.hash ?? null) === hash;
    return false;
  }

  async function fromSnapshot<K extends Kind>(kind: K, stream: string): Promise<Loaded<K>> {
    const decider = deciders[kind];
    const empty = emptyState(kind, stream);
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
      // A snapshot is disposable: one that cannot be read costs a longer replay, nothing else.
      return empty;
    }
  }

  async function save<K extends Kind>(kind: K, { state, end }: Loaded<K>): Promise<void> {
    const { version, pack } = deciders[kind].snapshot!;
    await pool.query({
      name: 'save-snapshot',
      text: `INSERT INTO ops.snapshots (stream, revision, version, hash, state) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (stream) DO UPDATE SET revision = excluded.revision, version = excluded.version, hash = excluded.hash, state = excluded.state, created_at = now()`,
      values: [end.stream, end.revision, version, end.hash, await jsonInPieces(pack(state))],
    });
  }

  return {
    async load(kind, stream) {
      const snapshot = await fromSnapshot(kind, stream);
      const start = (await isInLog(snapshot.end)) ? snapshot : emptyState(kind, stream);
      return readOn(kind, start, () => undefined);
    },
    async refresh(kind, before) {
      const tail: RecordedEvent[] = [];
      return { loaded: await readOn(kind, before, (event) => tail.push(event)), tail };
    },
    keep(kind, loaded) {
      const { snapshot } = deciders[kind];
      const since = loaded.end.revision - loaded.snapshotRevision;
      if (!snapshot || since < EVENTS_BETWEEN_SNAPSHOTS) return loaded;
      const now = performance.now();
      if (since < EVENTS_OF_A_RUSH && now - (loaded.snapshotAt ?? -Infinity) < BETWEEN_SNAPSHOTS_MS) return loaded;
      if (since < (snapshot.weigh?.(loaded.state) ?? 0) / THINGS_AN_EVENT) return loaded;
      const task = save(kind, loaded)
        .catch(() => undefined)
        .finally(() => saving.delete(task));
      saving.add(task);
      return { ...loaded, snapshotRevision: loaded.end.revision, snapshotAt: now };
    },
    async settled() {
      await Promise.all(saving);
    },
  };
}

function emptyState<K extends Kind>(kind: K, stream: string): Loaded<K> {
  return {
    state: deciders[kind].initialState,
    end: { stream, revision: NO_STREAM, hash: null },
    snapshotRevision: NO_STREAM,
  };
}
