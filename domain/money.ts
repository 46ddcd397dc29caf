import { Decimal } from 'decimal.js';

/**
 * All arithmetic on money: decimal strings in and out, never floats. Amounts with two decimals are computed in whole
 * cents, which is several times faster. All other cases, such as more than fifteen digits or rates with other decimals,
 * use decimal.js, which no other file of the service imports.
 *
 * Results are exact and have two decimals, or more if the input has more. Zero has no sign. Functions that round say so.
 */

/** A decimal string with two decimals, in the currency of the company file. */
export type Amount = string;

/** An amount that may be negative. Unless stated otherwise, debit is positive and credit is negative. */
export type SignedAmount = string;

/** A percentage: `21.00` is 21%. */
export type Percentage = string;

export const ZERO: Amount = '0.00';
/** Large enough for any ledger, small enough that the sum of a million lines stays exact in every reader. */
export const MAX_AMOUNT: Amount = '999999999999.99';

/** Canonical form of an amount: zero is always `0.00`. */
const AMOUNT_SHAPE = /^(0|[1-9]\d{0,11})\.\d{2}$/;

export function isAmount(value: unknown): value is Amount {
  return typeof value === 'string' && AMOUNT_SHAPE.test(value);
}

export function add(one: SignedAmount, other: SignedAmount): SignedAmount {
  const cents = parseSmallCents(one) + parseSmallCents(other);
  return Number.isNaN(cents) ? formatDecimal(new Exact(one).plus(other)) : formatCents(cents);
}

export function subtract(one: SignedAmount, other: SignedAmount): SignedAmount {
  const cents = parseSmallCents(one) - parseSmallCents(other);
  return Number.isNaN(cents) ? formatDecimal(new Exact(one).minus(other)) : formatCents(cents);
}

export function negate(amount: SignedAmount): SignedAmount {
  const cents = parseSmallCents(amount);
  return Number.isNaN(cents) ? formatDecimal(new Exact(amount).negated()) : formatCents(-cents);
}

export const absolute = (amount: SignedAmount): Amount => (amount.startsWith('-') ? negate(amount) : amount);

/** Negative if the first is smaller, zero if equal, positive if larger. */
export function compare(one: SignedAmount, other: SignedAmount): number {
  const cents = parseSmallCents(one) - parseSmallCents(other);
  return Number.isNaN(cents) ? new Exact(one).comparedTo(other) : cents;
}

export function isZero(amount: SignedAmount): boolean {
  if (amount === ZERO) return true;
  const cents = parseSmallCents(amount);
  return Number.isNaN(cents) ? new Exact(amount).isZero() : cents === 0;
}

export const isNegative = (amount: SignedAmount): boolean => amount.startsWith('-') && !isZero(amount);

export const min = (one: SignedAmount, other: SignedAmount): SignedAmount => (compare(one, other) <= 0 ? one : other);
export const max = (one: SignedAmount, other: SignedAmount): SignedAmount => (compare(one, other) >= 0 ? one : other);

export function sum(amounts: Iterable<SignedAmount>): SignedAmount {
  let cents = 0;
  /** The part beyond the range of whole cents, if any. */
  let beyond: Decimal | undefined;
  for (const amount of amounts) {
    const more = cents + parseSmallCents(amount);
    // Also false for NaN.
    if (Math.abs(more) <= Number.MAX_SAFE_INTEGER) cents = more;
    else beyond = (beyond ?? new Exact(0)).plus(amount);
  }
  return beyond ? formatDecimal(beyond.plus(formatCents(cents))) : formatCents(cents);
}

/** Rounds to two decimals, half away from zero, so that a negative amount gives the exact opposite of the positive one. */
export function round(amount: string): SignedAmount {
  const cents = parseSmallCents(amount);
  return Number.isNaN(cents) ? formatRounded(new Exact(amount)) : formatCents(cents);
}

/** Writes a decimal with at least two decimals, and with more if it has them: `12.5` → `12.50`. */
export function padToCents(decimal: string): string {
  const [units, places = ''] = decimal.split('.');
  return `${units}.${places.padEnd(2, '0')}`;
}

/** Rounds to whole currency units, like `round`: forms without cents get `124.00` for 123.50. */
export function roundToUnits(amount: SignedAmount): SignedAmount {
  // One percent of the amount has as many cents as the amount has units.
  return fromCents(toBigCents(percent(amount, '1.00')) * 100n);
}

/** A percentage of an amount, rounded to two decimals like `round`. */
export function percent(amount: SignedAmount, percentage: Percentage): SignedAmount {
  const product = parseSmallCents(amount) * parseSmallCents(percentage);
  // Also false for NaN.
  if (!(Math.abs(product) <= Number.MAX_SAFE_INTEGER))
    return formatRounded(new Exact(amount).times(percentage).times('0.01'));
  const size = Math.abs(product);
  const rest = size % 10_000;
  const cents = (size - rest) / 10_000 + (rest >= 5_000 ? 1 : 0);
  return formatCents(product < 0 ? -cents : cents);
}

/** The exact product, for example of a quantity and a price. */
export const multiply = (one: string, other: string): string => formatDecimal(new Exact(one).times(other));

/** The quotient, rounded to this number of decimals like `round`. @throws on division by zero */
export function divide(one: string, other: string, places: number): string {
  if (isZero(other)) throw new RangeError(`${one} divided by zero`);
  return formatDecimal(new Quotient(one).div(other).toDecimalPlaces(places));
}

