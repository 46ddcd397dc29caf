import type { PlainDate } from '../dates.ts';
import { findPeriod, type FiscalYearsState, type FiscalYearState, type PeriodState } from '../fiscal-years/state.ts';
import { refuse, type Problem, type Refusal } from '../refusal.ts';
import { isClosedForVat, type VatDeclarationsState } from '../vat-declarations/state.ts';
import type { VatEffect } from './entry-events.ts';

/** The fiscal year and period of an entry, determined by its date. */
export interface Place {
  readonly year: FiscalYearState;
  readonly period: PeriodState;
}

export const findPlace = (years: FiscalYearsState, date: PlainDate): Place | undefined => findPeriod(years, date);

export type LockReason = 'period_locked' | 'fiscal_year_closed';

/** Why nothing can be posted there. Null if it is open. */
export function findLock({ year, period }: Place): LockReason | null {
  if (year.closing) return 'fiscal_year_closed';
  return period.isLocked ? 'period_locked' : null;
}

/** Does this VAT affect any box of a return? */
export const isReported = (vat: readonly VatEffect[] | undefined): boolean =>
  vat?.some(({ boxes }) => boxes.length > 0) ?? false;

/** Why an entry with this VAT cannot be posted on this date, or null. A validated return accepts no more VAT. */
export function findPostingLock(
  place: Place,
  date: PlainDate,
  vat: readonly VatEffect[] | undefined,
  { vatDeclarations }: { readonly vatDeclarations: VatDeclarationsState },
): LockReason | null {
  return findLock(place) ?? (isReported(vat) && isClosedForVat(vatDeclarations, date) ? 'period_locked' : null);
}

/** The lock comes first, followed by the other problems: correcting those alone would not help. */
export function refuseLocked(reason: LockReason, field: string, others: readonly Problem[] = []): Refusal {
  const locked = refuse('period_locked', { code: reason, field }, { reason });
  return { ...locked, problems: [...locked.problems, ...others] };
}
