import { PERCENT as SHARE } from '../analytics/shares.ts';
import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

export const RECURRING_KINDS = ['free', 'invoice', 'credit_note'] as const;
export type RecurringKind = (typeof RECURRING_KINDS)[number];

export const SCHEDULE_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type ScheduleUnit = (typeof SCHEDULE_UNITS)[number];

/** How a date on a non-working day is moved. */
export const SCHEDULE_SHIFTS = ['none', 'next', 'previous'] as const;

/** `post`: posted automatically when due; `propose`: a user must confirm it first. */
export const RECURRING_MODES = ['post', 'propose'] as const;
export type RecurringMode = (typeof RECURRING_MODES)[number];

export const FORMULA_YEARS = ['current', 'previous'] as const;

const schedule = shape.object({
  every: shape.positive,
  unit: shape.oneOf(...SCHEDULE_UNITS),
  starts_on: shape.date,
  /** The last possible date. Null: no end. */
  until: shape.optionalDate,
  /** The number of dates. Null: unlimited. */
  count: shape.optionalPositive,
  /** Uses the last day of each month, whatever the start day. */
  month_end: shape.flag,
  shift: shape.oneOf(...SCHEDULE_SHIFTS),
});

export type Schedule = TypeOf<typeof schedule>;

const PERCENT = '^-?\\d{1,3}(\\.\\d{1,4})?$';
export const FACTOR_PATTERN = '^-?\\d{1,9}(\\.\\d{1,10})?(/\\d{1,9})?$';

/** Raises the amount by a percentage from a date, once or every given number of months. */
const indexation = shape.object({
  percent: shape.matching(PERCENT),
  from: shape.date,
  every: shape.optionalPositive,
});

export type Indexation = TypeOf<typeof indexation>;

/** The amount is a part of account balances in a fiscal year. Debit is positive, credit is negative. */
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
    /** For a free entry: one of the two, unless computed. */
    debit: shape.amount,
    credit: shape.amount,
    third_party_id: shape.id,
    /** For an invoice or a credit note: the amount excluding tax. */
    amount: shape.signedAmount,
    tax_base: shape.signedAmount,
    indexation,
    formula,
    /** As percentages, because amounts may change. A single code gets 100%. Empty: none, regardless of the defaults. */
    analytics: shape.list(
      shape.object({ code: shape.optionalText, code_id: shape.reference }, { share: shape.matching(SHARE) }),
    ),
  },
);

export type TemplateLine = TypeOf<typeof templateLine>;

/** The content of an entry without its dates. Accounts and codes have both name and id. */
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
  /** True: a second entry, posted together with the first, reverses it on the first day of the next period. */
  reverses_next_period: shape.flag,
  is_active: shape.flag,
};

/** Progress of a template. */
const course = shape.object({
  /** All dates up to this one are done, except the open ones. */
  through: shape.optionalDate,
  /** Skipped dates, for example because of a locked period. */
  open: shape.list(shape.date),
  /** Dates that were posted and then undone. They are posted again only if a user confirms them. */
  withdrawn: shape.list(shape.date),
});

export type Course = TypeOf<typeof course>;

const changes = shape.object({}, content);
export type RecurringChanges = TypeOf<typeof changes>;

/** `date` is the date of the schedule and of the entry. */
const occurrence = shape.object(
  { date: shape.date, entry_id: shape.id },
  { /** The entry that reverses it. */ reversal_entry_id: shape.id },
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
/** Derived from the schedule and stored with each event, so that readers need no calendar. */
const gone = { course, next_on: shape.optionalDate };

const posted = shape.object({ ...movedTo, occurrences: shape.list(occurrence, 1), ...gone });
export type PostedRecurringEntry = TypeOf<typeof posted>;

export const recurringEvents = {
  RecurringEntryCreated: {
    version: 1,
    meaning: 'A recurring entry was created: its template, its schedule and its mode.',
    schema: created,
  },
  RecurringEntryChanged: {
    version: 1,
    meaning: 'The content, the schedule or the status of a recurring entry changed. Posted entries stay.',
    schema: shape.object({ ...movedTo, changes, previous: changes, ...gone }),
  },
  RecurringEntryPosted: {
    version: 1,
    meaning:
      'Occurrences of a recurring entry were posted, each on its own date. Their entries are in the same append.',
    schema: posted,
  },
  RecurringEntriesPosted: {
    version: 1,
    meaning:
      'Occurrences of several recurring entries were posted by one run, each on its own date. Their entries are in the same append.',
    schema: shape.object({ recurring_entries: shape.list(posted, 1) }),
  },
  RecurringEntryTakenBack: {
    version: 1,
    meaning:
      'Occurrences of a recurring entry were undone together with their entries. No run posts them again: a user confirms them, or undoes the undo.',
    schema: shape.object({ ...movedTo, occurrences: shape.list(occurrence, 1), ...gone }),
  },
  RecurringEntryTrashed: {
    version: 1,
    meaning: 'A recurring entry was moved to the recycle bin. Nothing more is posted from it.',
    schema: shape.object(movedTo),
  },
  RecurringEntryRestored: {
    version: 1,
    meaning: 'A recurring entry was restored unchanged from the recycle bin.',
    schema: shape.object(movedTo),
  },
  RecurringEntriesPurged: {
    version: 1,
    meaning: 'Recurring entries were permanently deleted from the recycle bin.',
    schema: shape.object({ recurring_entries: shape.list(shape.object(movedTo), 1) }),
  },
} satisfies EventCatalogue;

export type RecurringEvent = EventOf<typeof recurringEvents>;
