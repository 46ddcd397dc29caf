import { absolute, toCents } from '../../money.ts';
import { CURRENCY_PATTERN } from './currency.ts';
import type { Cell, Layout } from './layout.ts';

/** Amounts in all notations: 1.234,56 and 1,234.56, 1 234,56 and 1'234.56, with a sign or in brackets. */
export interface FoundAmount {
  /** Signed decimal string with two decimals. */
  readonly value: string;
  /** Unsigned. */
  readonly cents: number;
  readonly isNegative: boolean;
  readonly hasCurrency: boolean;
  readonly cell: Cell;
  /** Position in the text of its cell. */
  readonly start: number;
  readonly end: number;
  readonly right: number;
  readonly confidence: number;
}

const CURRENCY = CURRENCY_PATTERN;
const GROUPS = "\\d{1,3}(?:[ .,'’\\u00a0\\u202f]\\d{3})+";
const NUMBER = `(?:${GROUPS}|\\d{1,9})`;
const AMOUNT = new RegExp(
  `(?<![\\d.,/A-Za-z-])(?<before>(?:${CURRENCY})\\s?)?(?<minus>[-–−(]\\s?)?(?<before2>(?:${CURRENCY})\\s?)?` +
    `(?<whole>${NUMBER})(?:[.,](?<decimals>\\d{2}|-{1,2}))?(?<after>\\s?(?:${CURRENCY}))?(?<close>\\)|\\s?-(?!\\d))?(?![\\d/%]|[.,]\\d|\\s?%)`,
  'gu',
);

export function extractAmounts(cell: Cell): FoundAmount[] {
  const found: FoundAmount[] = [];
  for (const match of cell.text.matchAll(AMOUNT)) {
    const { before, before2, minus, whole = '', decimals, after, close } = match.groups ?? {};
    const hasCurrency = before !== undefined || before2 !== undefined || after !== undefined;
    // A whole number is an amount only next to a currency.
    if (decimals === undefined && !hasCurrency) continue;
    const digits = whole.replace(/\D/g, '');
    if (digits.length > 12) continue;
    const positive = `${BigInt(digits)}.${decimals === undefined || decimals.startsWith('-') ? '00' : decimals}`;
    const isNegative = minus !== undefined || close?.trim() === '-';
    const end = match.index + match[0].length;
    found.push({
      value: isNegative && Number(positive) !== 0 ? `-${positive}` : positive,
      cents: toCents(absolute(positive)),
      isNegative,
      hasCurrency,
      cell,
      start: match.index,
      end,
      ...locateWords(cell, match.index, end),
    });
  }
  return found;
}

/** Right edge and confidence of the words in a part of a cell. */
function locateWords(cell: Cell, start: number, end: number): { right: number; confidence: number } {
  let position = 0;
  let right = cell.right;
  let confidence = 1;
  for (const word of cell.words) {
    const [from, to] = [position, position + word.text.length];
    position = to + 1;
    if (to <= start || from >= end) continue;
    right = word.right;
    confidence = Math.min(confidence, word.confidence);
  }
  return { right, confidence };
}

export function extractAllAmounts(layout: Layout): FoundAmount[] {
  return layout.cells.flatMap(extractAmounts);
}

const RATE = /(?<![\d.,])(\d{1,2})(?:[.,](\d{1,2}))?\s?%/g;

/** Percentages in stored form: 21, 5.5. */
export function extractRates(text: string): string[] {
  return [...text.matchAll(RATE)].map(([, whole, decimals]) => formatRate(whole!, decimals));
}

export function formatRate(whole: string, decimals: string | undefined): string {
  const behind = (decimals ?? '').replace(/0+$/, '');
  return behind === '' ? String(Number(whole)) : `${Number(whole)}.${behind}`;
}

/** A quantity or price, with its decimals; null if it is not a number. */
export function parseQuantity(text: string): string | null {
  const cleaned = text.replace(new RegExp(CURRENCY, 'g'), '').trim();
  const match =
    /^(-?)((?:\d{1,3}(?:[ .,'’\u00a0\u202f]\d{3})+|\d{1,9}))(?:([.,])(\d{1,4}))?(?:\s?[\p{L}.²³]{1,8})?$/u.exec(
      cleaned,
    );
  if (!match) return null;
  const [, sign, whole = '', , decimals] = match;
  const plain = /^\d{1,3}[.,]\d{3}$/.test(whole) && decimals === undefined ? parseThreeDecimals(whole) : null;
  const number = plain ?? `${BigInt(whole.replace(/\D/g, ''))}${decimals === undefined ? '' : `.${decimals}`}`;
  return `${sign}${number}`;
}

/** 1.500 more often means one and a half than fifteen hundred; the same goes for 12,500. */
const parseThreeDecimals = (text: string): string => {
  const [whole, decimals] = text.split(/[.,]/);
  return `${Number(whole)}.${decimals}`;
};
