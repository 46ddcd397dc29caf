import type { PlainDate } from '../dates.ts';
import type { LetteredLine } from '../lettering/lettering-events.ts';
import type { EntryLine, Layer, PostedEntry } from './entry-events.ts';

/** An entry as it is now, with all that a decision about it needs and that the state of a company file does not hold. */
export interface EntryFacts extends Pick<
  PostedEntry,
  | 'id'
  | 'journal_id'
  | 'fiscal_year_id'
  | 'number'
  | 'entry_date'
  | 'due_date'
  | 'label'
  | 'reference'
  | 'third_party_id'
  | 'origin'
  | 'vat'
> {
  readonly version: number;
  readonly status: 'posted' | 'reversed';
  readonly layer: Layer;
  readonly reversed_entry_id: number | null;
  readonly reversed_by_entry_id: number | null;
  /** In their order; third parties are those that they were posted for, whatever was merged since. */
  readonly lines: readonly LineFacts[];
  /** Those in force that hold a line of the entry, each with all its lines, also of other entries. */
  readonly letterings: readonly LetteringFacts[];
}

export interface LineFacts extends EntryLine {
  /** Its place in the entry, counted from 1. */
  readonly line_number: number;
  /** What letterings have settled of it: debit is positive, credit negative. */
  readonly settled: string;
  readonly is_letterable: boolean;
  /** Why what it asks for is disputed, empty where nobody says; absent or null: it is not. */
  readonly dispute?: string | null;
}

export interface LetteringFacts {
  readonly id: number;
  readonly version: number;
  /** The day on which it settles, where the tax due with the payment of its documents has moved with it; else absent. */
  readonly tax_moved_on?: PlainDate;
  readonly lines: readonly LetteredLine[];
}
