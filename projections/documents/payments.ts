import { sql, type Expression } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { DUE_DATE_OF_LINE, selectOpenLines } from '../lettering/open-lines.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf, sumAmount } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** What is still open of booked documents: the lines of customers and suppliers in their entries. */

/** Documents and payments may have dates to come. */
const LAST_DAY = sql<string>`'9999-12-31'::date`;
const IS_CONTROL = sql<boolean>`a.control_role IS NOT NULL`;

/** One row per entry in which something is open. */
export const selectOpenEntries = (db: QueryCreator, companyId: Expression<number>, isMeant = IS_CONTROL) =>
  db
    .selectFrom(selectOpenLines(companyId, LAST_DAY, isMeant))
    .select((eb) => [
      'l.entry_id',
      sumAmount(eb.ref('l.open')).as('open'),
      sql<string | null>`sum(l.currency_open)::numeric(20,2)`.as('currency_open'),
      sql<string>`min(${DUE_DATE_OF_LINE})`.as('due_on'),
    ])
    .groupBy('l.entry_id');

const openOfEntries = statement(
  'open-amounts-of-entries',
  { companyId: bigint, entryIds: bigints },
  (db, { companyId, entryIds }) =>
    selectOpenEntries(db, companyId, sql<boolean>`${IS_CONTROL} AND l.entry_id = ${anyOf(entryIds)}`),
);

export type OpenEntryRow = RowOfStatement<typeof openOfEntries>;

/** By entry; entries without an open amount are absent. */
export async function readOpenEntries(
  db: Queryable,
  companyId: number,
  entryIds: readonly number[],
): Promise<ReadonlyMap<number, OpenEntryRow>> {
  if (entryIds.length === 0) return new Map();
  const rows = await openOfEntries.all(db, { companyId, entryIds });
  return new Map(rows.map((row) => [row.entry_id, row]));
}
