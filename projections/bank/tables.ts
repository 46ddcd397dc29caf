import type { BankFileFormat } from '../../domain/bank/formats.ts';
import type { StatementWarning } from '../../domain/bank/statement.ts';
import type { TransactionStatus } from '../../domain/bank/transactions.ts';
import type { ImportedTransaction, MatchedLine, MatchOrigin } from '../../domain/bank/bank-events.ts';
import { json, table, text, type RowOf } from '../support/table.ts';
import { TRASH_COLUMNS } from '../support/trash.ts';

/** Bank files. Trashed and purged files remain, for the feed. */
export const codaFiles = table({
  name: 'coda_files',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    original_name: 'text NOT NULL',
    format: text<BankFileFormat>('NOT NULL'),
    size: 'bigint NOT NULL',
    sha256: 'text NOT NULL',
    transactions_count: 'integer NOT NULL',
    /** Of the file itself; those of statements are stored with them. */
    warnings: json<readonly StatementWarning[]>(),
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
    '(company_id, deleted_at) WHERE deleted_at IS NOT NULL',
    'sha256',
  ],
});

export const bankStatements = table({
  name: 'bank_statements',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    coda_file_id: 'bigint NOT NULL',
    journal_id: 'bigint NOT NULL',
    account_iban: 'text NOT NULL',
    number: 'text NOT NULL',
    /** The number as an integer, if it is one: banks restart at one each year. */
    ordinal: 'integer',
    currency: 'text NOT NULL',
    opening_date: 'date NOT NULL',
    closing_date: 'date NOT NULL',
    opening_balance: 'numeric(20,2) NOT NULL',
    closing_balance: 'numeric(20,2) NOT NULL',
    total_in: 'numeric(20,2) NOT NULL',
    transactions_count: 'integer NOT NULL',
    messages: json<readonly string[]>('NOT NULL'),
    warnings: json<readonly StatementWarning[]>('NOT NULL'),
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    deleted_at: 'timestamptz',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: ['(company_id, journal_id, closing_date) WHERE deleted_at IS NULL', 'coda_file_id'],
});

/** Details of a transaction that lists do not show. */
export interface TransactionDetails {
  readonly counterpart_address?: string;
  readonly bank_reference?: string;
  readonly creditor_id?: string;
  readonly return_reason?: string;
  readonly ultimate_name?: string;
  readonly purpose?: string;
  readonly charges?: string;
  readonly original_amount?: string;
  readonly exchange_rate?: string;
  readonly total?: string;
}

export const bankTransactions = table({
  name: 'bank_transactions',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    coda_file_id: 'bigint NOT NULL',
    statement_id: 'bigint NOT NULL',
    journal_id: 'bigint NOT NULL',
    account_iban: 'text NOT NULL',
    statement_number: 'text NOT NULL',
    sequence: 'integer NOT NULL',
    format: text<BankFileFormat>('NOT NULL'),
    entry_date: 'date NOT NULL',
    value_date: 'date NOT NULL',
    amount: 'numeric(20,2) NOT NULL',
    currency: 'text NOT NULL',
    counterpart_name: 'text',
    counterpart_iban: 'text',
    counterpart_bic: 'text',
    communication: 'text',
    structured_communication: 'text',
    bank_code: 'text',
    mandate_reference: 'text',
    end_to_end_id: 'text',
    details: json<TransactionDetails>(),
    /** Position in the file, in bytes. */
    place_from: 'integer',
    place_length: 'integer',
    status: text<TransactionStatus>('COLLATE "C" NOT NULL'),
    matched_amount: 'numeric(20,2) NOT NULL',
    third_party_id: 'bigint',
    journal_entry_id: 'bigint',
    ignored_reason: 'text',
    /** The batch whose transactions replace this one. */
    split_batch_id: 'bigint',
    search: 'text NOT NULL',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    deleted_at: 'timestamptz',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: [
    '(company_id, entry_date DESC, id DESC) WHERE deleted_at IS NULL',
    '(company_id, status, journal_id) WHERE deleted_at IS NULL',
    'coda_file_id',
  ],
  trigrams: 'search',
});

