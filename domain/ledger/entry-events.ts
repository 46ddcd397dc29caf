import { lineShare } from '../analytics/shares.ts';
import { shape, type DataOfEvent, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

/** What made an entry. `opening` and `closing` come from the closing of a year, and go with its reopening. */
export const ENTRY_ORIGINS = [
  'free',
  'invoice',
  'credit_note',
  'reversal',
  'lettering_difference',
  'tax_on_payment',
  'vat_settlement',
  'opening_balance',
  'accrual',
  'accrual_reversal',
  'appropriation',
  'closing',
  'opening',
  'sepa_file',
  'bank_transaction',
  'depreciation',
  'fixed_asset',
  'migration',
] as const;
export type EntryOrigin = (typeof ENTRY_ORIGINS)[number];

/**
 * Which of the sums of an account an entry belongs to, when it is not a movement of the year:
 * - `opening`: what a company brought along from its earlier books, the first amounts of its accounts;
 * - `carried`: the end of the year before said again on the first day; counted within the year, never over several years;
 * - `awaiting`: the result of the year before, which passes between the years from the account of that year to where it waits for the
 *   general meeting; part of what the year opens with, and a movement over several years. Lines that were brought from another
 *   account are in it; older versions had an entry of its own;
 * - `closing`: income and expenses set to zero at the end.
 */
export const LAYERS = ['movement', 'opening', 'carried', 'awaiting', 'closing'] as const;
export type Layer = (typeof LAYERS)[number];

const line = shape.object(
  {
    id: shape.id,
    account_id: shape.id,
    debit: shape.amount,
    credit: shape.amount,
    label: shape.optionalText,
    third_party_id: shape.reference,
  },
  {
    /** The code that the line is taxed by, or whose tax it holds; absent on lines without VAT. */
    vat_code_id: shape.id,
    /** Where it differs from that of the entry, as in an opening balance that lists the invoices still to be paid. */
    due_date: shape.date,
    reference: shape.text,
    /** The codes that it is told by; of each axis they make the line. Absent: none. */
    analytics: shape.list(lineShare, 1),
    /**
     * Of a carried balance that opens on another account than the year before has left it on: that account, and the line that takes
     * it off there where years are added up and what is carried does not count.
     */
    brought_from: shape.object({ account_id: shape.id, line_id: shape.id }),
  },
);

export type EntryLine = TypeOf<typeof line>;

/** A code names its boxes twice: for what is invoiced, and for what is credited or put right in a later return. */
export const VAT_EFFECTS = ['invoice', 'credit_note'] as const;
export type VatEffectKind = (typeof VAT_EFFECTS)[number];

/** What one VAT code does in an entry: its amounts, and the boxes of the return that they go to, with their sign. */
const vatEffect = shape.object(
  {
    vat_code_id: shape.id,
    /** Its code, which does not change once it is used. */
    vat_code: shape.text,
    /** Signed, as all amounts here: negative where the entry takes back what another has done. */
    base: shape.signedAmount,
    due: shape.signedAmount,
    deductible: shape.signedAmount,
    non_deductible: shape.signedAmount,
    boxes: shape.list(shape.object({ box: shape.text, amount: shape.signedAmount })),
  },
  {
    /** Present when the tax becomes due with the payment only. */
    exigibility: shape.oneOf('payment'),
    /**
     * Which boxes of its code it fills. Absent: those of the document that the entry is; in reversals of older versions,
     * those of what is taken back.
     */
    effect: shape.oneOf(...VAT_EFFECTS),
  },
);

export type VatEffect = TypeOf<typeof vatEffect>;

/** What may be changed of an entry once it is posted. */
const details = shape.object(
  {},
  { label: shape.optionalText, reference: shape.optionalText, due_date: shape.optionalDate },
);

export type EntryDetails = TypeOf<typeof details>;

/** Whether what a line asks for is disputed, and why. */
const dispute = shape.object({
  line_id: shape.id,
  line_number: shape.positive,
  is_disputed: shape.flag,
  reason: shape.optionalText,
});

export type LineDispute = TypeOf<typeof dispute>;

/** The codes that a line is told by; none: it is told by none. */
const allocation = shape.object({
  line_id: shape.id,
  line_number: shape.positive,
  analytics: shape.list(lineShare),
});

export type LineAllocation = TypeOf<typeof allocation>;

export const entryEvents = {
  EntryPosted: {
    version: 1,
    meaning: 'An entry was posted with the next number of its journal and fiscal year. It is never deleted.',
    schema: shape.object(
      {
        id: shape.id,
        journal_id: shape.id,
        journal_code: shape.text,
        fiscal_year_id: shape.id,
        fiscal_year_code: shape.text,
        period_id: shape.id,
        number: shape.positive,
        entry_date: shape.date,
        due_date: shape.optionalDate,
        label: shape.optionalText,
        reference: shape.optionalText,
        third_party_id: shape.reference,
        origin: shape.oneOf(...ENTRY_ORIGINS),
        /** Sum of the debits, and so of the credits. */
        total: shape.amount,
        lines: shape.list(line, 1),
      },
      {
        /** Absent: `movement`. */
        layer: shape.oneOf(...LAYERS.filter((layer) => layer !== 'movement')),
        vat: shape.list(vatEffect, 1),
        /** The entry that this one takes back. */
        reversed_entry_id: shape.id,
        /** The invoice that this credit note credits. */
        credited_entry_id: shape.id,
        /** The accrual of the year before that this entry takes out of the books again. */
        accrual_entry_id: shape.id,
        /** The day on which its tax became due, where the return of that day was validated already. */
        tax_point: shape.date,
      },
    ),
  },
  EntryAmended: {
    version: 1,
    meaning: 'The label, the reference or the due date of an entry was changed; nothing else of it ever is.',
    schema: shape.object({ id: shape.id, version: shape.positive, changes: details, previous: details }),
  },
  EntryReversed: {
    version: 1,
    meaning: 'An entry was taken back by another that does the opposite, which is posted with it.',
    schema: shape.object({
      id: shape.id,
      version: shape.positive,
      reversed_by_entry_id: shape.id,
      journal_code: shape.text,
      fiscal_year_code: shape.text,
    }),
  },
  EntryLinesDisputed: {
    version: 1,
    meaning:
      'What lines of an entry ask for was disputed, or is no longer: it is not paid meanwhile. Nothing that is booked changes.',
    schema: shape.object({
      id: shape.id,
      version: shape.positive,
      lines: shape.list(dispute, 1),
      previous: shape.list(dispute, 1),
    }),
  },
  EntryLinesAllocated: {
    version: 1,
    meaning:
      'Lines of an entry were told by other analytic codes. They are no part of the books: the entry itself stays as it was posted.',
    schema: shape.object({
      id: shape.id,
      version: shape.positive,
      lines: shape.list(allocation, 1),
      previous: shape.list(allocation, 1),
    }),
  },
} satisfies EventCatalogue;

export type EntryEvent = EventOf<typeof entryEvents>;
export type PostedEntry = DataOfEvent<typeof entryEvents, 'EntryPosted'>;
