import {
  absolute,
  compare,
  divide,
  isNegative,
  isZero,
  multiply,
  round,
  subtract,
  type SignedAmount,
} from '../money.ts';

/**
 * Exchange rates are units of a foreign currency for one unit of the currency of the company file, as the European
 * Central Bank quotes them: decimal strings with up to eight decimals.
 */
export type ExchangeRate = string;

export const RATE_PLACES = 8;
/** Positive, at most nine digits before the point. */
const RATE_SHAPE = /^(?=.*[1-9])\d{1,9}(?:\.\d{1,8})?$/;
const CENT = '0.01';

export const isExchangeRate = (value: string): boolean => RATE_SHAPE.test(value);

/** The amount in the currency of the file, rounded half-up to cents. */
export const convertToBase = (amount: SignedAmount, rate: ExchangeRate): SignedAmount => divide(amount, rate, 2);

/** The amount in the foreign currency, rounded half-up to cents. */
export const convertFromBase = (amount: SignedAmount, rate: ExchangeRate): SignedAmount =>
  round(multiply(amount, rate));

/** The rate between two amounts, whatever their signs; null if one of them is zero or if no rate can express it. */
export function computeRate(currencyAmount: SignedAmount, baseAmount: SignedAmount): ExchangeRate | null {
  if (isZero(currencyAmount) || isZero(baseAmount)) return null;
  const rate = divide(absolute(currencyAmount), absolute(baseAmount), RATE_PLACES);
  return isExchangeRate(rate) ? rate : null;
}

/**
 * Whether the two amounts are more than a cent apart at this rate. Amounts so large that no rate of eight decimals comes
 * within a cent agree with the nearest one.
 */
export function disagrees(rate: ExchangeRate, currencyAmount: SignedAmount, baseAmount: SignedAmount): boolean {
  const difference = subtract(convertToBase(currencyAmount, rate), baseAmount);
  if (compare(absolute(difference), CENT) <= 0) return false;
  return (
    isNegative(currencyAmount) !== isNegative(baseAmount) || !isSameRate(rate, computeRate(currencyAmount, baseAmount))
  );
}

/** Compares two rates by value: `1.1` and `1.1000` are the same. */
export const isSameRate = (one: ExchangeRate | null, other: ExchangeRate | null): boolean =>
  one === null || other === null ? one === other : compare(one, other) === 0;

/** The rate the other way round: what one unit of the foreign currency is worth. */
export const invertRate = (rate: ExchangeRate): ExchangeRate => divide('1', rate, RATE_PLACES);

/** Without zeros at the end, so that a rate has one form. */
export const trimRate = (rate: ExchangeRate): ExchangeRate => (rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate);
