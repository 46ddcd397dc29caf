import type { Readable } from 'node:stream';
import type { Language } from '../../../domain/language.ts';
import { CELL_KINDS, type SheetRow } from '../../../outside/spreadsheets/read-xlsx.ts';
import { createBulkTurnKeeper } from '../../../support/yielding.ts';
import {
  buildSheetNames,
  createPackageStream,
  DECLARATION,
  escapeXml,
  getDateSerial,
  SCHEMAS,
} from '../../exports/xlsx-package.ts';
import { createStyles, type Look, type Styles } from '../../exports/xlsx-styles.ts';
import { describeColumns, type ImportSheet, type ListedValue, type ListName, type SheetColumn } from './sheet.ts';
import { SHEET_TITLES, SHEET_WORDS } from './words.ts';

/**
 * Workbooks for imports: a template, or the rows of a user with the errors beside them. The first sheet has the rows, the
 * second explains the columns, the third has the values to choose from. User data are always texts, numbers or dates,
 * never formulas.
 */
export interface ImportWorkbook {
  readonly sheet: ImportSheet;
  readonly language: Language;
  readonly creator: string;
  readonly date: string;
  readonly lists: ValueLists;
  /** Default: an empty template. */
  readonly filled?: FilledTable;
}

/** Values to choose from, each with its label. */
export type ValueLists = Readonly<Partial<Record<ListName, readonly ListedValue[]>>>;

export interface FilledTable {
  readonly header: readonly HeaderCell[];
  readonly headerLine: number;
  readonly rows: readonly SheetRow[];
  /** Text beside a row, by line. */
  readonly notes: ReadonlyMap<number, string>;
  /** Cells to mark, as `line column`, with columns counted from 0. */
  readonly marked: ReadonlySet<string>;
  /** All errors with their places, for the last sheet. */
  readonly faults: readonly (readonly string[])[];
}

export interface HeaderCell {
  readonly text: string;
  /** Title of the column; null if it is not recognised. */
  readonly title: string | null;
}

/** Rows for which a template offers lists. */
const LAST_ROW = 10_001;

export function createImportWorkbookStream(workbook: ImportWorkbook): Readable {
  const { sheet, language, creator, date, lists, filled } = workbook;
  const columns = describeColumns(sheet, language);
  const styles = createStyles(language);
  const ranges = placeLists(columns, lists);
  const names = buildSheetNames([
    SHEET_TITLES[sheet.title][language],
    ...[SHEET_WORDS.explanations, SHEET_WORDS.lists].map((words) => words[language]),
    ...(filled ? [SHEET_WORDS.faults[language]] : []),
  ]);
  return createPackageStream({
    names,
    title: SHEET_TITLES[sheet.title][language],
    creator,
    date,
    sheets: [
      () => writeRows({ columns, styles, language, ranges, listSheet: names[2]! }, filled ?? toEmptyTable(columns)),
      () => [writeTable(styles, listExplanations(columns, language), [28, 24, 12, 110])],
      () => [
        writeTable(
          styles,
          transpose(ranges, language),
          ranges.flatMap(() => [20, 40]),
        ),
      ],
      ...(filled ? [() => [writeTable(styles, listFaults(filled, language), [8, 24, 10, 28, 110])]] : []),
    ],
    buildStyles: () => styles.buildXml(),
  });
}

const toEmptyTable = (columns: readonly SheetColumn[]): FilledTable => ({
  header: columns.map(({ heading, title }) => ({ text: heading, title })),
  headerLine: 1,
  rows: [],
  notes: new Map(),
  marked: new Set(),
  faults: [],
});

interface Surroundings {
  readonly columns: readonly SheetColumn[];
  readonly styles: Styles;
  readonly language: Language;
  readonly ranges: readonly PlacedList[];
  readonly listSheet: string;
}

const ROWS_AT_ONCE = 250;

