import { createHash } from 'node:crypto';
import type { PlainDate } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';
import { turnKeeper } from '../../support/yielding.ts';

/**
 * One description of a document made of tables. Lists, statements and reports say what they show in these words, and CSV,
 * XLSX and PDF are made from them. Values are exact and without language: amounts as `-121.00`, dates as `2026-01-31`.
 */
export interface TableDocument {
  readonly language: Language;
  readonly title: string;
  /** The day that the document speaks of, not the one on which it was made: the same data gives the same file. */
  readonly date: PlainDate;
  readonly currency: string;
  readonly sender: Party & { readonly logo: Uint8Array | null };
  /** To whom it is sent; null when it stays in the house. */
  readonly recipient: Party | null;
  /** A report on books rather than a letter: it is headed by whose books they are and over which time. */
  readonly report?: ReportHead;
  /** On paper the long side of the page lies below. */
  readonly isLandscape?: boolean;
  readonly facts: readonly Fact[];
  /** Drawn on paper between the facts and the tables: they show what the tables say. */
  readonly charts?: readonly PrintedChart[];
  readonly tables: readonly Table[];
  /** Below the tables, on paper. */
  readonly notes?: string;
  readonly payment?: PrintedPayment;
  /** Drawn on paper instead of the facts and the tables: an official form with its frames and numbered lines. */
  readonly form?: PrintedForm;
  /** Without extension; what a file system or a header does not take is cleaned later. */
  readonly fileName: string;
}

export interface PrintedChart {
  readonly kind: 'bars' | 'lines';
  readonly title: string;
  /** Along the axis. */
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
}

export interface ChartSeries {
  readonly label: string;
  /** What it is: each has a colour of its own. */
  readonly tone: 'planned' | 'actual' | 'expected';
  /** Amounts, one a label; null where there is none yet. */
  readonly values: readonly (string | null)[];
}

export interface ReportHead {
  readonly company: Party;
  /** A term, so that the data set is the same in every language. */
  readonly period: Term;
  /** Such as the moment at which the books were known so. Says nothing that the data set does not. */
  readonly remark?: string;
}

/** How it is to be paid. */
export interface PrintedPayment {
  readonly title: string;
  readonly facts: readonly Fact[];
  /** What a QR code says. */
  readonly code?: string;
  /** Beside the code. */
  readonly hint?: string;
}

export interface PrintedForm {
  /** As the administration numbers it. */
  readonly number: string;
  readonly heading: string;
  readonly identity: readonly Fact[];
  /** Across its head, while it is no return yet. */
  readonly mark?: string;
  readonly frames: readonly FormFrame[];
}

export interface FormFrame {
  readonly title: string;
  /** One across the page, or two side by side. */
  readonly parts: readonly FormPart[];
}

export interface FormPart {
  readonly title: string;
  /** Headings of the amounts, one or two a line. */
  readonly columns: readonly string[];
  readonly lines: readonly FormLine[];
}

export interface FormLine {
  readonly box: string;
  readonly label: string;
  /** Null: the form has no place for one. */
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
  /** Says in words what the sign of the amount means; a printed document then leaves the sign out. */
  readonly meaning?: string;
  /** What the reader looks for first. */
  readonly isMain?: boolean;
}

/** `percent`: a decimal string, `12.50` for 12.5 %. */
export type ColumnKind = 'text' | 'integer' | 'amount' | 'percent' | 'date';

export interface Column {
  readonly key: string;
  readonly label: string;
  readonly kind: ColumnKind;
  /** Characters that it needs in a spreadsheet; on paper columns share the page in these proportions. */
  readonly width: number;
  /** What of it goes along to the next page on paper: the sum of its rows so far, or what the last one says. */
  readonly carries?: 'sum' | 'last';
  /** Left out on paper: a heading above the rows says it, or there is no room for it. */
  readonly isOffPaper?: boolean;
}

export interface Table {
  readonly key: string;
  readonly title: string;
  readonly note?: string;
  readonly columns: readonly Column[];
  /** Begins anew at each call: a document is read more than once. */
  readonly rows: () => Iterable<Row> | AsyncIterable<Row>;
  /** The same rows by the thousand, where there may be a million: a step for each would cost more than what is done with it. */
  readonly pieces?: () => AsyncIterable<readonly Row[]>;
  /** Its headings are for paper alone: elsewhere every row says in its own columns what it belongs to. */
  readonly hasPaperHeadings?: boolean;
  /** Said instead of an empty table. */
  readonly emptyText?: string;
}

/** The rows of a table by the piece; those that come one by one are pieces of one. */
export async function* piecesOf({ rows, pieces }: Pick<Table, 'rows' | 'pieces'>): AsyncGenerator<readonly Row[]> {
  if (pieces) {
    yield* pieces();
    return;
  }
  const all = rows();
  if (Array.isArray(all)) yield all as readonly Row[];
  else for await (const row of all) yield [row];
}

