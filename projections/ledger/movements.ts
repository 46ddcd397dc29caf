import { sql, type AliasedExpression, type Expression, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { readInSnapshot, type Queryable } from '../../database/snapshot.ts';
import type { Layer } from '../../domain/ledger/entry-events.ts';
import { queries, type QueryCreator } from '../support/compiler.ts';
import { sumAmount } from '../support/expressions.ts';
import { bigint, date, integer, optional, type Placeholders } from '../support/parameters.ts';
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
}

/** Columns that a line needs to be shown as a movement. */
export type MovementLine = Omit<RowOf<typeof entryLines>, 'journal_id' | 'settled'>;

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
};
const filtered = { ...ofLedger, from: optional(date), to: optional(date) };

function selectLedgerLines(db: QueryCreator, { companyId, accountId, thirdPartyId }: Placeholders<typeof ofLedger>) {
  return (
    db
      .selectFrom('read.entry_lines as l')
      .where('l.company_id', '=', companyId)
      // Amounts carried into a year are already in the years before: a running ledger must not repeat them.
      .where('l.layer', '<>', 'carried')
      .$if(accountId !== undefined, (query) => query.where('l.account_id', '=', accountId!))
      .$if(thirdPartyId !== undefined, (query) => query.where(isCountedFor('l', companyId, thirdPartyId!)))
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

const totalsStatement = statement('movement-totals', filtered, (db, given) =>
  selectFilteredLines(db, given).select((eb) => [
    eb.fn.countAll<number>().as('total'),
    sumAmount(eb.ref('l.debit')).as('debit'),
    sumAmount(eb.ref('l.credit')).as('credit'),
  ]),
);

const beforeStatement = statement('movements-before', { ...filtered, count: bigint }, (db, { count, ...given }) =>
  db
    .selectFrom(selectOrderedLines(db, given).select(['l.debit', 'l.credit']).limit(count).as('earlier'))
    .select(sumAmount(sql`debit - credit`).as('balance')),
);

const openingStatement = statement('opening-balance', { ...ofLedger, from: date }, (db, { from, ...of }) =>
  selectLedgerLines(db, of)
    .select(sumAmount(sql`l.debit - l.credit`).as('balance'))
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
    ),
);

export async function readMovements(
  pool: pg.Pool,
  companyId: number,
  of: LedgerOf,
  filter: MovementFilter,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<Movements> {
  const ledger = { companyId, ...of };
  const given = { ...ledger, ...filter };
  const offset = (page - 1) * perPage;
  // In one snapshot, so that the balances stay consistent during concurrent postings.
  return readInSnapshot(pool, async (db) => {
    const rows = await pageStatement.all(db, { ...given, limit: perPage, offset });
    const totals = await totalsStatement.first(db, given);
    const before = await beforeStatement.first(db, { ...given, count: offset });
    const opening = await openingStatement.first(db, { ...ledger, from: filter.from ?? '0001-01-01' });
    return { rows, ...totals!, openingBalance: opening!.balance, pageBalance: before!.balance };
  });
}

export type PeriodMovement = RowOfStatement<typeof balancesStatement>;

const ofAccount = { companyId: bigint, accountId: bigint };

const balancesStatement = statement('account-balances', ofAccount, (db, { companyId, accountId }) =>
  db
    .selectFrom('read.balances')
    .select((eb) => ['period_id', eb.fn.sum<string>('debit').as('debit'), eb.fn.sum<string>('credit').as('credit')])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('layer', '<>', 'carried')
    .groupBy('period_id'),
);

const balancesUpToStatement = statement(
  'account-balances-up-to',
  { ...ofAccount, upTo: date },
  (db, { companyId, accountId, upTo }) =>
    db
      .selectFrom('read.entry_lines as l')
      .innerJoin('read.entries as e', 'e.id', 'l.entry_id')
      .select((eb) => [
        'e.period_id',
        eb.fn.sum<string>('l.debit').as('debit'),
        eb.fn.sum<string>('l.credit').as('credit'),
      ])
      .where('l.company_id', '=', companyId)
      .where('l.account_id', '=', accountId)
      .where('l.layer', '<>', 'carried')
      .where('l.entry_date', '<=', upTo)
      .groupBy('e.period_id'),
);

/** By period, from the stored balances; up to a day, from the lines. */
export async function readAccountBalances(
  pool: pg.Pool,
  companyId: number,
  accountId: number,
  upTo: string | undefined,
): Promise<PeriodMovement[]> {
  return upTo === undefined
    ? balancesStatement.all(pool, { companyId, accountId })
    : balancesUpToStatement.all(pool, { companyId, accountId, upTo });
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
