import type { Readable } from 'node:stream';
import type pg from 'pg';
import { z } from 'zod';
import { jsonInPieces } from '../../stores/support/json-in-pieces.ts';
import type { Queryable } from '../../database/snapshot.ts';
import type { Json } from '../../domain/json.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { choice } from '../http/input/fields.ts';
import { JSON_TYPE } from '../http/reply/send-reply.ts';
import type { HttpRefusal } from '../http/reply/errors.ts';
import type { Reply } from '../http/reply/reply.ts';
import { CSV_DIALECTS, csvOf, type CsvDialect } from './csv.ts';
import { fingerprintOf, piecesOf, readInPieces, type Row, type Table, type TableDocument } from './document.ts';
import { contentDisposition } from './file-name.ts';
import { readAhead } from './read-ahead.ts';
import { replyOfInstant } from './snapshot-reply.ts';
import { writeInThread } from './writer-thread.ts';
import { xlsxStream } from './xlsx.ts';

export const FINGERPRINT = 'X-Export-Fingerprint';

export const EXPORT_FORMATS = ['JSON', 'PDF', 'XLSX', 'CSV'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A statement as PDF, XLSX or JSON is made in memory, and refuses more rows than this; CSV takes any number. */
export const MAX_ROWS_IN_MEMORY = 20_000;

/** Rows of a file that are read before it is sent: up to here its fingerprint is a header, beyond it comes behind the rows. */
const ROWS_AHEAD = 20_000;
/** A PDF knows its last page before its first is done. */
const MAX_ROWS_OF_PDF = 50_000;
/** What a sheet holds. */
const MAX_ROWS_OF_XLSX = 1_000_000;

export const FILE_TYPES = {
  PDF: 'application/pdf',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  CSV: 'text/csv; charset=utf-8',
} as const;

/** Spread into the query of a route that exports. */
export const exportQuery = {
  format: z
    .preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), choice(EXPORT_FORMATS))
    .optional()
    .transform((format): ExportFormat => format ?? 'JSON')
    .meta({
      type: 'string',
      enum: [...EXPORT_FORMATS],
      default: 'JSON',
      description: 'Form of the answer: JSON or a file; in capitals or not.',
    }),
  lang: choice(LANGUAGES)
    .optional()
    .meta({ type: 'string', enum: [...LANGUAGES], description: 'Language of the document.' }),
};

/** Spread beside `exportQuery` where CSV may be asked for. */
export const dialectQuery = {
  dialect: choice(CSV_DIALECTS)
    .optional()
    .meta({
      type: 'string',
      enum: [...CSV_DIALECTS],
      default: 'spreadsheet',
      description: 'Of CSV: for people and spreadsheets, or for programs.',
    }),
};

export function tooLarge(format: ExportFormat, rows: number): Refusal | null {
  if (format === 'CSV' || rows <= MAX_ROWS_IN_MEMORY) return null;
  return refuse('export_too_large', { field: 'format', params: { max: MAX_ROWS_IN_MEMORY } });
}

/** A document in the format requested; `json` is what it says as an answer of the API. */
export async function exportReply(
  format: ExportFormat,
  document: TableDocument,
  json: () => unknown,
  {
    fingerprint,
    dialect,
  }: { readonly fingerprint?: string | undefined; readonly dialect?: CsvDialect | undefined } = {},
): Promise<Reply> {
  const proof = fingerprint ?? (await fingerprintOf(document));
  const headers = { [FINGERPRINT]: proof, 'Content-Language': document.language };
  if (format === 'JSON') {
    const raw = await jsonInPieces((await json()) as Json);
    return { status: 200, raw, headers: { ...headers, 'Content-Type': JSON_TYPE } };
  }
  const raw = format === 'PDF' ? await writeInThread('PDF', document) : streamOf(format, document, dialect, proof);
  return { status: 200, raw, headers: { ...headers, ...fileHeaders(format, document) } };
}

const streamOf = (format: 'XLSX' | 'CSV', document: TableDocument, dialect?: CsvDialect, expected?: string): Readable =>
  format === 'XLSX'
    ? xlsxStream(document)
    : csvOf(document, { ...(dialect && { dialect }), ...(expected && { expected }) });

const fileHeaders = (format: keyof typeof FILE_TYPES, { fileName }: TableDocument) => ({
  'Content-Type': FILE_TYPES[format],
  'Content-Disposition': contentDisposition(fileName, format.toLowerCase()),
});

export interface FileRequest {
  readonly pool: pg.Pool;
  readonly format: Exclude<ExportFormat, 'JSON'>;
  readonly dialect?: CsvDialect | undefined;
}

/** A file of what is read in one instant, however much it is. */
export function fileReply(
  { pool, format, dialect }: FileRequest,
  read: (db: Queryable) => Promise<TableDocument | Refusal>,
): Promise<Reply | HttpRefusal> {
  return replyOfInstant(pool, async (db, send) => {
    const document = await read(db);
    if (isRefusal(document)) return document;
    const ahead = await readAhead(document, format === 'PDF' ? MAX_ROWS_OF_PDF : ROWS_AHEAD);
    if (ahead.isWhole)
      return exportReply(format, ahead.document, () => null, { fingerprint: ahead.fingerprint(), dialect });
    if (format === 'PDF') return refuse('export_too_large', { field: 'format', params: { max: MAX_ROWS_OF_PDF } });
    const raw = streamOf(format, bounded(ahead.document, format), dialect);
    raw.once('close', () => void ahead.leave().catch(() => undefined));
    const refused = send(raw);
    if (refused) return refused;
    return {
      status: 200,
      raw,
      headers: { 'Content-Language': document.language, Trailer: FINGERPRINT, ...fileHeaders(format, document) },
      trailers: () => ({ [FINGERPRINT]: ahead.fingerprint() }),
    };
  });
}

/** A sheet that would lose rows is broken off. */
function bounded(document: TableDocument, format: 'XLSX' | 'CSV'): TableDocument {
  if (format === 'CSV') return document;
  async function* upTo(table: Table): AsyncGenerator<readonly Row[]> {
    let count = 0;
    for await (const piece of piecesOf(table)) {
      count += piece.length;
      if (count > MAX_ROWS_OF_XLSX) throw new Error('More rows than a sheet holds');
      yield piece;
    }
  }
  return { ...document, tables: document.tables.map((table) => ({ ...table, ...readInPieces(() => upTo(table)) })) };
}
