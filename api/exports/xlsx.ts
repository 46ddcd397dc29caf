import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
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
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const sources: Readable[] = [];
  const day = toMidnight(date);
  const options = { mtime: day, mode: 0o100644, compressionLevel: 4, forceDosTimestamp: true };
  const addFile = (name: string, content: () => Iterable<string> | AsyncIterable<string>): void => {
    // Each file starts when the previous one is done: styles are known once the sheets are written.
    zip.addReadStreamLazy(name, options, (given) => {
      const source = Readable.from(content(), { objectMode: false });
      source.once('error', (error) => output.destroy(error));
      sources.push(source);
      given(null, source);
    });
  };
  addFile('[Content_Types].xml', () => [buildContentTypes(names.length)]);
  addFile('_rels/.rels', () => [PACKAGE_RELATIONS]);
  addFile('docProps/core.xml', () => [buildCoreProperties(title, report?.company.name ?? sender.name, day)]);
  addFile('xl/workbook.xml', () => [buildWorkbook(names)]);
  addFile('xl/_rels/workbook.xml.rels', () => [buildWorkbookRelations(names.length)]);
  addFile('xl/worksheets/sheet1.xml', () => [buildSummarySheet(document, styles)]);
  tables.forEach((table, index) =>
    addFile(`xl/worksheets/sheet${index + 2}.xml`, () => writeTableSheet(table, styles)),
  );
  addFile('xl/styles.xml', () => [styles.buildXml()]);
  zip.end();
  zip.on('error', (error: Error) => output.destroy(error));
  // If the client disconnects, stop reading rows too.
  output.once('close', () => sources.forEach((source) => source.destroy()));
  return output;
}

export const writeXlsx = (document: TableDocument): Promise<Uint8Array> => buffer(createXlsxStream(document));

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SCHEMAS = 'http://schemas.openxmlformats.org';
const SHEET_OPEN = `${DECLARATION}<worksheet xmlns="${SCHEMAS}/spreadsheetml/2006/main"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`;
const buildPageSetup = (isLandscape: boolean): string =>
  `<pageSetup paperSize="9" orientation="${isLandscape ? 'landscape' : 'portrait'}" fitToWidth="1" fitToHeight="0"/></worksheet>`;

const repeatNumbered = (count: number, write: (number: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index + 1)).join('');

const buildContentTypes = (sheets: number): string =>
  `${DECLARATION}<Types xmlns="${SCHEMAS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
  '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>' +
  '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
  '<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>' +
  `${repeatNumbered(sheets, (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`)}</Types>`;

const PACKAGE_RELATIONS =
  `${DECLARATION}<Relationships xmlns="${SCHEMAS}/package/2006/relationships"><Relationship Id="rId1" Type="${SCHEMAS}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/>` +
  `<Relationship Id="rId2" Type="${SCHEMAS}/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;

const buildWorkbookRelations = (sheets: number): string =>
  `${DECLARATION}<Relationships xmlns="${SCHEMAS}/package/2006/relationships">${repeatNumbered(sheets, (number) => `<Relationship Id="rId${number}" Type="${SCHEMAS}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${number}.xml"/>`)}` +
  `<Relationship Id="rId${sheets + 1}" Type="${SCHEMAS}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`;

const buildWorkbook = (names: readonly string[]): string =>
  `${DECLARATION}<workbook xmlns="${SCHEMAS}/spreadsheetml/2006/main" xmlns:r="${SCHEMAS}/officeDocument/2006/relationships"><sheets>` +
  `${names.map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`;

const buildCoreProperties = (title: string, creator: string, day: Date): string =>
  `${DECLARATION}<cp:coreProperties xmlns:cp="${SCHEMAS}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
  `<dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(creator)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${day.toISOString()}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${day.toISOString()}</dcterms:modified></cp:coreProperties>`;

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

const toMidnight = (date: string): Date => new Date(`${date}T00:00:00Z`);
const DAY_MS = 86_400_000;
/** Day zero of spreadsheet dates. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const serials = new Map<string, number>();

/** Cached: few different dates occur in many rows. */
function getDateSerial(date: string): number {
  let serial = serials.get(date);
  if (serial === undefined) {
    if (serials.size > 10_000) serials.clear();
    serials.set(date, (serial = (toMidnight(date).getTime() - DAY_ZERO) / DAY_MS));
  }
  return serial;
}

const MAX_CELL = 32_767;
const SPECIAL = /[&<>"\p{Cc}\p{Cs}\ufffe\uffff]|_x[0-9a-f]{4}_/iu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML allows no control characters, and `_x0041_` would be decoded as a character. */
function escapeXml(text: string): string {
  const cut = text.length > MAX_CELL ? text.slice(0, MAX_CELL) : text;
  if (!SPECIAL.test(cut)) return cut;
  return cut
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}

/** At most 31 characters, without reserved characters, and unique. */
function buildSheetNames(titles: readonly string[]): string[] {
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
