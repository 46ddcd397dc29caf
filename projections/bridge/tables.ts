import { table, text, type RowOf } from '../support/table.ts';

/** Documents that are also on the external platform, or on their way there; one row per document. */
export const externalDocuments = table({
  name: 'external_documents',
  columns: {
    /** Id of the document. */
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    /** Its id on the platform; null before the platform has answered. */
    external_id: 'text COLLATE "C"',
    status: text<'taken' | 'requested' | 'pushed' | 'refused'>('NOT NULL'),
    token: 'text',
    is_locked: 'boolean NOT NULL',
    locked_at: 'timestamptz',
    /** For a document that came from the platform: a hash of its content at that time. */
    fingerprint: 'text',
    /** Why the platform refused it. */
    reason: 'text',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: ['(external_id) WHERE external_id IS NOT NULL', "(company_id) WHERE status = 'requested'"],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.external_documents': RowOf<typeof externalDocuments>;
  }
}
