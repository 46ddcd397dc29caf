import { lastDayOfMonth, monthsLater, startOfPeriod, type PlainDate } from '../dates.ts';
import type { CountryPack } from './pack.ts';

/** The time that one VAT return is about. */
export interface VatPeriod {
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/**
 * The period of a day by the regime of a company. Who files no periodic return still files special ones, for what it buys
 * abroad: these are taken by the month, so that never more is netted than a return can net.
 */
export function vatPeriodOf({ vatRegimes }: CountryPack, regime: string | null, date: PlainDate): VatPeriod {
  const period = vatRegimes.find(({ code }) => code === regime)?.periodicReturn?.period ?? 'month';
  const starts_on = startOfPeriod(date, MONTHS[period]);
  return { starts_on, ends_on: lastDayOfMonth(monthsLater(starts_on, MONTHS[period] - 1)) };
}
