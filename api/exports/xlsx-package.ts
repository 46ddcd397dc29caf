import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** The package of a workbook: its files except for the contents of the sheets. */

export type SheetContent = () => Iterable<string> | AsyncIterable<string>;

export interface WorkbookPackage {
  /** One per sheet. */
  readonly names: readonly string[];
  readonly sheets: readonly SheetContent[];
  readonly title: string;
  readonly creator: string;
  /** Instead of the creation time: the same data give the same file. */
  readonly date: string;
  /** Called when all sheets are written. */
  readonly buildStyles: () => string;
}

/** Writes the files one after the other; they are compressed outside this thread. */
export function createPackageStream({ names, sheets, title, creator, date, buildStyles }: WorkbookPackage): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const sources: Readable[] = [];
  const day = toMidnight(date);
  const options = { mtime: day, mode: 0o100644, compressionLevel: 4, forceDosTimestamp: true };
  const addFile = (name: string, content: SheetContent): void => {
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
  addFile('docProps/core.xml', () => [buildCoreProperties(title, creator, day)]);
  addFile('xl/workbook.xml', () => [buildWorkbook(names)]);
  addFile('xl/_rels/workbook.xml.rels', () => [buildWorkbookRelations(names.length)]);
  sheets.forEach((content, index) => addFile(`xl/worksheets/sheet${index + 1}.xml`, content));
  addFile('xl/styles.xml', () => [buildStyles()]);
  zip.end();
  zip.on('error', (error: Error) => output.destroy(error));
  // If the client disconnects, stop reading rows too.
  output.once('close', () => sources.forEach((source) => source.destroy()));
  return output;
}

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const SCHEMAS = 'http://schemas.openxmlformats.org';

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

const toMidnight = (date: string): Date => new Date(`${date}T00:00:00Z`);
const DAY_MS = 86_400_000;
/** Day zero of spreadsheet dates. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const serials = new Map<string, number>();

/** Cached: few different dates occur in many rows. */
export function getDateSerial(date: string): number {
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
export function escapeXml(text: string): string {
  const cut = text.length > MAX_CELL ? text.slice(0, MAX_CELL) : text;
  if (!SPECIAL.test(cut)) return cut;
  return cut
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}

/** At most 31 characters, without reserved characters, and unique. */
export function buildSheetNames(titles: readonly string[]): string[] {
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
