import { expect } from 'chai';
import { readXlsx } from 'hucre/xlsx';
import { writeXlsx } from '../../../api/exports/xlsx.ts';
import { documentOf, FORMULAS, row } from './samples.ts';

describe('A document as XLSX', () => {
  it('has numbers as numbers, dates as dates and the header frozen', async () => {
    const { sheets } = await readXlsx(await writeXlsx(documentOf([row('Pain', '-121.00'), row(null, '0.10')])));
    expect(sheets.map(({ name }) => name)).to.deep.equal(['Présentation', 'Liste']);
    const [header, first, second] = sheets[1]!.rows;
    expect(header).to.deep.equal(['Texte', 'Montant', 'Date', 'Nombre']);
    expect(first).to.deep.equal(['Pain', -121, new Date('2026-01-31T00:00:00Z'), 3]);
    expect(second!.slice(1)).to.deep.equal([0.1, new Date('2026-01-31T00:00:00Z'), 3]);
    expect(sheets[1]!.freezePane).to.deep.include({ rows: 1 });
    expect(sheets[1]!.columns!.map(({ width }) => width)).to.deep.equal([30, 15, 12, 8]);
  });

  it('has text as text, whatever it looks like', async () => {
    const texts = [...FORMULAS.map(([formula]) => formula), '0477472701', '1e5', '_x0041_', 'a\0b\u0001c', '\ud800'];
    const { sheets } = await readXlsx(await writeXlsx(documentOf(texts.map((text) => row(text)))));
    const [, ...rows] = sheets[1]!.rows;

    const expected = texts.map((text) => text.replace(/[\u0000-\u001f\ud800]/g, ' '));
    expect(rows.map(([cell]) => cell)).to.deep.equal(expected);
    for (const cell of sheets[1]!.cells?.values() ?? []) expect(cell.formula).to.equal(undefined);
  });

  it('is the same file for the same data', async () => {
    const document = documentOf([row('Pain')]);
    const [once, again] = [await writeXlsx(document), await writeXlsx(document)];
    expect(Buffer.compare(Buffer.from(once), Buffer.from(again))).to.equal(0);
  });
});
