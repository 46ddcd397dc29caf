import { monthsLater, monthsOf, type PlainDate } from '../dates.ts';
import { shape, type EventCatalogue } from '../event.ts';
import type { Problem } from '../refusal.ts';

export const MAX_MONTHS = 24;

export interface Period {
  readonly id: number;
  readonly number: number;
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
}

export interface FiscalYear {
  readonly id: number;
  readonly code: string;
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
  readonly periods: readonly Period[];
}

export type FiscalYearEvent = { type: 'FiscalYearOpened'; data: FiscalYear };

const period = shape.object({ id: shape.id, number: shape.positive, starts_on: shape.date, ends_on: shape.date });

export const fiscalYearEvents = {
  FiscalYearOpened: {
    version: 1,
    meaning: 'A fiscal year was opened with its periods, one for each calendar month that it touches.',
    schema: shape.object({
      id: shape.id,
      code: shape.text,
      starts_on: shape.date,
      ends_on: shape.date,
      periods: shape.list(period, 1),
    }),
  },
} satisfies EventCatalogue;

export type FiscalYearsState = readonly FiscalYear[];
export const initialFiscalYears: FiscalYearsState = [];

export function evolveFiscalYears(state: FiscalYearsState, event: FiscalYearEvent): FiscalYearsState {
  return [...state, event.data];
}

export interface NewFiscalYear {
  readonly code: string | null;
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
}

export function fiscalYearProblems(year: NewFiscalYear): Problem[] {
  if (year.ends_on < year.starts_on) return [{ code: 'fiscal_year_ends_before_start', field: 'ends_on' }];
  if (year.ends_on >= monthsLater(year.starts_on, MAX_MONTHS)) {
    return [{ code: 'fiscal_year_too_long', field: 'ends_on', params: { months: MAX_MONTHS } }];
  }
  return [];
}

export function openedFiscalYear(year: NewFiscalYear, id: number, periodIds: readonly number[]): FiscalYearEvent {
  const periods = monthsOf(year.starts_on, year.ends_on).map((month, index) => ({
    id: periodIds[index]!,
    number: index + 1,
    ...month,
  }));
  return {
    type: 'FiscalYearOpened',
    data: {
      id,
      code: year.code ?? year.ends_on.slice(0, 4),
      starts_on: year.starts_on,
      ends_on: year.ends_on,
      periods,
    },
  };
}

/** The year and period that a date falls in, by the calendar alone. */
export function periodOf(years: FiscalYearsState, date: PlainDate): { year: FiscalYear; period: Period } | undefined {
  const year = years.find(({ starts_on, ends_on }) => starts_on <= date && date <= ends_on);
  const period = year?.periods.find(({ starts_on, ends_on }) => starts_on <= date && date <= ends_on);
  return year && period && { year, period };
}
