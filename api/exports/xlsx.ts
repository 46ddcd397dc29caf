import type { CellStyle, CellValue, WriteSheet } from 'hucre/xlsx';
import type { Language } from '../../domain/language.ts';
import { turnKeeper } from '../../turns.ts';
import {
  textOf,
  type Cell,
  type ColumnKind,
  type Fact,
  type Party,
  type Table,
  type TableDocument,
} from './document.ts';

const HEADER: CellStyle = {
  font: { bold: true, color: { rgb: '1F3A5F' } },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'E8EDF3' } },
};
const TITLE: CellStyle = { font: { bold: true, size: 14 } };
const BOLD: CellStyle = { font: { bold: true } };
const AMOUNT = '#,##0.00';
/** The spreadsheet itself turns the marks of an amount into those of its user; dates it shows as they are requested. */
const DATES: Readonly<Record<Language, string>> = {
  fr: 'dd/mm/yyyy',
  nl: 'dd/mm/yyyy',
  en: 'dd mmm yyyy',
  de: 'dd.mm.yyyy',
};

/** A sheet with who and what, then one a table with its header frozen. */
export async function xlsxOf(document: TableDocument): Promise<Uint8Array> {
  const { title, sender, language, date, tables } = document;
  const names = sheetNames([title, ...tables.map((table) => table.title)]);
  const sheets = [summarySheet(document, names[0]!)];
  for (const [index, table] of tables.entries()) sheets.push(await tableSheet(table, names[index + 1]!, language));
  const day = midnight(date);
  // Without these the time of writing would go in, and the same data give another file.
  const properties = { title: clean(title), creator: clean(sender.name), created: day, modified: day };
  // Loaded with the first document: most threads that write files write none of these.
  const { writeXlsx } = await import('hucre/xlsx');
  return writeXlsx({ sheets, properties });
}

function summarySheet({ title, sender, recipient, facts, language }: TableDocument, name: string): WriteSheet {
  const cells: NonNullable<WriteSheet['cells']> = new Map();
  const rows: CellValue[][] = [[clean(title)], []];
  cells.set('0,0', { style: TITLE });
  const addParty = ({ name: partyName, address, identifiers }: Party) => {
    cells.set(`${rows.length},0`, { style: BOLD });
    rows.push([clean(partyName)], ...address.map((line) => [clean(textOf(line))]));
    for (const fact of identifiers) addFact(fact);
    rows.push([]);
  };
  const addFact = ({ label, kind, value }: Fact) => {
    cells.set(`${rows.length},1`, { style: { ...styleOf(kind, language), alignment: { horizontal: 'right' } } });
    rows.push([clean(label), valueOf(value, kind)]);
  };
  addParty(sender);
  if (recipient) addParty(recipient);
  facts.forEach(addFact);
  return { name, rows, cells, columns: [{ width: 44 }, { width: 28 }], pageSetup: PORTRAIT };
}

const PORTRAIT = { paperSize: 'a4', orientation: 'portrait', fitToPage: true, fitToWidth: 1, fitToHeight: 0 } as const;

async function tableSheet({ columns, rows }: Table, name: string, language: Language): Promise<WriteSheet> {
  const cells: NonNullable<WriteSheet['cells']> = new Map();
  const written: CellValue[][] = [columns.map(({ label }) => clean(label))];
  columns.forEach(({ kind }, index) => {
    const alignment = kind === 'text' || kind === 'date' ? undefined : ({ horizontal: 'right' } as const);
    cells.set(`0,${index}`, { style: { ...HEADER, ...(alignment && { alignment }) } });
  });
  const turn = turnKeeper();
  for await (const row of rows()) {
    await turn();
    if (row.isTotal === true)
      columns.forEach(({ kind }, index) =>
        cells.set(`${written.length},${index}`, { style: { ...styleOf(kind, language), ...BOLD } }),
      );
    written.push(row.cells.map((cell, index) => valueOf(cell, columns[index]!.kind)));
  }
  return {
    name,
    rows: written,
    cells,
    columns: columns.map(({ kind, width }) => ({ width, style: styleOf(kind, language) })),
    freezePane: { rows: 1 },
    pageSetup: PORTRAIT,
  };
}

const styleOf = (kind: ColumnKind, language: Language): CellStyle =>
  kind === 'amount' ? { numFmt: AMOUNT } : kind === 'date' ? { numFmt: DATES[language] } : {};

/** Numbers as numbers and dates as dates. Text is always of the type text, which no spreadsheet takes for a formula. */
function valueOf(cell: Cell, kind: ColumnKind): CellValue {
  if (cell === null || typeof cell === 'number') return cell;
  if (typeof cell === 'object') return clean(cell.text);
  if (kind === 'amount') return Number(cell);
  return kind === 'date' ? midnight(cell) : clean(cell);
}

const midnight = (date: string) => new Date(`${date}T00:00:00Z`);

const MAX_CELL = 32_767;
/** XML has no control characters, and `_x0041_` would be read as the character that it names. */
const clean = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .slice(0, MAX_CELL);

/** At most 31 characters, without those that references are made of, and each another. */
function sheetNames(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title) => {
    const name =
      title
        .replace(/[\p{Cc}[\]:*?/\\']/gu, ' ')
        .slice(0, 28)
        .trim() || 'Sheet';
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1) unique = `${name} ${count}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
