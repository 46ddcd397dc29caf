import { Decimal } from 'decimal.js';

/**
 * All arithmetic on money: decimal strings come in and go out, never a float. Amounts with two places are computed in whole
 * cents, which is several times faster than decimals; everything else, such as amounts of more than fifteen digits or rates
 * with other places, by decimal.js, which no other file of the service uses.
 *
 * Results are exact and have two places, or more where what came in has more; zero has no sign. What is rounded says so.
 */

/** A decimal string with two places, in the currency of the company file. */
export type Amount = string;

/** An amount that may be negative: debit is positive and credit negative, where nothing else is said. */
export type SignedAmount = string;

/** A rate as people write it: `21.00` is 21 %. */
export type Percentage = string;

export const ZERO: Amount = '0.00';
/** Large enough for any ledger, small enough that sums of a million lines stay exact in every reader. */
export const MAX_AMOUNT: Amount = '999999999999.99';

/** One way to write each amount: zero is `0.00` and nothing else. */
const AMOUNT_SHAPE = /^(0|[1-9]\d{0,11})\.\d{2}$/;

export function isAmount(value: unknown): value is Amount {
  return typeof value === 'string' && AMOUNT_SHAPE.test(value);
}

export function add(one: SignedAmount, other: SignedAmount): SignedAmount {
  const cents = smallCents(one) + smallCents(other);
  return Number.isNaN(cents) ? shown(new Exact(one).plus(other)) : written(cents);
}

export function subtract(one: SignedAmount, other: SignedAmount): SignedAmount {
  const cents = smallCents(one) - smallCents(other);
  return Number.isNaN(cents) ? shown(new Exact(one).minus(other)) : written(cents);
}

export function negate(amount: SignedAmount): SignedAmount {
  const cents = smallCents(amount);
  return Number.isNaN(cents) ? shown(new Exact(amount).negated()) : written(-cents);
}

export const absolute = (amount: SignedAmount): Amount => (amount.startsWith('-') ? negate(amount) : amount);

/** Negative when the first is the smaller one, zero when they are equal, positive when it is the larger one. */
export function compare(one: SignedAmount, other: SignedAmount): number {
  const cents = smallCents(one) - smallCents(other);
  return Number.isNaN(cents) ? new Exact(one).comparedTo(other) : cents;
}

export function isZero(amount: SignedAmount): boolean {
  if (amount === ZERO) return true;
  const cents = smallCents(amount);
  return Number.isNaN(cents) ? new Exact(amount).isZero() : cents === 0;
}

/** Less than zero. */
export const isNegative = (amount: SignedAmount): boolean => amount.startsWith('-') && !isZero(amount);

export const min = (one: SignedAmount, other: SignedAmount): SignedAmount => (compare(one, other) <= 0 ? one : other);
export const max = (one: SignedAmount, other: SignedAmount): SignedAmount => (compare(one, other) >= 0 ? one : other);

export function sum(amounts: Iterable<SignedAmount>): SignedAmount {
  let cents = 0;
  /** What whole cents cannot hold, should there be any. */
  let beyond: Decimal | undefined;
  for (const amount of amounts) {
    const more = cents + smallCents(amount);
    // False also for what is not a number.
    if (Math.abs(more) <= Number.MAX_SAFE_INTEGER) cents = more;
    else beyond = (beyond ?? new Exact(0)).plus(amount);
  }
  return beyond ? shown(beyond.plus(written(cents))) : written(cents);
}

/** To two places: a half goes away from zero, so that a negative amount becomes exactly the opposite of the positive one. */
export function round(amount: string): SignedAmount {
  const cents = smallCents(amount);
  return Number.isNaN(cents) ? rounded(new Exact(amount)) : written(cents);
}

/** To whole units of the currency, as `round` does: forms that know no cents take `124.00` for 123.50. */
export function roundToUnits(amount: SignedAmount): SignedAmount {
  // A hundredth of it has as many cents as the amount has units.
  return ofCents(bigCents(percent(amount, '1.00')) * 100n);
}

/** A percentage of an amount, rounded to two places as `round` does. */
export function percent(amount: SignedAmount, percentage: Percentage): SignedAmount {
  const product = smallCents(amount) * smallCents(percentage);
  // False also for what is not a number.
  if (!(Math.abs(product) <= Number.MAX_SAFE_INTEGER))
    return rounded(new Exact(amount).times(percentage).times('0.01'));
  const size = Math.abs(product);
  const rest = size % 10_000;
  const cents = (size - rest) / 10_000 + (rest >= 5_000 ? 1 : 0);
  return written(product < 0 ? -cents : cents);
}

/** The exact product, such as of a quantity and a price. */
export const multiply = (one: string, other: string): string => shown(new Exact(one).times(other));

