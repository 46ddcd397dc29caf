import type { AcknowledgedWrite } from '../support/invariants.ts';

/** What an episode is to do. One seed and the same plan give the same result. */
export interface Plan {
  readonly seed: string;
  /** Number of commands, of the deck of the episode. */
  readonly commands: number;
  /** Commands that are left out, by their place; for shrinking. */
  readonly without: readonly number[];
  /** Faults that are left out, by their number; null: all. */
  readonly withoutFaults: readonly number[] | null;
}

export interface SentCommand {
  readonly index: number;
  readonly kind: string;
  readonly body: unknown;
  /** Status and code of the answer, or why there is none. */
  readonly result: string;
}

export interface Failure {
  readonly check: string;
  readonly details: string;
}

/** What an episode has done. */
export interface Report {
  readonly kindNames: readonly string[];
  readonly kinds: Readonly<Record<string, number>>;
  readonly history: readonly SentCommand[];
  readonly faults: readonly string[];
  readonly writes: readonly AcknowledgedWrite[];
  readonly readers: readonly { companyId: number; cursor: number; seen: readonly (readonly [string, number])[] }[];
  /** Mutation ids of documents whose tax was computed by the service. */
  readonly exactTaxes: readonly string[];
  /** VAT returns of the shared company file, computed again at the end. */
  readonly declarations: readonly {
    readonly companyId: number;
    readonly starts_on: string;
    readonly ends_on: string;
    readonly boxes: Readonly<Record<string, string>>;
  }[];
  readonly failures: readonly Failure[];
  readonly cost: Cost;
}

/** What an episode took. */
export interface Cost {
  readonly simulatedMs: number;
  readonly events: number;
  /** To the database. */
  readonly requests: number;
  readonly sessions: number;
  /** Of processes of the service. */
  readonly starts: number;
  /** Milliseconds of processor time of Node. */
  readonly processorMs: number;
}
