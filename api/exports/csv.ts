import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Language } from '../../domain/language.ts';
import { turnKeeper } from '../../turns.ts';
import { fingerprint, textOf, type Cell, type Column, type Row, type TableDocument } from './document.ts';
import { DECIMAL_MARK } from './notation.ts';

/**
 * UTF-8 with a byte order mark, as spreadsheets want it. Where the comma is the decimal mark, fields are separated by
 * semicolons: `;` and `1234,56` for fr, nl and de, `,` and `1234.56` for en. Dates are `2026-01-31` in all of them.
 */
const BYTE_ORDER_MARK = '\ufeff';
const ROWS_AT_ONCE = 500;

/** A document of one table is its header and its rows. Of several, each comes under its title, behind an empty record. */
export function csvOf(document: TableDocument, expected: string): Readable {
  return Readable.from(chunks(document, expected), { objectMode: false });
}

async function* chunks(document: TableDocument, expected: string): AsyncGenerator<string> {
  const { language, tables } = document;
  // Every record has as many fields as the widest, so that strict readers take the file.
  const width = Math.max(...tables.map(({ columns }) => columns.length));
  const write = writer(language, width);
  const taken = fingerprint(document);
  const turn = turnKeeper();
  let mark = BYTE_ORDER_MARK;
  for (const [index, table] of tables.entries()) {
    taken.table(table);
    const before = tables.length === 1 ? [] : [...(index === 0 ? [] : [[]]), [safeText(table.title)]];
    let waiting = [...before, table.columns.map(({ label }) => safeText(label))];
    for await (const row of table.rows()) {
      await turn();
      taken.row(row);
      waiting.push(fields(row, table.columns, language));
      if (waiting.length < ROWS_AT_ONCE) continue;
      yield mark + write(waiting);
      mark = '';
      waiting = [];
    }
    if (waiting.length > 0) yield mark + write(waiting);
    mark = '';
  }
  // The fingerprint went out first. Rows that changed since would belie it: the file is broken off, and not passed for whole.
  if (taken.digest() !== expected) throw new Error('What is exported has changed while it was written');
}

function writer(language: Language, width: number): (records: string[][]) => string {
  const options = {
    delimiter: DECIMAL_MARK[language] === ',' ? ';' : ',',
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
  };
  return (records) =>
    stringify(
      records.map((record) => [...record, ...EMPTY].slice(0, width)),
      options,
    );
}

const EMPTY: readonly string[] = Array<string>(50).fill('');

const fields = ({ cells }: Row, columns: readonly Column[], language: Language) =>
  cells.map((cell, index) => field(cell, columns[index]!, language));

function field(cell: Cell, { kind }: Column, language: Language): string {
  if (cell === null) return '';
  if (typeof cell === 'object' || kind === 'text') return safeText(textOf(cell));
  return kind === 'amount' ? String(cell).replace('.', DECIMAL_MARK[language]) : String(cell);
}

/** Spreadsheets run what begins like a formula, also in the wide letters of East Asia and behind what does not show. */
const FORMULA = /^[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** An apostrophe in front makes it text. */
export const safeText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
