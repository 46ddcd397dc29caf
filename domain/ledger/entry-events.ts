import type { PlainDate } from '../dates.ts';
import { shape, type EventCatalogue } from '../event.ts';
import type { Amount } from '../money.ts';

export interface EntryLine {
  readonly id: number;
  readonly account_id: number;
  readonly debit: Amount;
  readonly credit: Amount;
  readonly label: string | null;
  readonly third_party_id: number | null;
  /** The code that the line is taxed by, or whose tax it holds; absent on lines without VAT. */
  readonly vat_code_id?: number;
  /** Where it differs from that of the entry, as in an opening balance that lists the invoices still to be paid. */
  readonly due_date?: PlainDate;
  readonly reference?: string;
}

/** What made an entry. `opening` and `closing` come from the closing of a year, and go with its reopening. */
export const ENTRY_ORIGINS = [
  'free',
  'invoice',
  'credit_note',
  'reversal',
  'lettering_difference',
  'opening_balance',
  'appropriation',
  'closing',
  'opening',
] as const;
export type EntryOrigin = (typeof ENTRY_ORIGINS)[number];

/**
 * Which of the sums of an account an entry belongs to, when it is not a movement of the year:
 * - `opening`: what a company brought along from its earlier books, the first amounts of its accounts;
 * - `carried`: the end of the year before said again on the first day; counted within the year, never over several years;
 * - `closing`: income and expenses set to zero at the end.
 */
export const LAYERS = ['movement', 'opening', 'carried', 'closing'] as const;
export type Layer = (typeof LAYERS)[number];

/** What one VAT code does in an entry: its amounts, and the boxes of the return that they go to, with their sign. */
export interface VatEffect {
  readonly vat_code_id: number;
  /** Its code, which does not change once it is used. */
  readonly vat_code: string;
  /** Signed, as all amounts here: negative where the entry takes back what another has done. */
  readonly base: string;
  readonly due: string;
  readonly deductible: string;
  readonly non_deductible: string;
  readonly boxes: readonly { readonly box: string; readonly amount: string }[];
  /** Present when the tax becomes due with the payment only. */
  readonly exigibility?: 'payment';
}

export interface PostedEntry {
  readonly id: number;
  readonly journal_id: number;
  readonly journal_code: string;
  readonly fiscal_year_id: number;
  readonly fiscal_year_code: string;
  readonly period_id: number;
  readonly number: number;
  readonly entry_date: PlainDate;
  readonly due_date: PlainDate | null;
  readonly label: string | null;
  readonly reference: string | null;
  readonly third_party_id: number | null;
  readonly origin: EntryOrigin;
  /** Sum of the debits, and so of the credits. */
  readonly total: Amount;
  readonly lines: readonly EntryLine[];
  /** Absent: `movement`. */
  readonly layer?: Exclude<Layer, 'movement'>;
  readonly vat?: readonly VatEffect[];
  /** The entry that this one takes back. */
  readonly reversed_entry_id?: number;
  /** The invoice that this credit note credits. */
  readonly credited_entry_id?: number;
}

export interface EntryDetails {
  readonly label?: string | null;
  readonly reference?: string | null;
  readonly due_date?: PlainDate | null;
}

export type EntryEvent =
  | { type: 'EntryPosted'; data: PostedEntry }
  | { type: 'EntryAmended'; data: { id: number; version: number; changes: EntryDetails; previous: EntryDetails } }
  | {
      type: 'EntryReversed';
      data: {
        id: number;
        version: number;
        reversed_by_entry_id: number;
        journal_code: string;
        fiscal_year_code: string;
      };
    };

const line = shape.object(
  {
    id: shape.id,
    account_id: shape.id,
    debit: shape.amount,
    credit: shape.amount,
    label: shape.optionalText,
    third_party_id: shape.reference,
    vat_code_id: shape.id,
    due_date: shape.date,
    reference: shape.text,
  },
  ['vat_code_id', 'due_date', 'reference'],
);

const vatEffect = shape.object(
  {
    vat_code_id: shape.id,
    vat_code: shape.text,
    base: shape.signedAmount,
    due: shape.signedAmount,
    deductible: shape.signedAmount,
    non_deductible: shape.signedAmount,
    boxes: shape.list(shape.object({ box: shape.text, amount: shape.signedAmount })),
    exigibility: shape.oneOf('payment'),
  },
  ['exigibility'],
);

const details = { label: shape.optionalText, reference: shape.optionalText, due_date: shape.optionalDate };
const someDetails = shape.object(details, Object.keys(details));

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
        total: shape.amount,
        lines: shape.list(line, 1),
        layer: shape.oneOf(...LAYERS.filter((layer) => layer !== 'movement')),
        vat: shape.list(vatEffect, 1),
        reversed_entry_id: shape.id,
        credited_entry_id: shape.id,
      },
      ['layer', 'vat', 'reversed_entry_id', 'credited_entry_id'],
    ),
  },
  EntryAmended: {
    version: 1,
    meaning: 'The label, the reference or the due date of an entry was changed; nothing else of it ever is.',
    schema: shape.object({ id: shape.id, version: shape.positive, changes: someDetails, previous: someDetails }),
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
} satisfies EventCatalogue;