/** A fraction of an amount, rounded like `round`: for example 181 days of 365. */
export function proportion(amount: SignedAmount, parts: number, whole: number): SignedAmount {
  if (parts === whole) return amount;
  const product = 2n * toBigCents(amount) * BigInt(parts);
  const divisor = 2n * BigInt(whole);
  const half = product < 0n ? -BigInt(whole) : BigInt(whole);
  return fromCents((product + half) / divisor);
}

/**
 * Splits an amount to the cent in proportion to the weights. Each share is rounded down. The remaining cents go to the
 * shares that lost most by rounding, the earlier first. If the weights sum to zero, the first share gets everything.
 */
export function share(amount: SignedAmount, weights: readonly string[]): SignedAmount[] {
  if (weights.length === 0) throw new Error(`No weights to split ${amount}`);
  if (weights.length === 1) return [amount];
  const [units, divisor] = toWholeNumbers(weights);
  const whole = toBigCents(amount);
  if (whole === 0n || divisor === 0n) return weights.map((_, index) => (index === 0 ? amount : ZERO));
  const shares = units.map((unit, index) => {
    const product = whole * unit;
    const down = divideRoundingDown(product, divisor);
    return { index, down, cut: (product - down * divisor) * (divisor < 0n ? -1n : 1n) };
  });
  const left = whole - shares.reduce((total, { down }) => total + down, 0n);
  const mostCut = shares.toSorted((a, b) => (a.cut === b.cut ? a.index - b.index : a.cut < b.cut ? 1 : -1));
  const raised = new Set(mostCut.slice(0, Number(left)).map(({ index }) => index));
  return shares.map(({ index, down }) => fromCents(raised.has(index) ? down + 1n : down));
}

/** In whole cents, for searches that compare many amounts. @throws if it has other decimals or more than fifteen digits */
export function toCents(amount: SignedAmount): number {
  const cents = parseSmallCents(amount);
  if (Number.isNaN(cents)) throw new RangeError(`Not an amount in whole cents: ${amount}`);
  return cents;
}

export function fromCents(cents: bigint): SignedAmount {
  if (MIN_SAFE <= cents && cents <= MAX_SAFE) return formatCents(Number(cents));
  const digits = String(cents);
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const MIN_SAFE = BigInt(Number.MIN_SAFE_INTEGER);
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Precise enough for any sum. Rounds half away from zero. */
const Exact = Decimal.clone({ precision: 10_000, rounding: Decimal.ROUND_HALF_UP });

/** Far more digits than needed, because most divisions do not terminate. */
const Quotient = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_HALF_UP });

const formatDecimal = (amount: Decimal): SignedAmount =>
  amount.isZero() ? ZERO : amount.toFixed(Math.max(amount.decimalPlaces(), 2));

const formatRounded = (amount: Decimal): SignedAmount => formatDecimal(amount.toDecimalPlaces(2));

const MINUS = 45;
const POINT = 46;
const NOUGHT = 48;
/** Maximum digits for which amounts, their sums and differences are exact as a number. */
const SMALL_DIGITS = 15;

/** Whole cents of an amount with two decimals and few enough digits. Otherwise NaN. */
function parseSmallCents(amount: string): number {
  const point = amount.length - 3;
  const first = amount.charCodeAt(0) === MINUS ? 1 : 0;
  if (point < first || point - first > SMALL_DIGITS - 2 || amount.charCodeAt(point) !== POINT) return NaN;
  let cents = 0;
  for (let place = first; place < amount.length; place += 1) {
    if (place === point) continue;
    const digit = amount.charCodeAt(place) - NOUGHT;
    if (digit < 0 || digit > 9) return NaN;
    cents = cents * 10 + digit;
  }
  return first === 1 ? -cents : cents;
}

/** `00` to `99`. */
const PLACES = Array.from({ length: 100 }, (_, places) => String(places).padStart(2, '0'));

function formatCents(cents: number): SignedAmount {
  const size = Math.abs(cents);
  const places = size % 100;
  return `${cents < 0 ? '-' : ''}${(size - places) / 100}.${PLACES[places]}`;
}

/** As bigint, because products of two amounts exceed the exact range of a number. */
function toBigCents(amount: SignedAmount): bigint {
  const cents = parseSmallCents(amount);
  return Number.isNaN(cents) ? toWholeNumber(amount, 2) : BigInt(cents);
}

function toWholeNumber(amount: string, places: number): bigint {
  const moved = new Exact(amount).times(new Exact(10).pow(places));
  if (!moved.isInteger()) throw new RangeError(`${amount} has more than ${places} decimals`);
  return BigInt(moved.toFixed(0));
}

const countDecimals = (weight: string): number =>
  Number.isNaN(parseSmallCents(weight)) ? new Exact(weight).decimalPlaces() : 2;

/** The weights as whole numbers of a common unit, and their sum. */
function toWholeNumbers(weights: readonly string[]): readonly [units: readonly bigint[], total: bigint] {
  const places = Math.max(2, ...weights.map(countDecimals));
  const units = places === 2 ? weights.map(toBigCents) : weights.map((weight) => toWholeNumber(weight, places));
  return [units, units.reduce((total, unit) => total + unit, 0n)];
}

function divideRoundingDown(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const isCut = dividend % divisor !== 0n;
  return isCut && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient;
}