/** The quotient to so many places, rounded as `round` does. @throws when it is divided by nothing */
export function divide(one: string, other: string, places: number): string {
  if (isZero(other)) throw new RangeError(`${one} divided by nothing`);
  return shown(new Quotient(one).div(other).toDecimalPlaces(places));
}

/** So many parts of an amount that is cut into a whole number of them, rounded as `round` does: 181 days of 365. */
export function proportion(amount: SignedAmount, parts: number, whole: number): SignedAmount {
  if (parts === whole) return amount;
  const product = 2n * bigCents(amount) * BigInt(parts);
  const divisor = 2n * BigInt(whole);
  const half = product < 0n ? -BigInt(whole) : BigInt(whole);
  return ofCents((product + half) / divisor);
}

/**
 * An amount in proportion to the weights and to the cent: each gets its share rounded down, and the cents that are left go
 * to those that were cut the most, the earlier first. Weights that come to nothing give no proportion: the first gets all.
 */
export function share(amount: SignedAmount, weights: readonly string[]): SignedAmount[] {
  if (weights.length === 0) throw new Error(`Nobody to share ${amount} among`);
  if (weights.length === 1) return [amount];
  const [units, divisor] = wholeNumbers(weights);
  const whole = bigCents(amount);
  if (whole === 0n || divisor === 0n) return weights.map((_, index) => (index === 0 ? amount : ZERO));
  const shares = units.map((unit, index) => {
    const product = whole * unit;
    const down = floored(product, divisor);
    return { index, down, cut: (product - down * divisor) * (divisor < 0n ? -1n : 1n) };
  });
  const left = whole - shares.reduce((total, { down }) => total + down, 0n);
  const mostCut = shares.toSorted((a, b) => (a.cut === b.cut ? a.index - b.index : a.cut < b.cut ? 1 : -1));
  const raised = new Set(mostCut.slice(0, Number(left)).map(({ index }) => index));
  return shares.map(({ index, down }) => ofCents(raised.has(index) ? down + 1n : down));
}

/** In whole cents, for searches that compare many amounts. @throws when it has other places, or more than fifteen digits */
export function centsOf(amount: SignedAmount): number {
  const cents = smallCents(amount);
  if (Number.isNaN(cents)) throw new RangeError(`Not an amount of so many cents: ${amount}`);
  return cents;
}

/** The amount of so many cents. */
export function ofCents(cents: bigint): SignedAmount {
  if (MIN_SAFE <= cents && cents <= MAX_SAFE) return written(Number(cents));
  const digits = String(cents);
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const MIN_SAFE = BigInt(Number.MIN_SAFE_INTEGER);
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Holds any sum: nobody writes an amount of so many digits. Halves are rounded away from zero. */
const Exact = Decimal.clone({ precision: 10_000, rounding: Decimal.ROUND_HALF_UP });

/** Many more digits than anybody asks for: most divisions never end. */
const Quotient = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_HALF_UP });

const shown = (amount: Decimal): SignedAmount =>
  amount.isZero() ? ZERO : amount.toFixed(Math.max(amount.decimalPlaces(), 2));

const rounded = (amount: Decimal): SignedAmount => shown(amount.toDecimalPlaces(2));

const MINUS = 45;
const POINT = 46;
const NOUGHT = 48;
/** Digits of an amount that a number holds exactly, and so does the sum or the difference of two such amounts. */
const SMALL_DIGITS = 15;

/** Whole cents of an amount with two places and not too many digits; NaN for every other. */
function smallCents(amount: string): number {
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

function written(cents: number): SignedAmount {
  const size = Math.abs(cents);
  const places = size % 100;
  return `${cents < 0 ? '-' : ''}${(size - places) / 100}.${PLACES[places]}`;
}

/** Products of two amounts have more digits than a number holds. */
function bigCents(amount: SignedAmount): bigint {
  const cents = smallCents(amount);
  return Number.isNaN(cents) ? wholeNumber(amount, 2) : BigInt(cents);
}

function wholeNumber(amount: string, places: number): bigint {
  const moved = new Exact(amount).times(new Exact(10).pow(places));
  if (!moved.isInteger()) throw new RangeError(`${amount} has more than ${places} places`);
  return BigInt(moved.toFixed(0));
}

const placesOf = (weight: string): number => (Number.isNaN(smallCents(weight)) ? new Exact(weight).decimalPlaces() : 2);

/** Weights as whole numbers of one unit, and their sum. */
function wholeNumbers(weights: readonly string[]): readonly [units: readonly bigint[], total: bigint] {
  const places = Math.max(2, ...weights.map(placesOf));
  const units = places === 2 ? weights.map(bigCents) : weights.map((weight) => wholeNumber(weight, places));
  return [units, units.reduce((total, unit) => total + unit, 0n)];
}

function floored(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const isCut = dividend % divisor !== 0n;
  return isCut && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient;
}
