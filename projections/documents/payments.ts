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

/**
 * Entries whose reversal was reversed: what is open stays with the original, and the document has the latest entry. Few
 * entries are reversed, and an index has them.
 */
const selectRestored = (companyId: Expression<number>) => sql<{ original: number; now: number }>`(
  WITH RECURSIVE chain AS (
    SELECT e.id AS original, e.reversed_by_entry_id AS now, 1 AS steps FROM read.entries e
    WHERE e.company_id = ${companyId} AND e.status = 'reversed'
    UNION ALL
    SELECT c.original, e.reversed_by_entry_id, c.steps + 1 FROM chain c JOIN read.entries e
    ON e.company_id = ${companyId} AND e.id = c.now AND e.status = 'reversed')
  SELECT DISTINCT ON (original) original, now FROM chain WHERE steps % 2 = 0 ORDER BY original, steps DESC)`;

/** One row per entry in which something is open. */
export const selectOpenEntries = (db: QueryCreator, companyId: Expression<number>, isMeant = IS_CONTROL) => {
  const entryId = sql<number>`coalesce(r.now, l.entry_id)`;
  return db
    .selectFrom(selectOpenLines(companyId, LAST_DAY, isMeant))
    .leftJoin(selectRestored(companyId).as<'r'>(sql.ref('r')), (join) => join.onRef('r.original', '=', 'l.entry_id'))
    .select((eb) => [
      entryId.as('entry_id'),
      sumAmount(eb.ref('l.open')).as('open'),
      sql<string | null>`sum(l.currency_open)::numeric(20,2)`.as('currency_open'),
      sql<string>`min(${DUE_DATE_OF_LINE})`.as('due_on'),
    ])
    .groupBy(entryId);
};

const openOfEntries = statement(
  'open-amounts-of-entries',
  { companyId: bigint, entryIds: bigints },
  (db, { companyId, entryIds }) => {
    const isOne = sql`l.entry_id = ${anyOf(entryIds)}`;
    const isOriginal = sql`l.entry_id IN (SELECT original FROM ${selectRestored(companyId)} AS r WHERE now = ${anyOf(entryIds)})`;
    return selectOpenEntries(db, companyId, sql<boolean>`${IS_CONTROL} AND (${isOne} OR ${isOriginal})`);
  },
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
