import type { DomainEvent } from '../../domain/event.ts';
import type { EventLog } from '../../eventlog/port.ts';
import type { Progress } from '../../projections/engine/progress.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { streamOf, type Command, type EventOfCommand, type Kind, type State } from '../../stores/support/aggregates.ts';
import type { CommandContext } from './context.ts';
import { createLane, type Requested, type Committed, type Lane } from './lane.ts';
import type { MutationLookup } from './own-events.ts';
import { stateStore } from '../../stores/support/snapshots.ts';
import type pg from 'pg';

/** How every change is made: load, decide, append at the revision read, and wait until the read tables show it. */
export interface CommandPath {
  /** `meanwhile` is reported of the outcome at once, while the answer still waits for the read tables. */
  execute<K extends Kind, C extends Command<K>>(
    kind: K,
    id: number,
    requested: Requested<K, C>,
    context: CommandContext,
    meanwhile?: (committed: Committed<K, EventOfCommand<K, C>>) => void,
  ): Promise<Committed<K, EventOfCommand<K, C>> | Refusal>;
  /** How much one command may record: what needs more is done in several. */
  readonly maxAppendBytes: number;
  /** The newest state of a stream, for a question that changes nothing. */
  look<K extends Kind>(kind: K, id: number): Promise<State<K>>;
  /** Resolves when the read tables show everything that is in the log now. */
  caughtUp(): Promise<void>;
  /** Resolves when no command is under way any more. */
  settled(): Promise<void>;
}

export interface CommandPathOptions {
  readonly pool: pg.Pool;
  readonly log: EventLog;
  readonly progress: Progress;
  readonly ownEvents: MutationLookup;
  readonly isHalted: (stream: string) => boolean;
  readonly now: () => Date;
  /** What a command may take in all, read tables included; null: each of its parts has its own limit. */
  readonly longestMs?: number | null;
  /** How many streams keep their state in memory. */
  readonly maxStreams?: number;
  /** How many records they may hold together. */
  readonly maxWeight?: number;
}

/** The tables of this company file are held back by an event that they cannot digest; see the operations manual. */
export class StreamHalted extends Error {
  constructor(stream: string) {
    super(`The projection of ${stream} is halted`);
    this.name = 'StreamHalted';
  }
}

/** What a record of an import, or a line of a batch of entries, may add to the time that the tables take, on a machine that is busy. */
const PATIENCE_A_RECORD_MS = 2;

const DEFAULT_MAX_STREAMS = 200;
/** A record takes one to two kilobytes of memory. */
const DEFAULT_MAX_WEIGHT = 300_000;

/** What can be said of a lane of any kind. */
type AnyLane = Pick<Lane<Kind>, 'isIdle' | 'weight' | 'settled'>;

export function openCommandPath(options: CommandPathOptions): CommandPath {
  const {
    log,
    progress,
    isHalted,
    longestMs = null,
    maxStreams = DEFAULT_MAX_STREAMS,
    maxWeight = DEFAULT_MAX_WEIGHT,
  } = options;
  const states = stateStore(options.pool, log);
  const lanes = new Map<string, AnyLane>();

  function laneOf<K extends Kind>(kind: K, stream: string): Lane<K> {
    const known = lanes.get(stream);
    if (known) {
      lanes.delete(stream); // and back to the end: least recently used first
      lanes.set(stream, known);
      return known as Lane<K>; // the name of a stream tells its kind
    }
    makeRoom();
    const { ownEvents, now } = options;
    const lane = createLane(kind, stream, { log, states, ownEvents, progress, now, longestMs });
    lanes.set(stream, lane);
    return lane;
  }

  /**
   * Those that were used longest ago go first; one that has work to do stays. No cache of a library does this: the weight
   * of a lane grows while it is kept, and a lane can refuse to go.
   */
  function makeRoom(): void {
    let weight = [...lanes.values()].reduce((total, lane) => total + lane.weight, 0);
    for (const [stream, lane] of lanes) {
      if (lanes.size < maxStreams && weight <= maxWeight) return;
      if (!lane.isIdle) continue;
      weight -= lane.weight;
      lanes.delete(stream);
    }
  }

  return {
    async execute<K extends Kind, C extends Command<K>>(
      kind: K,
      id: number,
      requested: Requested<K, C>,
      context: CommandContext,
      meanwhile?: (committed: Committed<K, EventOfCommand<K, C>>) => void,
    ) {
      const stream = streamOf(kind, id);
      if (isHalted(stream)) throw new StreamHalted(stream);
      const latest = longestMs === null ? undefined : performance.now() + longestMs;
      const outcome = await laneOf(kind, stream).execute(requested, context);
      if (isRefusal(outcome)) return outcome;
      // What came of the command is what its decider gives: the lane itself handles the events of all alike.
      const committed = outcome as Committed<K, EventOfCommand<K, C>>;
      meanwhile?.(committed);
      if (outcome.position !== null) await progress.passed(outcome.position, patienceFor(outcome.events), latest);
      return committed;
    },
    maxAppendBytes: log.maxAppendBytes,
    look: (kind, id) => laneOf(kind, streamOf(kind, id)).look(),
    async caughtUp() {
      await progress.passed(await log.head());
    },
    async settled() {
      await Promise.all([...lanes.values()].map((lane) => lane.settled()));
      await states.settled();
    },
  };
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** Of a depreciation: its assets, which come in groups. */
const lengthOfGroups = (groups: unknown): number =>
  Array.isArray(groups)
    ? (groups as readonly { readonly assets?: unknown }[]).reduce((total, { assets }) => total + lengthOf(assets), 0)
    : 0;

function patienceFor(events: readonly DomainEvent[]): number {
  const count = events.reduce(
    (total, { data }) => total + lengthOf(data['records']) + lengthOf(data['lines']) + lengthOfGroups(data['groups']),
    0,
  );
  return count * PATIENCE_A_RECORD_MS;
}
