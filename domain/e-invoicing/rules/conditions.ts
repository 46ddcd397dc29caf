import { absolute, compare, round, subtract, sum, type SignedAmount } from '../../money.ts';
import { findElement, listElements, findText, type XmlElement } from '../../xml.ts';
import { parseDecimal } from '../read/values.ts';

/** Helpers for conditions. Unreadable values are null: the rule decides whether that is allowed. */

/** A decimal with its original number of decimals, at least two. */
export function parseAmountLike(text: string | null): SignedAmount | null {
  const decimal = parseDecimal(text);
  if (decimal === null) return null;
  const point = decimal.indexOf('.');
  const places = point < 0 ? 0 : decimal.length - point - 1;
  if (places >= 2) return decimal;
  return places === 1 ? `${decimal}0` : `${decimal}.00`;
}

export const parseNumberAt = (from: XmlElement, path: string): SignedAmount | null =>
  parseAmountLike(findText(from, path));

export const hasElement = (from: XmlElement, path: string): boolean => findElement(from, path) !== undefined;

export const countElements = (from: XmlElement, path: string): number => listElements(from, path).length;

export const isCharge = (allowance: XmlElement): boolean => findText(allowance, 'ChargeIndicator') === 'true';

/** Decimals as written. */
export function hasTwoDecimals(text: string): boolean {
  const point = text.indexOf('.');
  return point < 0 || text.length - point - 1 <= 2;
}

/** Equal to the cent. */
export const isEqualAmount = (one: SignedAmount | null, other: SignedAmount | null): boolean =>
  one !== null && other !== null && compare(round(one), round(other)) === 0;

/** Difference within the tolerance. */
export const isNear = (one: SignedAmount, other: SignedAmount, slack: SignedAmount): boolean =>
  compare(absolute(subtract(one, other)), slack) <= 0;

/** Less than one unit apart, as line rounding may cause. */
export const isWithinOne = (one: SignedAmount, other: SignedAmount): boolean =>
  compare(absolute(subtract(one, other)), '1.00') < 0;

export const sumAmountsAt = (from: XmlElement, path: string): SignedAmount =>
  sum(listElements(from, path).map(({ text }) => parseAmountLike(text) ?? '0.00'));
