import { table, text } from '../support/table.ts';

/** Documents that are on the external platform too, or on their way there; one row a document. */
export const externalDocuments = table({
  name: 'external_documents',
  columns: {
    /** Of the document. */
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    /** What the platform calls it; null before it has answered. */
    external_id: 'text COLLATE "C"',
    status: text<'taken' | 'requested' | 'pushed' | 'refused'>('NOT NULL'),
    token: 'text',
    is_locked: 'boolean NOT NULL',
    locked_at: 'timestamptz',
    /** Of one that came from there: tells what it said then. */
    fingerprint: 'text',
    /** Why the platform does not take it. */
    reason: 'text',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: ['(external_id) WHERE external_id IS NOT NULL', "(company_id) WHERE status = 'requested'"],
});
