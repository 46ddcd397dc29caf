import { sql, type AliasedExpression, type Expression } from 'kysely';
import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
import { eachRow, movementColumns, place, type Place } from '../ledger/movements.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { sumOf } from '../support/expressions.ts';
import { bigint, date, oneOf, optional, type Placeholders } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { IN_SEPA_FILE } from '../sepa/active-file.ts';
import { countsFor, isCountedFor, mergesOf } from '../third-parties/merges.ts';
import { DUE_DATE, DUE_DATE_OF_LINE, entryOfLine, openLines, type OpenLineRow } from './open-lines.ts';

/** Open items: the lines that are open on a day, as a list shows them. */

export type OpenItemRow = RowOfStatement<typeof firstStatement>;

export interface OpenItemFilter {
  readonly as_of: string;
  /** By the third party; of lines without one, by the role of their account. */
  readonly type?: 'customer' | 'supplier';
  readonly account_id?: number;
  readonly third_party_id?: number;
  readonly due_before?: string;
}

export interface OpenItemPage {
  readonly rows: readonly OpenItemRow[];
  readonly total: number;
  readonly debit: string;
  readonly credit: string;
  readonly balance: string;
  readonly overdue: string;
}

/** The lines (`l`) with all that is shown of them. Letterings of later days do not count yet. */
const items = (db: QueryCreator, lines: AliasedExpression<OpenLineRow, 'l'>, day: Expression<string>) =>
  db
    .selectFrom(lines)
    .crossJoinLateral(entryOfLine)
    .innerJoin('read.journals as j', 'j.id', 'e.journal_id')
    .innerJoin('read.accounts as a', 'a.id', 'l.account_id')
    .leftJoin(...mergesOf('l'))
    .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', countsFor('l')))
    .select(movementColumns(sql<boolean>`o.settled_on <= ${day}`))
    .select(['l.settled', 'l.open', IN_SEPA_FILE.as('in_sepa_file_id')]);

const filtered = {
  companyId: bigint,
  asOf: date,
  type: optional(oneOf<'customer' | 'supplier'>()),
  accountId: optional(bigint),
  thirdPartyId: optional(bigint),
  dueBefore: optional(date),
};

/** What concerns the lines alone narrows them in the index; the rest needs their third parties. */
function filteredLines(
  db: QueryCreator,
  { companyId, asOf, type, accountId, thirdPartyId, dueBefore }: Placeholders<typeof filtered>,
) {
  const isMeant = [
    ...(accountId === undefined ? [] : [sql<boolean>`l.account_id = ${accountId}`]),
    ...(thirdPartyId === undefined ? [] : [isCountedFor('l', companyId, thirdPartyId)]),
  ];
  return db
    .selectFrom(openLines(companyId, asOf, isMeant.length === 0 ? undefined : sql`${sql.join(isMeant, sql` and `)}`))
    .$if(type !== undefined, (query) =>
      query
        .innerJoin('read.accounts as a', 'a.id', 'l.account_id')
        .leftJoin(...mergesOf('l'))
        .leftJoin('read.third_parties as p', (join) => join.on('p.id', '=', countsFor('l')))
        .where((eb) => eb(eb.fn.coalesce('p.type', 'a.control_role'), '=', type!)),
    )
    .$if(dueBefore !== undefined, (query) => query.where(DUE_DATE_OF_LINE, '<', dueBefore!));
}

/**
 * One statement for the items of a page and the totals of all: what is open is found once for both. Without an item on the page there is
 * a row all the same, for the totals.
 */
