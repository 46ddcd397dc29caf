/**
 * Parts of statements that read what was posted for third parties: each counts for the one that it was merged into since.
 * `of` is the alias of a table with a column `third_party_id`.
 */

export const joinMerges = (of: string): string =>
  `LEFT JOIN read.third_party_merges ${of}_merge ON ${of}_merge.third_party_id = ${of}.third_party_id`;

/** The third party that a row counts for; needs `joinMerges`. */
export const countsFor = (of: string): string => `coalesce(${of}_merge.into_id, ${of}.third_party_id)`;

/**
 * A condition: the row counts for the living third party that `parameter`, such as `$2`, names; `$1` is the company file. An
 * index on `third_party_id` serves it.
 */
export const isCountedFor = (of: string, parameter: string): string =>
  `${of}.third_party_id = ANY (ARRAY(SELECT third_party_id FROM read.third_party_merges WHERE company_id = $1 AND into_id = ${parameter}) || ${parameter}::bigint)`;
