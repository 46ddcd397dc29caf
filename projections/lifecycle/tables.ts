import type { LifecycleSide } from '../../domain/lifecycle/lifecycle-events.ts';
import type { Network } from '../../domain/peppol/peppol-events.ts';
import { table, text, type RowOf } from '../support/table.ts';

/** Statuses of exchanged documents, in the order of their recording. */
export const documentLifecycle = table({
  name: 'document_lifecycle',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    document_id: 'bigint NOT NULL',
    network: text<Network>('NOT NULL'),
    status: 'text NOT NULL',
    by: text<LifecycleSide>('NOT NULL'),
    reason_code: 'text',
    reason: 'text',
    amount: 'numeric(17,2)',
    message_id: 'bigint',
    reference: 'text',
    at: 'timestamptz NOT NULL',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
  },
  key: ['id'],
  past: 'kept',
  indexes: ['document_id, id', '(company_id, reference) WHERE reference IS NOT NULL'],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.document_lifecycle': RowOf<typeof documentLifecycle>;
  }
}