const pageStatement = statement(
  'open-items',
  { ...filtered, limit: bigint, offset: bigint },
  (db, { limit, offset, ...given }) =>
    db
      .with('open_lines', () => filteredLines(db, given).selectAll('l').select(DUE_DATE_OF_LINE.as('due')))
      .with('totals', (all) =>
        all
          .selectFrom('open_lines')
          .select((eb) => [
            eb.fn.countAll<number>().as('total'),
            sumOf(eb.ref('open'), sql`open > 0`).as('debit'),
            sumOf(sql`-open`, sql`open < 0`).as('credit'),
            sumOf(eb.ref('open')).as('balance'),
            sumOf(eb.ref('open'), sql`due < ${given.asOf}`).as('overdue'),
          ]),
      )
      .with('page', (all) =>
        items(
          db,
          all
            .selectFrom('open_lines')
            .selectAll()
            .orderBy('due')
            .orderBy('entry_id')
            .orderBy('line_number')
            .limit(limit)
            .offset(offset)
            .as('l'),
          given.asOf,
        ).select([sql<string>`l.due`.as('due'), 'l.line_number', sql<true>`true`.as('is_item')]),
      )
      .selectFrom('totals')
      .leftJoin('page', (join) => join.onTrue())
      .selectAll('page')
      .select([
        'totals.total',
        'totals.debit as all_debit',
        'totals.credit as all_credit',
        'totals.balance',
        'totals.overdue',
      ])
      .orderBy('page.due')
      .orderBy('page.entry_id')
      .orderBy('page.line_number'),
);

type PageRow = RowOfStatement<typeof pageStatement>;
const isItem = (row: PageRow): row is PageRow & OpenItemRow => row.is_item === true;

/** The earliest due first, and what all of them come to. */
export async function listOpenItems(
  pool: pg.Pool,
  companyId: number,
  filter: OpenItemFilter,
  page: number,
  perPage: number,
): Promise<OpenItemPage> {
  const { as_of: asOf, type, account_id: accountId, third_party_id: thirdPartyId, due_before: dueBefore } = filter;
  const given = { companyId, asOf, type, accountId, thirdPartyId, dueBefore };
  const rows = await pageStatement.all(pool, { ...given, limit: perPage, offset: (page - 1) * perPage });
  const { total, all_debit: debit, all_credit: credit, balance, overdue } = rows[0]!;
  return { rows: rows.filter(isItem), total, debit, credit, balance, overdue };
}

const ofThirdParty = { companyId: bigint, thirdPartyId: bigint, asOf: date };

const itemsOfThirdParty = (db: QueryCreator, { companyId, thirdPartyId, asOf }: Placeholders<typeof ofThirdParty>) =>
  items(db, openLines(companyId, asOf, isCountedFor('l', companyId, thirdPartyId)), asOf);

/** What is open is found anew for each step, so that there are few of them. */
const STEP = 5_000;

const eachStatement = statement(
  'each-open-item',
  { ...ofThirdParty, ...place },
  (db, { day, entryId, lineNumber, ...given }) =>
    itemsOfThirdParty(db, given)
      .select(sql<Place>`json_build_array(${DUE_DATE}, l.entry_id, l.line_number)`.as('place'))
      .where(sql<boolean>`(${DUE_DATE}, l.entry_id, l.line_number) > (${day}, ${entryId}, ${lineNumber})`)
      .orderBy(DUE_DATE)
      .orderBy('l.entry_id')
      .orderBy('l.line_number')
      .limit(STEP),
);

/** Those of a third party, read step by step. */
export function eachOpenItem(
  db: Queryable,
  companyId: number,
  thirdPartyId: number,
  asOf: string,
): AsyncGenerator<OpenItemRow> {
  return eachRow(db, eachStatement, { companyId, thirdPartyId, asOf }, STEP);
}

const firstStatement = statement(
  'open-items-of-third-party',
  { ...ofThirdParty, limit: bigint },
  (db, { limit, ...given }) =>
    itemsOfThirdParty(db, given).orderBy(DUE_DATE).orderBy('l.entry_id').orderBy('l.line_number').limit(limit),
);

/** The first ones of a third party. */
export async function openItemsOf(
  pool: pg.Pool,
  companyId: number,
  thirdPartyId: number,
  asOf: string,
  limit: number,
): Promise<OpenItemRow[]> {
  return firstStatement.all(pool, { companyId, thirdPartyId, asOf, limit });
}
