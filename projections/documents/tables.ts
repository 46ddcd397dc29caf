import type {
  DocumentFile,
  DocumentLine,
  DocumentOrigin,
  DocumentSource,
  DocumentTax,
} from '../../domain/documents/document-events.ts';
import { json, table, text } from '../support/table.ts';

/** Invoices and credit notes. One in the recycle bin, or removed from it, stays for the history and the feed. */
export const documents = table({
  name: 'documents',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    direction: text<'purchase' | 'sale'>('NOT NULL'),
    is_credit_note: 'boolean NOT NULL',
    number: 'text',
    document_date: 'date NOT NULL',
    due_date: 'date',
    currency: 'text NOT NULL',
    exchange_rate: 'text',
    structured_communication: 'text',
    /** The one that it was recorded for; whoever reads it goes through the merges. */
    third_party_id: 'bigint NOT NULL',
    lines: json<readonly DocumentLine[]>('NOT NULL'),
    vat: json<readonly DocumentTax[]>('NOT NULL'),
    amount_net: 'numeric(20,2) NOT NULL',
    amount_vat: 'numeric(20,2) NOT NULL',
    amount_gross: 'numeric(20,2) NOT NULL',
    notes: 'text',
    origin: text<DocumentOrigin>('NOT NULL'),
    source: text<DocumentSource>('NOT NULL'),
    import_id: 'bigint',
    file: json<DocumentFile>(),
    /** The version that its file came with. */
    file_version: 'integer',
    file_at: 'timestamptz',
    status: text<'pending' | 'booked'>('NOT NULL'),
    /** The entry that it was last booked by, also when that was taken back since. */
    last_entry_id: 'bigint',
    /** The highest id that a line of it ever had. */
    last_line_id: 'bigint NOT NULL',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
    deleted_at: 'timestamptz',
    deleted_by: 'bigint',
    purged_at: 'timestamptz',
    /** What a search looks through; the name of the third party is looked for where it stands. */
    search: 'text COLLATE "C" NOT NULL',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: [
    '(company_id, document_date, id) WHERE deleted_at IS NULL',
    // Those that wait are few among many.
    "(company_id, document_date, id) WHERE status = 'pending' AND deleted_at IS NULL",
    '(company_id, third_party_id, document_date) WHERE deleted_at IS NULL',
    '(last_entry_id) WHERE last_entry_id IS NOT NULL',
    '(company_id) WHERE deleted_at IS NOT NULL AND purged_at IS NULL',
  ],
  trigrams: 'search',
});

/** Every file that a document ever had, so that it is known which of them are still referred to. */
export const documentFiles = table({
  name: 'document_files',
  columns: {
    document_id: 'bigint NOT NULL',
    /** Of the document when the file came. */
    version: 'integer NOT NULL',
    company_id: 'bigint NOT NULL',
    sha256: 'text NOT NULL',
    size: 'bigint NOT NULL',
    /** False: it is the file of an import, which counts there. */
    is_counted: 'boolean NOT NULL',
    created_at: 'timestamptz NOT NULL',
    /** Since when another one stands in its place, or the document is removed for good. */
    deleted_at: 'timestamptz',
  },
  key: ['document_id', 'version'],
  // Those that another one has replaced since are of no interest then.
  past: {
    of: ['documents'],
    rows: () => `SELECT id AS document_id, file_version AS version, company_id, file ->> 'sha256' AS sha256,
        (file ->> 'size')::bigint AS size, file_version > 1 OR import_id IS NULL AS is_counted, file_at AS created_at,
        NULL::timestamptz AS deleted_at
      FROM past_documents WHERE file IS NOT NULL AND purged_at IS NULL`,
  },
  indexes: ['sha256'],
});
