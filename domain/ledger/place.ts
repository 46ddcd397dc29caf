import type { PlainDate } from '../dates.ts';
import { periodOf, type FiscalYearsState, type FiscalYearState, type PeriodState } from '../fiscal-years/state.ts';
import { refuse, type Problem, type Refusal } from '../refusal.ts';

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

/** Told first, and with what else is wrong: putting that right would not help. */
export function lockedAt(reason: LockReason, field: string, others: readonly Problem[] = []): Refusal {
  const locked = refuse('period_locked', { code: reason, field }, { reason });
  return { ...locked, problems: [...locked.problems, ...others] };
}