/** A table whose rows are read by the piece. */
export const readInPieces = (
  pieces: () => AsyncIterable<readonly Row[]>,
): Required<Pick<Table, 'rows' | 'pieces'>> => ({
  pieces,
  async *rows() {
    for await (const piece of pieces()) yield* piece;
  },
});

export interface Row {
  readonly cells: readonly Cell[];
  /** Set apart from the others: a balance carried forward, a sum. */
  readonly isTotal?: boolean;
  /** Names the rows below it: what is carried from page to page begins anew. */
  readonly isHeading?: boolean;
  /** How deep it lies below others; absent: not at all. */
  readonly level?: number;
}

/** Words of ours in the language of the document, with a name that does not depend on it. */
export interface Term {
  readonly term: string;
  readonly text: string;
}

export type Cell = string | number | null | Term;

export const textOf = (cell: Cell): string => (typeof cell === 'object' ? (cell?.text ?? '') : String(cell));

/** Takes in a document row by row, so that whoever writes it out can also prove what was written. */
export interface Fingerprint {
  table(table: Table): void;
  row(row: Row): void;
  /** SHA-256 in hexadecimal. */
  digest(): string;
}

const HASHED_AT_ONCE = 32_768;

/** Of what the document says, whatever its language and its format. */
export function fingerprint(document: TableDocument): Fingerprint {
  const { date, currency, sender, recipient, facts, notes, payment, report } = document;
  const hash = createHash('sha256');
  let waiting = '';
  const flush = (): void => {
    hash.update(waiting);
    waiting = '';
  };
  // Handed over by the page: a call for each row would cost more than the hash itself.
  const take = (text: string): void => {
    waiting += text;
    if (waiting.length > HASHED_AT_ONCE) flush();
  };
  const add = (part: unknown): void => take(`${JSON.stringify(part)}\n`);
  // Who prints a report is no part of what it says.
  if (report) add({ currency, company: essenceOf(report.company), period: report.period.term });
  else add({ date, currency, sender: essenceOf(sender), recipient: recipient && essenceOf(recipient) });
  add(facts.map(essenceOfFact));
  if (document.form)
    add(document.form.frames.flatMap(({ parts }) => parts.flatMap(({ lines }) => lines.map(essenceOfLine))));
  if (notes !== undefined || payment) add({ notes: notes ?? null, payment: payment?.facts.map(essenceOfFact) ?? null });
  return {
    table: ({ key, columns }) => add({ table: key, columns: columns.map((column) => column.key) }),
    row({ cells }) {
      // The same as for the other parts, without a copy of the row: there may be a million of them.
      let written = '[';
      for (let index = 0; index < cells.length; index += 1)
        written += index === 0 ? writtenCell(cells[0]!) : `,${writtenCell(cells[index]!)}`;
      take(`${written}]\n`);
    },
    digest: () => {
      flush();
      return hash.digest('hex');
    },
  };
}

export async function fingerprintOf(document: TableDocument): Promise<string> {
  const taken = fingerprint(document);
  const turn = turnKeeper();
  for (const table of document.tables) {
    taken.table(table);
    for await (const piece of piecesOf(table)) await takeRows(taken, piece, turn);
  }
  return taken.digest();
}

const ROWS_AT_ONCE = 500;

/** A piece may be long: others get their turn within it. */
export async function takeRows(
  taken: Fingerprint,
  piece: readonly Row[],
  turn: ReturnType<typeof turnKeeper>,
): Promise<void> {
  for (let index = 0; index < piece.length; index += 1) {
    taken.row(piece[index]!);
    if (index % ROWS_AT_ONCE === 0) await turn();
  }
}

const isTerm = (cell: Cell): cell is Term => typeof cell === 'object' && cell !== null;
const essenceOfCell = (cell: Cell) => (isTerm(cell) ? { term: cell.term } : cell);
/** What JSON writes otherwise than it is. */
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;
const writtenText = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`);
/** As JSON, most of which can be seen to be as it is. */
function writtenCell(cell: Cell): string {
  if (typeof cell === 'string') return writtenText(cell);
  return isTerm(cell) ? `{"term":${writtenText(cell.term)}}` : JSON.stringify(cell);
}
const essenceOfLine = ({ box, amounts }: FormLine) => [box, ...amounts];
const essenceOfFact = ({ key, value }: Fact) => [key, essenceOfCell(value)];
const essenceOf = ({ name, address, identifiers }: Party) => ({
  name,
  address: address.map(essenceOfCell),
  identifiers: identifiers.map(essenceOfFact),
});
