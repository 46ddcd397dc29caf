import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';

/** Fragments shared by many statements. */

/** Right-hand side of `=`: `where('e.id', '=', anyOf(given.ids))`. One array for any number of values. */
export const anyOf = <Value>(values: Expression<readonly Value[]>): RawBuilder<Value> => sql`any(${values})`;

/** A sum of money, zero if there are no rows; with a condition, only over matching rows. */
export const sumAmount = (amount: Expression<string | null>, condition?: Expression<SqlBool>): RawBuilder<string> =>
  condition === undefined
    ? sql`coalesce(sum(${amount}), 0)::numeric(20,2)`
    : sql`coalesce(sum(${amount}) filter (where ${condition}), 0)::numeric(20,2)`;

/** Casts to a money amount. */
export const castAmount = (text: Expression<string | null>): RawBuilder<string> => sql`${text}::numeric(20,2)`;
