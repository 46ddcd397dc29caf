import { absolute, compare, round, subtract, sum, type SignedAmount } from '../../money.ts';
import { elementAt, elementsAt, textAt, type XmlElement } from '../../xml.ts';
import { decimalOf } from '../read/values.ts';

/** What conditions are made of. Values that cannot be read are null: whether they may be is for the rule to say. */

/** A decimal with as many places as it was written with, two at least. */
export function amountLike(text: string | null): SignedAmount | null {
  const decimal = decimalOf(text);
  if (decimal === null) return null;
  const point = decimal.indexOf('.');
  const places = point < 0 ? 0 : decimal.length - point - 1;
  if (places >= 2) return decimal;
  return places === 1 ? `${decimal}0` : `${decimal}.00`;
}

export const numberAt = (from: XmlElement, path: string): SignedAmount | null => amountLike(textAt(from, path));

export const has = (from: XmlElement, path: string): boolean => elementAt(from, path) !== undefined;

export const count = (from: XmlElement, path: string): number => elementsAt(from, path).length;

export const isCharge = (allowance: XmlElement): boolean => textAt(allowance, 'ChargeIndicator') === 'true';

/** Places behind the point, as written. */
export function hasTwoDecimals(text: string): boolean {
  const point = text.indexOf('.');
  return point < 0 || text.length - point - 1 <= 2;
}

/** Equal to the cent. */
export const equals = (one: SignedAmount | null, other: SignedAmount | null): boolean =>
  one !== null && other !== null && compare(round(one), round(other)) === 0;

/** No further apart than that. */
export const isNear = (one: SignedAmount, other: SignedAmount, slack: SignedAmount): boolean =>
  compare(absolute(subtract(one, other)), slack) <= 0;

/** Less than one unit apart: what rounding line by line may bring about. */
export const isWithinOne = (one: SignedAmount, other: SignedAmount): boolean =>
  compare(absolute(subtract(one, other)), '1.00') < 0;

export const sumAt = (from: XmlElement, path: string): SignedAmount =>
  sum(elementsAt(from, path).map(({ text }) => amountLike(text) ?? '0.00'));
