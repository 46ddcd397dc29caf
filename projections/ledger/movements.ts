import { sql, type AliasedExpression, type Expression, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { readInSnapshot, type Queryable } from '../../database/snapshot.ts';
import type { Layer } from '../../domain/ledger/entry-events.ts';
import { queries, type QueryCreator } from '../support/compiler.ts';
import { sumAmount } from '../support/expressions.ts';
import { bigint, date, integer, optional, text, type Placeholders } from '../support/parameters.ts';
import { statement, type RowOfStatement, type Statement } from '../support/statement.ts';
import type { RowOf } from '../support/table.ts';
import { resolveThirdPartyId, isCountedFor, buildMergeJoin } from '../third-parties/merges.ts';
import type { entryLines } from './tables.ts';

/** Lines of one account or third party, oldest first, as shown in a ledger. */

export type MovementRow = RowOfStatement<typeof pageStatement>;

/** The account or third party of the ledger. */
export type LedgerOf = { readonly accountId: number } | { readonly thirdPartyId: number };

export interface MovementFilter {
  readonly from?: string;
  readonly to?: string;
  /** Only lines in this currency. */
  readonly currency?: string;
}

/** Sums in one currency, as far as the lines have it. */
export interface CurrencyMovements {
  readonly openingBalance: string;
  readonly pageBalance: string;
  readonly debit: string;
  readonly credit: string;
}

export interface Movements {
  readonly rows: readonly MovementRow[];
  readonly total: number;
  /** Debit minus credit before the first movement of the filter. */
  readonly openingBalance: string;
  /** Debit minus credit before the first movement of the page. */
  readonly pageBalance: string;
  readonly debit: string;
  readonly credit: string;
  /** Null unless a currency was asked for. */
  readonly inCurrency: CurrencyMovements | null;
}

/** Columns that a line needs to be shown as a movement. */
export type MovementLine = Omit<
  RowOf<typeof entryLines>,
  'journal_id' | 'settled' | 'exchange_rate' | 'currency_settled'
>;

/** Codes of the letterings that match a line (`l`), in full or in part, limited by a condition on their lines (`o`). */
function selectLetteringCodes(isShown?: Expression<boolean>): RawBuilder<readonly string[]> {
  const codes = queries
    .selectFrom('read.lettering_lines as o')
    .innerJoin('read.letterings as g', 'g.id', 'o.lettering_id')
    .select('g.code')
    .where('o.entry_id', '=', sql.ref<number>('l.entry_id'))
    .where('o.line_number', '=', sql.ref<number>('l.line_number'))
    .where((eb) => eb.not('o.is_undone'))
    .$if(isShown !== undefined, (query) => query.where(isShown!))
    .orderBy('g.id');
  return sql`array${codes}`;
}

/** Columns shown for a line (`l`) of an entry (`e`), with its journal, account and third party. */
export const buildMovementColumns = (isShown?: Expression<boolean>) =>
  [
    'l.id',
    'l.entry_id',
    'l.entry_date',
    sql<string | null>`coalesce(l.due_date, e.due_date)`.as('due_date'),
    'e.number',
    sql<string | null>`coalesce(l.reference, e.reference)`.as('reference'),
    sql<string | null>`coalesce(l.label, e.label)`.as('label'),
    'l.debit',
    'l.credit',
    'e.journal_id',
    'j.code as journal_code',
    'l.account_id',
    'a.number as account_number',
    'a.label as account_label',
    'a.labels as account_labels',
    resolveThirdPartyId('l').as('third_party_id'),
    'p.name as third_party_name',
    selectLetteringCodes(isShown).as('lettering_codes'),
    'l.currency',
    'l.currency_amount',
  ] as const;

export const selectMovements = (db: QueryCreator, lines: AliasedExpression<MovementLine, 'l'>) =>
  db
    .selectFrom(lines)
    .innerJoin('read.entries as e', 'e.id', 'l.entry_id')
    .innerJoin('read.journals as j', 'j.id', 'e.journal_id')
    .innerJoin('read.accounts as a', 'a.id', 'l.account_id')
    .leftJoin(...buildMergeJoin('l'))
    .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('l')))
    .select(buildMovementColumns());

