import { sql, type Expression } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { entryOfLine, selectOpenLines } from '../lettering/open-lines.ts';
import { queries } from '../support/compiler.ts';
import { bigint, date } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { buildLineKey, type LineSettlement, type YearLetterings } from './letterings.ts';
import { loadDocuments, loadLineParties, type AuditDocument, type AuditLineParty } from './lines.ts';

/** The open items behind the balances that a closing carried forward. */

/** The currency of a line (`l`), and what of it is open in that currency at the end of the day. */
const selectOpenCurrency = (day: Expression<string>) =>
  queries
    .selectFrom('read.entry_lines as c')
    .select('c.currency')
    .select(
      sql<string | null>`CASE WHEN c.currency IS NOT NULL THEN c.currency_amount - coalesce((
        SELECT sum(n.currency_amount) FROM read.lettering_lines n WHERE n.company_id = c.company_id
          AND n.entry_id = c.entry_id AND n.line_number = c.line_number AND n.settled_on <= ${day} AND NOT n.is_undone
      ), 0) END`.as('currency_open'),
    )
    .where('c.entry_id', '=', sql.ref<number>('l.entry_id'))
    .where('c.line_number', '=', sql.ref<number>('l.line_number'))
    .offset(0)
    .as('o');

/** Recorded order within each year, with opening balances first: the order of the file in which the items were written. */
const itemsStatement = statement(
  'audit-file-carried-items',
  { companyId: bigint, day: date },
  (db, { companyId, day }) =>
    db
      .selectFrom(selectOpenLines(companyId, day))
      .crossJoinLateral(entryOfLine)
      .crossJoinLateral(selectOpenCurrency(day))
      .innerJoin('read.fiscal_years as y', 'y.id', 'e.fiscal_year_id')
      .select(['l.entry_id', 'l.line_number', 'l.account_id', 'l.third_party_id', 'l.debit', 'l.credit', 'l.open'])
      .select(['l.entry_date', 'e.journal_id', 'e.number', 'y.code as year_code'])
      .select(sql<string | null>`coalesce(l.reference, e.reference)`.as('reference'))
      .select(['o.currency', 'o.currency_open'])
      .orderBy('y.starts_on')
      .orderBy(sql`e.layer = 'movement'`)
      .orderBy('e.created_at')
      .orderBy('l.entry_id')
      .orderBy('l.line_number'),
);

export type CarriedItem = RowOfStatement<typeof itemsStatement>;

export interface CarriedLine {
  readonly item: CarriedItem;
  readonly party: AuditLineParty | null;
  readonly document: AuditDocument | null;
  readonly lettering: LineSettlement | null;
}

const ENTRIES_AT_ONCE = 1_000;

/** A balance is carried forward in parts: one for each currency of an account. */
export interface CarriedGroup {
  readonly account_id: number;
  readonly items: readonly CarriedLine[];
}

export const buildCarriedKey = ({ account_id, currency }: Pick<CarriedItem, 'account_id' | 'currency'>): string =>
  `${account_id} ${currency ?? ''}`;

/** The items open at the end of the day, by `buildCarriedKey`; within a group by third party. */
export async function loadCarriedItems(
  db: Queryable,
  companyId: number,
  day: string,
  letterings: YearLetterings,
): Promise<ReadonlyMap<string, CarriedGroup>> {
  const items = await itemsStatement.all(db, { companyId, day });
  const parties = await loadLineParties(db, companyId, items);
  const groups = new Map<string, { readonly account_id: number; readonly items: CarriedLine[] }>();
  for (let first = 0; first < items.length; first += ENTRIES_AT_ONCE) {
    const some = items.slice(first, first + ENTRIES_AT_ONCE);
    const ids = [...new Set(some.map(({ entry_id }) => entry_id))];
    const settlements = await letterings.loadSettlements(ids);
    const documents = await loadDocuments(db, companyId, ids);
    for (const item of some) {
      const party = item.third_party_id === null ? null : parties.get(item.third_party_id)!;
      const lettering = settlements.get(buildLineKey(item)) ?? null;
      const line = { item, party, document: documents.get(item.entry_id) ?? null, lettering };
      const known = groups.get(buildCarriedKey(item));
      if (known) known.items.push(line);
      else groups.set(buildCarriedKey(item), { account_id: item.account_id, items: [line] });
    }
  }
  for (const { items: lines } of groups.values()) lines.sort(compareByParty);
  return groups;
}

function compareByParty({ party: one }: CarriedLine, { party: other }: CarriedLine): number {
  const [first, second] = [one?.code ?? '', other?.code ?? ''];
  return first === second ? 0 : first < second ? -1 : 1;
}
