import { accounts, type Account } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { journals, type JOURNAL_TYPES } from '../journals/journal.ts';
import { recordsOf } from '../records/state.ts';
import { searchable } from '../text.ts';
import type { THIRD_PARTY_TYPES } from '../third-parties/third-party.ts';

/** How codes of another program are told in a company file, and what is suggested by what they are called. */

/** Codes that fit as they are stay; others lose what does not fit, and get a number where two would be the same. */
export function codeFitter(taken: (code: string) => boolean, most: number): (code: string) => string {
  const fitted = new Map<string, string>();
  const used = new Set<string>();
  return (code) => {
    const known = fitted.get(code);
    if (known !== undefined) return known;
    const plain = code.normalize('NFKD').replace(/\p{Mn}/gu, '');
    const base =
      plain
        .replace(/[^A-Za-z0-9._/-]+/g, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, most) || '1';
    let fit = base;
    for (let number = 2; used.has(fit) || (fit !== code && taken(fit)); number += 1)
      fit = `${base.slice(0, most - String(number).length)}${number}`;
    used.add(fit);
    fitted.set(code, fit);
    return fit;
  };
}

export const JOURNAL_CODE_CHARACTERS = 6;
export const PARTY_CODE_CHARACTERS = 20;
export const ACCOUNT_CHARACTERS = 20;

/** `401*` stands for every number that begins so, and its target for that beginning. */
export type AccountMapping = Readonly<Record<string, string>>;

export function accountMapper(mapping: AccountMapping): (number: string) => string {
  const beginnings = Object.entries(mapping)
    .filter(([from]) => from.endsWith('*'))
    .map(([from, to]) => [from.slice(0, -1), to.replace(/\*$/, '')] as const)
    .sort(([one], [other]) => other.length - one.length);
  return (number) => {
    const exact = Object.hasOwn(mapping, number) ? mapping[number] : undefined;
    if (exact !== undefined) return exact;
    const found = beginnings.find(([from]) => number.startsWith(from));
    return found ? found[1] + number.slice(found[0].length) : number;
  };
}

/** The accounts of a chart, by how their numbers begin. */
export interface ChartIndex {
  /** The account whose number shares the longest beginning, of two digits at least. */
  nearest(number: string): Account['data'] | undefined;
  has(number: string): boolean;
}

const FEWEST_DIGITS = 2;

export function chartIndex({ records }: CompanyFile): ChartIndex {
  const byBeginning = new Map<string, Account['data']>();
  const numbers = new Set<string>();
  for (const [, { data, isTrashed }] of recordsOf(records, accounts).byId.entries()) {
    if (isTrashed) continue;
    numbers.add(data.number);
    for (let length = FEWEST_DIGITS; length <= data.number.length; length += 1) {
      const beginning = data.number.slice(0, length);
      const known = byBeginning.get(beginning);
      // An account that is posted to tells more than the group above it.
      if (!known || (!known.is_postable && data.is_postable)) byBeginning.set(beginning, data);
    }
  }
  return {
    has: (number) => numbers.has(number),
    nearest(number) {
      for (let length = number.length; length >= FEWEST_DIGITS; length -= 1) {
        const found = byBeginning.get(number.slice(0, length));
        if (found) return found;
      }
      return undefined;
    },
  };
}

/** Whom an account is kept for; null where its number does not tell. */
export function partyTypeOf(number: string, chart: ChartIndex): (typeof THIRD_PARTY_TYPES)[number] | null {
  for (let length = number.length; length >= FEWEST_DIGITS; length -= 1) {
    const role = chart.nearest(number.slice(0, length))?.control_role;
    if (role === 'customer' || role === 'supplier') return role;
  }
  return null;
}

type JournalType = (typeof JOURNAL_TYPES)[number];

const JOURNAL_WORDS: readonly (readonly [RegExp, JournalType])[] = [
  [/\b(caisse|kas|cash|kasse)\b/, 'cash'],
  [/\b(banque|bank|banken|ccp|compte courant)\b/, 'bank'],
  [/\b(ventes?|verkoop|verkopen|sales?|verkauf|clients?|facturation)\b/, 'sale'],
  [/\b(achats?|aankoop|aankopen|purchases?|einkauf|fournisseurs?|frais generaux)\b/, 'purchase'],
];
const JOURNAL_CODES: readonly (readonly [RegExp, JournalType])[] = [
  [/^(ca|cai|kas|csh)\d*$/i, 'cash'],
  [/^(bq|bnq|bk|ban|bnp|bqe)\w*$/i, 'bank'],
  [/^(ve|vt|vte|ven|vk)\d*$/i, 'sale'],
  [/^(ac|ach|ha|ak|aank)\d*$/i, 'purchase'],
];

/** By its name, else by its code; any other is one of miscellaneous operations. */
export function journalTypeOf(code: string, label: string | null): JournalType {
  const words = searchable(label ?? '');
  return (
    JOURNAL_WORDS.find(([pattern]) => pattern.test(words))?.[1] ??
    JOURNAL_CODES.find(([pattern]) => pattern.test(code))?.[1] ??
    'miscellaneous'
  );
}

export const isJournalTaken =
  ({ records }: CompanyFile) =>
  (code: string): boolean =>
    records[journals.name]?.byKey.has(`code=${code}`) === true;
