import type { PlainDate } from '../dates.ts';
import { refuse, type Problem, type Refusal } from '../refusal.ts';

/** A rate is never guessed: without one, nothing in that currency can be booked, matched or revalued. */
export const describeUnknownRate = (currency: string, on: PlainDate, field = 'exchange_rate'): Problem => ({
  code: 'rate_unknown',
  field,
  params: { currency, on },
});

export const refuseUnknownRate = (currency: string, on: PlainDate, field?: string): Refusal =>
  refuse('rate_unknown', { params: { currency, on }, ...(field !== undefined && { field }) }, { currency, on });
