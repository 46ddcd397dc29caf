import { z } from 'zod';
import { findBankCodeLabel } from '../../domain/bank/codes/index.ts';
import { SOURCES, TRANSACTION_SOURCES } from '../../domain/bank/formats.ts';
import { TRANSACTION_STATUSES } from '../../domain/bank/transactions.ts';
import type { Language } from '../../domain/language.ts';
import type { TransactionRow } from '../../projections/bank/transaction-queries.ts';
import { decimalString, plainDate, recordId, timestamp } from '../http/reply/output.ts';

export const TRANSACTIONS = '/v1/companies/{company}/bank-transactions';

export const BankTransaction = z
  .object({
    id: recordId,
    coda_file_id: recordId,
    statement_id: recordId,
    journal_id: recordId,
    account_iban: z.string(),
    statement_number: z.string(),
    sequence: z.int(),
    entry_date: plainDate,
    value_date: plainDate,
    amount: decimalString,
    currency: z.string(),
    counterpart_name: z.string().nullable(),
    counterpart_iban: z.string().nullable(),
    counterpart_bic: z.string().nullable(),
    counterpart_address: z.string().nullable(),
    communication: z.string().nullable(),
    structured_communication: z.string().nullable(),
    bank_code: z.string().nullable(),
    bank_code_label: z.string().nullable(),
    bank_reference: z.string().nullable(),
    mandate_reference: z.string().nullable(),
    end_to_end_id: z.string().nullable(),
    creditor_id: z.string().nullable(),
    return_reason: z.string().nullable(),
    ultimate_name: z.string().nullable(),
    purpose: z.string().nullable(),
    charges: decimalString.nullable(),
    original_amount: z.string().nullable(),
    exchange_rate: z.string().nullable(),
    booked_amount: decimalString.nullable(),
    source: z.enum(TRANSACTION_SOURCES),
    status: z.enum(TRANSACTION_STATUSES),
    matched_amount: decimalString,
    journal_entry_id: recordId.nullable(),
    third_party: z.object({ id: recordId, name: z.string() }).nullable(),
    ignored_reason: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
    lock_version: z.int(),
  })
  .meta({ id: 'BankTransaction' });

export function presentTransaction(row: TransactionRow, language: Language): z.input<typeof BankTransaction> {
  const { details, third_party_id, third_party_name, format, version, ...shown } = row;
  const { place_from: _, place_length: __, deleted_at: ___, ...fields } = shown;
  const said = details ?? {};
  return {
    ...fields,
    counterpart_address: said.counterpart_address ?? null,
    bank_code_label: row.bank_code === null ? null : (findBankCodeLabel(format, row.bank_code)?.[language] ?? null),
    bank_reference: said.bank_reference ?? null,
    creditor_id: said.creditor_id ?? null,
    return_reason: said.return_reason ?? null,
    ultimate_name: said.ultimate_name ?? null,
    purpose: said.purpose ?? null,
    charges: said.charges ?? null,
    original_amount: said.original_amount ?? null,
    exchange_rate: said.exchange_rate ?? null,
    booked_amount: said.total ?? null,
    source: SOURCES[format],
    third_party: third_party_id === null ? null : { id: third_party_id, name: third_party_name ?? '' },
    version,
    lock_version: version,
  };
}
