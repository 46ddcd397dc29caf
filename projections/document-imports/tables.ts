import type { ImportStatus } from '../../domain/document-imports/imports.ts';
import type {
  Engine,
  ImportKind,
  PageOf,
  PageSource,
  StoredWarning,
  Suggestions,
} from '../../domain/document-imports/import-events.ts';
import type { ReadField } from '../../domain/document-imports/fields.ts';
import type { ExtractedSheet } from '../../domain/document-imports/sheet.ts';
import { json, table, text, type RowOf } from '../support/table.ts';
import { TRASH_COLUMNS } from '../support/trash.ts';

/** Documents received as files, with the extracted data. */
export const documentImports = table({
  name: 'document_imports',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    batch_id: 'uuid NOT NULL',
    parent_id: 'bigint',
    original_name: 'text NOT NULL',
    mime: 'text NOT NULL',
    kind: text<ImportKind>('NOT NULL'),
    size: 'bigint NOT NULL',
    sha256: 'text NOT NULL',
    status: text<ImportStatus>('NOT NULL'),
    engine: text<Engine>(),
    sheet: json<ExtractedSheet>(),
    /** The sheet as read, if a user corrected it. */
    read_sheet: json<ExtractedSheet>(),
    /** Sender of the document as read, for learning from corrections. */
    sender_number: 'text',
    sender_iban: 'text',
    sender_name: 'text',
    warnings: json<readonly StoredWarning[]>(),
    suggestions: json<Suggestions>(),
    /** Preview for files that browsers cannot display. */
    preview_sha256: 'text',
    preview_mime: 'text',
    /** Why it could not be read. */
    error_code: 'text',
    /** Normalised counterparty of the sheet, for comparing documents. */
    counterparty_key: 'text',
    third_party_id: 'bigint',
    document_type: 'text',
    number: 'text',
    document_date: 'date',
    amount_gross: 'numeric(20,2)',
    duplicate_of_import_id: 'bigint',
    duplicate_of_document_id: 'bigint',
    duplicate_of_entry_id: 'bigint',
    imported_document_id: 'bigint',
    /** Pages that it was made of, if it was split from or joined of other imports. */
    sources: json<readonly PageSource[]>(),
    /** Imports that contain its pages, if it was split or joined. */
    expanded_into: json<readonly number[]>(),
    /** Never split automatically again, because a user undid that. */
    is_whole: 'boolean',
    page_count: 'integer',
    /** How certain each value is and where it was read; null for structured invoices. */
    fields: json<readonly ReadField[]>(),
    /** Page number and number of pages printed on an image. */
    page_of: json<PageOf>(),
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
    '(company_id, id) WHERE deleted_at IS NULL',
    'company_id, batch_id, id',
    'sha256',
    '(preview_sha256) WHERE preview_sha256 IS NOT NULL',
    // For detecting duplicate invoices.
    '(company_id, lower(number)) WHERE number IS NOT NULL',
    '(company_id, counterparty_key, amount_gross) WHERE counterparty_key IS NOT NULL',
    // For corrections of earlier documents of the same sender.
    '(company_id, sender_number) WHERE sender_number IS NOT NULL',
    '(company_id, sender_iban) WHERE sender_iban IS NOT NULL',
    '(company_id, sender_name) WHERE sender_name IS NOT NULL',
    // Imports to validate are few among many; a board counts them in all files of a firm.
    "(company_id) WHERE status IN ('ready', 'needs_review', 'duplicate') AND deleted_at IS NULL",
    // Queued imports are few among many.
    "(id) WHERE status = 'queued' AND deleted_at IS NULL",
    '(company_id, deleted_at) WHERE deleted_at IS NOT NULL',
  ],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.document_imports': RowOf<typeof documentImports>;
  }
}
