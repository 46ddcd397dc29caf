import { accounts, type Account } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { journals, type JOURNAL_TYPES } from '../journals/journal.ts';
import { getRecords } from '../records/state.ts';
import { toSearchable } from '../text.ts';
import type { THIRD_PARTY_TYPES } from '../third-parties/third-party.ts';

/** Converts codes of another program, and suggests types from names. */

/** Keeps codes that fit. Others lose invalid characters, and get a number if two would be equal. */
export function createCodeFitter(taken: (code: string) => boolean, most: number): (code: string) => string {
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

/** `401*` matches every number with that prefix, which the target replaces. */
export type AccountMapping = Readonly<Record<string, string>>;

export function createAccountMapper(mapping: AccountMapping): (number: string) => string {
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

/** The accounts of a chart, indexed by prefix. */
export interface ChartIndex {
  /** Finds the account with the longest common prefix, of at least two digits. */
  findNearest(number: string): Account['data'] | undefined;
  hasNumber(number: string): boolean;
}

const FEWEST_DIGITS = 2;

export function createChartIndex({ records }: CompanyFile): ChartIndex {
  const byBeginning = new Map<string, Account['data']>();
  const numbers = new Set<string>();
  for (const [, { data, isTrashed }] of getRecords(records, accounts).byId.entries()) {
    if (isTrashed) continue;
    numbers.add(data.number);
    for (let length = FEWEST_DIGITS; length <= data.number.length; length += 1) {
      const beginning = data.number.slice(0, length);
      const known = byBeginning.get(beginning);
      // A postable account is more specific than its group.
      if (!known || (!known.is_postable && data.is_postable)) byBeginning.set(beginning, data);
    }
  }
  return {
    hasNumber: (number) => numbers.has(number),
    findNearest(number) {
      for (let length = number.length; length >= FEWEST_DIGITS; length -= 1) {
        const found = byBeginning.get(number.slice(0, length));
        if (found) return found;
      }
      return undefined;
    },
  };
}

/** The type of third party of an account. Null if its number does not determine it. */
export function derivePartyType(number: string, chart: ChartIndex): (typeof THIRD_PARTY_TYPES)[number] | null {
  for (let length = number.length; length >= FEWEST_DIGITS; length -= 1) {
    const role = chart.findNearest(number.slice(0, length))?.control_role;
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

/** By name, otherwise by code. The default is miscellaneous operations. */
export function deriveJournalType(code: string, label: string | null): JournalType {
  const words = toSearchable(label ?? '');
  return (
    JOURNAL_WORDS.find(([pattern]) => pattern.test(words))?.[1] ??
    JOURNAL_CODES.find(([pattern]) => pattern.test(code))?.[1] ??
    'miscellaneous'
  );
}

export const createJournalCheck =
  ({ records }: CompanyFile) =>
  (code: string): boolean =>
    records[journals.name]?.byKey.has(`code=${code}`) === true;
