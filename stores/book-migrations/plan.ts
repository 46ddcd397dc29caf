import type { Span } from '../../domain/book-migrations/calendar.ts';
import type { Preview } from '../../domain/book-migrations/preview.ts';
import type { ImportRow } from '../../domain/records/import.ts';

/** The checked plan of a migration, stored until it is carried out by any process. */
export interface MigrationPlan {
  readonly format: 'fec' | 'csv';
  readonly accounts: readonly ImportRow[];
  readonly journals: readonly ImportRow[];
  readonly third_parties: readonly ImportRow[];
  readonly years: readonly Span[];
  readonly firstYear: number;
  readonly lastYear: number;
  /** The last entry of each year, by its number. */
  readonly lastEntries: readonly { readonly year_no: number; readonly last_entry_no: number }[];
  /** Years with opening entries in the source. */
  readonly opened: readonly number[];
  readonly lines: number;
  readonly entries: number;
  readonly postedLines: number;
  readonly letterings: number;
  /** Closing balances of each account for each year. */
  readonly ends: Preview['ends'];
}
