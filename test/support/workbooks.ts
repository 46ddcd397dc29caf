import { buildZip } from './zips.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook whose first sheet has this content. Shared texts are stored separately. */
export function buildWorkbook(sheet: string, shared: readonly string[] = [], styles?: string): Promise<Buffer> {
  const content = sheet.startsWith('<!') ? sheet : `<worksheet xmlns="${MAIN}">${sheet}</worksheet>`;
  const texts = shared.map((text) => `<si><t>${text}</t></si>`).join('');
  return buildZip(
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="A" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships><Relationship Id="rId7" Target="worksheets/sheet3.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet3.xml', content },
    { name: 'xl/sharedStrings.xml', content: `<sst xmlns="${MAIN}">${texts}</sst>` },
    ...(styles === undefined ? [] : [{ name: 'xl/styles.xml', content: styles }]),
  );
}

/** Rows of texts and numbers. */
export function buildSheet(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number): string =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const written = rows.map((row, at) => `<row r="${at + 1}">${row.map(cell).join('')}</row>`);
  return `<sheetData>${written.join('')}</sheetData>`;
}
