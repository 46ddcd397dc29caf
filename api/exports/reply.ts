import { z } from 'zod';
import { jsonInPieces } from '../../commands/support/json-in-pieces.ts';
import type { Json } from '../../domain/json.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { choice } from '../http/fields.ts';
import { JSON_TYPE } from '../http/answer.ts';
import type { Reply } from '../http/reply.ts';
import { csvOf } from './csv.ts';
import { fingerprintOf, type TableDocument } from './document.ts';
import { contentDisposition } from './file-name.ts';
import { writeInThread } from './writer-thread.ts';

export const EXPORT_FORMATS = ['JSON', 'PDF', 'XLSX', 'CSV'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** PDF, XLSX and JSON are made in memory, and refuse more rows than this; CSV is sent as it is read, and takes any number. */
export const MAX_ROWS_IN_MEMORY = 20_000;

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

export function tooLarge(format: ExportFormat, rows: number): Refusal | null {
  if (format === 'CSV' || rows <= MAX_ROWS_IN_MEMORY) return null;
  return refuse('export_too_large', { field: 'format', params: { rows, max: MAX_ROWS_IN_MEMORY } });
}

/** A document in the format requested; `json` is what it says as an answer of the API. */
export async function exportReply(
  format: ExportFormat,
  document: TableDocument,
  json: () => Promise<unknown>,
  fingerprint?: string,
): Promise<Reply> {
  const proof = fingerprint ?? (await fingerprintOf(document));
  const headers = { 'X-Export-Fingerprint': proof, 'Content-Language': document.language };
  if (format === 'JSON') {
    const raw = await jsonInPieces((await json()) as Json);
    return { status: 200, raw, headers: { ...headers, 'Content-Type': JSON_TYPE } };
  }
  return {
    status: 200,
    raw: await fileOf(format, document, proof),
    headers: {
      ...headers,
      'Content-Type': FILE_TYPES[format],
      'Content-Disposition': contentDisposition(document.fileName, format.toLowerCase()),
    },
  };
}

function fileOf(format: keyof typeof FILE_TYPES, document: TableDocument, proof: string) {
  switch (format) {
    case 'PDF':
    case 'XLSX':
      return writeInThread(format, document);
    case 'CSV':
      return csvOf(document, proof);
  }
}
