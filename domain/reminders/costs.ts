import type { DatedRate, LatePaymentLaw } from '../country-packs/late-payment.ts';
import { daysBetween, daysLater, type PlainDate } from '../dates.ts';
import { add, compare, divide, min, multiply, percent, subtract, sum, ZERO, type Amount } from '../money.ts';

/** What may be asked for beside a debt that is paid late. */
export interface Costs {
  readonly interest: Amount;
  readonly lump_sum: Amount;
}

export const NO_COSTS: Costs = { interest: ZERO, lump_sum: ZERO };

export interface LateDebt {
  readonly amount: Amount;
  readonly due_date: PlainDate;
  readonly isBusiness: boolean;
  /** When the debtor was first reminded of it; null: never yet. */
  readonly firstRemindedOn: PlainDate | null;
}

/**
 * A business owes interest and the lump sum by law, from the day after the due date. A consumer must have been reminded first, free of
 * charge, and have had the days that the law gives him: nothing counts before.
 */
export function lateCosts(
  { amount, due_date, isBusiness, firstRemindedOn }: LateDebt,
  asOf: PlainDate,
  { business, consumer }: LatePaymentLaw,
): Costs {
  if (isBusiness)
    return { interest: interestOver(amount, daysLater(due_date, 1), asOf, business.rates), lump_sum: business.lumpSum };
  if (firstRemindedOn === null) return NO_COSTS;
  const first = daysLater(firstRemindedOn, consumer.freeDays + 1);
  if (asOf < first) return NO_COSTS;
  const from = first > due_date ? first : daysLater(due_date, 1);
  return {
    interest: interestOver(amount, from, asOf, consumer.rates),
    lump_sum: consumer.lumpSum === 'belgian_tiers' ? belgianTiers(amount) : ZERO,
  };
}

const DAYS_OF_PERCENT = '36500';

/** Day by day at the rate of the day, both days included, over years of 365 days, and rounded once. */
export function interestOver(amount: Amount, from: PlainDate, until: PlainDate, rates: readonly DatedRate[]): Amount {
  const parts = rates.map(({ from: since, rate }, index) => {
    const next = rates[index + 1]?.from;
    const first = since > from ? since : from;
    const last = next !== undefined && next <= until ? daysLater(next, -1) : until;
    const days = first > last ? 0 : daysBetween(first, last) + 1;
    return days === 0 ? ZERO : multiply(multiply(amount, rate), String(days));
  });
  return divide(sum(parts), DAYS_OF_PERCENT, 2);
}

const HIGHEST = '2000.00';

/** Article XIX.4: 20; 30 and 10 % of what is above 150; 65 and 5 % of what is above 500; 2,000 at most. */
export function belgianTiers(amount: Amount): Amount {
  if (compare(amount, '150.00') <= 0) return '20.00';
  if (compare(amount, '500.00') <= 0) return add('30.00', percent(subtract(amount, '150.00'), '10.00'));
  return min(add('65.00', percent(subtract(amount, '500.00'), '5.00')), HIGHEST);
}
