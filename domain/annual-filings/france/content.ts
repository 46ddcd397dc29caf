/**
 * Notation of the amounts of boxes, one short text per box:
 *
 * | text | amount |
 * |---|---|
 * | `rubric DA` | rubric of the annual accounts of the reports |
 * | `gross AB` | the same before depreciation and impairment |
 * | `D 211 212`, `C 104` | balances of accounts, see `parseRubricContent` |
 * | `opening C 11`, `closing C 11` | balances at the start and the end of the year, results of earlier years as booked |
 * | `abroad C 707` | sales with a VAT code for exports or intra-Community supplies |
 * | `debits 106`, `credits 457` | movements of the year |
 * | `soon D 274` | open items due within one year after the end of the year |
 * | `later D 41` | open items due after that |
 * | `beyond C 16 40 long:16` | as `later`; of accounts after `long:` all that is not due within one year |
 * | `= FR -GF`, `pos HN`, `neg HN` | sum of boxes, or only its profit or loss as a positive amount |
 * | `~ EC -DW` | sum of boxes that is proposed: a manual amount may replace it |
 * | `enter`, `text` | entered by a person |
 * | `none` | nothing in this chart of accounts |
 */
import { parseRubricContent } from '../../country-packs/annual-accounts-rows.ts';
import type { RubricContent } from '../../country-packs/pack.ts';

export type AccountsContent = Extract<RubricContent, { accounts: readonly string[] }>;

export interface Term {
  readonly code: string;
  readonly sign: 1 | -1;
}

/** Which figures of the accounts a box adds up. Credits of an asset are transfers to another one, or disposals. */
export type LedgerBase =
  | 'balance'
  | 'opening'
  | 'closing'
  | 'debits'
  | 'credits'
  | 'transfers'
  | 'disposals'
  | 'abroad';

export type DueBase = 'soon' | 'later' | 'beyond';

export type BoxContent =
  | { readonly kind: 'rubric'; readonly rubric: string; readonly isGross: boolean }
  | { readonly kind: 'ledger'; readonly base: LedgerBase; readonly accounts: AccountsContent }
  | {
      readonly kind: 'due';
      readonly base: DueBase;
      readonly accounts: AccountsContent;
      readonly long: readonly string[];
    }
  | {
      readonly kind: 'sum';
      readonly terms: readonly Term[];
      readonly part: 'all' | 'profit' | 'loss';
      readonly isProposal: boolean;
    }
  | { readonly kind: 'entered' }
  | { readonly kind: 'text' }
  | { readonly kind: 'none' };

const SUMS: Readonly<Record<string, { part: 'all' | 'profit' | 'loss'; isProposal: boolean }>> = {
  '=': { part: 'all', isProposal: false },
  '~': { part: 'all', isProposal: true },
  pos: { part: 'profit', isProposal: false },
  neg: { part: 'loss', isProposal: false },
};

/** @throws if the text is not in this notation */
export function parseContent(text: string): BoxContent {
  const [first = '', ...words] = text.split(' ');
  const rest = words.join(' ');
  const sum = SUMS[first];
  if (sum) return { kind: 'sum', terms: parseTerms(rest), ...sum };
  switch (first) {
    case 'rubric':
    case 'gross':
      return { kind: 'rubric', rubric: rest, isGross: first === 'gross' };
    case 'D':
    case 'C':
      return { kind: 'ledger', base: 'balance', accounts: parseAccounts(text) };
    case 'abroad':
    case 'opening':
    case 'closing':
      return { kind: 'ledger', base: first, accounts: parseAccounts(rest) };
    case 'debits':
    case 'credits':
      return { kind: 'ledger', base: first, accounts: parseAccounts(`D ${rest}`) };
    case 'soon':
    case 'later':
    case 'beyond':
      return parseDue(first, words);
    case 'enter':
      return { kind: 'entered' };
    case 'text':
    case 'none':
      return { kind: first };
    default:
      throw new Error(`Invalid content of a box: ${text}`);
  }
}

/** `FR -GF`: box codes, those with a minus are subtracted. */
export const parseTerms = (text: string): readonly Term[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ code: word.replace(/^-/, ''), sign: word.startsWith('-') ? -1 : 1 }));

export function parseAccounts(text: string): AccountsContent {
  const content = parseRubricContent(text);
  if ('sum' in content) throw new Error(`Expected accounts instead of ${text}`);
  return content;
}

function parseDue(base: DueBase, words: readonly string[]): BoxContent {
  const long = words.find((word) => word.startsWith('long:'));
  return {
    kind: 'due',
    base,
    accounts: parseAccounts(words.filter((word) => word !== long).join(' ')),
    long: long === undefined ? [] : long.slice('long:'.length).split(','),
  };
}