async function* writeRows(around: Surroundings, table: FilledTable): AsyncGenerator<string> {
  const { columns, styles, language } = around;
  const { header, headerLine, rows, notes, marked } = table;
  const shown = header.map(({ title }) => columns.find((column) => column.title === title));
  const hasNotes = notes.size > 0 || table.faults.length > 0;
  const writeHeading = ({ text }: HeaderCell, index: number): string =>
    writeCell(
      styles,
      { text, kind: CELL_KINDS.text },
      { emphasis: isMarked(marked, headerLine, index) ? 'wrong' : 'header' },
    );
  const note = (text: string, emphasis: Look['emphasis']): string =>
    hasNotes ? writeCell(styles, { text, kind: CELL_KINDS.text }, { emphasis }) : '';
  const last = Math.max(header.length, ...rows.map(({ cells }) => cells.length));
  // Cells without a heading must be removed or get one.
  const gap = writeCell(styles, { text: '?', kind: CELL_KINDS.text }, { emphasis: 'wrong' }).repeat(
    last - header.length,
  );
  yield [
    `${SHEET_OPEN}<sheetViews><sheetView workbookViewId="0"><pane ySplit="${headerLine}" topLeftCell="A${headerLine + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`,
    `<cols>${writeWidths(shown, header, styles)}${hasNotes ? writeWidth(last, 80) : ''}</cols><sheetData>`,
    `<row r="${headerLine}">${header.map(writeHeading).join('')}${gap}${note(SHEET_WORDS.faults[language], 'header')}</row>`,
  ].join('');
  const turn = createBulkTurnKeeper();
  let waiting = '';
  for (const [index, { line, cells, kinds }] of rows.entries()) {
    const written = Array.from({ length: last }, (_, place) =>
      writeCell(
        styles,
        { text: cells[place] ?? '', kind: kinds?.[place] ?? CELL_KINDS.text },
        { emphasis: isMarked(marked, line, place) ? 'wrong' : 'plain' },
      ),
    );
    waiting += `<row r="${line}">${written.join('')}${note(notes.get(line) ?? '', 'note')}</row>`;
    if (index % ROWS_AT_ONCE !== 0) continue;
    yield waiting;
    waiting = '';
    await turn();
  }
  yield `${waiting}</sheetData>${writeValidations(around, shown)}</worksheet>`;
}

const SHEET_OPEN = `${DECLARATION}<worksheet xmlns="${SCHEMAS}/spreadsheetml/2006/main">`;

const isMarked = (marked: ReadonlySet<string>, line: number, index: number): boolean => marked.has(`${line} ${index}`);

function writeWidths(
  shown: readonly (SheetColumn | undefined)[],
  header: readonly HeaderCell[],
  styles: Styles,
): string {
  return shown
    .map((column, index) => {
      const kind = column?.kind ?? 'text';
      const style = styles.getStyleNumber({ kind, emphasis: 'plain', isLiteral: kind === 'text' });
      return writeWidth(index, Math.max(14, (header[index]?.text.length ?? 0) + 3), style);
    })
    .join('');
}

const writeWidth = (index: number, width: number, style?: number): string =>
  `<col min="${index + 1}" max="${index + 1}" width="${Math.min(width, 100)}"${style === undefined ? '' : ` style="${style}"`} customWidth="1"/>`;

interface WrittenCell {
  readonly text: string;
  /** A letter of `CELL_KINDS`. */
  readonly kind: string;
}

const DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function writeCell(styles: Styles, { text, kind }: WrittenCell, { emphasis }: Pick<Look, 'emphasis'>): string {
  if (text === '' && emphasis !== 'wrong') return '<c/>';
  if (kind === CELL_KINDS.date && DAY.test(text) && text >= '1900-03-01')
    return `<c s="${styles.getStyleNumber({ kind: 'date', emphasis })}"><v>${getDateSerial(text)}</v></c>`;
  if (kind === CELL_KINDS.number && DECIMAL.test(text)) {
    const look = text.includes('.') ? 'amount' : 'text';
    return `<c s="${styles.getStyleNumber({ kind: look, emphasis })}"><v>${text}</v></c>`;
  }
  const style = styles.getStyleNumber({
    kind: 'text',
    emphasis,
    isLiteral: emphasis === 'plain' || emphasis === 'wrong',
  });
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

/** A list of values and its first column on the sheet of lists, counted from 0. */
interface PlacedList {
  readonly name: string;
  readonly first: number;
  readonly values: readonly ListedValue[];
  /** Titles of the columns that offer it. */
  readonly titles: readonly string[];
  readonly list: ListName | null;
}

/** Columns of the same list of the company file share it; fixed values have a list of their own. */
function placeLists(columns: readonly SheetColumn[], lists: ValueLists): readonly PlacedList[] {
  const placed: Omit<PlacedList, 'first'>[] = [];
  for (const { title, heading, values } of columns) {
    if (values === null) continue;
    const list = typeof values === 'string' ? values : null;
    const earlier = placed.findIndex((one) => list !== null && one.list === list);
    if (earlier >= 0) placed[earlier] = { ...placed[earlier]!, titles: [...placed[earlier]!.titles, title] };
    else if (list !== null) placed.push({ name: list, values: lists[list] ?? [], titles: [title], list });
    else
      placed.push({
        name: heading,
        values: (values as readonly string[]).map((value) => [value, ''] as const),
        titles: [title],
        list,
      });
  }
  return placed.filter(({ values }) => values.length > 0).map((one, index) => ({ ...one, first: 2 * index }));
}

/** Other values stay possible: a list may be longer than what is offered. */
function writeValidations({ ranges, listSheet }: Surroundings, shown: readonly (SheetColumn | undefined)[]): string {
  const written = shown.flatMap((column, index) => {
    const range = column && ranges.find(({ titles }) => titles.includes(column.title));
    if (!range) return [];
    const letter = toLetters(range.first);
    const place = toLetters(index);
    return [
      `<dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${place}2:${place}${LAST_ROW}">` +
        `<formula1>'${escapeXml(listSheet)}'!$${letter}$2:$${letter}$${range.values.length + 1}</formula1></dataValidation>`,
    ];
  });
  return written.length === 0 ? '' : `<dataValidations count="${written.length}">${written.join('')}</dataValidations>`;
}

/** `0` → A, `27` → AB. */
export function toLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : toLetters(Math.floor(index / 26) - 1) + letter;
}

function transpose(ranges: readonly PlacedList[], language: Language): readonly (readonly string[])[] {
  const getName = ({ name, list }: PlacedList): string => (list === null ? name : SHEET_TITLES[list][language]);
  const longest = Math.max(0, ...ranges.map(({ values }) => values.length));
  return [
    ranges.flatMap((range) => [getName(range), '']),
    ...Array.from({ length: longest }, (_, row) => ranges.flatMap(({ values }) => values[row] ?? ['', ''])),
  ];
}

const listExplanations = (columns: readonly SheetColumn[], language: Language): readonly (readonly string[])[] => [
  [SHEET_WORDS.column, SHEET_WORDS.api_name, SHEET_WORDS.required, SHEET_WORDS.meaning].map((words) => words[language]),
  ...columns.map(({ heading, title, isRequired, explanation }) => [
    heading,
    title,
    isRequired ? SHEET_WORDS.yes[language] : '',
    explanation,
  ]),
];

const listFaults = ({ faults }: FilledTable, language: Language): readonly (readonly string[])[] => [
  [SHEET_WORDS.row, SHEET_WORDS.column, SHEET_WORDS.cell, SHEET_WORDS.code, SHEET_WORDS.message].map(
    (words) => words[language],
  ),
  ...faults,
];

/** A short table of texts. */
function writeTable(styles: Styles, rows: readonly (readonly string[])[], widths: readonly number[]): string {
  const cols = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const written = rows.map((cells, index) => {
    const emphasis = index === 0 ? 'header' : 'plain';
    const texts = cells.map((text) => writeCell(styles, { text, kind: CELL_KINDS.text }, { emphasis }));
    return `<row r="${index + 1}">${texts.join('')}</row>`;
  });
  return `${SHEET_OPEN}${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>${written.join('')}</sheetData></worksheet>`;
}
