import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createBulkTurnKeeper } from '../../support/yielding.ts';
import {
  readPieces,
  getCellText,
  type Cell,
  type Column,
  type ColumnKind,
  type Fact,
  type Party,
  type Row,
  type Table,
  type TableDocument,
} from './document.ts';
import { PAGE_WORDS } from './pdf-words.ts';
import {
  buildSheetNames,
  createPackageStream,
  DECLARATION,
  escapeXml,
  getDateSerial,
  SCHEMAS,
} from './xlsx-package.ts';
import { createStyles, type Emphasis, type Styles } from './xlsx-styles.ts';

/**
 * A summary sheet, then one sheet per table with a frozen header. Rows are written one by one and compressed outside this
 * thread, so a long table takes no more memory than a short one. The file holds no creation time: the same data gives the
 * same file.
 */
export function createXlsxStream(document: TableDocument): Readable {
  const { title, sender, date, tables, language, report } = document;
  // If a table is the whole document, its sheet gets the title.
  const isTitleTaken = tables.some((table) => table.title === title);
  const names = buildSheetNames([
    isTitleTaken ? PAGE_WORDS.cover[language] : title,
    ...tables.map((table) => table.title),
  ]);
  const styles = createStyles(language);
  return createPackageStream({
    names,
    title,
    creator: report?.company.name ?? sender.name,
    date,
    sheets: [
      () => [buildSummarySheet(document, styles)],
      ...tables.map((table) => () => writeTableSheet(table, styles)),
    ],
    buildStyles: () => styles.buildXml(),
  });
}

export const writeXlsx = (document: TableDocument): Promise<Uint8Array> => buffer(createXlsxStream(document));

const SHEET_OPEN = `${DECLARATION}<worksheet xmlns="${SCHEMAS}/spreadsheetml/2006/main"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`;
const buildPageSetup = (isLandscape: boolean): string =>
  `<pageSetup paperSize="9" orientation="${isLandscape ? 'landscape' : 'portrait'}" fitToWidth="1" fitToHeight="0"/></worksheet>`;

function buildSummarySheet(document: TableDocument, styles: Styles): string {
  const { title, sender, recipient, facts, report } = document;
  let rows = '';
  let place = 0;
  const addSummaryRow = (cells: string): void => {
    place += 1;
    if (cells !== '') rows += `<row r="${place}">${cells}</row>`;
  };
  const buildTextCell = (value: string, emphasis: Emphasis = 'plain'): string =>
    buildCellXml(value, 'text', styles.getStyleNumber({ kind: 'text', emphasis }));
  const addFact = ({ label, kind, value }: Fact): void =>
    addSummaryRow(buildTextCell(label) + buildCellXml(value, kind, styles.getStyleNumber({ kind, emphasis: 'plain' })));
  const addParty = ({ name, address, identifiers }: Party): void => {
    addSummaryRow(buildTextCell(name, 'total'));
    for (const line of address) addSummaryRow(buildTextCell(getCellText(line)));
    identifiers.forEach(addFact);
    addSummaryRow('');
  };
  addSummaryRow(buildTextCell(title, 'title'));
  if (report) addSummaryRow(buildTextCell(report.period.text));
  if (report?.remark !== undefined) addSummaryRow(buildTextCell(report.remark));
  addSummaryRow('');
  if (report) addParty(report.company);
  addParty(sender);
  if (recipient) addParty(recipient);
  facts.forEach(addFact);
  return `${SHEET_OPEN}<cols><col min="1" max="1" width="44" customWidth="1"/><col min="2" max="2" width="28" customWidth="1"/></cols><sheetData>${rows}</sheetData>${buildPageSetup(false)}`;
}

const ROWS_AT_ONCE = 250;
const LANDSCAPE_FROM = 110;
/** Extra characters beside the header text. */
const ROOM = 2;

async function* writeTableSheet(table: Table, styles: Styles): AsyncGenerator<string> {
  const { columns, hasPaperHeadings = false } = table;
  // A truncated header would be useless.
  const widths = columns.map(
    ({ width, kind, label }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${Math.max(width, label.length + ROOM)}" style="${styles.getStyleNumber({ kind, emphasis: 'plain' })}" customWidth="1"/>`,
  );
  const header = columns.map(({ label, kind }) =>
    buildCellXml(label, 'text', styles.getStyleNumber({ kind, emphasis: 'header' })),
  );
  let waiting =
    `${SHEET_OPEN}<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${header.join('')}</row>`;
  const turn = createBulkTurnKeeper();
  let place = 1;
  for await (const piece of readPieces(table))
    for (const row of piece) {
      if (hasPaperHeadings && row.isHeading) continue;
      place += 1;
      waiting += buildRowXml(row, place, columns, styles);
      if (place % ROWS_AT_ONCE !== 0) continue;
      yield waiting;
      waiting = '';
      await turn();
    }
  const isWide = columns.reduce((sum, { width }) => sum + width, 0) > LANDSCAPE_FROM;
  yield `${waiting}</sheetData>${buildPageSetup(isWide)}`;
}

function buildRowXml(
  { cells, isTotal, isHeading, level = 0 }: Row,
  place: number,
  columns: readonly Column[],
  styles: Styles,
): string {
  const emphasis = isHeading ? 'heading' : isTotal ? 'total' : 'plain';
  let written = `<row r="${place}">`;
  let isIndented = level === 0;
  for (let index = 0; index < cells.length; index += 1) {
    const { kind } = columns[index]!;
    const isFirstText = !isIndented && kind === 'text' && typeof cells[index] === 'object' && cells[index] !== null;
    if (isFirstText) isIndented = true;
    const look = styles.getStyleNumber({ kind, emphasis, ...(isFirstText && { indent: level }) });
    written += buildCellXml(cells[index]!, kind, look);
  }
  return `${written}</row>`;
}

/** Numbers and dates keep their type. Text is always typed as text, so no spreadsheet runs it as a formula. */
function buildCellXml(cell: Cell, kind: ColumnKind, look: number): string {
  if (cell === null) return `<c s="${look}"/>`;
  if (typeof cell === 'number') return `<c s="${look}"><v>${cell}</v></c>`;
  if (typeof cell === 'string' && kind !== 'text')
    return `<c s="${look}"><v>${kind === 'date' ? getDateSerial(cell) : cell}</v></c>`;
  return `<c s="${look}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(getCellText(cell))}</t></is></c>`;
}
