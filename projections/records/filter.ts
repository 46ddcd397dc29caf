import { sql, type RawBuilder } from 'kysely';
import { toSearchable } from '../../domain/text.ts';
import { each, inferred, optional, shape, text, type Placeholders } from '../support/parameters.ts';
import { splitSearchText, toLikePattern } from '../support/search.ts';
import { compactNumber } from './search-text.ts';

/** Filters of records of any resource, for their list and for its export. */

export const recordFilter = {
  /** The columns that must equal the values, separated by commas. */
  columns: shape<string>(),
  values: each(inferred),
  /** Search patterns: all `words` must match, in any order, or else `number`. */
  words: each(text),
  number: optional(text),
};

export function matchesRecordFilter(
  alias: string,
  { columns, values, words, number }: Placeholders<typeof recordFilter>,
): RawBuilder<boolean> {
  const names = columns.split(',');
  const equal = values.map((value, index) => sql`${sql.ref(`${alias}.${names[index]!}`)} = ${value}`);
  const matchesPattern = (pattern: (typeof words)[number]) => sql`${sql.ref(`${alias}.search`)} like ${pattern}`;
  const all = sql.join(words.map(matchesPattern), sql` and `);
  const found = words.length === 0 ? [] : number === undefined ? [all] : [sql`((${all}) or ${matchesPattern(number)})`];
  return sql<boolean>`${sql.join([...equal, ...found, sql`true`], sql` and `)}`;
}

export function toRecordFilter(
  equal: Readonly<Record<string, string | number | boolean>>,
  search: string | null | undefined,
) {
  const parts = splitSearchText(search ?? '');
  // A number also matches without its separators.
  const number = parts.length === 0 ? null : compactNumber(toSearchable(search ?? ''));
  return {
    columns: Object.keys(equal).join(),
    values: Object.values(equal),
    words: parts.map(toLikePattern),
    number: number === null ? undefined : toLikePattern(number),
  };
}
