import { createHash } from 'node:crypto';
import type { PlainDate } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';
import { createBulkTurnKeeper } from '../../support/yielding.ts';
import type { HybridInvoice } from './pdf-archive.ts';

/**
 * Format-independent description of a document made of tables. Lists, statements and reports produce it, and CSV, XLSX
 * and PDF are generated from it. Values are exact and language-neutral: amounts as `-121.00`, dates as `2026-01-31`.
 */
export interface TableDocument {
  readonly language: Language;
  readonly title: string;
  /** Date of the contents, not of creation: the same data gives the same file. */
  readonly date: PlainDate;
  readonly currency: string;
  readonly sender: Party & { readonly logo: Uint8Array | null };
  /** Recipient; null for an internal document. */
  readonly recipient: Party | null;
  /** Set for a report instead of a letter: its heading shows the company and the period. */
  readonly report?: ReportHead;
  /** Printed in landscape format. */
  readonly isLandscape?: boolean;
  readonly facts: readonly Fact[];
  /** Text of a letter, printed between facts and tables. */
  readonly letter?: string;
  /** Printed between facts and tables, as a visual summary of the tables. */
  readonly charts?: readonly PrintedChart[];
  readonly tables: readonly Table[];
  /** Printed below the tables. */
  readonly notes?: string;
  /** Small print at the end, such as texts required by law. */
  readonly smallPrint?: readonly string[];
  /** Printed at the foot of every page. */
  readonly footer?: string;
  /** Colour of titles instead of the usual one, such as `#1a3d5c`. Adds nothing to the data. */
  readonly accent?: string;
  readonly payment?: PrintedPayment;
  /** Attached structured invoice: the file is then an archived PDF (PDF/A-3). */
  readonly invoice?: HybridInvoice;
  /** Printed instead of facts and tables: an official form with frames and numbered lines. */
  readonly form?: PrintedForm;
  /** Without extension; invalid characters are removed later. */
  readonly fileName: string;
}

export interface PrintedChart {
  readonly kind: 'bars' | 'lines';
  readonly title: string;
  /** Labels of the axis. */
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
}

export interface ChartSeries {
  readonly label: string;
  /** Meaning of the series; each has its own colour. */
  readonly tone: 'planned' | 'actual' | 'expected';
  /** Amounts, one per label; null if not available yet. */
  readonly values: readonly (string | null)[];
}

export interface ReportHead {
  readonly company: Party;
  /** A term, so that the data is the same in every language. */
  readonly period: Term;
  /** For example the time as of which the books are shown. Adds nothing to the data. */
  readonly remark?: string;
}

/** Payment details. */
export interface PrintedPayment {
  readonly title: string;
  readonly facts: readonly Fact[];
  /** Content of the QR code. */
  readonly code?: string;
  /** Text beside the code. */
  readonly hint?: string;
}

export interface PrintedForm {
  /** Official number of the form. */
  readonly number: string;
  readonly heading: string;
  readonly identity: readonly Fact[];
  /** Watermark across the heading while the return is a draft. */
  readonly mark?: string;
  readonly frames: readonly FormFrame[];
}

export interface FormFrame {
  readonly title: string;
  /** One part across the page, or two side by side. */
  readonly parts: readonly FormPart[];
}

export interface FormPart {
  readonly title: string;
  /** Headings of the amount columns, one or two per line. */
  readonly columns: readonly string[];
  readonly lines: readonly FormLine[];
}

export interface FormLine {
  readonly box: string;
  readonly label: string;
  /** Null if the form has no field for it. */
  readonly amounts: readonly (string | null)[];
  readonly isTotal?: boolean;
}

export interface Party {
  readonly name: string;
  readonly address: readonly Cell[];
  /** Such as the VAT number. */
  readonly identifiers: readonly Fact[];
}

export interface Fact {
  readonly key: string;
  readonly label: string;
  readonly kind: ColumnKind;
  readonly value: Cell;
  /** Explains the sign of the amount in words; a printed document then omits the sign. */
  readonly meaning?: string;
  /** The most important fact for the reader. */
  readonly isMain?: boolean;
}

/** `percent`: a decimal string, `12.50` for 12.5 %. */
export type ColumnKind = 'text' | 'integer' | 'amount' | 'percent' | 'date';

export interface Column {
  readonly key: string;
  readonly label: string;
  readonly kind: ColumnKind;
  /** Width in characters in a spreadsheet; on paper, columns share the page in these proportions. */
  readonly width: number;
  /** Value carried to the next printed page: the sum of the rows so far, or the value of the last row. */
  readonly carries?: 'sum' | 'last';
  /** Not printed: a heading above the rows shows it, or there is no space. */
  readonly isOffPaper?: boolean;
}

export interface Table {
  readonly key: string;
  readonly title: string;
  readonly note?: string;
  readonly columns: readonly Column[];
  /** Restarts at each call: a document is read more than once. */
  readonly streamRows: () => Iterable<Row> | AsyncIterable<Row>;
  /** The same rows in chunks of thousands, for up to a million rows: one async step per row would be too slow. */
  readonly pieces?: () => AsyncIterable<readonly Row[]>;
  /** Headings are only printed: in files, every row shows its group in its own columns. */
  readonly hasPaperHeadings?: boolean;
  /** Shown instead of an empty table. */
  readonly emptyText?: string;
}

