import { round, type SignedAmount } from '../../money.ts';
import { listElements, findText, type XmlElement } from '../../xml.ts';

/** Parses untrusted values with limits; null if invalid. */

const DECIMAL = /^([+-]?)0*(\d{0,15})(?:\.(\d{0,20}))?$/;

/** Normalises a decimal number: no plus sign, no superfluous zeros, no negative zero. */
export function parseDecimal(text: string | null): string | null {
  const found = text === null ? null : DECIMAL.exec(text);
  if (!found) return null;
  const [, sign, whole = '', places = ''] = found;
  if (whole === '' && places === '' && !/\d/.test(text!)) return null;
  const trimmed = places.replace(/0+$/, '');
  const number = `${whole || '0'}${trimmed === '' ? '' : `.${trimmed}`}`;
  return sign === '-' && number !== '0' ? `-${number}` : number;
}

/** Integer digits of an amount: the sheet allows fifteen, and sums must stay below. */
const MOST_DIGITS = 12;

/** An amount rounded to two decimals. */
export function parseAmount(text: string | null): SignedAmount | null {
  const decimal = parseDecimal(text);
  if (decimal === null || decimal.replace(/^-|\..*$/g, '').length > MOST_DIGITS) return null;
  return round(decimal);
}

export const parseAmountAt = (from: XmlElement | undefined, path: string): SignedAmount | null =>
  parseAmount(findText(from, path));

/** A rate with two or three decimals. */
export function parseRate(text: string | null): string | null {
  const decimal = parseDecimal(text?.replace(/\s*%$/, '') ?? null);
  if (decimal === null || decimal.startsWith('-')) return null;
  const [whole = '', places = ''] = decimal.split('.');
  return whole.length > 3 || places.length > 3 ? null : `${whole}.${places.padEnd(2, '0')}`;
}

const CATEGORIES: ReadonlySet<string> = new Set('S Z E AE K G O L M'.split(' '));

/** EN 16931 VAT category; codes of other lists are ignored. */
export const parseCategory = (text: string | null): string | null =>
  text !== null && CATEGORIES.has(text) ? text : null;

const DATE = /^(\d{4})-?(\d{2})-?(\d{2})(?:$|[TZ+-])/;

/** From `2026-01-31`, also with a time zone, or `20260131`; null for an invalid date. */
export function parseDate(text: string | null): string | null {
  const found = text === null ? null : DATE.exec(text);
  if (!found) return null;
  const date = `${found[1]}-${found[2]}-${found[3]}`;
  const instant = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date) && found[1]! >= '1900'
    ? date
    : null;
}

/** A single line without invisible characters, truncated to the maximum length. */
export function toSingleLine(text: string | null, maxLength: number): string | null {
  if (text === null) return null;
  const line = text
    .slice(0, 4 * maxLength)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  // Does not split a surrogate pair.
  const cut =
    line.length > maxLength
      ? `${line
          .slice(0, maxLength - 1)
          .replace(/[\ud800-\udbff]$/, '')
          .trimEnd()}…`
      : line;
  return cut === '' ? null : cut;
}

export const readLineAt = (from: XmlElement | undefined, path: string, maxLength: number): string | null =>
  toSingleLine(findText(from, path), maxLength);

/** Non-empty texts at a path, up to a limit. */
export function readTextsAt(from: XmlElement | undefined, path: string, most = 20): string[] {
  return listElements(from, path)
    .slice(0, most)
    .map(({ text }) => text)
    .filter((text) => text !== '');
}

/** Text at the first path that has one. */
export function readFirstTextAt(from: XmlElement | undefined, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const text = findText(from, path);
    if (text !== null) return text;
  }
  return null;
}

/** Maximum text lengths of the sheet. */
export const MAX = { name: 200, description: 500, address: 200, code: 100, note: 2000 } as const;
