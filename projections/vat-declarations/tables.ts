import type {
  BoxAmount,
  ManualAmount,
  PeriodType,
  ReturnRequests,
} from '../../domain/vat-declarations/declaration-events.ts';
import type { DeclarationStatus } from '../../domain/vat-declarations/state.ts';
import { json, table, text, type RowOf } from '../support/table.ts';

/** VAT returns. A deleted draft stays, for the feed. */
export const vatDeclarations = table({
  name: 'vat_declarations',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    form: 'text NOT NULL',
    period_type: text<PeriodType>('NOT NULL'),
    year: 'integer NOT NULL',
    period: 'integer NOT NULL',
    /** In the language of the company file. */
    label: 'text NOT NULL',
    starts_on: 'date NOT NULL',
    ends_on: 'date NOT NULL',
    due_on: 'date NOT NULL',
    status: text<DeclarationStatus>('NOT NULL'),
    books: json<readonly BoxAmount[]>('NOT NULL'),
    carried: json<readonly BoxAmount[]>('NOT NULL'),
    /** Once validated: amounts left to the next return. */
    carried_forward: json<readonly BoxAmount[]>('NOT NULL'),
    boxes: json<readonly BoxAmount[]>('NOT NULL'),
    manual: json<readonly ManualAmount[]>('NOT NULL'),
    requests: json<ReturnRequests>('NOT NULL'),
    comment: 'text',
    amount_due: 'numeric(20,2) NOT NULL',
    amount_refund: 'numeric(20,2) NOT NULL',
    /** When the books were read for it, and the log position at that time. */
    computed_at: 'timestamptz NOT NULL',
    computed_position: 'bigint NOT NULL',
    /** Hash of the content of the return. */
    fingerprint: 'text NOT NULL',
    journal_entry_id: 'bigint',
    validated_at: 'timestamptz',
    validated_by: 'bigint',
    filed_on: 'date',
    filing_reference: 'text',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
    deleted_at: 'timestamptz',
  },
  key: ['id'],
  repeated: 'updated',
  earlier: { carried_forward: `'[]'::jsonb` },
  past: 'kept',
  indexes: ['(company_id, starts_on DESC, id DESC) WHERE deleted_at IS NULL'],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.vat_declarations': RowOf<typeof vatDeclarations>;
  }
}
