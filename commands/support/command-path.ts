import type { DomainEvent } from '../../domain/event.ts';
import type { EventLog } from '../../eventlog/port.ts';
import type { Progress } from '../../projections/engine/progress.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import {
  buildStreamName,
  deciders,
  type Command,
  type EventOfCommand,
  type Kind,
  type State,
} from '../../stores/support/aggregates.ts';
import type { CommandContext } from './context.ts';
import { startCommandTrace, traceProjection } from './command-trace.ts';
import { createLaneCache } from './lane-cache.ts';
import { createLane, type Requested, type Committed, type Lane, type LaneOptions, type Rehearsed } from './lane.ts';
import type { Tracer } from '../../outside/tracing/port.ts';
import type { MutationLookup } from './own-events.ts';
import type { Vault } from '../../stores/vault/vault.ts';
import { openStateStore } from '../../stores/support/snapshots.ts';
import type pg from 'pg';
import { runInTurns } from '../../support/yielding.ts';

/** The path of every change: load, decide, append at the revision read, and wait until the projections show it. */
export interface CommandPath {
  /** `meanwhile` receives the outcome immediately, while the call still waits for the projections. */
  execute<K extends Kind, C extends Command<K>>(
    kind: K,
    id: number,
    requested: Requested<K, C>,
    context: CommandContext,
    meanwhile?: (committed: Committed<K, EventOfCommand<K, C>>) => void,
  ): Promise<Committed<K, EventOfCommand<K, C>> | Refusal>;
  /** Takes every step of `execute` up to the append, and records nothing. */
  rehearse<K extends Kind, C extends Command<K>>(
    kind: K,
    id: number,
    requested: Requested<K, C>,
    context: CommandContext,
  ): Promise<Rehearsed<K, EventOfCommand<K, C>> | Refusal>;
  /** Decides a command on the latest state, without recording it. */
  preview<K extends Kind, C extends Command<K>>(
    kind: K,
    id: number,
    requested: Requested<K, C>,
  ): Promise<Previewed<K, EventOfCommand<K, C>> | Refusal>;
  /** Size limit of one command; larger changes take several commands. */
  readonly maxAppendBytes: number;
  /** The latest state of a stream, for read-only use. */
  loadState<K extends Kind>(kind: K, id: number): Promise<State<K>>;
  /** Personal data of this stream were erased: its state is loaded from the log again. */
  forgetState(stream: string): void;
  /** Resolves when the projections show everything currently in the log. */
  waitForProjections(): Promise<void>;
  /** Resolves when no command is running any more. */
  waitUntilIdle(): Promise<void>;
}

export interface Previewed<K extends Kind, Event> {
  readonly events: readonly Event[];
  /** State of the stream before the command. */
  readonly state: State<K>;
}

export interface CommandPathOptions {
  readonly pool: pg.Pool;
  readonly log: EventLog;
  readonly progress: Progress;
  readonly ownEvents: MutationLookup;
  readonly isHalted: (stream: string) => boolean;
  readonly now: () => Date;
  /** Keys of personal fields; absent: they are recorded in clear. */
  readonly vault?: Vault | null;
  /** Time limit of a command, projections included; null if only the limits of its parts apply. */
  readonly longestMs?: number | null;
  /** Null if no traces are sent. */
  readonly tracer?: Tracer | null;
  /** Called after each append with its duration, for metrics. */
  readonly onAppend?: LaneOptions['onAppend'];
  /** Budget for the states kept in memory, in bytes. */
  readonly maxCacheBytes?: number;
}

/** The projection of this company file is halted by an event that it cannot process; see the operations manual. */
export class StreamHalted extends Error {
  constructor(stream: string) {
    super(`The projection of ${stream} is halted`);
    this.name = 'StreamHalted';
  }
}

/** Extra time that the projections get per imported record or posted line, on a busy machine. */
const PATIENCE_A_RECORD_MS = 2;

export const DEFAULT_CACHE_MB = 128;

