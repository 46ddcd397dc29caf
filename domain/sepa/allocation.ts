import {
  absolute,
  compare,
  isNegative,
  isZero,
  min,
  negate,
  subtract,
  sum,
  type Amount,
  type SignedAmount,
} from '../money.ts';
import { byDueDate, type OpenLine } from '../lettering/open-line.ts';
import type { PaidLine, SepaType } from './sepa-events.ts';

/** What is owed: by the company for a transfer (credit), to it for a direct debit (debit). */
export function owedOn(type: SepaType, lines: readonly Pick<OpenLine, 'open'>[]): SignedAmount {
  const open = sum(lines.map((line) => line.open));
  return type === 'credit_transfer' ? negate(open) : open;
}

/**
 * The lines that an amount settles, and how much of each: what goes the other way, such as credit notes, in full, and the invoices by
 * their due dates as far as the amount and the credit notes reach.
 */
export function allocated(type: SepaType, lines: readonly OpenLine[], amount: Amount): readonly PaidLine[] {
  const isInvoice = ({ open }: OpenLine): boolean => isNegative(open) === (type === 'credit_transfer');
  const credits = lines.filter((line) => !isInvoice(line));
  const opposite = sum(credits.map(({ open }) => absolute(open)));
  let left = sum([amount, opposite]);
  const paid = lines
    .filter(isInvoice)
    .toSorted(byDueDate)
    .flatMap((line): readonly PaidLine[] => {
      const part = min(absolute(line.open), left);
      left = subtract(left, part);
      return isZero(part) ? [] : [paidLine(line, isNegative(line.open) ? negate(part) : part)];
    });
  return [...credits.map((line) => paidLine(line, line.open)), ...paid];
}

const paidLine = ({ line_id, entry_id, line_number, account_id }: OpenLine, amount: SignedAmount): PaidLine => ({
  line_id,
  entry_id,
  line_number,
  account_id,
  amount,
});

/** Whether as much of the line is still open as was to be paid. */
export const isStillOpen = (open: SignedAmount, amount: SignedAmount): boolean =>
  isNegative(open) === isNegative(amount) && compare(absolute(open), absolute(amount)) >= 0;
