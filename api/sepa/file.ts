import { z } from 'zod';
import { CREDIT_TRANSFER_FORMATS, DIRECT_DEBIT_FORMATS } from '../../domain/sepa/message.ts';
import { SEPA_STATUSES, SEPA_TYPES } from '../../domain/sepa/sepa-events.ts';
import type { SepaFileRow } from '../../projections/sepa/queries.ts';
import { dateTimestamp, decimalString, recordId, timestamp } from '../http/reply/output.ts';
import { toZeroTime } from '../http/reply/time.ts';

const SepaPayment = z
  .object({
    third_party_id: recordId,
    name: z.string(),
    iban: z.string(),
    bic: z.string().nullable(),
    amount: decimalString,
    communication: z.string().meta({ description: 'Twelve digits, an ISO 11649 reference, or free text.' }),
    line_ids: z.array(recordId).meta({ description: 'Open items that it settles; empty for a free payment order.' }),
    end_to_end_id: z.string(),
    mandate_reference: z.string().nullable().meta({ description: 'Direct debits only.' }),
  })
  .meta({ id: 'SepaPayment' });

export const SepaFile = z
  .object({
    id: recordId,
    type: z.enum(SEPA_TYPES),
    format: z.enum([...CREDIT_TRANSFER_FORMATS, ...DIRECT_DEBIT_FORMATS]),
    message_id: z.string(),
    journal_id: recordId.meta({ description: 'Journal of the bank account that pays or collects.' }),
    execution_date: dateTimestamp.meta({ description: 'Execution date; always a bank working day.' }),
    batch_booking: z.boolean().meta({ description: 'Whether the bank books one amount for all orders.' }),
    transactions_count: z.int(),
    control_sum: decimalString,
    status: z.enum(SEPA_STATUSES),
    cancelled_reason: z.string().nullable(),
    journal_entry_id: recordId.nullable().meta({ description: 'Entry that posts the file.' }),
    payments: z.array(SepaPayment),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'SepaFile' });

export function presentSepaFile(row: SepaFileRow): z.output<typeof SepaFile> {
  return {
    id: row.id,
    type: row.type,
    format: row.format,
    message_id: row.message_id,
    journal_id: row.journal_id,
    execution_date: toZeroTime(row.execution_date),
    batch_booking: row.batch_booking,
    transactions_count: row.payments_count,
    control_sum: row.control_sum,
    status: row.status,
    cancelled_reason: row.cancelled_reason,
    journal_entry_id: row.journal_entry_id,
    payments: row.payments.map(({ lines, mandate, ...payment }) => ({
      third_party_id: payment.third_party_id,
      name: payment.name,
      iban: payment.iban,
      bic: payment.bic,
      amount: payment.amount,
      communication: payment.communication,
      line_ids: lines.map(({ line_id }) => line_id),
      end_to_end_id: payment.end_to_end_id,
      mandate_reference: mandate?.reference ?? null,
    })),
    version: row.version,
    lock_version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
