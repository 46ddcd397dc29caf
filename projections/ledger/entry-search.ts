import type pg from 'pg';
import { searchable } from '../../domain/text.ts';
import { anywhere, searchedParts } from '../support/search.ts';
import { apart, joined, searchedAmount } from './amount-search.ts';
import { digitsOf } from './search-text.ts';

/** Plain SQL, like the list that it narrows: how many parts there are depends on the words, and which of them leads is a plan. */

/** What every entry that is found has: all the words, each in its own text, in the name of its third party or as an amount. */
export interface Search {
  readonly words: readonly Word[];
  /** A number without its separators, which may also be there as such. */
  readonly digits: string | null;
}

interface Word {
  readonly text: string;
  /** The amount that the word is; null for any other. */
  readonly amount: string | null;
  /** As entries know them, merged ones included. */
  readonly thirdPartyIds: readonly number[];
}

/** Gives null for a text without words, which narrows nothing. */
export async function searchFor(pool: Pick<pg.Pool, 'query'>, companyId: number, q: string): Promise<Search | null> {
  const parts = searchedParts(joined(q)).map(apart);
  if (parts.length === 0) return null;
  const { rows } = await pool.query<{ id: number; name: string; merged: string[] }>({
    text: `SELECT t.id, t.name, ARRAY(SELECT m.third_party_id FROM read.third_party_merges m WHERE m.company_id = $1 AND m.into_id = t.id) AS merged
      FROM read.third_parties t WHERE t.company_id = $1 AND (${parts.map((_, index) => `t.search LIKE $${index + 2}`).join(' OR ')})
        AND NOT EXISTS (SELECT 1 FROM read.third_party_merges m WHERE m.third_party_id = t.id AND m.into_id IS NOT NULL)`,
    values: [companyId, ...parts.map(anywhere)],
  });
  const named = rows.map(({ id, name, merged }) => ({ name: searchable(name), ids: [id, ...merged.map(Number)] }));
  return {
    words: parts.map((text) => ({
      text,
      amount: searchedAmount(text),
      thirdPartyIds: named.filter(({ name }) => name.includes(text)).flatMap(({ ids }) => ids),
    })),
    digits: digitsOf(searchable(q)),
  };
}

/** About the entry `e`; `parameter` gives the place of a value, and `$1` is the company file. */
export function searchConditions({ words, digits }: Search, parameter: (value: unknown) => string): string[] {
  const written = words.map(({ text, amount, thirdPartyIds }) => ({
    names: thirdPartyIds.length,
    like: (alias: string) => `${alias}.search LIKE ${parameter(anywhere(text))}`,
    ids: thirdPartyIds.length === 0 ? null : parameter(thirdPartyIds),
    amount: amount === null ? null : `${parameter(amount)}::numeric`,
  }));
  const all = written
    .map(({ like, ids, amount }) => {
      const ways = [
        like('e'),
        ...(ids === null ? [] : [`e.third_party_id = ANY (${ids}::bigint[])`]),
        ...(amount === null ? [] : [`e.total = ${amount}`, hasLineOf(amount)]),
      ];
      return ways.length === 1 ? ways[0]! : `(${ways.join(' OR ')})`;
    })
    .join(' AND ');
  const isDigits = (alias: string) => (digits === null ? [] : [`${alias}.search LIKE ${parameter(anywhere(digits))}`]);
  const condition = digits === null ? all : `((${all}) OR ${isDigits('e').join('')})`;
  // A word that is in no name leads to the entries by itself; else an amount, which few have, does better than names.
  const leading =
    written.find(({ names, amount }) => names === 0 && amount === null) ??
    written.find(({ names, amount }) => names <= MOST_NAMES && amount !== null) ??
    written.reduce((best, word) => (word.names < best.names ? word : best));
  const leadsAlone = leading.names === 0 && leading.amount === null;
  // Names that very many have lead to most of the entries.
  if (leadsAlone || leading.names > MOST_NAMES) return [condition];
  // No index serves the choice between text, name and amount, but one does for each of them.
  const sides = [
    `SELECT c.id FROM read.entries c WHERE c.company_id = $1 AND (${[leading.like('c'), ...isDigits('c')].join(' OR ')})`,
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
  return [`e.id IN (${sides.join(' UNION ALL ')})`, condition];
}

/** A line has an amount on one side alone. */
const hasLineOf = (amount: string): string =>
  `EXISTS (SELECT 1 FROM read.entry_lines a WHERE a.entry_id = e.id AND a.debit + a.credit = ${amount})`;

const MOST_NAMES = 100;
