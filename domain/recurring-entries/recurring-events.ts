import { PERCENT as SHARE } from '../analytics/shares.ts';
import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

export const RECURRING_KINDS = ['free', 'invoice', 'credit_note'] as const;
export type RecurringKind = (typeof RECURRING_KINDS)[number];

export const SCHEDULE_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type ScheduleUnit = (typeof SCHEDULE_UNITS)[number];

/** What becomes of a date on which nobody works. */
export const SCHEDULE_SHIFTS = ['none', 'next', 'previous'] as const;

/** `post`: an occurrence is posted by itself when its day has come; `propose`: somebody confirms it first. */
export const RECURRING_MODES = ['post', 'propose'] as const;
export type RecurringMode = (typeof RECURRING_MODES)[number];

export const FORMULA_YEARS = ['current', 'previous'] as const;

const schedule = shape.object({
  every: shape.positive,
  unit: shape.oneOf(...SCHEDULE_UNITS),
  starts_on: shape.date,
  /** The last day of the calendar on which a date may lie; null: none. */
  until: shape.optionalDate,
  /** How many dates there are; null: as many as come. */
  count: shape.optionalPositive,
  /** The last day of each month, whatever day it starts on. */
  month_end: shape.flag,
  shift: shape.oneOf(...SCHEDULE_SHIFTS),
});

export type Schedule = TypeOf<typeof schedule>;

const PERCENT = '^-?\\d{1,3}(\\.\\d{1,4})?$';
export const FACTOR_PATTERN = '^-?\\d{1,9}(\\.\\d{1,10})?(/\\d{1,9})?$';

/** The amount is raised by so much from a day on, once or every so many months. */
const indexation = shape.object({
  percent: shape.matching(PERCENT),
  from: shape.date,
  every: shape.optionalPositive,
});

export type Indexation = TypeOf<typeof indexation>;

/** The amount is a part of what accounts come to in a fiscal year: debit is positive, credit negative. */
const formula = shape.object({
  accounts: shape.list(shape.text, 1),
  fiscal_year: shape.oneOf(...FORMULA_YEARS),
  factor: shape.matching(FACTOR_PATTERN),
});

export type Formula = TypeOf<typeof formula>;

const namedAccount = { account: shape.optionalText, account_id: shape.reference };
const namedVatCode = { vat_code: shape.optionalText, vat_code_id: shape.reference };

const templateLine = shape.object(
  { ...namedAccount, ...namedVatCode, label: shape.optionalText },
  {
    /** Of a free entry: one of the two, unless it is computed. */
    debit: shape.amount,
    credit: shape.amount,
    third_party_id: shape.id,
    /** Of an invoice or a credit note, without tax. */
    amount: shape.signedAmount,
    tax_base: shape.signedAmount,
    indexation,
    formula,
    /** In per cent, because amounts may change; a code alone takes all. Empty: none, whatever the defaults say. */
    analytics: shape.list(
      shape.object({ code: shape.optionalText, code_id: shape.reference }, { share: shape.matching(SHARE) }),
    ),
  },
);

export type TemplateLine = TypeOf<typeof templateLine>;

/** The body of an entry without its dates. Accounts and codes have both their name and their id. */
const template = shape.object(
  {
    journal_id: shape.id,
    label: shape.optionalText,
    reference: shape.optionalText,
    lines: shape.list(templateLine, 1),
  },
  {
    third_party_id: shape.id,
    vat_amounts: shape.list(shape.object({ ...namedVatCode, amount: shape.signedAmount }), 1),
    strict: shape.flag,
    credited_entry_id: shape.id,
  },
);

export type Template = TypeOf<typeof template>;

const content = {
  label: shape.text,
  template,
  schedule,
  mode: shape.oneOf(...RECURRING_MODES),
  /** What is posted is taken out of the books on the first day of the next period, by an entry posted with it. */
  reverses_next_period: shape.flag,
  is_active: shape.flag,
};

/** How far a template has come. */
const course = shape.object({
  /** Up to this day all dates are dealt with but those that are open. */
  through: shape.optionalDate,
  /** Dates that were passed over: their period was locked, say. */
  open: shape.list(shape.date),
  /** Dates that were posted and taken back: they come again only when somebody confirms them. */
  withdrawn: shape.list(shape.date),
});

export type Course = TypeOf<typeof course>;

const changes = shape.object({}, content);
export type RecurringChanges = TypeOf<typeof changes>;

/** The date is that of the schedule, and of the entry. */
const occurrence = shape.object(
  { date: shape.date, entry_id: shape.id },
  { /** Takes it out of the books again. */ reversal_entry_id: shape.id },
);

export type PostedOccurrence = TypeOf<typeof occurrence>;

const created = shape.object({
  id: shape.id,
  kind: shape.oneOf(...RECURRING_KINDS),
  ...content,
  next_on: shape.optionalDate,
});

export type CreatedRecurringEntry = TypeOf<typeof created>;

const movedTo = { id: shape.id, version: shape.positive };
/** What follows from the schedule is said with each event, so that whoever reads it needs no calendar. */
const gone = { course, next_on: shape.optionalDate };

const posted = shape.object({ ...movedTo, occurrences: shape.list(occurrence, 1), ...gone });
export type PostedRecurringEntry = TypeOf<typeof posted>;

export const recurringEvents = {
  RecurringEntryCreated: {
    version: 1,
    meaning: 'An entry that comes again and again was set up: what is posted, on which dates, and by whose leave.',
    schema: created,
  },
  RecurringEntryChanged: {
    version: 1,
    meaning: 'What a recurring entry posts, when, or whether it does was changed; what it has posted stays.',
    schema: shape.object({ ...movedTo, changes, previous: changes, ...gone }),
  },
  RecurringEntryPosted: {
    version: 1,
    meaning:
      'Occurrences of a recurring entry were posted, each on its own date; their entries are in the same append.',
    schema: posted,
  },
  RecurringEntriesPosted: {
    version: 1,
    meaning:
      'Occurrences of several recurring entries were posted by one run, each on its own date; their entries are in the same append.',
    schema: shape.object({ recurring_entries: shape.list(posted, 1) }),
  },
  RecurringEntryTakenBack: {
    version: 1,
    meaning:
      'Occurrences of a recurring entry were taken back with their entries: they are posted again only when somebody confirms them.',
    schema: shape.object({ ...movedTo, occurrences: shape.list(occurrence, 1), ...gone }),
  },
  RecurringEntryTrashed: {
    version: 1,
    meaning: 'A recurring entry was moved to the recycle bin: nothing more is posted by it.',
    schema: shape.object(movedTo),
  },
  RecurringEntryRestored: {
    version: 1,
    meaning: 'A recurring entry was brought back from the recycle bin, as if it had never been there.',
    schema: shape.object(movedTo),
  },
  RecurringEntriesPurged: {
    version: 1,
    meaning: 'Recurring entries were removed from the recycle bin for good.',
    schema: shape.object({ recurring_entries: shape.list(shape.object(movedTo), 1) }),
  },
} satisfies EventCatalogue;

export type RecurringEvent = EventOf<typeof recurringEvents>;
