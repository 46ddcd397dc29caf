import { sql, type RawBuilder } from 'kysely';
import { absolute, add, compare, isZero, ZERO, type SignedAmount } from '../../domain/money.ts';
import type { Found } from '../../domain/vat-declarations/control.ts';
import { byHand } from '../support/statement.ts';

/** Findings among very many rows: how many, what they come to, and the largest of them. */

/** As many as are shown. */
export const MOST = 20;

export interface FoundRow {
  readonly id: number;
  readonly amount: SignedAmount;
  /** Of all that were found, not of those that are given. */
  readonly count: number;
  readonly total: SignedAmount;
}

/** Of rows `id`, `amount`: the largest, with the number and the sum of all. */
export const largestOf = (rows: RawBuilder<unknown>): RawBuilder<FoundRow> => sql<FoundRow>`
    select id, amount::numeric(20,2) as amount, (count(*) over ())::bigint as count,
      (sum(amount) over ())::numeric(20,2) as total
    from (${rows}) found order by abs(amount) desc, id limit ${sql.lit(MOST)}`;

export const largest = (rows: RawBuilder<unknown>) => byHand(largestOf(rows));

const bySize = (one: Amount, other: Amount): number =>
  compare(absolute(other.amount), absolute(one.amount)) || one.id - other.id;

type Amount = Pick<FoundRow, 'id' | 'amount'>;

const idsOf = (rows: readonly Amount[]): readonly number[] =>
  [...rows]
    .sort(bySize)
    .slice(0, MOST)
    .map(({ id }) => id);

/** Of rows that were looked for some days after the others; none is in two of them. */
export const foundIn = (spans: readonly (readonly FoundRow[])[]): Found => ({
  count: spans.reduce((sum, rows) => sum + (rows[0]?.count ?? 0), 0),
  amount: spans.reduce((sum, rows) => add(sum, rows[0]?.total ?? ZERO), ZERO),
  ids: idsOf(spans.flat()),
});

/** Of sums by id, those that come to something. */
export function foundAmong(sums: ReadonlyMap<number, SignedAmount>): Found {
  const rows = [...sums].flatMap(([id, amount]) => (isZero(amount) ? [] : [{ id, amount }]));
  return { count: rows.length, amount: rows.reduce((sum, { amount }) => add(sum, amount), ZERO), ids: idsOf(rows) };
}