const ofLedger = {
  companyId: bigint,
  accountId: optional(bigint),
  thirdPartyId: optional(bigint),
  currency: optional(text),
};
const filtered = { ...ofLedger, from: optional(date), to: optional(date) };

function selectLedgerLines(
  db: QueryCreator,
  { companyId, accountId, thirdPartyId, currency }: Placeholders<typeof ofLedger>,
) {
  return (
    db
      .selectFrom('read.entry_lines as l')
      .where('l.company_id', '=', companyId)
      // Amounts carried into a year are already in the years before: a running ledger must not repeat them.
      .where('l.layer', '<>', 'carried')
      .$if(accountId !== undefined, (query) => query.where('l.account_id', '=', accountId!))
      .$if(thirdPartyId !== undefined, (query) => query.where(isCountedFor('l', companyId, thirdPartyId!)))
      .$if(currency !== undefined, (query) => query.where('l.currency', '=', currency!))
  );
}

/** An amount that moves to another account on the first day of a year is there when that day begins. */
const isYearTransfer = (layer: Expression<Layer>) => sql<boolean>`${layer} = 'awaiting'`;

const selectFilteredLines = (db: QueryCreator, { from, to, ...of }: Placeholders<typeof filtered>) =>
  selectLedgerLines(db, of)
    .$if(from !== undefined, (query) =>
      query
        .where('l.entry_date', '>=', from!)
        .where((eb) => eb.not(eb.and([eb('l.entry_date', '=', from!), isYearTransfer(eb.ref('l.layer'))]))),
    )
    .$if(to !== undefined, (query) => query.where('l.entry_date', '<=', to!));

const selectOrderedLines = (db: QueryCreator, given: Placeholders<typeof filtered>) =>
  selectFilteredLines(db, given).orderBy('l.entry_date').orderBy('l.entry_id').orderBy('l.line_number');

/** Finds the lines of the page first, so that nothing else is read for earlier lines. */
const pageStatement = statement(
  'movements',
  { ...filtered, limit: bigint, offset: bigint },
  (db, { limit, offset, ...given }) =>
    selectMovements(db, selectOrderedLines(db, given).selectAll('l').limit(limit).offset(offset).as('l'))
      .orderBy('l.entry_date')
      .orderBy('l.entry_id')
      .orderBy('l.line_number'),
);

/** Currency of the sums that are shown beside those of the company file. */
const shown = { inCurrency: optional(text) };

const sumInCurrency = (inCurrency: Expression<string> | undefined, amount = sql<string>`l.currency_amount`) =>
  inCurrency === undefined ? sql<string>`0::numeric(20,2)` : sumAmount(amount, sql`l.currency = ${inCurrency}`);

const totalsStatement = statement('movement-totals', { ...filtered, ...shown }, (db, { inCurrency, ...given }) =>
  selectFilteredLines(db, given).select((eb) => [
    eb.fn.countAll<number>().as('total'),
    sumAmount(eb.ref('l.debit')).as('debit'),
    sumAmount(eb.ref('l.credit')).as('credit'),
    sumInCurrency(inCurrency, sql<string>`greatest(l.currency_amount, 0)`).as('currency_debit'),
    sumInCurrency(inCurrency, sql<string>`greatest(-l.currency_amount, 0)`).as('currency_credit'),
  ]),
);

const beforeStatement = statement(
  'movements-before',
  { ...filtered, ...shown, count: bigint },
  (db, { count, inCurrency, ...given }) =>
    db
      .selectFrom(
        selectOrderedLines(db, given)
          .select(['l.debit', 'l.credit', 'l.currency', 'l.currency_amount'])
          .limit(count)
          .as('l'),
      )
      .select([sumAmount(sql`debit - credit`).as('balance'), sumInCurrency(inCurrency).as('currency_balance')]),
);

