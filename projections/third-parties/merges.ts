import { sql, type Expression, type RawBuilder } from 'kysely';
import { queries } from '../support/compiler.ts';

/**
 * Parts of statements that read what was posted for third parties: each counts for the one that it was merged into since.
 * `of` is the alias of a table with a column `third_party_id`.
 */

/** What to join: `query.leftJoin(...mergesOf('e'))`. */
export const mergesOf = <const Alias extends string>(of: Alias) =>
  [`read.third_party_merges as ${of}_merge`, `${of}_merge.third_party_id`, `${of}.third_party_id`] as const;

/** The same for a statement that is written out. */
export const joinMerges = (of: string): RawBuilder<unknown> =>
  sql`left join read.third_party_merges as ${sql.ref(`${of}_merge`)} on ${sql.ref(`${of}_merge.third_party_id`)} = ${sql.ref(`${of}.third_party_id`)}`;

/** The third party that a row counts for; needs `mergesOf`. */
export const countsFor = <Id extends number | null = number | null>(of: string): RawBuilder<Id> =>
  sql`coalesce(${sql.ref(`${of}_merge.into_id`)}, ${sql.ref(`${of}.third_party_id`)})`;

/**
 * The third party itself as `p`, looked up row by row: a plan that begins with the few third parties that it believes in
 * reads all rows once for each of them.
 */
export const partyCountedFor = (of: string) =>
  queries.selectFrom('read.third_parties').selectAll().where('id', '=', countsFor<number>(of)).offset(0).as('p');

/** A condition: the row counts for this living third party. An index on `third_party_id` serves it. */
export function isCountedFor(
  of: string,
  companyId: Expression<number>,
  thirdPartyId: Expression<number>,
): RawBuilder<boolean> {
  const merged = queries
    .selectFrom('read.third_party_merges')
    .select('third_party_id')
    .where('company_id', '=', companyId)
    .where('into_id', '=', thirdPartyId);
  return sql`${sql.ref(`${of}.third_party_id`)} = any (array${merged} || ${thirdPartyId})`;
}
