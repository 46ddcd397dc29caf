import type { DomainEvent } from './event.ts';
import type { JsonRecord } from './json.ts';
import type { Decision } from './refusal.ts';
import type { Steps } from './steps.ts';

/** A consistency boundary: past events (`evolve`) determine what may happen next (`decide`). Pure. */
export interface Decider<Command, State> {
  readonly initialState: State;
  readonly decide: (command: Command, state: State) => Decision<DomainEvent>;
  /** The same decision in steps, for commands that would block for too long; null for other commands. */
  readonly decideInSteps?: (command: Command, state: State) => Steps<Decision<DomainEvent>> | null;
  /** Returns the state unchanged for an unknown event. */
  readonly evolve: (state: State, event: DomainEvent) => State;
  /** How a state is stored between restarts; a snapshot of another version is ignored. */
  readonly snapshot?: {
    readonly version: number;
    readonly pack: (state: State) => JsonRecord;
    readonly unpack: (packed: JsonRecord) => State;
    /** Number of items in the state: the cost of a snapshot and of caching it. */
    readonly weigh?: (state: State) => number;
  };
}
