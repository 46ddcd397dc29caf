import { sql, type RawBuilder } from 'kysely';
import { absolute, add, compare, isZero, ZERO, type SignedAmount } from '../../domain/money.ts';
import type { Found } from '../../domain/vat-declarations/control.ts';
import { fromRawSql } from '../support/statement.ts';

/** Findings among many rows: their number, their total, and the largest of them. */

/** Maximum number shown. */
export const MOST = 20;

export interface FoundRow {
  readonly id: number;
  readonly amount: SignedAmount;
  /** Count of all findings, not only of the returned rows. */
  readonly count: number;
  readonly total: SignedAmount;
}

/** The largest rows of `id`, `amount`, with the number and sum of all. */
export const selectLargest = (rows: RawBuilder<unknown>): RawBuilder<FoundRow> => sql<FoundRow>`
    select id, amount::numeric(20,2) as amount, (count(*) over ())::bigint as count,
      (sum(amount) over ())::numeric(20,2) as total
    from (${rows}) found order by abs(amount) desc, id limit ${sql.lit(MOST)}`;

export const buildLargestQuery = (rows: RawBuilder<unknown>) => fromRawSql(selectLargest(rows));

const compareBySize = (one: Amount, other: Amount): number =>
  compare(absolute(other.amount), absolute(one.amount)) || one.id - other.id;

type Amount = Pick<FoundRow, 'id' | 'amount'>;

const listLargestIds = (rows: readonly Amount[]): readonly number[] =>
  [...rows]
    .sort(compareBySize)
    .slice(0, MOST)
    .map(({ id }) => id);

/** Combines findings of several spans of days; no row occurs in two of them. */
export const combineFindings = (spans: readonly (readonly FoundRow[])[]): Found => ({
  count: spans.reduce((sum, rows) => sum + (rows[0]?.count ?? 0), 0),
  amount: spans.reduce((sum, rows) => add(sum, rows[0]?.total ?? ZERO), ZERO),
  ids: listLargestIds(spans.flat()),
});

/** Findings from sums by id, without zero sums. */
export function collectNonZero(sums: ReadonlyMap<number, SignedAmount>): Found {
  const rows = [...sums].flatMap(([id, amount]) => (isZero(amount) ? [] : [{ id, amount }]));
  return {
    count: rows.length,
    amount: rows.reduce((sum, { amount }) => add(sum, amount), ZERO),
    ids: listLargestIds(rows),
  };
}
