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
  /** What made it: `free` for an entry typed in line by line. */
  readonly origin: 'free';
  /** Sum of the debits, and so of the credits. */
  readonly total: Amount;
  readonly lines: readonly EntryLine[];
}

export type EntryEvent = { type: 'EntryPosted'; data: PostedEntry };

const line = shape.object({
  id: shape.id,
  account_id: shape.id,
  debit: shape.amount,
  credit: shape.amount,
  label: shape.optionalText,
  third_party_id: shape.reference,
});

export const entryEvents = {
  EntryPosted: {
    version: 1,
    meaning: 'An entry was posted with the next number of its journal and fiscal year. It is never deleted.',
    schema: shape.object({
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
      origin: shape.oneOf('free'),
      total: shape.amount,
      lines: shape.list(line, 1),
    }),
  },
} satisfies EventCatalogue;
