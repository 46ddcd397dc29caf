import type { Span } from '../../domain/book-migrations/calendar.ts';
import type { Preview } from '../../domain/book-migrations/preview.ts';
import type { ImportRow } from '../../domain/records/import.ts';

/** What is to be made of the files, as it was found to fit: kept until it is done, whichever process does it. */
export interface MigrationPlan {
  readonly format: 'fec' | 'csv';
  readonly accounts: readonly ImportRow[];
  readonly journals: readonly ImportRow[];
  readonly third_parties: readonly ImportRow[];
  readonly years: readonly Span[];
  readonly firstYear: number;
  readonly lastYear: number;
  /** Up to which entry each of the years goes, by their number. */
  readonly lastEntries: readonly { readonly year_no: number; readonly last_entry_no: number }[];
  /** Years that the source opens itself. */
  readonly opened: readonly number[];
  readonly lines: number;
  readonly entries: number;
  readonly postedLines: number;
  readonly letterings: number;
  /** What each account ends each year with. */
  readonly ends: Preview['ends'];
}