export function openCommandPath(options: CommandPathOptions): CommandPath {
  const {
    log,
    progress,
    isHalted,
    longestMs = null,
    maxCacheBytes = DEFAULT_CACHE_MB * 2 ** 20,
    tracer = null,
    onAppend,
  } = options;
  const states = openStateStore(options.pool, log);
  const lanes = createLaneCache(maxCacheBytes);

  function getLane<K extends Kind>(kind: K, stream: string): Lane<K> {
    const { ownEvents, now, vault = null } = options;
    const lane = lanes.getOrCreate(stream, (onSettled) =>
      createLane(kind, stream, { log, states, ownEvents, progress, now, vault, longestMs, onAppend, onSettled }),
    );
    return lane as Lane<K>; // the stream name determines the kind
  }

  return {
    async execute<K extends Kind, C extends Command<K>>(
      kind: K,
      id: number,
      requested: Requested<K, C>,
      context: CommandContext,
      meanwhile?: (committed: Committed<K, EventOfCommand<K, C>>) => void,
    ) {
      const stream = buildStreamName(kind, id);
      if (isHalted(stream)) throw new StreamHalted(stream);
      const latest = longestMs === null ? undefined : performance.now() + longestMs;
      const trace = tracer && startCommandTrace(tracer, stream, requested);
      try {
        const outcome = await getLane(kind, stream).execute(requested, context, trace);
        if (isRefusal(outcome)) return outcome;
        // The lane handles all events alike; the decider guarantees the event types of this command.
        const committed = outcome as Committed<K, EventOfCommand<K, C>>;
        meanwhile?.(committed);
        const { position, events } = outcome;
        if (position !== null) {
          if (context.reached) context.reached.position = Math.max(context.reached.position ?? position, position);
          const wait = (): Promise<void> => progress.waitForPosition(position, computePatience(events), latest, stream);
          await (trace ? traceProjection(trace, position, wait) : wait());
        }
        return committed;
      } finally {
        trace?.command.end();
      }
    },
    async rehearse<K extends Kind, C extends Command<K>>(
      kind: K,
      id: number,
      requested: Requested<K, C>,
      context: CommandContext,
    ) {
      const stream = buildStreamName(kind, id);
      if (isHalted(stream)) throw new StreamHalted(stream);
      // The decider guarantees the event types of this command.
      return (await getLane(kind, stream).rehearse(requested, context)) as Rehearsed<K, EventOfCommand<K, C>> | Refusal;
    },
    async preview<K extends Kind, C extends Command<K>>(kind: K, id: number, requested: Requested<K, C>) {
      const state = await getLane(kind, buildStreamName(kind, id)).loadState();
      const command = typeof requested === 'function' ? await requested(state) : requested;
      if (isRefusal(command)) return command;
      const steps = deciders[kind].decideInSteps?.(command, state) ?? null;
      const events = steps ? await runInTurns(steps) : deciders[kind].decide(command, state);
      // The decider guarantees the event types of this command.
      return isRefusal(events) ? events : { events: events as readonly EventOfCommand<K, C>[], state };
    },
    maxAppendBytes: log.maxAppendBytes,
    loadState: (kind, id) => getLane(kind, buildStreamName(kind, id)).loadState(),
    forgetState: (stream) => lanes.find(stream)?.forgetState(),
    async waitForProjections() {
      await progress.waitForPosition(await log.readHead());
    },
    async waitUntilIdle() {
      await Promise.all([...lanes.list()].map((lane) => lane.waitUntilIdle()));
      await states.waitForSaves();
    },
  };
}

const getListLength = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** Number of assets of a depreciation, which are grouped. */
const countGroupedAssets = (groups: unknown): number =>
  Array.isArray(groups)
    ? (groups as readonly { readonly assets?: unknown }[]).reduce(
        (total, { assets }) => total + getListLength(assets),
        0,
      )
    : 0;

function computePatience(events: readonly DomainEvent[]): number {
  const count = events.reduce(
    (total, { data }) =>
      total + getListLength(data['records']) + getListLength(data['lines']) + countGroupedAssets(data['groups']),
    0,
  );
  return count * PATIENCE_A_RECORD_MS;
}
