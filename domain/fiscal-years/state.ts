import { getNextDay, type PlainDate } from '../dates.ts';
import type { ClosedYear, FiscalYear, FiscalYearEvent, Period } from './fiscal-year-events.ts';

/** Fiscal years, as the deciders use them. */

export type FiscalYearState = Omit<FiscalYear, 'periods'> & {
  readonly version: number;
  readonly periods: readonly PeriodState[];
  /** Details of the closing. Absent while the year is open. */
  readonly closing?: ClosedYear;
};

export type PeriodState = Period & { readonly isLocked: boolean };

/** In the order in which they were opened. */
export type FiscalYearsState = readonly FiscalYearState[];

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly fiscalYears: FiscalYearsState;
  }
}
export const initialFiscalYears: FiscalYearsState = [];

export function evolveFiscalYears(state: FiscalYearsState, event: FiscalYearEvent): FiscalYearsState {
  switch (event.type) {
    case 'FiscalYearOpened':
      return [...state, { ...event.data, version: 1, periods: withoutLocks(event.data.periods) }];
    case 'FiscalYearUpdated': {
      const { id, version, changes } = event.data;
      const { periods, ...fields } = changes;
      return replaceYear(state, id, (year) => ({
        ...year,
        ...fields,
        version,
        periods: periods ? withoutLocks(periods) : year.periods,
      }));
    }
    case 'FiscalYearDeleted':
      return state.filter(({ id }) => id !== event.data.id);
    case 'PeriodLocked':
    case 'PeriodUnlocked': {
      const { fiscal_year_id, period_id, version } = event.data;
      const isLocked = event.type === 'PeriodLocked';
      return replaceYear(state, fiscal_year_id, (year) => ({
        ...year,
        version,
        periods: year.periods.map((period) => (period.id === period_id ? { ...period, isLocked } : period)),
      }));
    }
    case 'FiscalYearClosed':
      return replaceYear(state, event.data.id, (year) => ({
        ...year,
        version: event.data.version,
        closing: event.data,
      }));
    case 'FiscalYearReopened':
      return replaceYear(state, event.data.id, ({ closing: _closing, ...year }) => ({
        ...year,
        version: event.data.version,
      }));
  }
}

const withoutLocks = (periods: readonly Period[]) => periods.map((period) => ({ ...period, isLocked: false }));

const replaceYear = (
  state: FiscalYearsState,
  yearId: number,
  change: (year: FiscalYearState) => FiscalYearState,
): FiscalYearsState => state.map((year) => (year.id === yearId ? change(year) : year));

export const findNextYear = (year: Pick<FiscalYear, 'ends_on'>, years: FiscalYearsState): FiscalYearState | undefined =>
  years.find(({ starts_on }) => starts_on === getNextDay(year.ends_on));

/** The part of a fiscal year that is needed to find the period of a date. */
interface Calendar extends Pick<FiscalYear, 'starts_on' | 'ends_on'> {
  readonly periods: readonly Pick<Period, 'starts_on' | 'ends_on'>[];
}

/** The year and period that contain a date. Locks are ignored. */
export function findPeriod<Year extends Calendar>(
  years: readonly Year[],
  date: PlainDate,
): { year: Year; period: Year['periods'][number] } | undefined {
  const year = years.find(({ starts_on, ends_on }) => starts_on <= date && date <= ends_on);
  const period = year?.periods.find(({ starts_on, ends_on }) => starts_on <= date && date <= ends_on);
  return year && period && { year, period };
}
