import type { BoxAmount, ManualAmount, ReturnRequests } from './declaration-events.ts';
import type { ReturnPeriod } from './period.ts';
import type { DeclarationStatus } from './state.ts';

/** The current return, including details that the state of the company file does not hold. */
export interface DeclarationFacts extends Omit<ReturnPeriod, 'due_on'> {
  readonly id: number;
  readonly version: number;
  readonly status: DeclarationStatus;
  readonly form: string;
  readonly books: readonly BoxAmount[];
  readonly carried: readonly BoxAmount[];
  readonly boxes: readonly BoxAmount[];
  readonly manual: readonly ManualAmount[];
  readonly requests: ReturnRequests;
  readonly comment: string | null;
  readonly journal_entry_id: number | null;
  /** Hash of the content that a user sees. */
  readonly fingerprint: string;
}
