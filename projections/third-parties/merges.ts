import { sql, type Expression, type RawBuilder } from 'kysely';
import { queries } from '../support/compiler.ts';

/**
 * SQL fragments that resolve merged third parties: postings count for the third party that theirs was merged into.
 * `of` is the alias of a table with a column `third_party_id`.
 */

/** Arguments of the join: `query.leftJoin(...buildMergeJoin('e'))`. */
export const buildMergeJoin = <const Alias extends string>(of: Alias) =>
  [`read.third_party_merges as ${of}_merge`, `${of}_merge.third_party_id`, `${of}.third_party_id`] as const;

/** The same for a hand-written statement. */
export const joinMerges = (of: string): RawBuilder<unknown> =>
  sql`left join read.third_party_merges as ${sql.ref(`${of}_merge`)} on ${sql.ref(`${of}_merge.company_id`)} = ${sql.ref(`${of}.company_id`)} and ${sql.ref(`${of}_merge.third_party_id`)} = ${sql.ref(`${of}.third_party_id`)}`;

/** The third party that a row counts for; needs `buildMergeJoin`. */
export const resolveThirdPartyId = <Id extends number | null = number | null>(of: string): RawBuilder<Id> =>
  sql`coalesce(${sql.ref(`${of}_merge.into_id`)}, ${sql.ref(`${of}.third_party_id`)})`;

/**
 * The third party itself as `p`, looked up row by row: a plan that starts with the third parties, because it estimates
 * them to be few, would read all rows once for each of them.
 */
export const selectThirdParty = (of: string) =>
  queries
    .selectFrom('read.third_parties as t')
    .selectAll()
    .where('t.id', '=', resolveThirdPartyId<number>(of))
    .offset(0)
    .as('p');

/** Condition: the row counts for this third party. Uses an index on `third_party_id`. */
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
