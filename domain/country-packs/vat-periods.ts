import { getLastDayOfMonth, addMonths, getStartOfPeriod, type PlainDate } from '../dates.ts';
import type { CountryPack } from './pack.ts';

/** Period of a VAT return. */
export interface VatPeriod {
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/**
 * VAT period of a date, by the regime of the company. A company without periodic returns still files special ones for
 * purchases abroad: these are monthly, so that no more is netted than a return allows.
 */
export function getVatPeriod({ vatRegimes }: CountryPack, regime: string | null, date: PlainDate): VatPeriod {
  const period = vatRegimes.find(({ code }) => code === regime)?.periodicReturn?.period ?? 'month';
  const starts_on = getStartOfPeriod(date, MONTHS[period]);
  return { starts_on, ends_on: getLastDayOfMonth(addMonths(starts_on, MONTHS[period] - 1)) };
}
