import { absolute, compare, percent, round, subtract, sum, type SignedAmount } from '../../money.ts';
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

const readIndicator = (allowance: XmlElement): string | null => findText(allowance, 'ChargeIndicator');
const TRUE: ReadonlySet<string | null> = new Set(['true', '1']);
const FALSE: ReadonlySet<string | null> = new Set(['false', '0']);

/** Without a readable indicator it is neither an allowance nor a charge. */
export const isCharge = (allowance: XmlElement): boolean => TRUE.has(readIndicator(allowance));
export const isAllowance = (allowance: XmlElement): boolean => FALSE.has(readIndicator(allowance));

/** A tax category or a party's number is about VAT, not about another tax. */
export const isVat = (from: XmlElement): boolean => findText(from, 'TaxScheme/ID')?.trim().toUpperCase() === 'VAT';

/** The category of an element that is about VAT, at a path. */
export const findVatCategory = (from: XmlElement, path: string): XmlElement | undefined =>
  listElements(from, path).find(isVat);

export const hasVatNumber = (party: XmlElement | undefined): boolean =>
  listElements(party, 'PartyTaxScheme').some((scheme) => isVat(scheme) && hasElement(scheme, 'CompanyID'));

/** Decimals as written. */
export function hasTwoDecimals(text: string): boolean {
  const point = text.indexOf('.');
  return point < 0 || text.length - point - 1 <= 2;
}

/** Exactly equal; a missing amount equals nothing. */
export const isSameAmount = (one: SignedAmount | null, other: SignedAmount | null): boolean =>
  one !== null && other !== null && compare(one, other) === 0;

/** Equal to the cent. */
export const isEqualAmount = (one: SignedAmount | null, other: SignedAmount | null): boolean =>
  one !== null && other !== null && compare(round(one), round(other)) === 0;

/** Difference within the tolerance. */
export const isNear = (one: SignedAmount, other: SignedAmount, slack: SignedAmount): boolean =>
  compare(absolute(subtract(one, other)), slack) <= 0;

/** Less than one unit apart, as line rounding may cause. */
export const isWithinOne = (one: SignedAmount, other: SignedAmount): boolean =>
  compare(absolute(subtract(one, other)), '1.00') < 0;

/** A share of a base in per cent, whatever the signs, less than one unit apart. */
export const isShareOf = (share: SignedAmount | null, base: SignedAmount | null, rate: SignedAmount | null): boolean =>
  share !== null && base !== null && rate !== null && isWithinOne(absolute(share), percent(absolute(base), rate));

export const sumAmountsAt = (from: XmlElement, path: string): SignedAmount =>
  sum(listElements(from, path).map(({ text }) => parseAmountLike(text) ?? '0.00'));
