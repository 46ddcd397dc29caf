import { add, isZero } from '../money.ts';
import type { VatEffect } from '../ledger/entry-events.ts';

/**
 * The rate that an entry applied, found from its amounts alone: `due 21` or `deducted 5.5`. Entries can then be counted by
 * rate, and only those whose rate differs from their VAT code have to be read.
 */

/** Rates in use in Europe. Another rate is `unclear`, so that its entries are read. */
export const KNOWN_RATES: readonly number[] = [
  ...[0, 0.9, 1.05, 1.75, 2.1, 3, 4, 5, 5.5, 6, 7, 8, 8.5, 9, 10, 12, 13, 14, 15],
  ...[16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 27],
];

/** A difference of one euro is tolerated. A cent less, because amounts are compared as floating-point numbers. */
export const RATE_TOLERANCE = 0.99;

/** Amounts that are within the tolerance for any rate up to this one are `small`. */
export const HIGHEST_RATE = 28;

export const SMALL_AMOUNTS = 'small';
export const UNCLEAR_RATE = 'unclear';

type TaxAmounts = Pick<VatEffect, 'base' | 'due' | 'deductible' | 'non_deductible'>;

/** `past.ts` of the ledger computes the same in SQL. */
export function findAppliedRate({ base, due, deductible, non_deductible }: TaxAmounts): string {
  const incoming = isZero(non_deductible) ? deductible : add(deductible, non_deductible);
  const isIncoming = !isZero(incoming);
  const [net, tax] = [Number(base), Number(isIncoming ? incoming : due)];
  if (Math.abs(tax) + (Math.abs(net) * HIGHEST_RATE) / 100 <= RATE_TOLERANCE) return SMALL_AMOUNTS;
  const rate = net === 0 ? null : findNearestRate((100 * tax) / net);
  if (rate === null || Math.abs(tax - (net * rate) / 100) > RATE_TOLERANCE) return UNCLEAR_RATE;
  return `${isIncoming ? 'deducted' : 'due'} ${rate}`;
}

function findNearestRate(implied: number): number {
  let nearest = KNOWN_RATES[0]!;
  for (const rate of KNOWN_RATES) if (Math.abs(implied - rate) < Math.abs(implied - nearest)) nearest = rate;
  return nearest;
}
