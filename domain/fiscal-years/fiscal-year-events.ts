import { shape, type DataOfEvent, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

export const PERIOD_LENGTHS = ['month', 'quarter'] as const;
export type PeriodLength = (typeof PERIOD_LENGTHS)[number];

const period = shape.object({ id: shape.id, number: shape.positive, starts_on: shape.date, ends_on: shape.date });

export type Period = TypeOf<typeof period>;

const editable = {
  code: shape.text,
  starts_on: shape.date,
  ends_on: shape.date,
  periods: shape.list(period, 1),
};
const changes = shape.object({}, editable);

export type FiscalYearChanges = TypeOf<typeof changes>;

const fiscalYear = shape.object(
  { id: shape.id, ...editable },
  {
    /** Absent in years opened before there was a choice: months. */
    period_length: shape.oneOf(...PERIOD_LENGTHS),
  },
);

export type FiscalYear = TypeOf<typeof fiscalYear>;

/** The version is that of the fiscal year, which the period is part of. */
const periodOfYear = shape.object({ fiscal_year_id: shape.id, period_id: shape.id, version: shape.positive });

/** The entries that closed a year are each absent when there was nothing to write. */
const closedYear = shape.object(
  {
    id: shape.id,
    version: shape.positive,
    next_fiscal_year_id: shape.id,
    /** Profit is positive. */
    result: shape.signedAmount,
  },
  {
    /**
     * Gives the result of the year its place among the accounts of the appropriation (Belgium), or takes it on the first day of
     * the next year to where it waits for the general meeting (Luxembourg).
     */
    appropriation_entry_id: shape.id,
    /** Sets income and expenses to zero. */
    closing_entry_id: shape.id,
    /** Says the balances again on the first day of the next year. */
    opening_entry_id: shape.id,
  },
);

export const fiscalYearEvents = {
  FiscalYearOpened: {
    version: 1,
    meaning: 'A fiscal year was opened with its periods, one for each calendar month or quarter that it touches.',
    schema: fiscalYear,
  },
  FiscalYearUpdated: {
    version: 1,
    meaning: 'A fiscal year got another code or, while it was empty, other dates and with them other periods.',
    schema: shape.object({ id: shape.id, version: shape.positive, changes, previous: changes }),
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
    schema: closedYear,
  },
  FiscalYearReopened: {
    version: 1,
    meaning: 'A closed fiscal year was opened again; the entries of its closing were taken back.',
    schema: shape.object({ id: shape.id, version: shape.positive }),
  },
} satisfies EventCatalogue;

export type FiscalYearEvent = EventOf<typeof fiscalYearEvents>;
export type ClosedYear = DataOfEvent<typeof fiscalYearEvents, 'FiscalYearClosed'>;
