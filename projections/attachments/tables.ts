import { table, type RowOf } from '../support/table.ts';

/** Files attached to entries. Detached files remain, for the history and the feed. */
export const entryAttachments = table({
  name: 'entry_attachments',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    entry_id: 'bigint NOT NULL',
    name: 'text NOT NULL',
    mime: 'text NOT NULL',
    size: 'bigint NOT NULL',
    sha256: 'text NOT NULL',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
    deleted_at: 'timestamptz',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: ['(company_id, entry_id, id) WHERE deleted_at IS NULL', 'sha256'],
});

/** Storage used by a company file, without deleted files. */
export const companyStorage = table({
  name: 'company_storage',
  columns: { company_id: 'bigint NOT NULL', bytes: 'bigint NOT NULL', files_count: 'bigint NOT NULL' },
  key: ['company_id'],
  added: ['bytes', 'files_count'],
  past: {
    of: ['entry_attachments', 'document_files', 'document_imports', 'coda_files'],
    buildRows: () => `SELECT company_id, sum(size)::bigint AS bytes, count(*) AS files_count FROM (
        SELECT company_id, size FROM past_entry_attachments WHERE deleted_at IS NULL
        UNION ALL SELECT company_id, size FROM past_document_files WHERE deleted_at IS NULL AND is_counted
        UNION ALL SELECT company_id, size FROM past_document_imports WHERE deleted_at IS NULL
        UNION ALL SELECT company_id, size FROM past_coda_files WHERE deleted_at IS NULL) AS files
      GROUP BY company_id`,
  },
  indexes: [],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.entry_attachments': RowOf<typeof entryAttachments>;
    readonly 'read.company_storage': RowOf<typeof companyStorage>;
  }
}
