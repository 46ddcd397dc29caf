import { sql, type AliasedExpression, type Expression } from 'kysely';
import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
import { streamRows, buildMovementColumns, place, type Place } from '../ledger/movements.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { sumAmount } from '../support/expressions.ts';
import { bigint, date, oneOf, optional, text, type Placeholders } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { IN_SEPA_FILE } from '../sepa/active-file.ts';
import { resolveThirdPartyId, isCountedFor, buildMergeJoin, selectThirdParty } from '../third-parties/merges.ts';
import {
  buildDueDateOfMany,
  completeOpenLines,
  DUE_DATE,
  DUE_DATE_OF_LINE,
  entryOfLine,
  selectOpenAmountLines,
  selectOpenLines,
  type OpenLineRow,
} from './open-lines.ts';

/** Open items: the lines that are open on a day, as shown in a list. */

export type OpenItemRow = RowOfStatement<typeof firstStatement>;

export interface OpenItemFilter {
  readonly as_of: string;
  /** By the type of the third party; for lines without one, by the role of their account. */
  readonly type?: 'customer' | 'supplier';
  readonly account_id?: number;
  readonly third_party_id?: number;
  readonly due_before?: string;
  /** Only items in this currency. */
  readonly currency?: string;
}

export interface OpenItemPage {
  readonly rows: readonly OpenItemRow[];
  readonly total: number;
  readonly debit: string;
  readonly credit: string;
  readonly balance: string;
  readonly overdue: string;
  /** Open amounts in the currency asked for; null without one. */
  readonly currencyTotal: string | null;
}

const joinItems = (db: QueryCreator, lines: AliasedExpression<OpenLineRow, 'l'>) =>
  db
    .selectFrom(lines)
    .crossJoinLateral(entryOfLine)
    .innerJoin('read.journals as j', 'j.id', 'e.journal_id')
    .innerJoin('read.accounts as a', 'a.id', 'l.account_id')
    .leftJoin(...buildMergeJoin('l'));

/** Letterings of later days do not count yet. */
const showUntil = (day: Expression<string>): Expression<boolean> => sql<boolean>`o.settled_on <= ${day}`;
const ITEM_COLUMNS = [
  'l.settled',
  'l.open',
  'l.currency_settled',
  'l.currency_open',
  IN_SEPA_FILE.as('in_sepa_file_id'),
] as const;

/** The lines (`l`) with all shown columns. */
const selectItems = (db: QueryCreator, lines: AliasedExpression<OpenLineRow, 'l'>, day: Expression<string>) =>
  joinItems(db, lines)
    .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('l')))
    .select(buildMovementColumns(showUntil(day)))
    .select(ITEM_COLUMNS);

/** The same for a page of them, whose third parties are looked up one by one. */
const selectItemsOfPage = (db: QueryCreator, lines: AliasedExpression<OpenLineRow, 'l'>, day: Expression<string>) =>
  joinItems(db, lines)
    .leftJoinLateral(selectThirdParty('l'), (join) => join.onTrue())
    .select(buildMovementColumns(showUntil(day)))
    .select(ITEM_COLUMNS)
    .select([sql<string>`l.due`.as('due'), 'l.line_number', sql<true>`true`.as('is_item')]);

const filtered = {
  companyId: bigint,
  asOf: date,
  type: optional(oneOf<'customer' | 'supplier'>()),
  accountId: optional(bigint),
  thirdPartyId: optional(bigint),
  dueBefore: optional(date),
  currency: optional(text),
};

/** Conditions on the lines alone are applied in the index; the others need their third parties. */
function selectFilteredLines(
  db: QueryCreator,
  { companyId, asOf, type, accountId, thirdPartyId, dueBefore, currency }: Placeholders<typeof filtered>,
) {
  const isMeant = [
    ...(accountId === undefined ? [] : [sql<boolean>`l.account_id = ${accountId}`]),
    ...(thirdPartyId === undefined ? [] : [isCountedFor('l', companyId, thirdPartyId)]),
    ...(currency === undefined ? [] : [sql<boolean>`l.currency = ${currency}`]),
  ];
  return db
    .selectFrom(
      selectOpenAmountLines(companyId, asOf, isMeant.length === 0 ? undefined : sql`${sql.join(isMeant, sql` and `)}`),
    )
    .$if(type !== undefined, (query) =>
      query
        .innerJoin('read.accounts as a', 'a.id', 'l.account_id')
        .leftJoin(...buildMergeJoin('l'))
        .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', resolveThirdPartyId('l')))
        .where((eb) => eb(eb.fn.coalesce('p.type', 'a.control_role'), '=', type!)),
    )
    .$if(dueBefore !== undefined, (query) => query.where(chooseDueDate(companyId, thirdPartyId), '<', dueBefore!));
}

/** A third party has few open lines, a company file may have very many. */
const chooseDueDate = (companyId: Expression<number>, thirdPartyId: Expression<number> | undefined) =>
  thirdPartyId === undefined ? buildDueDateOfMany(companyId) : DUE_DATE_OF_LINE;

/**
 * One statement for the items of a page and the totals of all: open amounts are computed once for both, and everything
 * else is read for the page alone. A page without items still returns one row, for the totals.
 */
