import type {
  DocumentFile,
  DocumentLine,
  DocumentOrigin,
  DocumentSource,
  DocumentTax,
  Mention,
} from '../../domain/documents/document-events.ts';
import type { DocumentRateSource } from '../../domain/documents/document-rates.ts';
import type {
  CreditedInvoice,
  DeductedAdvance,
  DocumentKind,
  DocumentTerms,
  PaymentDiscount,
  SupplyPeriod,
} from '../../domain/documents/terms.ts';
import { json, table, text, type RowOf } from '../support/table.ts';
import { IN_TRASH, NOT_PURGED, TRASH_COLUMNS } from '../support/trash.ts';

/** Invoices and credit notes. A trashed or purged document stays for the history and the feed. */
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
    /** The third party it was recorded for; readers resolve merges. */
    third_party_id: 'bigint NOT NULL',
    lines: json<readonly DocumentLine[]>('NOT NULL'),
    vat: json<readonly DocumentTax[]>('NOT NULL'),
    amount_net: 'numeric(20,2) NOT NULL',
    amount_vat: 'numeric(20,2) NOT NULL',
    amount_gross: 'numeric(20,2) NOT NULL',
    notes: 'text',
    kind: text<DocumentKind>('NOT NULL'),
    number_series_id: 'bigint',
    /** The number in the form in which it is unique; null for numbers of suppliers. */
    number_key: 'text COLLATE "C"',
    /** Place in the series, if the series gave the number. */
    number_year: 'text COLLATE "C"',
    number_place: 'bigint',
    credits: json<readonly CreditedInvoice[]>('NOT NULL'),
    deducts: json<readonly DeductedAdvance[]>('NOT NULL'),
    supply_date: 'date',
    supply_period: json<SupplyPeriod>(),
    delivery_address: 'text',
    order_reference: 'text',
    nature: text<DocumentTerms['nature'] & string>(),
    discount: json<PaymentDiscount>(),
    payment_terms_text: 'text',
    paid_on: 'date',
    paid_by: text<DocumentTerms['paid_by'] & string>(),
    exchange_rate_on: 'date',
    exchange_rate_source: text<DocumentRateSource>(),
    /** Empty if the tax has the rate of the document. */
    tax_exchange_rate: 'text',
    tax_exchange_rate_on: 'date',
    tax_exchange_rate_source: text<DocumentRateSource>(),
    /** Texts required by law, as issued. */
    mentions: json<readonly Mention[]>('NOT NULL'),
    origin: text<DocumentOrigin>('NOT NULL'),
    source: text<DocumentSource>('NOT NULL'),
    import_id: 'bigint',
    /** The quotation or pro forma that it was made from, and what one was turned into. */
    converted_from_id: 'bigint',
    converted_to_id: 'bigint',
    file: json<DocumentFile>(),
    /** Document version that introduced the file. */
    file_version: 'integer',
    file_at: 'timestamptz',
    status: text<'pending' | 'booked'>('NOT NULL'),
    /** The entry that last booked it, even if that booking has been undone since. */
    last_entry_id: 'bigint',
    /** The highest line id ever used in this document. */
    last_line_id: 'bigint NOT NULL',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
    ...TRASH_COLUMNS,
    /** Search text. The name of the third party is searched in its own table. */
    search: 'text COLLATE "C" NOT NULL',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  earlier: { kind: `'invoice'`, credits: `'[]'::jsonb`, deducts: `'[]'::jsonb`, mentions: `'[]'::jsonb` },
  indexes: [
    '(company_id, document_date, id) WHERE deleted_at IS NULL',
    // Pending documents are few among many.
    "(company_id, document_date, id) WHERE status = 'pending' AND deleted_at IS NULL",
    '(company_id, third_party_id, document_date) WHERE deleted_at IS NULL',
    // Credit notes and final invoices name others.
    `(company_id) WHERE credits <> '[]'::jsonb OR deducts <> '[]'::jsonb`,
    '(last_entry_id) WHERE last_entry_id IS NOT NULL',
    '(company_id, number_key) WHERE number_key IS NOT NULL',
    '(company_id, number_series_id, number_year, number_place) WHERE number_place IS NOT NULL',
    `(company_id) WHERE ${IN_TRASH}`,
  ],
  trigrams: 'search',
});

/** Every file that a document ever had, so that files still referenced can be identified. */
export const documentFiles = table({
  name: 'document_files',
  columns: {
    document_id: 'bigint NOT NULL',
    /** Document version that introduced the file. */
    version: 'integer NOT NULL',
    company_id: 'bigint NOT NULL',
    sha256: 'text NOT NULL',
    size: 'bigint NOT NULL',
    /** False for the file of an import, which is counted there. */
    is_counted: 'boolean NOT NULL',
    created_at: 'timestamptz NOT NULL',
    /** When the file was replaced or the document purged. */
    deleted_at: 'timestamptz',
  },
  key: ['document_id', 'version'],
  // Files that have been replaced since are left out of past views.
  past: {
    of: ['documents'],
    buildRows: () => `SELECT id AS document_id, file_version AS version, company_id, file ->> 'sha256' AS sha256,
        (file ->> 'size')::bigint AS size, file_version > 1 OR import_id IS NULL AS is_counted, file_at AS created_at,
        NULL::timestamptz AS deleted_at
      FROM past_documents WHERE file IS NOT NULL AND ${NOT_PURGED}`,
  },
  indexes: ['sha256'],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.documents': RowOf<typeof documents>;
    readonly 'read.document_files': RowOf<typeof documentFiles>;
  }
}