const openingStatement = statement('opening-balance', { ...ofLedger, ...shown, from: date }, (db, given) => {
  const { from, inCurrency, ...of } = given;
  return (
    selectLedgerLines(db, of)
      .select([sumAmount(sql`l.debit - l.credit`).as('balance'), sumInCurrency(inCurrency).as('currency_balance')])
      .where('l.entry_date', '<=', from)
      .where((eb) => eb.or([eb('l.entry_date', '<', from), isYearTransfer(eb.ref('l.layer'))]))
      // Income and expenses restart with each fiscal year, even if the year before is not closed yet.
      .$if(of.accountId !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb(
              eb
                .selectFrom('read.accounts')
                .select('type')
                .where('company_id', '=', of.companyId)
                .where('id', '=', of.accountId!),
              'not in',
              ['income', 'expense'],
            ),
            eb(
              'l.entry_date',
              '>=',
              eb
                .selectFrom('read.fiscal_years')
                .select('starts_on')
                .where('company_id', '=', of.companyId)
                .where('deleted_at', 'is', null)
                .where((year) => year.between(from, year.ref('starts_on'), year.ref('ends_on'))),
            ),
          ]),
        ),
      )
  );
});

export interface MovementPage {
  readonly page: number;
  readonly perPage: number;
  /** Currency whose sums are shown too. */
  readonly inCurrency?: string | undefined;
}

export async function readMovements(
  pool: pg.Pool,
  companyId: number,
  of: LedgerOf,
  filter: MovementFilter,
  { page, perPage, inCurrency }: MovementPage,
): Promise<Movements> {
  const { currency } = filter;
  const ledger = { companyId, ...of, currency };
  const given = { ...ledger, ...filter };
  const offset = (page - 1) * perPage;
  // In one snapshot, so that the balances stay consistent during concurrent postings.
  return readInSnapshot(pool, async (db) => {
    const rows = await pageStatement.all(db, { ...given, limit: perPage, offset });
    const { currency_debit, currency_credit, ...totals } = (await totalsStatement.first(db, { ...given, inCurrency }))!;
    const before = (await beforeStatement.first(db, { ...given, inCurrency, count: offset }))!;
    const opening = (await openingStatement.first(db, { ...ledger, inCurrency, from: filter.from ?? '0001-01-01' }))!;
    const sums = {
      openingBalance: opening.currency_balance,
      pageBalance: before.currency_balance,
      debit: currency_debit,
      credit: currency_credit,
    };
    return {
      rows,
      ...totals,
      openingBalance: opening.balance,
      pageBalance: before.balance,
      inCurrency: inCurrency === undefined ? null : sums,
    };
  });
}

/** Movements read at once. */
const STEP = 1_000;

/** The line after which a step begins: its date, entry and line number. */
export const place = { day: date, entryId: bigint, lineNumber: integer };
export type Place = readonly [day: string, entryId: number, lineNumber: number];

const eachStatement = statement(
  'each-movement',
  { ...filtered, ...place },
  (db, { day, entryId, lineNumber, ...given }) =>
    selectMovements(db, selectFilteredLines(db, given).selectAll('l').as('l'))
      .select(sql<Place>`json_build_array(l.entry_date, l.entry_id, l.line_number)`.as('place'))
      .where(sql<boolean>`(l.entry_date, l.entry_id, l.line_number) > (${day}, ${entryId}, ${lineNumber})`)
      .orderBy('l.entry_date')
      .orderBy('l.entry_id')
      .orderBy('l.line_number')
      .limit(STEP),
);

/** All movements of a filter in order, read in steps. */
export function streamEachMovement(
  db: Queryable,
  companyId: number,
  of: LedgerOf,
  filter: MovementFilter,
): AsyncGenerator<MovementRow> {
  return streamRows(db, eachStatement, { companyId, ...of, ...filter }, STEP);
}

type Behind = { readonly day: string; readonly entryId: number; readonly lineNumber: number };

/**
 * Rows of lines, by date and then in posting order. Each step begins after the last row of the previous one, so that no
 * row is read twice and no offset is needed.
 */
export async function* streamRows<Row extends { readonly place: Place }, Given extends object>(
  db: Queryable,
  rowsBehind: Statement<Given & Behind, Row>,
  given: Given,
  step: number,
): AsyncGenerator<Omit<Row, 'place'>> {
  let behind: Place = ['0001-01-01', 0, 0];
  for (;;) {
    const [day, entryId, lineNumber] = behind;
    const rows = await rowsBehind.all(db, { ...given, day, entryId, lineNumber });
    for (const { place: last, ...row } of rows) {
      behind = last;
      yield row;
    }
    if (rows.length < step) return;
  }
}
