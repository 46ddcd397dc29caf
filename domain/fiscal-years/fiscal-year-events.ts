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
    /** Absent for years opened before quarters were possible: months. */
    period_length: shape.oneOf(...PERIOD_LENGTHS),
  },
);

export type FiscalYear = TypeOf<typeof fiscalYear>;

/** `version` is the version of the fiscal year that contains the period. */
const periodOfYear = shape.object({ fiscal_year_id: shape.id, period_id: shape.id, version: shape.positive });

/** A closing entry is absent if there was nothing to post. */
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
     * Transfers the result through the appropriation accounts (Belgium), or moves it on the first day of the next year to
     * the account where it waits for the general meeting (Luxembourg).
     */
    appropriation_entry_id: shape.id,
    /** Sets income and expense accounts to zero. */
    closing_entry_id: shape.id,
    /** Carries the balances forward to the first day of the next year. */
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
    meaning:
      'A fiscal year got a different code or, while it was empty, different dates and therefore different periods.',
    schema: shape.object({ id: shape.id, version: shape.positive, changes, previous: changes }),
  },
  FiscalYearDeleted: {
    version: 1,
    meaning: 'An empty first or last fiscal year was deleted.',
    schema: shape.object({ id: shape.id, version: shape.positive }),
  },
  PeriodLocked: {
    version: 1,
    meaning: 'A period was locked: nothing can be posted in it.',
    schema: periodOfYear,
  },
  PeriodUnlocked: { version: 1, meaning: 'A locked period was unlocked.', schema: periodOfYear },
  FiscalYearClosed: {
    version: 1,
    meaning:
      'A fiscal year was closed: its result was transferred, its balances were carried forward to the next year, and nothing can be posted in it.',
    schema: closedYear,
  },
  FiscalYearReopened: {
    version: 1,
    meaning: 'A closed fiscal year was reopened. Its closing entries were reversed.',
    schema: shape.object({ id: shape.id, version: shape.positive }),
  },
} satisfies EventCatalogue;

export type FiscalYearEvent = EventOf<typeof fiscalYearEvents>;
export type ClosedYear = DataOfEvent<typeof fiscalYearEvents, 'FiscalYearClosed'>;
