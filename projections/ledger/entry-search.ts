import type pg from 'pg';
import { toSearchable } from '../../domain/text.ts';
import { toLikePattern, splitSearchText } from '../support/search.ts';
import { splitAmount, joinAmounts, parseSearchedAmount } from './amount-search.ts';
import { extractDigits } from './search-text.ts';

/** Plain SQL, like the list it filters: the number of parts depends on the words, and the leading part determines the plan. */

/** An entry matches if it has all words, each in its own text, in the name of its third party or as an amount. */
export interface Search {
  readonly words: readonly Word[];
  /** A number without separators, which may also be stored that way. */
  readonly digits: string | null;
}

interface Word {
  readonly text: string;
  /** The word as an amount; null if it is not one. */
  readonly amount: string | null;
  /** Ids used in entries, including merged third parties. */
  readonly thirdPartyIds: readonly number[];
}

/** Null for a text without words, which filters nothing. */
export async function parseSearch(pool: Pick<pg.Pool, 'query'>, companyId: number, q: string): Promise<Search | null> {
  const parts = splitSearchText(joinAmounts(q)).map(splitAmount);
  if (parts.length === 0) return null;
  const { rows } = await pool.query<{ id: number; name: string; merged: string[] }>({
    text: `SELECT t.id, t.name, ARRAY(SELECT m.third_party_id FROM read.third_party_merges m WHERE m.company_id = $1 AND m.into_id = t.id) AS merged
      FROM read.third_parties t WHERE t.company_id = $1 AND (${parts.map((_, index) => `t.search LIKE $${index + 2}`).join(' OR ')})
        AND NOT EXISTS (SELECT 1 FROM read.third_party_merges m WHERE m.company_id = t.company_id AND m.third_party_id = t.id AND m.into_id IS NOT NULL)`,
    values: [companyId, ...parts.map(toLikePattern)],
  });
  const named = rows.map(({ id, name, merged }) => ({ name: toSearchable(name), ids: [id, ...merged.map(Number)] }));
  return {
    words: parts.map((text) => ({
      text,
      amount: parseSearchedAmount(text),
      thirdPartyIds: named.filter(({ name }) => name.includes(text)).flatMap(({ ids }) => ids),
    })),
    digits: extractDigits(toSearchable(q)),
  };
}

/**
 * For the entry `e`; `parameter` returns the placeholder of a value, and `$1` is the company file. `most` is the number of
 * entries that are needed; 0 if `e` is a few entries anyway. Without it all are.
 */
export function buildSearchConditions(
  { words, digits }: Search,
  parameter: (value: unknown) => string,
  most?: number,
): string[] {
  const written = words.map(({ text, amount, thirdPartyIds }) => ({
    names: thirdPartyIds.length,
    buildLike: (alias: string) => `${alias}.search LIKE ${parameter(toLikePattern(text))}`,
    ids: thirdPartyIds.length === 0 ? null : parameter(thirdPartyIds),
    amount: amount === null ? null : `${parameter(amount)}::numeric`,
  }));
  const all = written
    .map(({ buildLike, ids, amount }) => {
      const ways = [
        buildLike('e'),
        ...(ids === null ? [] : [`e.third_party_id = ANY (${ids}::bigint[])`]),
        ...(amount === null ? [] : [`e.total = ${amount}`, buildLineAmountCondition(amount)]),
      ];
      return ways.length === 1 ? ways[0]! : `(${ways.join(' OR ')})`;
    })
    .join(' AND ');
  const matchDigits = (alias: string) =>
    digits === null ? [] : [`${alias}.search LIKE ${parameter(toLikePattern(digits))}`];
  const condition = digits === null ? all : `((${all}) OR ${matchDigits('e').join('')})`;
  // A word that is in no name leads to the entries by itself; otherwise an amount, being rarer, is better than names.
  const leading =
    written.find(({ names, amount }) => names === 0 && amount === null) ??
    written.find(({ names, amount }) => names <= MOST_NAMES && amount !== null) ??
    written.reduce((best, word) => (word.names < best.names ? word : best));
  const leadsAlone = leading.names === 0 && leading.amount === null;
  // Very common names match most of the entries, so they do not help.
  if (leadsAlone || leading.names > MOST_NAMES || most === 0) return [condition];
  // No single index covers text, name and amount together, but each has its own.
  const sides = [
    `SELECT c.id FROM read.entries c WHERE c.company_id = $1 AND (${[leading.buildLike('c'), ...matchDigits('c')].join(' OR ')})`,
    ...(leading.ids === null
      ? []
      : [
          `SELECT l.entry_id FROM read.entry_lines l WHERE l.company_id = $1 AND l.third_party_id = ANY (${leading.ids}::bigint[])`,
        ]),
    ...(leading.amount === null
      ? []
      : [
          `SELECT t.id FROM read.entries t WHERE t.company_id = $1 AND t.total = ${leading.amount}`,
          `SELECT l.entry_id FROM read.entry_lines l WHERE l.company_id = $1 AND l.debit + l.credit = ${leading.amount}`,
        ]),
  ];
  // Of a single word every entry that is found matches, so that a few of each side are enough.
  const found = most === undefined || words.length > 1 ? sides : sides.map((side) => `(${side} LIMIT ${most})`);
  return [`e.id IN (${found.join(' UNION ALL ')})`, condition];
}

/** A line has an amount on only one side. */
const buildLineAmountCondition = (amount: string): string =>
  `EXISTS (SELECT 1 FROM read.entry_lines a WHERE a.company_id = e.company_id AND a.entry_id = e.id AND a.debit + a.credit = ${amount})`;

const MOST_NAMES = 100;
