import type { DatedRate, LatePaymentLaw } from '../country-packs/late-payment.ts';
import { countDaysBetween, addDays, type PlainDate } from '../dates.ts';
import { add, compare, divide, min, multiply, percent, subtract, sum, ZERO, type Amount } from '../money.ts';

/** Additional costs of a late payment. */
export interface Costs {
  readonly interest: Amount;
  readonly lump_sum: Amount;
}

export const NO_COSTS: Costs = { interest: ZERO, lump_sum: ZERO };

export interface LateDebt {
  readonly amount: Amount;
  readonly due_date: PlainDate;
  readonly isBusiness: boolean;
  /** Date of the first reminder. Null if there was none. */
  readonly firstRemindedOn: PlainDate | null;
}

/**
 * A business owes interest and the lump sum by law from the day after the due date. A consumer must first get a free
 * reminder and the legal period to pay: nothing is due before.
 */
export function computeLateCosts(
  { amount, due_date, isBusiness, firstRemindedOn }: LateDebt,
  asOf: PlainDate,
  { business, consumer }: LatePaymentLaw,
): Costs {
  if (isBusiness)
    return {
      interest: computeInterest(amount, addDays(due_date, 1), asOf, business.rates),
      lump_sum: business.lumpSum,
    };
  if (firstRemindedOn === null) return NO_COSTS;
  const first = addDays(firstRemindedOn, consumer.freeDays + 1);
  if (asOf < first) return NO_COSTS;
  const from = first > due_date ? first : addDays(due_date, 1);
  return {
    interest: computeInterest(amount, from, asOf, consumer.rates),
    lump_sum: consumer.lumpSum === 'belgian_tiers' ? computeBelgianTiers(amount) : ZERO,
  };
}

const DAYS_OF_PERCENT = '36500';

/** Interest per day at the rate of that day, both dates included, on a 365-day year, rounded once. */
export function computeInterest(
  amount: Amount,
  from: PlainDate,
  until: PlainDate,
  rates: readonly DatedRate[],
): Amount {
  const parts = rates.map(({ from: since, rate }, index) => {
    const next = rates[index + 1]?.from;
    const first = since > from ? since : from;
    const last = next !== undefined && next <= until ? addDays(next, -1) : until;
    const days = first > last ? 0 : countDaysBetween(first, last) + 1;
    return days === 0 ? ZERO : multiply(multiply(amount, rate), String(days));
  });
  return divide(sum(parts), DAYS_OF_PERCENT, 2);
}

const HIGHEST = '2000.00';

/** Article XIX.4: 20; 30 plus 10% of the part above 150; 65 plus 5% of the part above 500; at most 2,000. */
export function computeBelgianTiers(amount: Amount): Amount {
  if (compare(amount, '150.00') <= 0) return '20.00';
  if (compare(amount, '500.00') <= 0) return add('30.00', percent(subtract(amount, '150.00'), '10.00'));
  return min(add('65.00', percent(subtract(amount, '500.00'), '5.00')), HIGHEST);
}
