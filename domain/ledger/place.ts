import type { PlainDate } from '../dates.ts';
import { periodOf, type FiscalYearsState, type FiscalYearState, type PeriodState } from '../fiscal-years/state.ts';
import { refuse, type Problem, type Refusal } from '../refusal.ts';
import { isClosedForVat, type VatDeclarationsState } from '../vat-declarations/state.ts';
import type { VatEffect } from './entry-events.ts';

/** Where in the calendar of a company file an entry stands, by its date alone. */
export interface Place {
  readonly year: FiscalYearState;
  readonly period: PeriodState;
}

export const placeOf = (years: FiscalYearsState, date: PlainDate): Place | undefined => periodOf(years, date);

export type LockReason = 'period_locked' | 'fiscal_year_closed';

/** Why nothing can be written there, or null. */
export function lockOf({ year, period }: Place): LockReason | null {
  if (year.closing) return 'fiscal_year_closed';
  return period.isLocked ? 'period_locked' : null;
}

/** Whether VAT codes have something to say in a return. */
export const isReported = (vat: readonly VatEffect[] | undefined): boolean =>
  vat?.some(({ boxes }) => boxes.length > 0) ?? false;

/** Why what has this VAT cannot be written on this day, or null: a return that was validated takes no more of it. */
export function lockFor(
  place: Place,
  date: PlainDate,
  vat: readonly VatEffect[] | undefined,
  { vatDeclarations }: { readonly vatDeclarations: VatDeclarationsState },
): LockReason | null {
  return lockOf(place) ?? (isReported(vat) && isClosedForVat(vatDeclarations, date) ? 'period_locked' : null);
}

/** Told first, and with what else is wrong: putting that right would not help. */
export function lockedAt(reason: LockReason, field: string, others: readonly Problem[] = []): Refusal {
  const locked = refuse('period_locked', { code: reason, field }, { reason });
  return { ...locked, problems: [...locked.problems, ...others] };
}
