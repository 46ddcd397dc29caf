import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';

/** Parts that many statements have. */

/** The other side of `=`: `where('e.id', '=', anyOf(given.ids))`. One array, however many values. */
export const anyOf = <Value>(values: Expression<readonly Value[]>): RawBuilder<Value> => sql`any(${values})`;

/** A sum of money, zero when there is nothing to add up; with a condition, of the rows that meet it. */
export const sumOf = (amount: Expression<string | null>, condition?: Expression<SqlBool>): RawBuilder<string> =>
  condition === undefined
    ? sql`coalesce(sum(${amount}), 0)::numeric(20,2)`
    : sql`coalesce(sum(${amount}) filter (where ${condition}), 0)::numeric(20,2)`;

/** A sum of money that there is always something of. */
export const amount = (text: Expression<string | null>): RawBuilder<string> => sql`${text}::numeric(20,2)`;
