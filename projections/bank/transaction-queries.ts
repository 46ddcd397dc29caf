import { sql } from 'kysely';
import type pg from 'pg';
import type { TransactionStatus } from '../../domain/bank/transactions.ts';
import { toLikePattern, splitSearchText } from '../support/search.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf, sumAmount } from '../support/expressions.ts';
import { bigint, bigints, date, each, oneOf, optional, shape, text, type Placeholders } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { resolveThirdPartyId, isCountedFor, buildMergeJoin } from '../third-parties/merges.ts';

/** Transactions for display. */
export type TransactionRow = RowOfStatement<typeof byIdsStatement>;

const selectShownTransactions = (db: QueryCreator) =>
  db
    .selectFrom('read.bank_transactions as t')
    .leftJoin(...buildMergeJoin('t'))
    .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('t')))
    .select(['t.id', 't.coda_file_id', 't.statement_id', 't.journal_id', 't.account_iban', 't.statement_number'])
    .select(['t.sequence', 't.format', 't.entry_date', 't.value_date', 't.amount', 't.currency'])
    .select(['t.counterpart_name', 't.counterpart_iban', 't.counterpart_bic', 't.communication'])
    .select(['t.structured_communication', 't.bank_code', 't.mandate_reference', 't.end_to_end_id', 't.details'])
    .select([
      't.status',
      't.matched_amount',
      't.journal_entry_id',
      't.ignored_reason',
      't.place_from',
      't.place_length',
    ])
    .select([resolveThirdPartyId('t').as('third_party_id'), 'p.name as third_party_name'])
    .select(['t.version', 't.created_at', 't.updated_at', 't.deleted_at']);

const byIdsStatement = statement(
  'bank-transactions-by-ids',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    selectShownTransactions(db).where('t.company_id', '=', companyId).where('t.id', '=', anyOf(ids)).orderBy('t.id'),
);

/** Including transactions of trashed files. */
export async function loadTransactionsByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<TransactionRow[]> {
  return byIdsStatement.all(pool, { companyId, ids });
}

export interface TransactionFilter {
  readonly status?: TransactionStatus;
  readonly journal_id?: number;
  readonly coda_file_id?: number;
  readonly account_iban?: string;
  readonly from?: string;
  readonly to?: string;
  readonly date_field?: 'entry' | 'value';
  /** Absolute value. */
  readonly amount_min?: string;
  readonly amount_max?: string;
  readonly direction?: 'in' | 'out';
  readonly third_party_id?: number;
  readonly counterpart_iban?: string;
  readonly q?: string;
}

export const transactionFilter = {
  companyId: bigint,
  journalId: optional(bigint),
  fileId: optional(bigint),
  iban: optional(text),
  from: optional(date),
  to: optional(date),
  by: shape<'entry' | 'value'>(),
  least: optional(text),
  most: optional(text),
  direction: shape<'in' | 'out' | ''>(),
  thirdPartyId: optional(bigint),
  counterpart: optional(text),
  parts: each(text),
};
type Filter = Placeholders<typeof transactionFilter>;

/** For all statuses, because the result includes a count per status. */
export const matchesTransactionFilter = (given: Filter) => {
  const { companyId, journalId, fileId, iban, from, to, by, least, most, direction, thirdPartyId, counterpart } = given;
  const day = by === 'value' ? sql`t.value_date` : sql`t.entry_date`;
  return sql<boolean>`${sql.join(
    [
      sql`t.company_id = ${companyId} and t.deleted_at is null`,
      ...(journalId === undefined ? [] : [sql`t.journal_id = ${journalId}`]),
      ...(fileId === undefined ? [] : [sql`t.coda_file_id = ${fileId}`]),
      ...(iban === undefined ? [] : [sql`t.account_iban = ${iban}`]),
      ...(from === undefined ? [] : [sql`${day} >= ${from}`]),
      ...(to === undefined ? [] : [sql`${day} <= ${to}`]),
      ...(least === undefined ? [] : [sql`abs(t.amount) >= ${least}::numeric`]),
      ...(most === undefined ? [] : [sql`abs(t.amount) <= ${most}::numeric`]),
      ...(direction === '' ? [] : [direction === 'in' ? sql`t.amount >= 0` : sql`t.amount < 0`]),
      ...(thirdPartyId === undefined ? [] : [isCountedFor('t', companyId, thirdPartyId)]),
      ...(counterpart === undefined ? [] : [sql`t.counterpart_iban = ${counterpart}`]),
      ...given.parts.map((part) => sql`t.search like ${part}`),
    ],
    sql` and `,
  )}`;
};

const pageStatement = statement(
  'bank-transactions-page',
  { ...transactionFilter, status: optional(oneOf<TransactionStatus>()), limit: bigint, offset: bigint },
  (db, { status, limit, offset, ...given }) =>
    selectShownTransactions(db)
      .where(matchesTransactionFilter(given))
      .$if(status !== undefined, (query) => query.where('t.status', '=', status!))
      .orderBy(given.by === 'value' ? 't.value_date' : 't.entry_date', 'desc')
      .orderBy('t.id', 'desc')
      .limit(limit)
      .offset(offset),
);

const countsStatement = statement('bank-transactions-counts', transactionFilter, (db, given) =>
  db
    .selectFrom('read.bank_transactions as t')
    .select('t.status')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(sumAmount(sql<string>`t.amount`).as('amount'))
    .where(matchesTransactionFilter(given))
    .groupBy('t.status'),
);

export const toTransactionFilter = (companyId: number, wanted: TransactionFilter) =>
  ({
    companyId,
    journalId: wanted.journal_id,
    fileId: wanted.coda_file_id,
    iban: wanted.account_iban,
    from: wanted.from,
    to: wanted.to,
    by: wanted.date_field ?? 'entry',
    least: wanted.amount_min,
    most: wanted.amount_max,
    direction: wanted.direction ?? '',
    thirdPartyId: wanted.third_party_id,
    counterpart: wanted.counterpart_iban,
    parts: wanted.q === undefined ? [] : splitSearchText(wanted.q).map(toLikePattern),
  }) as const;

export interface FoundTransactions {
  readonly rows: readonly TransactionRow[];
  readonly total: number;
  readonly counts: Readonly<Record<TransactionStatus, number>>;
}

/** Newest first; the counts cover all statuses, whichever is shown. */
export async function listTransactions(
  pool: pg.Pool,
  companyId: number,
  wanted: TransactionFilter,
  page: number,
  perPage: number,
): Promise<FoundTransactions> {
  const given = toTransactionFilter(companyId, wanted);
  const [rows, found] = await Promise.all([
    pageStatement.all(pool, { ...given, status: wanted.status, limit: perPage, offset: (page - 1) * perPage }),
    countsStatement.all(pool, given),
  ]);
  const counts = { pending: 0, matched: 0, ignored: 0 };
  for (const { status, count } of found) counts[status] = count;
  const total = wanted.status === undefined ? counts.pending + counts.matched + counts.ignored : counts[wanted.status];
  return { rows, total, counts };
}
