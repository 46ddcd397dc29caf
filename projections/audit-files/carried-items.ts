import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { entryOfLine, selectOpenLines } from '../lettering/open-lines.ts';
import { bigint, date } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { buildLineKey, type LineSettlement, type YearLetterings } from './letterings.ts';
import { loadDocuments, loadLineParties, type AuditDocument, type AuditLineParty } from './lines.ts';

/** The open items behind the balances that a closing carried forward. */

/** Recorded order within each year, with opening balances first: the order of the file in which the items were written. */
const itemsStatement = statement(
  'audit-file-carried-items',
  { companyId: bigint, day: date },
  (db, { companyId, day }) =>
    db
      .selectFrom(selectOpenLines(companyId, day))
      .crossJoinLateral(entryOfLine)
      .innerJoin('read.fiscal_years as y', 'y.id', 'e.fiscal_year_id')
      .select(['l.entry_id', 'l.line_number', 'l.account_id', 'l.third_party_id', 'l.debit', 'l.credit', 'l.open'])
      .select(['l.entry_date', 'e.journal_id', 'e.number', 'y.code as year_code'])
      .select(sql<string | null>`coalesce(l.reference, e.reference)`.as('reference'))
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

/** The items open at the end of the day, by account; within an account by third party. */
export async function loadCarriedItems(
  db: Queryable,
  companyId: number,
  day: string,
  letterings: YearLetterings,
): Promise<ReadonlyMap<number, readonly CarriedLine[]>> {
  const items = await itemsStatement.all(db, { companyId, day });
  const parties = await loadLineParties(db, companyId, items);
  const byAccount = new Map<number, CarriedLine[]>();
  for (let first = 0; first < items.length; first += ENTRIES_AT_ONCE) {
    const some = items.slice(first, first + ENTRIES_AT_ONCE);
    const ids = [...new Set(some.map(({ entry_id }) => entry_id))];
    const settlements = await letterings.loadSettlements(ids);
    const documents = await loadDocuments(db, companyId, ids);
    for (const item of some) {
      const party = item.third_party_id === null ? null : parties.get(item.third_party_id)!;
      const lettering = settlements.get(buildLineKey(item)) ?? null;
      const line = { item, party, document: documents.get(item.entry_id) ?? null, lettering };
      const known = byAccount.get(item.account_id);
      if (known) known.push(line);
      else byAccount.set(item.account_id, [line]);
    }
  }
  for (const lines of byAccount.values()) lines.sort(compareByParty);
  return byAccount;
}

function compareByParty({ party: one }: CarriedLine, { party: other }: CarriedLine): number {
  const [first, second] = [one?.code ?? '', other?.code ?? ''];
  return first === second ? 0 : first < second ? -1 : 1;
}
