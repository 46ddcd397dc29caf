import { lineShare } from '../analytics/shares.ts';
import { shape, type DataOfEvent, type EventCatalogue, type EventOf, type TypeOf } from '../event.ts';

/** Origin of an entry. `opening` and `closing` come from the closing of a year and are reversed when it is reopened. */
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
  'exchange_difference',
  'revaluation',
  'revaluation_reversal',
] as const;
export type EntryOrigin = (typeof ENTRY_ORIGINS)[number];

/**
 * The total of an account to which an entry belongs, if it is not a movement of the year:
 * - `opening`: the opening balance from earlier books, the first amounts of the accounts;
 * - `carried`: the closing balance of the previous year, repeated on the first day; counted within the year, never across
 * years;
 * - `awaiting`: the result of the previous year, which moves between the years from its account to the one where it waits
 * for the general meeting; part of the opening of the year, and a movement across years. It includes lines brought from
 * another account; older versions used a separate entry;
 * - `closing`: income and expense accounts set to zero at the end.
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
    /** The VAT code that taxes the line, or whose tax the line holds. Absent on lines without VAT. */
    vat_code_id: shape.id,
    /** If different from the entry, as in an opening balance that lists unpaid invoices. */
    due_date: shape.date,
    reference: shape.text,
    /** Analytic codes of the line. The shares of each axis add up to the line amount. Absent: none. */
    analytics: shape.list(lineShare, 1),
    /**
     * For a carried balance that opens on another account than in the previous year: that account, and the line that
     * removes the amount there in totals across years, where carried balances do not count.
     */
    brought_from: shape.object({ account_id: shape.id, line_id: shape.id }),
    /** The currency of a line that is not in the currency of the company file. Absent: that one. */
    currency: shape.matching('^[A-Z]{3}$'),
    /** In that currency, signed like debit minus credit. Zero on the lines of an exchange difference or a revaluation. */
    currency_amount: shape.signedAmount,
    /** Units of the currency for one unit of the currency of the company file. Absent if an amount is zero. */
    exchange_rate: shape.matching('^\\d{1,15}(\\.\\d{1,8})?$'),
  },
);

export type EntryLine = TypeOf<typeof line>;

/** A VAT code has two sets of boxes: one for invoices, and one for credit notes and corrections in a later return. */
export const VAT_EFFECTS = ['invoice', 'credit_note'] as const;
export type VatEffectKind = (typeof VAT_EFFECTS)[number];

/** The effect of one VAT code in an entry: its amounts and the boxes of the return, with their sign. */
const vatEffect = shape.object(
  {
    vat_code_id: shape.id,
    /** The code, which cannot change once used. */
    vat_code: shape.text,
    /** Signed, like all amounts here: negative if the entry reverses another one. */
    base: shape.signedAmount,
    due: shape.signedAmount,
    deductible: shape.signedAmount,
    non_deductible: shape.signedAmount,
    boxes: shape.list(shape.object({ box: shape.text, amount: shape.signedAmount })),
  },
  {
    /** Present if the tax is due only on payment. */
    exigibility: shape.oneOf('payment'),
    /** In an opening balance: the open item whose payment makes the tax due. */
    line_id: shape.id,
    /**
     * The set of boxes to fill. Absent: the set for the type of document. In reversals of older versions, the set of the
     * reversed entry.
     */
    effect: shape.oneOf(...VAT_EFFECTS),
    /**
     * Units of the currency of the return for one unit of the currency of the file. The amounts above are in the former.
     * Absent: the file is kept in that currency.
     */
    exchange_rate: shape.text,
  },
);

export type VatEffect = TypeOf<typeof vatEffect>;

/** The fields of a posted entry that can change. */
const details = shape.object(
  {},
  { label: shape.optionalText, reference: shape.optionalText, due_date: shape.optionalDate },
);

export type EntryDetails = TypeOf<typeof details>;

/** Whether a line is disputed, and why. */
const dispute = shape.object({
  line_id: shape.id,
  line_number: shape.positive,
  is_disputed: shape.flag,
  reason: shape.optionalText,
});

export type LineDispute = TypeOf<typeof dispute>;

/** The analytic codes of a line. Empty: none. */
const allocation = shape.object({
  line_id: shape.id,
  line_number: shape.positive,
  analytics: shape.list(lineShare),
});

export type LineAllocation = TypeOf<typeof allocation>;

/** Third parties of an entry. */
const OF_ENTRY = { thirdParties: ['third_party_id', 'lines[].third_party_id'] };

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
        /** Sum of the debits, equal to the sum of the credits. */
        total: shape.amount,
        lines: shape.list(line, 1),
      },
      {
        /** Absent: `movement`. */
        layer: shape.oneOf(...LAYERS.filter((layer) => layer !== 'movement')),
        vat: shape.list(vatEffect, 1),
        /** The entry that this one reverses. */
        reversed_entry_id: shape.id,
        /** Why it was reversed, if a reason was given. */
        reversal_reason: shape.text,
        /** The invoice that this credit note credits. */
        credited_entry_id: shape.id,
        /** The accrual of the previous year that this entry cancels. */
        accrual_entry_id: shape.id,
        /** The date on which the tax became due, if the return for that date was already validated. */
        tax_point: shape.date,
      },
    ),
    personal: [
      // The label is what the bank wrote: the name and the message of the other side.
      { only: { origin: 'bank_transaction' }, person: { ...OF_ENTRY, outsider: ['label'] }, books: ['label'] },
      { person: OF_ENTRY, mentions: ['label', 'reference', 'reversal_reason', 'lines[].label', 'lines[].reference'] },
    ],
  },
  EntryAmended: {
    version: 1,
    meaning: 'The label, the reference or the due date of an entry was changed. Nothing else of an entry can change.',
    schema: shape.object({ id: shape.id, version: shape.positive, changes: details, previous: details }),
    personal: [
      {
        person: { anyone: true },
        mentions: ['changes.label', 'changes.reference', 'previous.label', 'previous.reference'],
      },
    ],
  },
  EntryReversed: {
    version: 1,
    meaning: 'An entry was reversed by an opposite entry, which is posted together with it.',
    schema: shape.object(
      {
        id: shape.id,
        version: shape.positive,
        reversed_by_entry_id: shape.id,
        journal_code: shape.text,
        fiscal_year_code: shape.text,
      },
      {
        /** As on the reversal. */
        reason: shape.text,
      },
    ),
    personal: [{ person: { anyone: true }, mentions: ['reason'] }],
  },
  EntryLinesDisputed: {
    version: 1,
    meaning:
      'Lines of an entry became disputed or are no longer disputed. Disputed lines are not paid. The booked amounts do not change.',
    schema: shape.object({
      id: shape.id,
      version: shape.positive,
      lines: shape.list(dispute, 1),
      previous: shape.list(dispute, 1),
    }),
    personal: [{ person: { anyone: true }, mentions: ['lines[].reason', 'previous[].reason'] }],
  },
  EntryLinesAllocated: {
    version: 1,
    meaning:
      'Lines of an entry got other analytic codes. These are not part of the books: the entry itself stays as posted.',
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
