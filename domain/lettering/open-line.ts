import type { PlainDate } from '../dates.ts';
import { sum, type SignedAmount } from '../money.ts';

/** A line for lettering: its open amount and its texts. */
export interface OpenLine {
  readonly line_id: number;
  readonly entry_id: number;
  /** Position in the entry. */
  readonly line_number: number;
  readonly account_id: number;
  /** The current third party, after merges. */
  readonly third_party_id: number | null;
  readonly entry_date: PlainDate;
  readonly due_date: PlainDate;
  /** The amount not yet settled. Debit is positive, credit is negative. */
  readonly open: SignedAmount;
  /** Absent or null: the currency of the company file. */
  readonly currency?: string | null;
  /** The amount not yet settled in that currency. */
  readonly currency_open?: SignedAmount | null;
  /** References of the line and of its entry. */
  readonly references: readonly string[];
  readonly labels: readonly string[];
  /** True if the line is disputed. */
  readonly is_disputed?: boolean;
}

/** The maximum number of lines in a lettering. */
export const MAX_LETTERED_LINES = 1_000;

export function sumOpen(lines: readonly Pick<OpenLine, 'open'>[]): SignedAmount {
  return sum(lines.map(({ open }) => open));
}

/** The open amount in the currency of the line, on which it closes. */
export const getOpenAmount = ({ open, currency, currency_open }: Closing): SignedAmount =>
  currency ? (currency_open ?? open) : open;

type Closing = Pick<OpenLine, 'open' | 'currency' | 'currency_open'>;

/** By due date, then in posting order. */
export function compareByDueDate(a: OpenLine, b: OpenLine): number {
  if (a.due_date !== b.due_date) return a.due_date < b.due_date ? -1 : 1;
  return a.entry_id - b.entry_id || a.line_number - b.line_number;
}
