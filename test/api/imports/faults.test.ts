import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openXlsx, readXlsx, saveXlsx } from 'hucre/xlsx';
import { LANGUAGES } from '../../../domain/language.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { buildWorkbook } from '../../support/workbooks.ts';
import { buildForm, fetchFile, send, XLSX, type Fault } from './support.ts';

describe('Errors of imported files', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
  });

  const ENTRIES = [
    'entry;journal;entry_date;reference;account;debit;credit;remark',
    '1;OD;2026-01-05;A;604000;10,00;;=1+1',
    '1;;;;440000;;9,00;',
    '2;NO;2026-01-05;B;604000;5;;',
    '2;;31/12/2026;;440000;;5.001;',
    '3;OD;2030-01-05;C;999999;1;;',
    '3;;;;440000;;1;',
  ].join('\n');

  const refusedFaults = async (path: string, content: string | Uint8Array, fields = {}): Promise<readonly Fault[]> => {
    const answer = await send(firm.client, `${file.path}/${path}`, content, fields);
    expect(answer.status, answer.text).to.equal(422);
    return answer.body.faults!;
  };

  const fetchErrors = async (path: string, content: string | Uint8Array, headers = {}) => {
    const answer = await fetchFile(firm.client, `${file.path}/${path}?errors=workbook`, {
      method: 'POST',
      body: buildForm(content),
      headers,
    });
    expect(answer.status).to.equal(422);
    expect(answer.headers.get('content-type')).to.equal(XLSX);
    return { bytes: new Uint8Array(await answer.arrayBuffer()), code: answer.headers.get('x-error-code') };
  };

  it('are listed by row and column, in a trial and for real', async () => {
    const fields = { ignore_unknown_columns: '1' };
    const faults = await refusedFaults('entries/import', ENTRIES, { ...fields, dry_run: '1' });
    expect(faults.map(({ row, column, cell, code }) => [row, column, cell, code])).to.deep.equal([
      [2, null, null, 'entry_unbalanced'],
      [4, 'journal', 'B4', 'journal_unknown'],
      [5, 'credit', 'G5', 'amount_too_many_decimals'],
      [5, 'entry_date', 'C5', 'import_entry_differs'],
      [6, 'entry_date', 'C6', 'date_outside_fiscal_years'],
      [6, 'account', 'E6', 'account_unknown'],
    ]);
    for (const { message } of faults) expect(message).to.match(/^[A-Z].*\.$/);
    expect(await refusedFaults('entries/import', ENTRIES, fields)).to.deep.equal(faults);
  });

  it('of headings name their column', async () => {
    const faults = await refusedFaults('entries/import', 'journal;what;account\nOD;1;604000');
    expect(faults.map(({ row, column, cell, code }) => [row, column, cell, code])).to.deep.equal([
      [1, 'what', 'B1', 'import_column_unknown'],
      ...['entry_date', 'debit', 'credit', 'reference'].map((name) => [1, name, null, 'import_column_missing']),
    ]);
  });

  it('come back in the workbook, which is imported once its marked cells are corrected', async () => {
    const { sheets } = await readXlsx((await fetchErrors('entries/import', ENTRIES)).bytes);
    expect(sheets[0]!.rows[0]).to.deep.equal([...ENTRIES.split('\n')[0]!.split(';'), 'Errors']);
    const corrections: Readonly<Record<string, string | number>> = {
      ...{ H1: '', H2: '', G3: 10, B4: 'OD', C5: '', G5: 5, C6: '2026-01-05', E6: '604000' },
    };
    const { bytes, code } = await fetchErrors('entries/import', ENTRIES.replace('remark', ''));
    expect(code).to.equal('validation_failed');
    const book = await openXlsx(bytes);
    const [sheet] = book.sheets;
    const notes = sheet!.rows.map((row) => row[8]);
    expect(notes[0]).to.equal('Errors');
    expect(notes[1]).to.match(/balance/i);
    expect(notes[4])
      .to.match(/two decimals/)
      .and.match(/line 4/);
    expect(sheet!.rows[4]!.slice(0, 8), 'values stay as they were').to.deep.include('31/12/2026');
    const listed = book.sheets[3]!.rows.slice(1).map(([row, , cell]) => [row, cell ?? null]);
    expect(listed).to.deep.include(['5', 'G5']);
    for (const [cell, value] of Object.entries(corrections))
      sheet!.rows[Number(cell.slice(1)) - 1]![cell.charCodeAt(0) - 65] = value;
    const imported = await send(firm.client, `${file.path}/entries/import`, await saveXlsx(book));
    expect(imported.status, imported.text).to.equal(201);
    expect(imported.body).to.include({ created: 3, dry_run: false });
  });

  it('are marked in red beside numbers, dates and texts as the user has written them', async () => {
    const sheet = `<sheetData><row r="3"><c t="inlineStr"><is><t>Code</t></is></c><c t="inlineStr"><is><t>label</t></is></c><c t="inlineStr"><is><t>Date d’acquisition</t></is></c><c t="inlineStr"><is><t>cost</t></is></c></row>
      <row r="7"><c t="inlineStr"><is><t>0012</t></is></c><c t="inlineStr"><is><t>=cmd|'/c calc'!A0</t></is></c><c><v>46053</v></c><c><v>12.345</v></c></row></sheetData>`;
    const { bytes, code } = await fetchErrors('fixed-assets/import', await buildWorkbook(sheet), {
      'X-Client-Mutation-Id': randomUUID(),
    });
    expect(code).to.equal('validation_failed');
    const { sheets } = await readXlsx(bytes, { readStyles: true });
    const [data] = sheets;
    expect(data!.rows[2]).to.deep.equal(['Code', 'label', 'Date d’acquisition', 'cost', 'Errors']);
    expect(data!.rows[6]!.slice(0, 4)).to.deep.equal(['0012', "=cmd|'/c calc'!A0", 46053, 12.345]);
    for (const cell of data!.cells?.values() ?? []) expect(cell.formula).to.equal(undefined);
    const fillOf = (place: string) => JSON.stringify(data!.cells?.get(place)?.style?.fill ?? null);
    expect(fillOf('6,3')).to.match(/FFC7CE/);
    expect(fillOf('6,0')).not.to.match(/FFC7CE/);
  });

  it('are in the language of the caller', async () => {
    const words = { fr: 'Erreurs', nl: 'Fouten', en: 'Errors', de: 'Fehler' };
    for (const language of LANGUAGES) {
      await firm.client.patch('/v1/auth/me', { locale: language });
      const { bytes } = await fetchErrors('accounts/import', 'number;label\nx;Divers\n');
      const { sheets } = await readXlsx(bytes);
      expect(sheets[0]!.rows[0]).to.deep.equal(['number', 'label', words[language]]);
      const again = await send(firm.client, `${file.path}/accounts/import`, bytes);
      expect(again.body.faults!.map(({ column }) => column)).to.deep.equal(['number']);
    }
    await firm.client.patch('/v1/auth/me', { locale: 'en' });
  });

  it('of cells that a spreadsheet could not compute are named', async () => {
    const row = (cells: string) =>
      `<sheetData><row r="1"><c t="inlineStr"><is><t>number</t></is></c><c t="inlineStr"><is><t>label</t></is></c></row><row r="2">${cells}</row></sheetData>`;
    const book = await buildWorkbook(row('<c t="e"><f>1/0</f><v>#DIV/0!</v></c><c><f>A1</f></c>'));
    const faults = await refusedFaults('accounts/import', book);
    expect(faults.map(({ cell, code }) => [cell, code])).to.deep.equal([
      ['A2', 'import_cell_error'],
      ['B2', 'import_formula'],
    ]);
    const computed = await buildWorkbook(
      row('<c><f>613000+288</f><v>613288</v></c><c t="str"><f>A1</f><v>Divers</v></c>'),
    );
    const preview = await send(firm.client, `${file.path}/accounts/import`, computed, { dry_run: '1' });
    expect(preview.body).to.include({ created: 1 });
  });

  it('of the whole file have no workbook', async () => {
    const answer = await fetchFile(firm.client, `${file.path}/accounts/import?errors=workbook`, {
      method: 'POST',
      body: buildForm(Buffer.from('PK\u0003\u0004 not a workbook')),
    });
    expect(answer.status).to.equal(422);
    expect(await answer.json()).to.include({ code: 'import_workbook_unreadable' });
  });
});
