import type { Queryable } from '../../database/snapshot.ts';
import { computeBaseAmounts } from '../../domain/documents/document-rates.ts';
import type { Language } from '../../domain/language.ts';
import { toTransactionFilter, type TransactionFilter } from '../bank/transaction-queries.ts';
import { toDocumentFilter, type DocumentFilter } from '../documents/queries.ts';
import { toAssetFilter } from '../fixed-assets/queries.ts';
import { toLetteringFilter } from '../lettering/queries.ts';
import type { EntryFilter } from '../ledger/entry-list.ts';
import { toRecordFilter } from '../records/filter.ts';
import { toRecurringFilter } from '../recurring-entries/queries.ts';
import { splitSearchText } from '../support/search.ts';
import type { Statement } from '../support/statement.ts';
import { bankTransactions, codaFiles, sepaFiles } from './bank-lists.ts';
import { documents, entries, fixedAssets, letterings, recurringEntries, vatDeclarations } from './booking-lists.ts';
import { findEntryPages } from './found-entries.ts';
import { accounts, analyticCodes, budgets, journals, thirdParties, vatCodes } from './record-lists.ts';

/**
 * Lists of a company file, row by row: entries by date, all others in order of creation. Each takes the filters of the
 * list itself and uses its conditions, so that a file contains what the list shows.
 */

export type ListRow = Readonly<Record<string, string | number | boolean | null>> & { readonly id: number };

/** The filters of a list by name; `from` and `to` include those of a fiscal year. */
export type ListFilter = Readonly<Record<string, string | number | boolean | undefined>>;

interface Given {
  readonly companyId: number;
  readonly language: Language;
  readonly filter: ListFilter;
  /** The requested days, or those of the fiscal year. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Place {
  readonly afterId: number;
  readonly afterDate: string;
}

const START: Place = { afterId: 0, afterDate: '0001-01-01' };

type ReadRows = (db: Queryable, given: Given, place: Place) => Promise<ListRow[]>;

type RecordValues = Pick<Given, 'companyId' | 'language'> & Pick<Place, 'afterId'> & ReturnType<typeof toRecordFilter>;

const readRecords =
  (rows: Statement<RecordValues, ListRow>): ReadRows =>
  (db, { companyId, language, filter: { q, ...filter } }, { afterId }) => {
    const equal = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    const values = toRecordFilter(equal as Record<string, string | number | boolean>, q as string | undefined);
    return rows.all(db, { companyId, language, afterId, ...values });
  };

/** With their amounts in the currency of the file. */
async function readDocuments(db: Queryable, values: Parameters<typeof documents.all>[1]): Promise<ListRow[]> {
  const rows = await documents.all(db, values);
  return rows.map(({ lines, book_currency, ...row }) => ({
    ...row,
    ...computeBaseAmounts({ ...row, lines: lines ?? [] }, book_currency),
  }));
}

/** The values of a filter were checked by the schema of its list, which has the same members as its type. */
const LISTS = {
  accounts: readRecords(accounts),
  'journal-list': readRecords(journals),
  'vat-codes': readRecords(vatCodes),
  'third-parties': readRecords(thirdParties),
  'analytic-codes': readRecords(analyticCodes),
  budgets: readRecords(budgets),
  documents: (db, { companyId, filter, from, to }, { afterId }) =>
    readDocuments(db, { ...toDocumentFilter(companyId, { ...(filter as DocumentFilter), from, to }), afterId }),
  'bank-transactions': (db, { companyId, filter, from, to }, { afterId }) =>
    bankTransactions.all(db, {
      ...toTransactionFilter(companyId, filter),
      status: (filter as TransactionFilter).status,
      from,
      to,
      afterId,
    }),
  lettering: (db, { companyId, filter, ...days }, { afterId }) =>
    letterings.all(db, { ...toLetteringFilter(companyId, filter), ...days, afterId }),
  entries: (db, { filter, ...given }, place) => entries.all(db, { ...(filter as EntryListFilter), ...given, ...place }),
  'fixed-assets': (db, { companyId, filter, ...days }, { afterId }) =>
    fixedAssets.all(db, { ...toAssetFilter(companyId, filter), ...days, afterId }),
  'recurring-entries': (db, { companyId, filter }, { afterId }) =>
    recurringEntries.all(db, { ...toRecurringFilter(companyId, filter), afterId }),
  'vat-declarations': (db, { filter, ...given }, { afterId }) =>
    vatDeclarations.all(db, { ...(filter as { year?: number; status?: string }), ...given, afterId }),
  'sepa-files': (db, { filter, ...given }, { afterId }) =>
    sepaFiles.all(db, { ...(filter as { type?: string; status?: string; journal_id?: number }), ...given, afterId }),
  'coda-files': (db, { filter, ...given }, { afterId }) =>
    codaFiles.all(db, { ...(filter as { journal_id?: number }), ...given, afterId }),
} satisfies Record<string, ReadRows>;

type EntryListFilter = Pick<EntryFilter, 'journal_id' | 'account_id' | 'third_party_id' | 'status' | 'q'>;

export type ListType = keyof typeof LISTS;

export function readListRows(db: Queryable, type: ListType, given: Given): AsyncGenerator<ListRow> {
  const { q } = given.filter as EntryListFilter;
  // The search of entries has a statement of its own. A text without words filters nothing.
  return type === 'entries' && q !== undefined && splitSearchText(q).length > 0
    ? readFoundEntries(db, given, q)
    : readInPages(db, LISTS[type], given);
}

/** Page by page until one is empty: some pages hold a number of records, each of several rows. */
async function* readInPages(db: Queryable, readRows: ReadRows, given: Given): AsyncGenerator<ListRow> {
  let place = START;
  for (;;) {
    const rows = await readRows(db, given, place);
    if (rows.length === 0) return;
    yield* rows;
    const { id, entry_date: date } = rows.at(-1)!;
    place = { afterId: id, afterDate: typeof date === 'string' ? date : START.afterDate };
  }
}

async function* readFoundEntries(db: Queryable, { filter, ...given }: Given, q: string): AsyncGenerator<ListRow> {
  for await (const ids of findEntryPages(db, given.companyId, q))
    yield* await entries.all(db, { ...(filter as EntryListFilter), ...given, ...START, ids });
}
