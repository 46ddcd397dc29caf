import type { Queryable } from '../../database/snapshot.ts';
import type { Language } from '../../domain/language.ts';
import type { Statement } from '../support/statement.ts';
import { bankTransactions, codaFiles, sepaFiles } from './bank-lists.ts';
import { documents, entries, fixedAssets, letterings, recurringEntries, vatDeclarations } from './booking-lists.ts';
import { accounts, analyticCodes, budgets, journals, thirdParties, vatCodes } from './record-lists.ts';

/** Lists of a company file, row by row: entries by date, all others in order of creation. */

const LISTS = {
  accounts,
  'journal-list': journals,
  'vat-codes': vatCodes,
  'third-parties': thirdParties,
  documents,
  'bank-transactions': bankTransactions,
  lettering: letterings,
  entries,
  'fixed-assets': fixedAssets,
  'recurring-entries': recurringEntries,
  'analytic-codes': analyticCodes,
  budgets,
  'vat-declarations': vatDeclarations,
  'sepa-files': sepaFiles,
  'coda-files': codaFiles,
} as const;

export type ListType = keyof typeof LISTS;

export type ListRow = Readonly<Record<string, string | number | boolean | null>> & { readonly id: number };

/** Every filter of any list; a list uses those that it declares. */
export interface ListFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly fiscalYearId?: number | undefined;
  readonly journal_id?: number | undefined;
  readonly account_id?: number | undefined;
  readonly third_party_id?: number | undefined;
  readonly supplier_id?: number | undefined;
  readonly status?: string | undefined;
  readonly type?: string | undefined;
  readonly category?: string | undefined;
  readonly kind?: string | undefined;
  readonly mode?: string | undefined;
  readonly axis?: string | undefined;
  readonly is_active?: boolean | undefined;
  readonly year?: number | undefined;
}

interface Given extends ListFilter {
  readonly companyId: number;
  readonly language: Language;
}

interface Place {
  readonly afterId: number;
  readonly afterDate: string;
}

const START: Place = { afterId: 0, afterDate: '0001-01-01' };

/** Page by page until one is empty: some pages hold a number of records, each of several rows. */
export async function* readListRows(db: Queryable, type: ListType, given: Given): AsyncGenerator<ListRow> {
  const rowsBehind: Statement<Given & Place, ListRow> = LISTS[type];
  let place = START;
  for (;;) {
    const rows = await rowsBehind.all(db, { ...given, ...place });
    if (rows.length === 0) return;
    yield* rows;
    const { id, entry_date: date } = rows.at(-1)!;
    place = { afterId: id, afterDate: typeof date === 'string' ? date : START.afterDate };
  }
}