const pageStatement = statement(
  'open-items',
  { ...filtered, limit: bigint, offset: bigint },
  (db, { limit, offset, ...given }) =>
    db
      .with('open_lines', () =>
        selectFilteredLines(db, given)
          .select(['l.company_id', 'l.entry_id', 'l.line_number', 'l.open', 'l.currency_open'])
          .select(chooseDueDate(given.companyId, given.thirdPartyId).as('due')),
      )
      .with('totals', (all) =>
        all
          .selectFrom('open_lines')
          .select((eb) => [
            eb.fn.countAll<number>().as('total'),
            sumAmount(eb.ref('open'), sql`open > 0`).as('debit'),
            sql<string>`-${sumAmount(eb.ref('open'), sql`open < 0`)}`.as('credit'),
            sumAmount(eb.ref('open'), sql`due < ${given.asOf}`).as('overdue'),
            (given.currency === undefined
              ? sql<string | null>`null::numeric`
              : sql<string | null>`${sumAmount(eb.ref('currency_open'))}`
            ).as('currency_total'),
          ]),
      )
      .with('page', (all) =>
        selectItemsOfPage(
          db,
          completeOpenLines(
            all
              .selectFrom('open_lines')
              .selectAll()
              .orderBy('due')
              .orderBy('entry_id')
              .orderBy('line_number')
              .limit(limit)
              .offset(offset),
          ),
          given.asOf,
        ),
      )
      .selectFrom('totals')
      .leftJoin('page', (join) => join.onTrue())
      .selectAll('page')
      .select([
        'totals.total',
        'totals.debit as all_debit',
        'totals.credit as all_credit',
        sql<string>`totals.debit - totals.credit`.as('balance'),
        'totals.overdue',
        'totals.currency_total',
      ])
      .orderBy('page.due')
      .orderBy('page.entry_id')
      .orderBy('page.line_number'),
);

type PageRow = RowOfStatement<typeof pageStatement>;
const isItem = (row: PageRow): row is PageRow & OpenItemRow => row.is_item === true;

/** Earliest due date first, with the totals of all items. */
export async function listOpenItems(
  pool: pg.Pool,
  companyId: number,
  filter: OpenItemFilter,
  page: number,
  perPage: number,
): Promise<OpenItemPage> {
  const { as_of: asOf, type, account_id: accountId, third_party_id: thirdPartyId, due_before: dueBefore } = filter;
  const given = { companyId, asOf, type, accountId, thirdPartyId, dueBefore, currency: filter.currency };
  const rows = await pageStatement.all(pool, { ...given, limit: perPage, offset: (page - 1) * perPage });
  const { total, all_debit: debit, all_credit: credit, balance, overdue, currency_total: currencyTotal } = rows[0]!;
  return { rows: rows.filter(isItem), total, debit, credit, balance, overdue, currencyTotal };
}

const ofThirdParty = { companyId: bigint, thirdPartyId: bigint, asOf: date, currency: optional(text) };

const selectThirdPartyItems = (
  db: QueryCreator,
  { companyId, thirdPartyId, asOf, currency }: Placeholders<typeof ofThirdParty>,
) => selectItems(db, selectOpenLines(companyId, asOf, isItemOf(companyId, thirdPartyId, currency)), asOf);

/** For an open line (`l`): whether it belongs to the third party, and is in the currency. */
export const isItemOf = (
  companyId: Expression<number>,
  thirdPartyId: Expression<number>,
  currency?: Expression<string>,
): Expression<boolean> => {
  const isCounted = isCountedFor('l', companyId, thirdPartyId);
  return currency === undefined ? isCounted : sql<boolean>`${isCounted} and l.currency = ${currency}`;
};

/** Open lines are computed again for each step, so the steps are large. */
const STEP = 5_000;

const eachStatement = statement(
  'each-open-item',
  { ...ofThirdParty, ...place },
  (db, { day, entryId, lineNumber, ...given }) =>
    selectThirdPartyItems(db, given)
      .select(sql<Place>`json_build_array(${DUE_DATE}, l.entry_id, l.line_number)`.as('place'))
      .where(sql<boolean>`(${DUE_DATE}, l.entry_id, l.line_number) > (${day}, ${entryId}, ${lineNumber})`)
      .orderBy(DUE_DATE)
      .orderBy('l.entry_id')
      .orderBy('l.line_number')
      .limit(STEP),
);

export interface ThirdPartyItems {
  readonly thirdPartyId: number;
  readonly asOf: string;
  /** Only items in this currency. */
  readonly currency?: string | undefined;
}

/** The open items of a third party, read in steps. */
export function streamOpenItems(db: Queryable, companyId: number, of: ThirdPartyItems): AsyncGenerator<OpenItemRow> {
  return streamRows(db, eachStatement, { companyId, ...of }, STEP);
}

const firstStatement = statement(
  'open-items-of-third-party',
  { ...ofThirdParty, limit: bigint },
  (db, { limit, ...given }) =>
    selectThirdPartyItems(db, given).orderBy(DUE_DATE).orderBy('l.entry_id').orderBy('l.line_number').limit(limit),
);

/** The first open items of a third party. */
export async function listThirdPartyOpenItems(
  pool: pg.Pool,
  companyId: number,
  of: ThirdPartyItems,
  limit: number,
): Promise<OpenItemRow[]> {
  return firstStatement.all(pool, { companyId, ...of, limit });
}
