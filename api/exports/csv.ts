import { Readable } from 'node:stream';
import type { Language } from '../../domain/language.ts';
import { turnKeeper } from '../../support/yielding.ts';
import { fingerprint, piecesOf, textOf, type Cell, type Column, type Row, type TableDocument } from './document.ts';
import { DECIMAL_MARK } from './notation.ts';

/**
 * `spreadsheet`: UTF-8 with a byte order mark, fields between semicolons, `1234,56` for fr, nl and de and `1234.56` for en, the
 * names of the columns in the language of the document, and nothing that a spreadsheet would run. `raw`, for programs: no mark,
 * commas, points, the keys of the columns, texts as they are. Dates are `2026-01-31` in both.
 */
export const CSV_DIALECTS = ['spreadsheet', 'raw'] as const;
export type CsvDialect = (typeof CSV_DIALECTS)[number];

export interface CsvOptions {
  readonly dialect?: CsvDialect;
  /** The fingerprint that was told before the rows are read: when they turn out to be others, the file is broken off. */
  readonly expected?: string;
}

const BYTE_ORDER_MARK = '\ufeff';
const ROWS_AT_ONCE = 500;

/** A document of one table is its header and its rows. Of several, each comes under its title, behind an empty record. */
export function csvOf(document: TableDocument, options: CsvOptions = {}): Readable {
  return Readable.from(chunks(document, options), { objectMode: false });
}

async function* chunks(
  document: TableDocument,
  { dialect = 'spreadsheet', expected }: CsvOptions,
): AsyncGenerator<string> {
  const { tables, language } = document;
  const form = formOf(dialect, language);
  // Every record has as many fields as the widest, so that strict readers take the file.
  const width = Math.max(...tables.map(({ columns }) => columns.length));
  const taken = expected === undefined ? null : fingerprint(document);
  const turn = turnKeeper();
  let waiting = form.mark;
  let count = 0;
  for (const [index, table] of tables.entries()) {
    taken?.table(table);
    const record = recordWriter(table.columns, width, form);
    const title = dialect === 'raw' ? table.key : table.title;
    if (tables.length > 1) waiting += (index === 0 ? '' : record.texts([])) + record.texts([title]);
    waiting += record.texts(table.columns.map(({ key, label }) => (dialect === 'raw' ? key : label)));
    for await (const piece of piecesOf(table))
      for (const row of piece) {
        taken?.row(row);
        if (table.hasPaperHeadings && row.isHeading) continue;
        waiting += record.row(row);
        count += 1;
        if (count % ROWS_AT_ONCE !== 0) continue;
        yield waiting;
        waiting = '';
        await turn();
      }
  }
  if (waiting !== '') yield waiting;
  // Rows that changed since the fingerprint went out would belie it: the file is broken off, and not passed for whole.
  if (taken && taken.digest() !== expected) throw new Error('What is exported has changed while it was written');
}

interface Form {
  readonly mark: string;
  readonly delimiter: string;
  readonly decimalMark: string;
  readonly text: (text: string) => string;
}

function formOf(dialect: CsvDialect, language: Language): Form {
  if (dialect === 'raw') return { mark: '', delimiter: ',', decimalMark: '.', text: (text) => text };
  return { mark: BYTE_ORDER_MARK, delimiter: ';', decimalMark: DECIMAL_MARK[language], text: safeText };
}

interface RecordWriter {
  texts(texts: readonly string[]): string;
  row(row: Row): string;
}

function recordWriter(columns: readonly Column[], width: number, { delimiter, decimalMark, text }: Form): RecordWriter {
  const end = (fields: number): string => `${delimiter.repeat(width - Math.max(fields, 1))}\r\n`;
  const endOfRow = end(columns.length);
  const plain = (cell: string | number): string => String(cell);
  const decimal = (cell: string | number): string => String(cell).replace('.', decimalMark);
  const words = (cell: Cell): string => quoted(text(textOf(cell)));
  // Chosen once for each column: there may be a million rows.
  const writers = columns.map(({ kind }) => {
    if (kind === 'text') return words;
    return decimalMark !== '.' && (kind === 'amount' || kind === 'percent') ? decimal : plain;
  });
  return {
    texts: (texts) => texts.map((one) => quoted(text(one))).join(delimiter) + end(texts.length),
    row({ cells }) {
      let written = '';
      for (let index = 0; index < writers.length; index += 1) {
        const cell = cells[index] ?? null;
        if (index > 0) written += delimiter;
        if (cell !== null) written += typeof cell === 'object' ? words(cell) : writers[index]!(cell);
      }
      return written + endOfRow;
    },
  };
}

const BREAKS_A_RECORD = /[";,\r\n]/;
const quoted = (text: string): string => (BREAKS_A_RECORD.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Spreadsheets run what begins like a formula, also in the wide letters of East Asia and behind what does not show. */
const FORMULA = /^[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
/** What begins with a letter or a digit, which is nearly everything, needs no closer look. */
const HARMLESS = /^[0-9A-Za-z\u00c0-\u024f]/;

/** An apostrophe in front makes it text. */
export const safeText = (text: string): string => (HARMLESS.test(text) || !FORMULA.test(text) ? text : `'${text}`);
