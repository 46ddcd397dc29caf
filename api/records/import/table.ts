import { parseFile } from '../../../commands/file-parsing/parse-file.ts';
import { refuse, type Refusal } from '../../../domain/refusal.ts';
import type { SheetRow } from '../../../outside/spreadsheets/read-xlsx.ts';
import { FILE_TYPES } from '../../exports/reply.ts';
import type { UploadDeclaration, UploadedFile } from '../../http/input/multipart.ts';
import { readCsv } from './csv.ts';

/** A table as uploaded: a CSV file, or the first sheet of a workbook. Its cells are unchanged. */
export interface UploadedTable {
  readonly header: readonly string[];
  /** Line of the header. */
  readonly headerLine: number;
  readonly rows: readonly SheetRow[];
}

/** An import blocks the tables of every company file while it is projected: a longer one would be noticeable. */
export const MAX_IMPORT_ROWS = 10_000;
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;

export const tableUpload = {
  field: 'file',
  types: ['text/csv', FILE_TYPES.XLSX],
  maxFiles: 1,
  maxBytes: MAX_IMPORT_BYTES,
} as const satisfies UploadDeclaration;

/** Codes of files that are refused as a whole. */
export const TABLE_ERROR_CODES = [
  ...['import_unreadable', 'import_workbook_unreadable', 'import_empty', 'import_too_many_rows', 'import_too_large'],
] as const;

const ZIPPED = [0x50, 0x4b, 0x03, 0x04];

/** A workbook is recognised by its content, whatever its name is. */
export async function readTable(file: UploadedFile, maxRows = MAX_IMPORT_ROWS): Promise<UploadedTable | Refusal> {
  const bytes = await file.read();
  if (ZIPPED.every((byte, place) => bytes[place] === byte)) return readWorkbookTable(file.path, maxRows);
  return readCsv(bytes, maxRows);
}

async function readWorkbookTable(path: string, maxRows: number): Promise<UploadedTable | Refusal> {
  const read = await parseFile('workbook', { path, maxRows }, { problem: 'unreadable' });
  if (read.problem === 'too_many_rows')
    return refuse('import_too_many_rows', { field: 'file', params: { max: maxRows } });
  if (read.problem !== null) return refuse('import_workbook_unreadable', { field: 'file' });
  const [header, ...rows] = read.rows;
  if (!header || rows.length === 0) return refuse('import_empty', { field: 'file' });
  return { header: header.cells.map((cell) => cell.trim()), headerLine: header.line, rows };
}
