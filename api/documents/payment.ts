import { z } from 'zod';
import { countDaysBetween } from '../../domain/dates.ts';
import { computeBaseAmounts } from '../../domain/documents/document-rates.ts';
import { compare, negate, ZERO } from '../../domain/money.ts';
import type { OpenEntryRow } from '../../projections/documents/payments.ts';
import { readOpenEntries } from '../../projections/documents/payments.ts';
import type { DocumentRow } from '../../projections/documents/queries.ts';
import { getBookToday } from '../http/reply/time.ts';
import { decimalString } from '../http/reply/output.ts';
import type { RouteRequest } from '../http/routing/route.ts';

/** Whether a booked document is paid, by what its entry leaves open. */
export const DocumentPayment = z
  .object({
    status: z.enum(['open', 'partial', 'paid']),
    open_amount: decimalString.meta({ description: 'In the currency of the company file.' }),
    currency_open_amount: decimalString
      .nullable()
      .meta({ description: 'In the currency of the document; null if it is that of the company file.' }),
    days_late: z.int().meta({ description: 'Days since the due date; 0 if it is not late or paid.' }),
  })
  .meta({ id: 'DocumentPayment' });

type Shown = z.output<typeof DocumentPayment>;
type Request = Pick<RouteRequest, 'services' | 'company'>;

/** By document; null for one that is not booked. */
export async function presentPayments(
  { services, company }: Request,
  rows: readonly DocumentRow[],
): Promise<ReadonlyMap<number, Shown | null>> {
  const entryIds = rows.flatMap(({ status, last_entry_id }) =>
    status === 'booked' && last_entry_id !== null ? [last_entry_id] : [],
  );
  const open = await readOpenEntries(services.pool, company.id, entryIds);
  return new Map(
    rows.map((row) => [
      row.id,
      row.status === 'booked' && row.last_entry_id !== null ? presentPayment(row, open.get(row.last_entry_id)) : null,
    ]),
  );
}

function presentPayment(row: DocumentRow, open: OpenEntryRow | undefined): Shown {
  const isForeign = row.currency !== row.book_currency;
  if (open === undefined)
    return { status: 'paid', open_amount: ZERO, currency_open_amount: isForeign ? ZERO : null, days_late: 0 };
  // What a customer owes is a debit, what a supplier is owed a credit; credit notes are the other way round.
  const isCredit = (row.direction === 'purchase') !== row.is_credit_note;
  const orient = (amount: string): string => (isCredit ? negate(amount) : amount);
  const open_amount = orient(open.open);
  const currency_open_amount = isForeign && open.currency_open !== null ? orient(open.currency_open) : null;
  const whole = isForeign
    ? (computeBaseAmounts(row, row.book_currency).base_amount_gross ?? open_amount)
    : row.amount_gross;
  const isWhole =
    currency_open_amount === null
      ? compare(open_amount, whole) >= 0
      : compare(currency_open_amount, row.amount_gross) >= 0;
  return {
    status: isWhole ? 'open' : 'partial',
    open_amount,
    currency_open_amount,
    days_late: Math.max(0, countDaysBetween(open.due_on, getBookToday())),
  };
}
