import { expect } from 'chai';
import { normaliseName, readColumns } from '../../../../api/records/import/columns.ts';
import { readCsv } from '../../../../api/records/import/csv.ts';
import { extractText } from '../../../../api/records/import/cells.ts';
import { openingLines } from '../../../../api/fiscal-years/opening-file.ts';
import { findResource, resources } from '../../../../domain/records/resources.ts';
import { isRefusal } from '../../../../domain/refusal.ts';

async function table(content: string | Buffer, maxRows = 100) {
  const read = await readCsv(Buffer.isBuffer(content) ? content : Buffer.from(content), maxRows);
  if (isRefusal(read)) return read.problems.map(({ code, field }) => `${code} ${field}`);
  return [read.header, ...read.rows.map(({ line, cells }) => [line, ...cells])];
}

describe('a CSV file', () => {
  const expected = [
    ['nom', 'ville'],
    [2, 'Café', 'Liège'],
  ];

  it('is read in the encodings of spreadsheets', async () => {
    const text = 'nom;ville\nCafé;Liège\n';
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      Buffer.from(text, 'latin1'),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    ])
      expect(await table(bytes)).to.deep.equal(expected);
    expect(await table(Buffer.from([0x6e, 0x3b, 0x70, 0x0a, 0x80, 0x3b, 0x31])), 'the euro of Windows').to.deep.equal([
      ['n', 'p'],
      [2, '€', '1'],
    ]);
  });

  it('is read with any line end and any separator', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      for (const separator of [';', ',', '\t'])
        for (const last of ['', end, end + end])
          expect(
            await table(`nom${separator}ville${end}Café${separator}Liège${last}`),
            JSON.stringify([end, separator]),
          ).to.deep.equal(expected);
    expect(await table('sep=,\na;b,c\n1,2\n')).to.deep.equal([
      ['a;b', 'c'],
      [3, '1', '2'],
    ]);
    expect(await table('"a,b,c,d";e\n1;2')).to.deep.equal([
      ['a,b,c,d', 'e'],
      [2, '1', '2'],
    ]);
  });

  it('has quotes, also inside cells, and line ends inside quotes', async () => {
    expect(await table('a;b\n"x;y";"say ""hi"""\nLe "Coin";"two\nlines"\n\n5;6')).to.deep.equal([
      ['a', 'b'],
      [2, 'x;y', 'say "hi"'],
      [3, 'Le "Coin"', 'two\nlines'],
      [6, '5', '6'],
    ]);
  });

  it('names the line on which quotes are not closed, also in a long file', async () => {
    expect(await table('a;b\n1;2\n3;"4\n5;6\n')).to.deep.equal(['import_quotes lines.3']);
    expect(await table(`a;b\n1;2\n3;"4\n${'5;6\n'.repeat(100_000)}`)).to.deep.equal(['import_quotes lines.3']);
  });

  it('leaves out empty lines, and refuses a file without any other', async () => {
    expect(await table('\n\na;b\n;\n1;2\n')).to.deep.equal([
      ['a', 'b'],
      [5, '1', '2'],
    ]);
    for (const empty of ['', '\n', 'a;b', 'a;b\n', 'a;b\n;\n', '\ufeff'])
      expect(await table(empty), JSON.stringify(empty)).to.deep.equal(['import_empty file']);
  });

  it('is text, and of a size that one operation takes', async () => {
    for (const odd of ['a;b\n1;\0', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])])
      expect(await table(odd)).to.deep.equal(['import_unreadable file']);
    expect(await table('a\n1\n2\n', 2)).to.have.length(3);
    expect(await table('a\n1\n2\n3\n', 2)).to.deep.equal(['import_too_many_rows file']);
  });

  it('lets others have their turn while it is read', async () => {
    const content = Buffer.from(`a;b;c\n${'x;y;z\n'.repeat(50_000)}`);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await readCsv(content, 100_000);
    clearInterval(timer);
    expect(turns).to.be.above(3);
  });
});

describe('a cell', () => {
  it('is taken out of the guards of spreadsheets, and never is a formula', () => {
    for (const [cell, text] of [
      [' x ', 'x'],
      ['', null],
      ['   ', null],
      ["'=1+1", '=1+1'],
      ["'+32 2", '+32 2'],
      ["'-5", '-5'],
      ["'@home", '@home'],
      ["'t Hoekje", "'t Hoekje"],
      ['+32 2', '+32 2'],
      ['@home', '@home'],
      ['-', '-'],
      ['="0477472701"', '0477472701'],
      ['=""', null],
    ] as const)
      expect(extractText(cell), cell).to.equal(text);
    for (const formula of ['=1+1', ' =HYPERLINK("x")', '="a"&"b"'])
      expect(extractText(formula), formula).to.deep.equal({ code: 'import_formula' });
  });
});

describe('the columns of a file', () => {
  const parties = findResource('third-parties')!;
  const read = (...header: string[]) => {
    const { columns, problems } = readColumns(parties, header, false);
    return problems.length > 0 ? problems.map(({ code, field }) => [code, field]) : columns.map(({ name }) => name);
  };

  it('are known in four languages and in the words of the API', () => {
    expect(read('Type', 'N° TVA', 'Raison sociale', 'Code postal', 'Localité', 'Pays')).to.deep.equal([
      'type',
      'vat_number',
      'name',
      'postal_code',
      'city',
      'country',
    ]);
    expect(read('BTW-nummer', 'Naam', 'Gemeente', 'Betaaltermijn')).to.deep.equal([
      'vat_number',
      'name',
      'city',
      'payment_days',
    ]);
    expect(read('Firma', 'USt-IdNr.', 'PLZ', 'Straße', 'Hausnummer')).to.deep.equal([
      'name',
      'vat_number',
      'postal_code',
      'street',
      'house_number',
    ]);
    expect(read('name', 'vat_number', 'default_account', 'account_id')).to.deep.equal([
      'name',
      'vat_number',
      'default_account_id',
      'account_id',
    ]);
  });

  it('that the service alone fills are left alone, and so are those without a name', () => {
    expect(read('id', 'name', 'version', 'created_at', 'peppol_registered', 'merged_into_id', '')).to.deep.equal([
      'name',
    ]);
  });

  it('that nobody knows, or that come twice, are refused', () => {
    expect(read('name', 'Shoe size', 'Nom')).to.deep.equal([
      ['import_column_unknown', 'columns.2'],
      ['import_column_repeated', 'columns.3'],
    ]);
    expect(readColumns(parties, ['name', 'Shoe size'], true).problems).to.deep.equal([]);
  });

  const named = [...resources, openingLines].filter(({ columnNames }) => columnNames);
  it('have names in four languages for every kind of file', () => {
    expect(named.map(({ name }) => name)).to.deep.equal(['accounts', 'third-parties', 'opening-balance']);
  });

  for (const resource of named) {
    it(`of ${resource.name} have one meaning each, and name fields that there are`, () => {
      const columns = resource.columnNames!;
      const titles = Object.entries(resource.fields).map(([field, { kind }]) =>
        kind === 'reference' ? field.replace(/_id$/, '') : field,
      );
      expect(titles).to.include.members(Object.keys(columns));
      const meanings = new Map<string, string>();
      for (const [title, words] of Object.entries(columns))
        for (const word of [title, ...words]) {
          const earlier = meanings.get(normaliseName(word));
          expect(earlier === undefined || earlier === title, `${word}: ${earlier} and ${title}`).to.equal(true);
          meanings.set(normaliseName(word), title);
        }
    });
  }
});
