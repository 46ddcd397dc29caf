import { writeCreditTransfers } from '../../domain/sepa/credit-transfer.ts';
import { writeDirectDebits } from '../../domain/sepa/direct-debit.ts';
import type { CreditTransferFormat, DirectDebitFormat, SepaOrder } from '../../domain/sepa/message.ts';
import type { SepaFileRow } from '../../projections/sepa/queries.ts';

/** The file for the bank: identical bytes each time. */
export function writeOrdersXml(row: SepaFileRow): string {
  const { message_id, created_at, holder, execution_date, batch_booking, payments } = row;
  const order: SepaOrder = { message_id, created_at, holder, execution_date, batch_booking };
  if (row.type === 'credit_transfer') return writeCreditTransfers(order, payments, row.format as CreditTransferFormat);
  const debits = payments.map((payment) => ({ ...payment, mandate: payment.mandate! }));
  return writeDirectDebits(order, row.creditor_identifier!, debits, row.format as DirectDebitFormat);
}