/** Amounts whose details came in a separate file. */
export const bankBatches = table({
  name: 'bank_batches',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    coda_file_id: 'bigint NOT NULL',
    journal_id: 'bigint NOT NULL',
    account_iban: 'text NOT NULL',
    currency: 'text NOT NULL',
    entry_date: 'date NOT NULL',
    amount: 'numeric(20,2) NOT NULL',
    bank_references: json<readonly string[]>('NOT NULL'),
    /** The transaction that its details replace; null while it waits for a statement. */
    transaction_id: 'bigint',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: ['(company_id, entry_date) WHERE transaction_id IS NULL', 'coda_file_id', 'transaction_id'],
});

/** Transactions of batches as the bank describes them. They are transactions of a statement once it contains the batch. */
export const bankBatchParts = table({
  name: 'bank_batch_parts',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    batch_id: 'bigint NOT NULL',
    content: json<ImportedTransaction>('NOT NULL'),
  },
  key: ['id'],
  repeated: 'impossible',
  past: {
    of: ['bank_batches'],
    buildRows: ({ company }) => `SELECT p.id, p.company_id, p.batch_id, p.content
      FROM read.bank_batch_parts p JOIN past_bank_batches b ON b.id = p.batch_id WHERE p.company_id = ${company}`,
  },
  indexes: ['batch_id'],
});

/** Matches of transactions with entries, including the counterpart: past matches are the basis of suggestions. */
export const bankMatches = table({
  name: 'bank_matches',
  columns: {
    transaction_id: 'bigint NOT NULL',
    entry_id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    amount: 'numeric(20,2) NOT NULL',
    origin: text<MatchOrigin>('NOT NULL'),
    reason: 'text',
    rule_id: 'bigint',
    third_party_id: 'bigint',
    items_count: 'integer NOT NULL',
    /** Amounts booked to accounts, besides open items. */
    lines: json<readonly MatchedLine[]>('NOT NULL'),
    counterpart_iban: 'text',
    counterpart_name: 'text',
    communication: 'text',
    entry_date: 'date NOT NULL',
    created_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
    undone_at: 'timestamptz',
  },
  key: ['transaction_id', 'entry_id'],
  repeated: 'updated',
  past: {
    of: [],
    buildRows: ({
      company,
      at,
    }) => `SELECT transaction_id, entry_id, company_id, amount, origin, reason, rule_id, third_party_id, items_count, lines, counterpart_iban,
        counterpart_name, communication, entry_date, created_at, created_by, CASE WHEN undone_at <= ${at} THEN undone_at END AS undone_at
      FROM read.bank_matches WHERE company_id = ${company} AND created_at <= ${at}`,
  },
  indexes: [
    // Only matches booked to accounts are suggested again; they are few compared with those that settled open items.
    '(company_id, counterpart_iban, created_at DESC) WHERE undone_at IS NULL AND items_count = 0 AND counterpart_iban IS NOT NULL',
    '(company_id, lower(counterpart_name), created_at DESC) WHERE undone_at IS NULL AND items_count = 0 AND counterpart_name IS NOT NULL',
    '(company_id, rule_id) WHERE undone_at IS NULL AND rule_id IS NOT NULL',
    '(company_id, created_at DESC) WHERE undone_at IS NULL',
  ],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.coda_files': RowOf<typeof codaFiles>;
    readonly 'read.bank_statements': RowOf<typeof bankStatements>;
    readonly 'read.bank_transactions': RowOf<typeof bankTransactions>;
    readonly 'read.bank_batches': RowOf<typeof bankBatches>;
    readonly 'read.bank_batch_parts': RowOf<typeof bankBatchParts>;
    readonly 'read.bank_matches': RowOf<typeof bankMatches>;
  }
}
