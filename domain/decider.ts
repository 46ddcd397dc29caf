import type { DomainEvent } from './event.ts';
import type { JsonRecord } from './json.ts';
import type { Decision } from './refusal.ts';
import type { Steps } from './steps.ts';

/** A consistency boundary: what was decided before (`evolve`) decides what may happen next (`decide`). Pure. */
export interface Decider<Command, State> {
  readonly initialState: State;
  readonly decide: (command: Command, state: State) => Decision<DomainEvent>;
  /** The same decision step by step, for a command whose decision would keep everybody waiting; null for any other. */
  readonly decideInSteps?: (command: Command, state: State) => Steps<Decision<DomainEvent>> | null;
  /** Leaves the state as it is for an event that it does not know. */
  readonly evolve: (state: State, event: DomainEvent) => State;
  /** How a state is kept between two starts; a snapshot of another version is ignored. */
  readonly snapshot?: {
    readonly version: number;
    readonly pack: (state: State) => JsonRecord;
    readonly unpack: (packed: JsonRecord) => State;
    /** How many things the state holds: what a snapshot costs, and what keeping it in memory does. */
    readonly weigh?: (state: State) => number;
  };
}
