import type { PlainDate } from '../dates.ts';
import type { LetteredLine } from '../lettering/lettering-events.ts';
import type { EntryLine, Layer, PostedEntry } from './entry-events.ts';

/** The current state of an entry, with the facts for a decision that the state of a company file does not hold. */
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
  /** In order. Third parties are the original ones, regardless of later merges. */
  readonly lines: readonly LineFacts[];
  /** The matches in force with a line of this entry, each with all its lines, including those of other entries. */
  readonly letterings: readonly LetteringFacts[];
}

export interface LineFacts extends EntryLine {
  /** Position in the entry, starting at 1. */
  readonly line_number: number;
  /** The matched amount. Debit is positive, credit is negative. */
  readonly settled: string;
  readonly is_letterable: boolean;
  /** The same in the currency of the line. Absent on a line without currency. */
  readonly currency_settled?: string;
  /** Reason of the dispute, empty if none was given. Absent or null: not disputed. */
  readonly dispute?: string | null;
}

export interface LetteringFacts {
  readonly id: number;
  readonly version: number;
  /** The settlement date, if the match moved tax that is due on payment. Otherwise absent. */
  readonly tax_moved_on?: PlainDate;
  readonly lines: readonly LetteredLine[];
}
