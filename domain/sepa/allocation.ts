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
import { compareByDueDate, type OpenLine } from '../lettering/open-line.ts';
import type { PaidLine, SepaType } from './sepa-events.ts';

/** The amount owed: by the company for a transfer (credit), to the company for a direct debit (debit). */
export function computeOwedAmount(type: SepaType, lines: readonly Pick<OpenLine, 'open'>[]): SignedAmount {
  const open = sum(lines.map((line) => line.open));
  return type === 'credit_transfer' ? negate(open) : open;
}

/**
 * Allocates an amount to lines: opposite items such as credit notes in full, then invoices by due date, as far as the
 * amount and the credit notes reach.
 */
export function allocatePayment(type: SepaType, lines: readonly OpenLine[], amount: Amount): readonly PaidLine[] {
  const isInvoice = ({ open }: OpenLine): boolean => isNegative(open) === (type === 'credit_transfer');
  const credits = lines.filter((line) => !isInvoice(line));
  const opposite = sum(credits.map(({ open }) => absolute(open)));
  let left = sum([amount, opposite]);
  const paid = lines
    .filter(isInvoice)
    .toSorted(compareByDueDate)
    .flatMap((line): readonly PaidLine[] => {
      const part = min(absolute(line.open), left);
      left = subtract(left, part);
      return isZero(part) ? [] : [toPaidLine(line, isNegative(line.open) ? negate(part) : part)];
    });
  return [...credits.map((line) => toPaidLine(line, line.open)), ...paid];
}

const toPaidLine = ({ line_id, entry_id, line_number, account_id }: OpenLine, amount: SignedAmount): PaidLine => ({
  line_id,
  entry_id,
  line_number,
  account_id,
  amount,
});

/** Is at least the amount to pay still open? */
export const isStillOpen = (open: SignedAmount, amount: SignedAmount): boolean =>
  isNegative(open) === isNegative(amount) && compare(absolute(open), absolute(amount)) >= 0;
