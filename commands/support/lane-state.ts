import type { DomainEvent } from '../../domain/event.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { EventLog } from '../../eventlog/port.ts';
import type { Progress } from '../../projections/engine/progress.ts';
import { deciders, type Command, type Kind, type State, type StoredState } from '../../stores/support/aggregates.ts';
import type { Loaded, StateStore } from '../../stores/support/snapshots.ts';
import type { Vault } from '../../stores/vault/vault.ts';
import type { CommandContext } from './context.ts';
import type { CommandTrace } from './command-trace.ts';
import type { MutationLookup } from './own-events.ts';

/**
 * A command, or a function that builds it from facts outside the state, such as the lines of an entry to reverse. These
 * facts are read from the projections once they have caught up with the stream; the append at that revision guarantees
 * consistency.
 */
export type Requested<K extends Kind, C extends Command<K> = Command<K>> = C | Gather<K, C>;
export type Gather<K extends Kind, C extends Command<K> = Command<K>> = (state: State<K>) => Promise<C | Refusal>;

export interface Committed<K extends Kind, Event = DomainEvent> {
  /** The events of the command; empty if there was nothing to do. */
  readonly events: readonly Event[];
  /** State of the stream after the command. */
  readonly state: State<K>;
  /** Log position of the append, or null if nothing was appended. */
  readonly position: number | null;
  readonly recordedAt: string | null;
}

/** A command that was decided and not recorded. */
export interface Rehearsed<K extends Kind, Event = DomainEvent> {
  readonly events: readonly Event[];
  /** State of the stream before and after the command. */
  readonly before: State<K>;
  readonly state: State<K>;
}

export interface Waiting<K extends Kind> {
  readonly requested: Requested<K>;
  readonly context: CommandContext;
  /** Arrival time on the monotonic clock. */
  readonly since: number;
  /** Absent unless traces are sent. */
  readonly trace?: CommandTrace | null;
  readonly resolve: (outcome: Committed<K> | Refusal) => void;
  readonly reject: (error: unknown) => void;
}

export interface LaneOptions {
  readonly log: EventLog;
  readonly states: StateStore;
  readonly ownEvents: MutationLookup;
  readonly progress: Progress;
  readonly now: () => Date;
  /** Keys of personal fields; null: they are recorded in clear. */
  readonly vault: Vault | null;
  /** Time limit of a command; null if only the limits of its parts apply. */
  readonly longestMs?: number | null;
  /** Called after each append with its duration, for metrics. */
  readonly onAppend?: ((seconds: number, events: number) => void) | undefined;
  /** Called when the state in memory may have changed and nothing runs any more. */
  readonly onSettled?: (() => void) | undefined;
}

export interface LaneState<K extends Kind> extends LaneOptions {
  readonly kind: K;
  readonly stream: string;
  readonly longestMs: number | null;
  readonly waiting: Waiting<K>[];
  /** The work on the queue; null while it is empty. */
  running: Promise<void> | null;
  /** The cached state of the stream; null if it must be loaded. */
  known: Loaded<K> | null;
  /** Until then another process is expected to write to the stream too, on the monotonic clock. */
  sharedUntil: number;
  /** Commands are being decided on a state that must not be kept. */
  isOutdated: boolean;
}

/** @throws for a stream that was never opened */
export function requireOpened<K extends Kind>({ kind, stream }: LaneState<K>, stored: StoredState<K>): State<K> {
  const opened = deciders[kind].findOpened(stored);
  if (opened === null) throw new Error(`The stream ${stream} was never opened`);
  return opened;
}
