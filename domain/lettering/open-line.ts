import type { PlainDate } from '../dates.ts';
import { sum, type SignedAmount } from '../money.ts';

/** A line as lettering needs to know it: what is still open of it, and what it says. */
export interface OpenLine {
  readonly line_id: number;
  readonly entry_id: number;
  /** Its place in the entry. */
  readonly line_number: number;
  readonly account_id: number;
  /** The one that it counts for now, over any merges. */
  readonly third_party_id: number | null;
  readonly entry_date: PlainDate;
  readonly due_date: PlainDate;
  /** What no lettering has settled yet: debit is positive, credit negative. */
  readonly open: SignedAmount;
  /** References of the line and of its entry. */
  readonly references: readonly string[];
  readonly labels: readonly string[];
  /** What it asks for is disputed; absent: nobody says so. */
  readonly is_disputed?: boolean;
}

/** The most that one lettering takes. */
export const MAX_LETTERED_LINES = 1_000;

export function openTotal(lines: readonly Pick<OpenLine, 'open'>[]): SignedAmount {
  return sum(lines.map(({ open }) => open));
}

/** By due date, then as they were posted. */
export function byDueDate(a: OpenLine, b: OpenLine): number {
  if (a.due_date !== b.due_date) return a.due_date < b.due_date ? -1 : 1;
  return a.entry_id - b.entry_id || a.line_number - b.line_number;
}
