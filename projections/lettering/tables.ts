import type { LetteringOrigin } from '../../domain/lettering/lettering-events.ts';
import { table, text, type RowOf } from '../support/table.ts';
import { pastLetteringLines } from './past.ts';

export const letterings = table({
  name: 'letterings',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    code: 'text NOT NULL',
    account_id: 'bigint NOT NULL',
    third_party_id: 'bigint',
    settled_on: 'date NOT NULL',
    /** Total debit, which equals total credit. */
    total: 'numeric(20,2) NOT NULL',
    lines_count: 'integer NOT NULL',
    origin: text<LetteringOrigin>('NOT NULL'),
    reason: 'text',
    difference_entry_id: 'bigint',
    /** Null: the currency of the company file, or lines of different currencies. */
    currency: 'text',
    exchange_entry_id: 'bigint',
    /** Whether tax due on payment was moved with it. */
    moved_tax: 'boolean NOT NULL',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
    deleted_at: 'timestamptz',
  },
  key: ['id'],
  repeated: 'updated',
  past: { changing: ['version', 'seq', 'updated_at', 'deleted_at'] },
  indexes: [
    '(company_id, id DESC) WHERE deleted_at IS NULL',
    '(company_id, account_id, id DESC) WHERE deleted_at IS NULL',
    '(company_id, third_party_id, id DESC) WHERE deleted_at IS NULL AND third_party_id IS NOT NULL',
  ],
});

/** Amount of each line that a lettering settles. Lines of an undone lettering stay, but no longer count. */
export const letteringLines = table({
  name: 'lettering_lines',
  columns: {
    lettering_id: 'bigint NOT NULL',
    line_id: 'bigint NOT NULL',
    entry_id: 'bigint NOT NULL',
    line_number: 'integer NOT NULL',
    company_id: 'bigint NOT NULL',
    amount: 'numeric(20,2) NOT NULL',
    /** In the currency of the line; null in the currency of the company file. */
    currency_amount: 'numeric(20,2)',
    /** Date of the line, which may be long before. */
    entry_date: 'date NOT NULL',
    settled_on: 'date NOT NULL',
    is_undone: 'boolean NOT NULL',
    /** Copied from the lettering, so that past views need no other table; null in tables of a version without this column. */
    lettered_at: 'timestamptz',
    undone_at: 'timestamptz',
  },
  key: ['lettering_id', 'line_id'],
  repeated: 'updated',
  past: pastLetteringLines,
  indexes: [
    '(entry_id) WHERE NOT is_undone',
    // Few, and only used for past views.
    '(entry_id) WHERE is_undone',
    // For the few lines up to a day that were settled after it, or lettered after a moment: the index alone leaves out all
    // others.
    '(company_id, settled_on, entry_date, lettered_at) WHERE NOT is_undone',
  ],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.letterings': RowOf<typeof letterings>;
    readonly 'read.lettering_lines': RowOf<typeof letteringLines>;
  }
}
