import { nextDay, type PlainDate } from '../dates.ts';
import type { ClosedYear, FiscalYear, FiscalYearEvent, Period } from './fiscal-year-events.ts';

/** The fiscal years as decisions see them. */

export type FiscalYearState = Omit<FiscalYear, 'periods'> & {
  readonly version: number;
  readonly periods: readonly PeriodState[];
  /** How the year was closed; absent while it is open. */
  readonly closing?: ClosedYear;
};

export type PeriodState = Period & { readonly isLocked: boolean };

/** In the order in which they were opened. */
export type FiscalYearsState = readonly FiscalYearState[];
export const initialFiscalYears: FiscalYearsState = [];

export function evolveFiscalYears(state: FiscalYearsState, event: FiscalYearEvent): FiscalYearsState {
  switch (event.type) {
    case 'FiscalYearOpened':
      return [...state, { ...event.data, version: 1, periods: unlocked(event.data.periods) }];
    case 'FiscalYearUpdated': {
      const { id, version, changes } = event.data;
      const { periods, ...fields } = changes;
      return replaced(state, id, (year) => ({
        ...year,
        ...fields,
        version,
        periods: periods ? unlocked(periods) : year.periods,
      }));
    }
    case 'FiscalYearDeleted':
      return state.filter(({ id }) => id !== event.data.id);
    case 'PeriodLocked':
    case 'PeriodUnlocked': {
      const { fiscal_year_id, period_id, version } = event.data;
      const isLocked = event.type === 'PeriodLocked';
      return replaced(state, fiscal_year_id, (year) => ({
        ...year,
        version,
        periods: year.periods.map((period) => (period.id === period_id ? { ...period, isLocked } : period)),
      }));
    }
    case 'FiscalYearClosed':
      return replaced(state, event.data.id, (year) => ({ ...year, version: event.data.version, closing: event.data }));
    case 'FiscalYearReopened':
      return replaced(state, event.data.id, ({ closing: _closing, ...year }) => ({
        ...year,
        version: event.data.version,
      }));
  }
}

const unlocked = (periods: readonly Period[]) => periods.map((period) => ({ ...period, isLocked: false }));

const replaced = (
  state: FiscalYearsState,
  yearId: number,
  change: (year: FiscalYearState) => FiscalYearState,
): FiscalYearsState => state.map((year) => (year.id === yearId ? change(year) : year));

export const yearAfter = (year: Pick<FiscalYear, 'ends_on'>, years: FiscalYearsState): FiscalYearState | undefined =>
  years.find(({ starts_on }) => starts_on === nextDay(year.ends_on));

/** What of a fiscal year tells where a date falls. */
interface Calendar extends Pick<FiscalYear, 'starts_on' | 'ends_on'> {
  readonly periods: readonly Pick<Period, 'starts_on' | 'ends_on'>[];
}

/** The year and period that a date falls in, by the calendar alone. */
export function periodOf<Year extends Calendar>(
  years: readonly Year[],
  date: PlainDate,
): { year: Year; period: Year['periods'][number] } | undefined {
  const year = years.find(({ starts_on, ends_on }) => starts_on <= date && date <= ends_on);
  const period = year?.periods.find(({ starts_on, ends_on }) => starts_on <= date && date <= ends_on);
  return year && period && { year, period };
}
