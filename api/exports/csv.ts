import { Readable } from 'node:stream';
import type { Language } from '../../domain/language.ts';
import { createBulkTurnKeeper } from '../../support/yielding.ts';
import {
  createFingerprint,
  readPieces,
  getCellText,
  type Cell,
  type Column,
  type Row,
  type TableDocument,
} from './document.ts';
import { DECIMAL_MARK } from './notation.ts';

/**
 * `spreadsheet`: UTF-8 with a byte order mark, semicolons, `1234,56` for fr, nl and de and `1234.56` for en, column names
 * in the language of the document, and no formulas. `raw`, for programs: no byte order mark, commas, decimal points,
 * column keys, unchanged texts. Dates are `2026-01-31` in both.
 */
export const CSV_DIALECTS = ['spreadsheet', 'raw'] as const;
export type CsvDialect = (typeof CSV_DIALECTS)[number];

export interface CsvOptions {
  readonly dialect?: CsvDialect;
  /** The fingerprint already sent to the client. If the rows no longer match it, the file is aborted. */
  readonly expected?: string;
}

const BYTE_ORDER_MARK = '\ufeff';
const ROWS_AT_ONCE = 500;

/** A document with one table consists of header and rows. Of several tables, each follows its title, after an empty record. */
export function createCsvStream(document: TableDocument, options: CsvOptions = {}): Readable {
  return Readable.from(writeChunks(document, options), { objectMode: false });
}

async function* writeChunks(
  document: TableDocument,
  { dialect = 'spreadsheet', expected }: CsvOptions,
): AsyncGenerator<string> {
  const { tables, language } = document;
  const form = getForm(dialect, language);
  // Every record has as many fields as the widest one, for strict parsers.
  const width = Math.max(...tables.map(({ columns }) => columns.length));
  const taken = expected === undefined ? null : createFingerprint(document);
  const turn = createBulkTurnKeeper();
  let waiting = form.mark;
  let count = 0;
  for (const [index, table] of tables.entries()) {
    taken?.addTable(table);
    const record = createRecordWriter(table.columns, width, form);
    const title = dialect === 'raw' ? table.key : table.title;
    if (tables.length > 1) waiting += (index === 0 ? '' : record.writeTexts([])) + record.writeTexts([title]);
    waiting += record.writeTexts(table.columns.map(({ key, label }) => (dialect === 'raw' ? key : label)));
    for await (const piece of readPieces(table))
      for (const row of piece) {
        taken?.addRow(row);
        if (table.hasPaperHeadings && row.isHeading) continue;
        waiting += record.writeRow(row);
        count += 1;
        if (count % ROWS_AT_ONCE !== 0) continue;
        yield waiting;
        waiting = '';
        await turn();
      }
  }
  if (waiting !== '') yield waiting;
  // Rows that changed since the fingerprint was sent would contradict it: abort the file so that it is not taken as
  // complete.
  if (taken && taken.digest() !== expected) throw new Error('The exported data changed while the file was written');
}

interface Form {
  readonly mark: string;
  readonly delimiter: string;
  readonly decimalMark: string;
  readonly text: (text: string) => string;
}

function getForm(dialect: CsvDialect, language: Language): Form {
  if (dialect === 'raw') return { mark: '', delimiter: ',', decimalMark: '.', text: (text) => text };
  return { mark: BYTE_ORDER_MARK, delimiter: ';', decimalMark: DECIMAL_MARK[language], text: escapeFormula };
}

interface RecordWriter {
  writeTexts(texts: readonly string[]): string;
  writeRow(row: Row): string;
}

function createRecordWriter(
  columns: readonly Column[],
  width: number,
  { delimiter, decimalMark, text }: Form,
): RecordWriter {
  const endRecord = (fields: number): string => `${delimiter.repeat(width - Math.max(fields, 1))}\r\n`;
  const endOfRow = endRecord(columns.length);
  const writePlain = (cell: string | number): string => String(cell);
  const writeDecimal = (cell: string | number): string => String(cell).replace('.', decimalMark);
  const writeWords = (cell: Cell): string => quoteField(text(getCellText(cell)));
  // Chosen once per column: there may be a million rows.
  const writers = columns.map(({ kind }) => {
    if (kind === 'text') return writeWords;
    return decimalMark !== '.' && (kind === 'amount' || kind === 'percent') ? writeDecimal : writePlain;
  });
  return {
    writeTexts: (texts) => texts.map((one) => quoteField(text(one))).join(delimiter) + endRecord(texts.length),
    writeRow({ cells }) {
      let written = '';
      for (let index = 0; index < writers.length; index += 1) {
        const cell = cells[index] ?? null;
        if (index > 0) written += delimiter;
        if (cell !== null) written += typeof cell === 'object' ? writeWords(cell) : writers[index]!(cell);
      }
      return written + endOfRow;
    },
  };
}

const BREAKS_A_RECORD = /[";,\r\n]/;
const quoteField = (text: string): string => (BREAKS_A_RECORD.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Spreadsheets run text that starts like a formula, also with full-width characters or after invisible ones. */
const FORMULA = /^[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
/** Text that starts with a letter or digit, which is nearly all of it, needs no further check. */
const HARMLESS = /^[0-9A-Za-z\u00c0-\u024f]/;

/** A leading apostrophe makes the cell text. */
export const escapeFormula = (text: string): string => (HARMLESS.test(text) || !FORMULA.test(text) ? text : `'${text}`);
