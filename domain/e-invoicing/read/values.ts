import { round, type SignedAmount } from '../../money.ts';
import { elementsAt, textAt, type XmlElement } from '../../xml.ts';

/** Values as strangers write them, bounded, or null. */

const DECIMAL = /^([+-]?)0*(\d{0,15})(?:\.(\d{0,20}))?$/;

/** A decimal number in one way of writing: no plus, no zeros that say nothing, no sign before nothing. */
export function decimalOf(text: string | null): string | null {
  const found = text === null ? null : DECIMAL.exec(text);
  if (!found) return null;
  const [, sign, whole = '', places = ''] = found;
  if (whole === '' && places === '' && !/\d/.test(text!)) return null;
  const trimmed = places.replace(/0+$/, '');
  const number = `${whole || '0'}${trimmed === '' ? '' : `.${trimmed}`}`;
  return sign === '-' && number !== '0' ? `-${number}` : number;
}

/** Whole digits of an amount: the sheet holds fifteen, sums of many amounts must stay below. */
const MOST_DIGITS = 12;

/** An amount with two places; more places are rounded. */
export function amountOf(text: string | null): SignedAmount | null {
  const decimal = decimalOf(text);
  if (decimal === null || decimal.replace(/^-|\..*$/g, '').length > MOST_DIGITS) return null;
  return round(decimal);
}

export const amountAt = (from: XmlElement | undefined, path: string): SignedAmount | null =>
  amountOf(textAt(from, path));

/** A rate with two places or three. */
export function rateOf(text: string | null): string | null {
  const decimal = decimalOf(text?.replace(/\s*%$/, '') ?? null);
  if (decimal === null || decimal.startsWith('-')) return null;
  const [whole = '', places = ''] = decimal.split('.');
  return whole.length > 3 || places.length > 3 ? null : `${whole}.${places.padEnd(2, '0')}`;
}

const CATEGORIES: ReadonlySet<string> = new Set('S Z E AE K G O L M'.split(' '));

/** A category of VAT as EN 16931 names it; other lists say nothing that could be compared. */
export const categoryOf = (text: string | null): string | null => (text !== null && CATEGORIES.has(text) ? text : null);

const DATE = /^(\d{4})-?(\d{2})-?(\d{2})(?:$|[TZ+-])/;

/** Of `2026-01-31`, also with a time zone behind it, or of `20260131`; null for a day that the calendar does not have. */
export function dateOf(text: string | null): string | null {
  const found = text === null ? null : DATE.exec(text);
  if (!found) return null;
  const date = `${found[1]}-${found[2]}-${found[3]}`;
  const instant = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date) && found[1]! >= '1900'
    ? date
    : null;
}

/** On one line, without what cannot be seen, and not longer than that. */
export function lineOf(text: string | null, maxLength: number): string | null {
  if (text === null) return null;
  const line = text
    .slice(0, 4 * maxLength)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  // A character of two units is not cut in half.
  const cut =
    line.length > maxLength
      ? `${line
          .slice(0, maxLength - 1)
          .replace(/[\ud800-\udbff]$/, '')
          .trimEnd()}…`
      : line;
  return cut === '' ? null : cut;
}

export const lineAt = (from: XmlElement | undefined, path: string, maxLength: number): string | null =>
  lineOf(textAt(from, path), maxLength);

/** The texts at a path that say something, a few of them. */
export function textsAt(from: XmlElement | undefined, path: string, most = 20): string[] {
  return elementsAt(from, path)
    .slice(0, most)
    .map(({ text }) => text)
    .filter((text) => text !== '');
}

/** What is said at the first of these paths that says something. */
export function firstTextAt(from: XmlElement | undefined, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const text = textAt(from, path);
    if (text !== null) return text;
  }
  return null;
}

/** Longest texts that the sheet takes. */
export const MAX = { name: 200, description: 500, address: 200, code: 100, note: 2000 } as const;
