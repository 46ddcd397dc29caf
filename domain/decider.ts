import type { DomainEvent } from './event.ts';
import type { JsonRecord } from './json.ts';
import type { Decision } from './refusal.ts';
import type { Steps } from './steps.ts';

/**
 * A consistency boundary: past events (`evolve`) determine what may happen next (`decide`). Pure. `Opened` is the state of
 * a stream after its first command.
 */
export interface Decider<Command, State, Opened extends State = State> {
  readonly initialState: State;
  readonly decide: (command: Command, state: State) => Decision<DomainEvent>;
  /** The same decision in steps, for commands that would block for too long; null for other commands. */
  readonly decideInSteps?: (command: Command, state: State) => Steps<Decision<DomainEvent>> | null;
  /** Returns the state unchanged for an unknown event. No event closes a stream, so an opened state stays opened. */
  readonly evolve: <Known extends State>(state: Known, event: DomainEvent) => Known;
  /** Null if the stream has not been opened. */
  readonly findOpened: (state: State) => Opened | null;
  /** How a state is stored between restarts; a snapshot of another version is ignored. */
  readonly snapshot?: {
    readonly version: number;
    readonly pack: (state: State) => JsonRecord;
    readonly unpack: (packed: JsonRecord) => State;
    /** Number of items in the state that it does not share with other states: the cost of a snapshot and of caching it. */
    readonly weigh?: (state: State) => number;
    /** The first events of a stream are large, so a snapshot is worth while from the beginning. */
    readonly isTakenAtOnce?: boolean;
  };
}