/** Reads the rows of a table in chunks; single rows become chunks of one. */
export async function* readPieces({
  streamRows,
  pieces,
}: Pick<Table, 'streamRows' | 'pieces'>): AsyncGenerator<readonly Row[]> {
  if (pieces) {
    yield* pieces();
    return;
  }
  const all = streamRows();
  if (Array.isArray(all)) yield all as readonly Row[];
  else for await (const row of all) yield [row];
}

/** Defines a table whose rows are read in chunks. */
export const fromPieces = (
  pieces: () => AsyncIterable<readonly Row[]>,
): Required<Pick<Table, 'streamRows' | 'pieces'>> => ({
  pieces,
  async *streamRows() {
    for await (const piece of pieces()) yield* piece;
  },
});

export interface Row {
  readonly cells: readonly Cell[];
  /** Highlighted row: a balance carried forward or a sum. */
  readonly isTotal?: boolean;
  /** Heading of the rows below it; carried amounts restart here. */
  readonly isHeading?: boolean;
  /** Indentation level; none by default. */
  readonly level?: number;
}

/** A translated text with a language-independent key. */
export interface Term {
  readonly term: string;
  readonly text: string;
}

export type Cell = string | number | null | Term;

export const getCellText = (cell: Cell): string => (typeof cell === 'object' ? (cell?.text ?? '') : String(cell));

/** Hashes a document row by row, so that a writer can prove what it has written. */
export interface Fingerprint {
  addTable(table: Table): void;
  addRow(row: Row): void;
  /** SHA-256 in hexadecimal. */
  digest(): string;
}

const HASHED_AT_ONCE = 32_768;

/** Hash of the contents, independent of language and format. */
export function createFingerprint(document: TableDocument): Fingerprint {
  const { date, currency, sender, recipient, facts, letter, notes, payment, report, smallPrint, footer } = document;
  const hash = createHash('sha256');
  let waiting = '';
  const flush = (): void => {
    hash.update(waiting);
    waiting = '';
  };
  // Buffered: one hash call per row would cost more than the hashing itself.
  const addText = (text: string): void => {
    waiting += text;
    if (waiting.length > HASHED_AT_ONCE) flush();
  };
  const addPart = (part: unknown): void => addText(`${JSON.stringify(part)}\n`);
  // The printing firm is not part of the contents of a report.
  if (report) addPart({ currency, company: extractPartyData(report.company), period: report.period.term });
  else
    addPart({ date, currency, sender: extractPartyData(sender), recipient: recipient && extractPartyData(recipient) });
  addPart(facts.map(extractFactData));
  if (letter !== undefined) addPart({ letter });
  if (document.form)
    addPart(document.form.frames.flatMap(({ parts }) => parts.flatMap(({ lines }) => lines.map(extractLineData))));
  if (notes !== undefined || payment)
    addPart({ notes: notes ?? null, payment: payment?.facts.map(extractFactData) ?? null });
  if (smallPrint || footer !== undefined) addPart({ smallPrint: smallPrint ?? [], footer: footer ?? null });
  return {
    addTable: ({ key, columns }) => addPart({ table: key, columns: columns.map((column) => column.key) }),
    addRow({ cells }) {
      // Same result as for the other parts, without copying the row: there may be a million rows.
      let written = '[';
      for (let index = 0; index < cells.length; index += 1)
        written += index === 0 ? serializeCell(cells[0]!) : `,${serializeCell(cells[index]!)}`;
      addText(`${written}]\n`);
    },
    digest: () => {
      flush();
      return hash.digest('hex');
    },
  };
}

export async function computeFingerprint(document: TableDocument): Promise<string> {
  const taken = createFingerprint(document);
  const turn = createBulkTurnKeeper();
  for (const table of document.tables) {
    taken.addTable(table);
    const rows = table.pieces ? null : table.streamRows();
    // Rows that are computed without waiting need no promise each.
    if (rows && Symbol.iterator in rows) await addRowsInTurns(taken, rows, turn);
    else
      for await (const piece of readPieces(rows ? { streamRows: () => rows } : table))
        await addRowsInTurns(taken, piece, turn);
  }
  return taken.digest();
}

const ROWS_AT_ONCE = 500;

/** A chunk may be long: other work gets its turn in between. */
export async function addRowsInTurns(
  taken: Fingerprint,
  piece: Iterable<Row>,
  turn: ReturnType<typeof createBulkTurnKeeper>,
): Promise<void> {
  let index = 0;
  for (const row of piece) {
    taken.addRow(row);
    if (index % ROWS_AT_ONCE === 0) await turn();
    index += 1;
  }
}

const isTerm = (cell: Cell): cell is Term => typeof cell === 'object' && cell !== null;
const extractCellData = (cell: Cell) => (isTerm(cell) ? { term: cell.term } : cell);
/** Characters that JSON escapes. */
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;
const serializeText = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`);
/** Serializes a cell as JSON, with a fast path for text that needs no escaping. */
function serializeCell(cell: Cell): string {
  if (typeof cell === 'string') return serializeText(cell);
  return isTerm(cell) ? `{"term":${serializeText(cell.term)}}` : JSON.stringify(cell);
}
const extractLineData = ({ box, amounts }: FormLine) => [box, ...amounts];
const extractFactData = ({ key, value }: Fact) => [key, extractCellData(value)];
const extractPartyData = ({ name, address, identifiers }: Party) => ({
  name,
  address: address.map(extractCellData),
  identifiers: identifiers.map(extractFactData),
});
