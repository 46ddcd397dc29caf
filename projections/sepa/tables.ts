import type { Mandate, SepaFormat } from '../../domain/sepa/message.ts';
import type { CreatedSepaFile, PaidLine, SepaStatus, SepaType } from '../../domain/sepa/sepa-events.ts';
import { json, table, text, type RowOf } from '../support/table.ts';
import { TRASH_COLUMNS, TRASH_INDEX } from '../support/trash.ts';

export const sepaFiles = table({
  name: 'sepa_files',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    type: text<SepaType>('NOT NULL'),
    format: text<SepaFormat>('NOT NULL'),
    message_id: 'text NOT NULL',
    journal_id: 'bigint NOT NULL',
    execution_date: 'date NOT NULL',
    batch_booking: 'boolean NOT NULL',
    control_sum: 'numeric(20,2) NOT NULL',
    payments_count: 'integer NOT NULL',
    holder: json<CreatedSepaFile['holder']>('NOT NULL'),
    creditor_identifier: 'text',
    status: text<SepaStatus>('NOT NULL'),
    cancelled_reason: 'text',
    journal_entry_id: 'bigint',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
    ...TRASH_COLUMNS,
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: [
    '(company_id, id DESC) WHERE deleted_at IS NULL',
    '(company_id, status, id DESC) WHERE deleted_at IS NULL',
    TRASH_INDEX,
  ],
});

/** The payments of a file; they never change. */
export const sepaPayments = table({
  name: 'sepa_payments',
  columns: {
    sepa_file_id: 'bigint NOT NULL',
    number: 'integer NOT NULL',
    company_id: 'bigint NOT NULL',
    third_party_id: 'bigint NOT NULL',
    name: 'text NOT NULL',
    iban: 'text NOT NULL',
    bic: 'text',
    address: json<CreatedSepaFile['holder']['address']>('NOT NULL'),
    amount: 'numeric(20,2) NOT NULL',
    communication: 'text NOT NULL',
    end_to_end_id: 'text NOT NULL',
    account_id: 'bigint NOT NULL',
    mandate: json<Mandate>(),
    lines: json<readonly PaidLine[]>('NOT NULL'),
  },
  key: ['sepa_file_id', 'number'],
  repeated: 'impossible',
  past: {
    of: ['sepa_files'],
    buildRows: ({ company }) =>
      `SELECT p.* FROM read.sepa_payments p JOIN past_sepa_files f ON f.id = p.sepa_file_id WHERE p.company_id = ${company}`,
  },
  indexes: ['(company_id, end_to_end_id)', '(company_id, third_party_id)'],
});

/** Lines paid by a file, so that open items can show it. */
export const sepaLines = table({
  name: 'sepa_lines',
  columns: { sepa_file_id: 'bigint NOT NULL', line_id: 'bigint NOT NULL', company_id: 'bigint NOT NULL' },
  key: ['sepa_file_id', 'line_id'],
  repeated: 'impossible',
  past: {
    of: ['sepa_files'],
    buildRows: ({ company }) =>
      `SELECT l.* FROM read.sepa_lines l JOIN past_sepa_files f ON f.id = l.sepa_file_id WHERE l.company_id = ${company}`,
  },
  indexes: ['(line_id)'],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.sepa_files': RowOf<typeof sepaFiles>;
    readonly 'read.sepa_payments': RowOf<typeof sepaPayments>;
    readonly 'read.sepa_lines': RowOf<typeof sepaLines>;
  }
}
