import { PERCENT as SHARE } from '../analytics/shares.ts';
import { DOCUMENT_NATURES } from '../documents/terms.ts';
import { LANGUAGES } from '../language.ts';
import { shape, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';
import type { PersonalFields } from '../persons/personal-fields.ts';

/** `document`: a sale that is issued on its date, with a number of its series, and sent as the customer prefers. */
export const RECURRING_KINDS = ['free', 'invoice', 'credit_note', 'document'] as const;
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

/** Quantity or price: more decimals than an amount. */
const DECIMALS = '^-?\\d{1,15}(\\.\\d{1,8})?$';
const DISCOUNT = '^\\d{1,3}(\\.\\d{1,8})?$';

const namedAccount = { account: shape.optionalText, account_id: shape.reference };
const namedVatCode = { vat_code: shape.optionalText, vat_code_id: shape.reference };

const templateLine = shape.object(
  { ...namedAccount, ...namedVatCode, label: shape.optionalText },
  {
    /** For a free entry: one of the two, unless computed. */
    debit: shape.amount,
    credit: shape.amount,
    third_party_id: shape.id,
    /** The amount of a free entry in another currency, signed like debit minus credit. */
    currency: shape.text,
    currency_amount: shape.signedAmount,
    exchange_rate: shape.text,
    /** For an invoice or a credit note: the amount excluding tax. */
    amount: shape.signedAmount,
    tax_base: shape.signedAmount,
    indexation,
    formula,
    /** As percentages, because amounts may change. A single code gets 100%. Empty: none, regardless of the defaults. */
    analytics: shape.list(
      shape.object({ code: shape.optionalText, code_id: shape.reference }, { share: shape.matching(SHARE) }),
    ),
    /** For a document: its text, and the amount excluding tax or the quantity times the price. */
    description: shape.text,
    quantity: shape.matching(DECIMALS),
    unit_price: shape.matching(DECIMALS),
    unit: shape.text,
    discount_percent: shape.matching(DISCOUNT),
    amount_net: shape.signedAmount,
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
    /** The other members are of documents only. Absent: the default series. */
    number_series_id: shape.id,
    /** Days until it is due; absent: those of the customer. */
    payment_days: shape.count,
    /** For payment within some days. */
    discount: shape.object({ percent: shape.matching(DISCOUNT), days: shape.positive }),
    payment_terms_text: shape.text,
    notes: shape.text,
    delivery_address: shape.text,
    order_reference: shape.text,
    nature: shape.oneOf(...DOCUMENT_NATURES),
    /** Of the mail and the printed document; absent: that of the customer. */
    language: shape.oneOf(...LANGUAGES),
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

/** How an issued document is sent. */
export const DELIVERY_CHANNELS = ['mail', 'peppol', 'platform'] as const;
export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number];

/** `date` is the date of the schedule and of the entry. */
const occurrence = shape.object(
  { date: shape.date, entry_id: shape.id },
  {
    /** The entry that reverses it. */
    reversal_entry_id: shape.id,
    /** The document that was issued. */
    document_id: shape.id,
    /** How we send it; absent: we do not. */
    delivery: shape.oneOf(...DELIVERY_CHANNELS),
  },
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

/** A document that was issued by an occurrence. */
const issued = {
  ...movedTo,
  entry_id: shape.id,
  document_id: shape.id,
  channel: shape.oneOf(...DELIVERY_CHANNELS),
};

const posted = shape.object({ ...movedTo, occurrences: shape.list(occurrence, 1), ...gone });
export type PostedRecurringEntry = TypeOf<typeof posted>;

function listPersonalFields(members: readonly string[]): PersonalFields {
  const listPaths = (...fields: readonly string[]): string[] =>
    members.flatMap((member) => fields.map((field) => `${member}${field}`));
  return {
    person: { thirdParties: listPaths('template.third_party_id', 'template.lines[].third_party_id'), anyone: true },
    books: listPaths('template.notes', 'template.delivery_address'),
    mentions: listPaths(
      'label',
      'template.label',
      'template.reference',
      'template.lines[].label',
      'template.lines[].description',
      'template.payment_terms_text',
      'template.order_reference',
    ),
  };
}

export const recurringEvents = {
  RecurringEntryCreated: {
    version: 1,
    meaning: 'A recurring entry was created: its template, its schedule and its mode.',
    schema: created,
    personal: [listPersonalFields([''])],
  },
  RecurringEntryChanged: {
    version: 1,
    meaning: 'The content, the schedule or the status of a recurring entry changed. Posted entries stay.',
    schema: shape.object({ ...movedTo, changes, previous: changes, ...gone }),
    personal: [listPersonalFields(['changes.', 'previous.'])],
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
  RecurringDocumentSent: {
    version: 1,
    meaning:
      'A document of a recurring entry was handed over for sending, by a mail or by a message of the network. Neither is named if a user had sent it before.',
    schema: shape.object(issued, { mail_id: shape.id, message_id: shape.id }),
  },
  RecurringDocumentNotSent: {
    version: 1,
    meaning: 'A document of a recurring entry could not be sent, for this reason. It is tried again.',
    schema: shape.object({ ...issued, reason: shape.text }, { params: shape.objectOf() }),
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
