import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWorkbook } from '../../../outside/spreadsheets/read-xlsx.ts';
import { buildWorkbook } from '../../support/workbooks.ts';
import { buildZip } from '../../support/zips.ts';

describe('Workbooks of strangers', () => {
  let folder = '';
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'grandlivre-workbooks-'))));
  after(() => rm(folder, { recursive: true }));
  const written = async (content: Uint8Array): Promise<string> => {
    const path = join(folder, 'book.xlsx');
    await writeFile(path, content);
    return path;
  };
  const problemOf = async (content: Uint8Array, maxRows = 10): Promise<string | null> =>
    (await readWorkbook(await written(content), maxRows)).problem;

  it('are read cell by cell: shared and own texts, numbers as they are meant, gaps', async () => {
    const sheet = `<sheetData>
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><r><t>Mon</t></r><r><t>tant</t></r></is></c></row>
      <row r="2"><c r="A2"/></row>
      <row r="4"><c r="A4"><v>612200</v></c><c r="B4"><f>A1*2</f><v>0.30000000000000004</v></c><c r="C4"><v>1.5E3</v></c>
        <c r="D4" t="b"><v>1</v></c><c r="E4" t="str"><v>made</v></c></row>
    </sheetData>`;
    expect(await readWorkbook(await written(await buildWorkbook(sheet, ['Compte'])), 10)).to.deep.equal({
      problem: null,
      rows: [
        { line: 1, cells: ['Compte', '', 'Montant'], kinds: 'ttt' },
        { line: 4, cells: ['612200', '0.3', '1500', '1', 'made'], kinds: 'nnnbt' },
      ],
    });
  });

  it('have dates by their format, numbers without noise, and say what could not be computed', async () => {
    const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00 &quot;day&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm"/></numFmts>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`;
    const sheet = `<sheetData><row r="1">
      <c s="1"><v>46053</v></c><c s="2"><v>46053.75</v></c><c s="3"><v>46053</v></c><c s="4"><v>1.5</v></c><c t="d"><v>2026-01-31T00:00:00</v></c>
      <c s="1"><v>59</v></c><c s="1"><v>60</v></c><c s="1"><v>-1</v></c>
      <c><v>99.9999999999986</v></c><c><v>4.440892098500626E-16</v></c><c><v>-1234567.8900000001</v></c><c><v>1.2345</v></c><c><v>1E+20</v></c>
      <c t="e"><v>#N/A</v></c><c><f>A1</f></c></row></sheetData>`;
    const read = await readWorkbook(await written(await buildWorkbook(sheet, [], styles)), 10);
    const [row] = read.problem === null ? read.rows : [];
    expect(row!.cells).to.deep.equal([
      ...['2026-01-31', '2026-01-31', '46053', '1.5', '2026-01-31', '1900-02-28', '60', '-1'],
      ...['100', '0', '-1234567.89', '1.2345', '100000000000000000000', '#N/A', '='],
    ]);
    expect(row!.kinds).to.equal('ddnnddnnnnnnnef');
  });

  it('that are none, or more than is taken, are refused', async () => {
    expect(await problemOf(Buffer.from('account;amount'))).to.equal('unreadable');
    expect(await problemOf(await buildZip({ name: 'word/document.xml', content: '<a/>' }))).to.equal('unreadable');
    expect(await problemOf(await buildWorkbook('<sheetData><row></sheetData>'))).to.equal('unreadable');
    const rows = Array.from({ length: 12 }, (_, at) => `<row r="${at + 1}"><c><v>${at}</v></c></row>`).join('');
    expect(await problemOf(await buildWorkbook(`<sheetData>${rows}</sheetData>`))).to.equal('too_many_rows');
    const wide = '<sheetData><row r="1"><c r="XFD1"><v>1</v></c></row></sheetData>';
    expect(await problemOf(await buildWorkbook(wide))).to.equal('unreadable');
    const entities = '<!DOCTYPE a [<!ENTITY b "c">]><worksheet>&b;</worksheet>';
    expect(await problemOf(await buildWorkbook(entities))).to.equal('unreadable');
  });

  it('that unpack to far more than they are, or have a million rows, are refused', async () => {
    const bomb = await buildZip({ name: 'xl/worksheets/sheet1.xml', content: ' '.repeat(17 * 1024 * 1024) });
    expect(bomb.length).to.be.lessThan(100_000);
    expect(await problemOf(bomb)).to.equal('unreadable');
    const many = `<sheetData>${'<row/>'.repeat(1_000_000)}</sheetData>`;
    expect(await problemOf(await buildWorkbook(many), 10_000)).to.equal('unreadable');
    const shared = await buildWorkbook('<sheetData><row><c t="s"><v>0</v></c></row></sheetData>', [
      'x'.repeat(17 * 1024 * 1024),
    ]);
    expect(await problemOf(shared)).to.equal('unreadable');
    const external = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><worksheet>&b;</worksheet>';
    expect(await problemOf(await buildWorkbook(external))).to.equal('unreadable');
    const place = '<sheetData><row r="99999999999"><c><v>1</v></c></row></sheetData>';
    expect(await problemOf(await buildWorkbook(place))).to.equal('unreadable');
  });

  it('that repeat one long text in many cells are refused', async () => {
    const cells = Array.from({ length: 200 }, () => '<c t="s"><v>0</v></c>').join('');
    const rows = Array.from({ length: 40 }, () => `<row>${cells}</row>`).join('');
    const book = await buildWorkbook(`<sheetData>${rows}</sheetData>`, ['x'.repeat(10_000)]);
    expect(book.length).to.be.lessThan(100_000);
    expect(await problemOf(book, 100)).to.equal('unreadable');
  });
});
