import { absolute, add, compare, divide, isNegative, isZero, multiply, subtract } from '../money.ts';
import type { Amount, SignedAmount } from '../money.ts';
import type { Movement } from './statement.ts';

/** Conversion by the bank: the amount of a movement was agreed in another currency. */
export interface StatedExchange {
  /** Amount in the other currency. */
  readonly foreign: Amount | null;
  /** Converted amount before charges, in the currency of the account. */
  readonly gross: Amount | null;
  /** In either direction: banks quote it both ways. */
  readonly rate: string | null;
}

const PLACES = 8;
/** Banks round amounts and rates, but never this much. */
const TOLERANCE = '0.02';

/** The charges that the bank deducted, and the rate in units of the other currency for one of the account. */
export function readExchange(
  booked: SignedAmount,
  { foreign, gross, rate }: StatedExchange,
): Pick<Movement, 'charges' | 'exchange_rate'> {
  const charges = gross === null || isZero(gross) ? null : computeCharges(booked, gross);
  const converted = charges === null ? absolute(booked) : gross!;
  const exchange_rate = foreign === null || isZero(foreign) ? null : findExchangeRate(foreign, converted, rate);
  return {
    ...(charges !== null && !isZero(charges) && { charges }),
    ...(exchange_rate !== null && { exchange_rate }),
  };
}

/** Less is received, or more is paid, than was converted. Null if the difference is too large for charges. */
function computeCharges(booked: SignedAmount, gross: Amount): Amount | null {
  const charges = isNegative(booked) ? subtract(absolute(booked), gross) : subtract(gross, booked);
  return isNegative(charges) || compare(multiply(charges, '2'), gross) > 0 ? null : charges;
}

/** The stated rate in the right direction, or the one that follows from the amounts. */
function findExchangeRate(foreign: Amount, converted: Amount, stated: string | null): string | null {
  if (isZero(converted)) return null;
  const computed = divide(foreign, converted, PLACES);
  if (isZero(computed)) return null;
  if (stated === null || isZero(stated)) return computed;
  const isNear = (rate: string): boolean =>
    compare(absolute(subtract(rate, computed)), multiply(computed, TOLERANCE)) <= 0;
  const inverse = divide('1', stated, PLACES);
  return isNear(stated) ? trimZeros(stated) : isNear(inverse) ? inverse : computed;
}

const trimZeros = (rate: string): string => (rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate);

/** `USD 120.50` as currency and amount. Null if it names no amount. */
export function parseOriginalAmount(
  text: string | null,
): { readonly currency: string; readonly amount: Amount } | null {
  const [, currency, units, places = ''] = /^([A-Z]{3}) (\d{1,12})(?:\.(\d{1,3}))?$/.exec(text ?? '') ?? [];
  if (currency === undefined || places.slice(2) > '0') return null;
  return { currency, amount: add(`${units}.${places.slice(0, 2).padEnd(2, '0')}`, '0.00') };
}
