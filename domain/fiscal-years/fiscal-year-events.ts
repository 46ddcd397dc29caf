import type { PlainDate } from '../dates.ts';
import { shape, type EventCatalogue } from '../event.ts';

export const PERIOD_LENGTHS = ['month', 'quarter'] as const;
export type PeriodLength = (typeof PERIOD_LENGTHS)[number];

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
  /** Absent in years opened before there was a choice: months. */
  readonly period_length?: PeriodLength;
  readonly periods: readonly Period[];
}

export interface FiscalYearChanges {
  readonly code?: string;
  readonly starts_on?: PlainDate;
  readonly ends_on?: PlainDate;
  readonly periods?: readonly Period[];
}

interface PeriodOfYear {
  readonly fiscal_year_id: number;
  readonly period_id: number;
  /** Of the fiscal year, which the period is part of. */
  readonly version: number;
}

/** The entries that closed a year. Each is absent when there was nothing to write. */
export interface ClosingEntries {
  /** Gives the result of the year its place among the accounts of the appropriation (Belgium). */
  readonly appropriation_entry_id?: number;
  /** Sets income and expenses to zero. */
  readonly closing_entry_id?: number;
  /** Says the balances again on the first day of the next year. */
  readonly opening_entry_id?: number;
}

export interface ClosedYear extends ClosingEntries {
  readonly id: number;
  readonly version: number;
  readonly next_fiscal_year_id: number;
  /** Profit is positive. */
  readonly result: string;
}

export type FiscalYearEvent =
  | { type: 'FiscalYearOpened'; data: FiscalYear }
  | {
      type: 'FiscalYearUpdated';
      data: { id: number; version: number; changes: FiscalYearChanges; previous: FiscalYearChanges };
    }
  | { type: 'FiscalYearDeleted'; data: { id: number; version: number } }
  | { type: 'PeriodLocked'; data: PeriodOfYear }
  | { type: 'PeriodUnlocked'; data: PeriodOfYear }
  | { type: 'FiscalYearClosed'; data: ClosedYear }
  | { type: 'FiscalYearReopened'; data: { id: number; version: number } };

const period = shape.object({ id: shape.id, number: shape.positive, starts_on: shape.date, ends_on: shape.date });
const periods = shape.list(period, 1);
const editable = { code: shape.text, starts_on: shape.date, ends_on: shape.date, periods };
const someFields = shape.object(editable, Object.keys(editable));
const periodOfYear = shape.object({ fiscal_year_id: shape.id, period_id: shape.id, version: shape.positive });

export const fiscalYearEvents = {
  FiscalYearOpened: {
    version: 1,
    meaning: 'A fiscal year was opened with its periods, one for each calendar month or quarter that it touches.',
    schema: shape.object({ id: shape.id, period_length: shape.oneOf(...PERIOD_LENGTHS), ...editable }, [
      'period_length',
    ]),
  },
  FiscalYearUpdated: {
    version: 1,
    meaning: 'A fiscal year got another code or, while it was empty, other dates and with them other periods.',
    schema: shape.object({ id: shape.id, version: shape.positive, changes: someFields, previous: someFields }),
  },
  FiscalYearDeleted: {
    version: 1,
    meaning: 'An empty fiscal year at either end of the row of years was taken away.',
    schema: shape.object({ id: shape.id, version: shape.positive }),
  },
  PeriodLocked: {
    version: 1,
    meaning: 'A period was locked: nothing is posted in it any more.',
    schema: periodOfYear,
  },
  PeriodUnlocked: { version: 1, meaning: 'A locked period was opened again.', schema: periodOfYear },
  FiscalYearClosed: {
    version: 1,
    meaning:
      'A fiscal year was closed: its result was transferred, its balances opened the next year, and nothing is posted in it.',
    schema: shape.object(
      {
        id: shape.id,
        version: shape.positive,
        next_fiscal_year_id: shape.id,
        result: shape.signedAmount,
        appropriation_entry_id: shape.id,
        closing_entry_id: shape.id,
        opening_entry_id: shape.id,
      },
      ['appropriation_entry_id', 'closing_entry_id', 'opening_entry_id'],
    ),
  },
  FiscalYearReopened: {
    version: 1,
    meaning: 'A closed fiscal year was opened again; the entries of its closing were taken back.',
    schema: shape.object({ id: shape.id, version: shape.positive }),
  },
} satisfies EventCatalogue;
