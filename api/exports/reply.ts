import type { Readable } from 'node:stream';
import { z } from 'zod';
import { stringifyInChunks } from '../../stores/support/json-in-pieces.ts';
import type { Queryable } from '../../database/snapshot.ts';
import type { Json } from '../../domain/json.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { choice } from '../http/input/fields.ts';
import { JSON_TYPE } from '../http/reply/send-reply.ts';
import type { HttpRefusal } from '../http/reply/errors.ts';
import type { Reply } from '../http/reply/reply.ts';
import { CSV_DIALECTS, createCsvStream, type CsvDialect } from './csv.ts';
import { computeFingerprint, readPieces, fromPieces, type Row, type Table, type TableDocument } from './document.ts';
import { buildContentDisposition } from './file-name.ts';
import { readDocumentAhead } from './read-ahead.ts';
import { replyInSnapshot, type SnapshotRequest } from './snapshot-reply.ts';
import { writeInThread } from './writer-thread.ts';
import { createXlsxStream } from './xlsx.ts';

export const FINGERPRINT = 'X-Export-Fingerprint';

export const EXPORT_FORMATS = ['JSON', 'PDF', 'XLSX', 'CSV'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Row limit for statements as PDF, XLSX or JSON, which are made in memory; CSV has no limit. */
export const MAX_ROWS_IN_MEMORY = 20_000;

/** Rows read before sending: up to this number the fingerprint is a header, beyond it a trailer. */
const ROWS_AHEAD = 20_000;
/** A PDF needs its page count before the first page is finished. */
const MAX_ROWS_OF_PDF = 50_000;
/** Capacity of a worksheet. */
const MAX_ROWS_OF_XLSX = 1_000_000;

export const FILE_TYPES = {
  PDF: 'application/pdf',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  CSV: 'text/csv; charset=utf-8',
} as const;

/** Query parameters of routes that export. */
export const exportQuery = {
  format: z
    .preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), choice(EXPORT_FORMATS))
    .optional()
    .transform((format): ExportFormat => format ?? 'JSON')
    .meta({
      type: 'string',
      enum: [...EXPORT_FORMATS],
      default: 'JSON',
      description: 'Format of the answer: JSON or a file; upper or lower case.',
    }),
  lang: choice(LANGUAGES)
    .optional()
    .meta({ type: 'string', enum: [...LANGUAGES], description: 'Language of the document.' }),
};

/** Added to `exportQuery` on routes that offer CSV. */
export const dialectQuery = {
  dialect: choice(CSV_DIALECTS)
    .optional()
    .meta({
      type: 'string',
      enum: [...CSV_DIALECTS],
      default: 'spreadsheet',
      description: 'For CSV: format for people and spreadsheets, or for programs.',
    }),
};

export function refuseTooLarge(format: ExportFormat, rows: number): Refusal | null {
  if (format === 'CSV' || rows <= MAX_ROWS_IN_MEMORY) return null;
  return refuse('export_too_large', { field: 'format', params: { max: MAX_ROWS_IN_MEMORY } });
}

/** Replies with a document in the requested format; `json` builds the API response. */
export async function replyWithExport(
  format: ExportFormat,
  document: TableDocument,
  json: () => unknown,
  {
    fingerprint,
    dialect,
  }: { readonly fingerprint?: string | undefined; readonly dialect?: CsvDialect | undefined } = {},
): Promise<Reply> {
  const proof = fingerprint ?? (await computeFingerprint(document));
  const headers = { [FINGERPRINT]: proof, 'Content-Language': document.language };
  if (format === 'JSON') {
    const raw = await stringifyInChunks((await json()) as Json);
    return { status: 200, raw, headers: { ...headers, 'Content-Type': JSON_TYPE } };
  }
  const raw =
    format === 'PDF' ? await writeInThread('PDF', document) : createFileStream(format, document, dialect, proof);
  return { status: 200, raw, headers: { ...headers, ...buildFileHeaders(format, document) } };
}

const createFileStream = (
  format: 'XLSX' | 'CSV',
  document: TableDocument,
  dialect?: CsvDialect,
  expected?: string,
): Readable =>
  format === 'XLSX'
    ? createXlsxStream(document)
    : createCsvStream(document, { ...(dialect && { dialect }), ...(expected && { expected }) });

const buildFileHeaders = (format: keyof typeof FILE_TYPES, { fileName }: TableDocument) => ({
  'Content-Type': FILE_TYPES[format],
  'Content-Disposition': buildContentDisposition(fileName, format.toLowerCase()),
});

export interface FileRequest {
  readonly request: SnapshotRequest;
  readonly format: Exclude<ExportFormat, 'JSON'>;
  readonly dialect?: CsvDialect | undefined;
}

/** Replies with a file read in one snapshot, whatever its size. */
export function replyWithFile(
  { request, format, dialect }: FileRequest,
  read: (db: Queryable) => Promise<TableDocument | Refusal>,
): Promise<Reply | HttpRefusal> {
  return replyInSnapshot(request, async (db, send) => {
    const document = await read(db);
    if (isRefusal(document)) return document;
    const ahead = await readDocumentAhead(document, format === 'PDF' ? MAX_ROWS_OF_PDF : ROWS_AHEAD);
    if (ahead.isWhole)
      return replyWithExport(format, ahead.document, () => null, { fingerprint: ahead.getFingerprint(), dialect });
    if (format === 'PDF') return refuse('export_too_large', { field: 'format', params: { max: MAX_ROWS_OF_PDF } });
    const raw = createFileStream(format, withRowLimit(ahead.document, format), dialect);
    raw.once('close', () => void ahead.stop().catch(() => undefined));
    const refused = send(raw);
    if (refused) return refused;
    return {
      status: 200,
      raw,
      headers: { 'Content-Language': document.language, Trailer: FINGERPRINT, ...buildFileHeaders(format, document) },
      trailers: () => ({ [FINGERPRINT]: ahead.getFingerprint() }),
    };
  });
}

/** A worksheet that would lose rows is aborted. */
function withRowLimit(document: TableDocument, format: 'XLSX' | 'CSV'): TableDocument {
  if (format === 'CSV') return document;
  async function* readUpToLimit(table: Table): AsyncGenerator<readonly Row[]> {
    let count = 0;
    for await (const piece of readPieces(table)) {
      count += piece.length;
      if (count > MAX_ROWS_OF_XLSX) throw new Error('Too many rows for a worksheet');
      yield piece;
    }
  }
  return {
    ...document,
    tables: document.tables.map((table) => ({ ...table, ...fromPieces(() => readUpToLimit(table)) })),
  };
}
