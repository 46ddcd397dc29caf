import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { createCsvStream } from '../../../api/exports/csv.ts';
import { computeFingerprint, type TableDocument } from '../../../api/exports/document.ts';
import { documentOf, FORMULAS, row } from './samples.ts';

const written = async (document: TableDocument) =>
  (await buffer(createCsvStream(document, { expected: await computeFingerprint(document) }))).toString();

describe('A document as CSV', () => {
  it('has a byte order mark, a header and the marks of its language', async () => {
    for (const language of ['fr', 'nl', 'de'] as const)
      expect(await written(documentOf([row('Pain')], { language }))).to.equal(
        '\ufeffTexte;Montant;Date;Nombre\r\nPain;1234,56;2026-01-31;3\r\n',
      );
    expect(await written(documentOf([row('Pain')], { language: 'en' }))).to.equal(
      '\ufeffTexte;Montant;Date;Nombre\r\nPain;1234.56;2026-01-31;3\r\n',
    );
  });

  it('is plain for programs: keys, commas, points, and texts as they are', async () => {
    const file = (await buffer(createCsvStream(documentOf([row('=1+1, "x"')]), { dialect: 'raw' }))).toString();
    expect(file).to.equal('text,amount,date,count\r\n"=1+1, ""x""",1234.56,2026-01-31,3\r\n');
  });

  it('leaves out the headings that paper needs', async () => {
    const [table] = documentOf([]).tables;
    const rows = [{ ...row('Titre'), isHeading: true }, row('Pain')];
    const file = (hasPaperHeadings: boolean) =>
      written(documentOf([], { tables: [{ ...table!, streamRows: () => rows, hasPaperHeadings }] }));
    expect((await file(true)).split('\r\n')).to.have.length(3);
    expect((await file(false)).split('\r\n')).to.have.length(4);
  });

  it('makes text of what looks like a formula, and leaves amounts below zero alone', async () => {
    const rows = FORMULAS.map(([formula]) => row(formula, '-121.00'));
    for (const [language, delimiter, amount] of [
      ['fr', ';', '-121,00'],
      ['en', ';', '-121.00'],
    ] as const) {
      const file = await written(documentOf(rows, { language }));
      const [, ...records] = parse(file, { bom: true, delimiter });
      expect(records.map(([cell]) => cell)).to.deep.equal(FORMULAS.map(([, safe]) => safe));
      for (const [, number] of records) expect(number).to.equal(amount);
    }
  });

  it('quotes what would break a record', async () => {
    const texts = ['a;b', 'a,b', 'say "no"', 'two\nlines', 'two\rlines', ''];
    const file = await written(documentOf(texts.map((cell) => row(cell))));
    const [, ...records] = parse(file, { bom: true, delimiter: ';' });
    expect(records.map(([cell]) => cell)).to.deep.equal(texts);
  });

  it('puts several tables one below the other in records of one width', async () => {
    const [table] = documentOf([row('Pain')]).tables;
    const narrow = {
      ...table!,
      title: '=Autre',
      columns: table!.columns.slice(0, 1),
      streamRows: () => [{ cells: [null] }],
    };
    const file = await written(documentOf([], { tables: [table!, narrow] }));
    expect(file.split('\r\n')).to.deep.equal([
      '\ufeffListe;;;',
      'Texte;Montant;Date;Nombre',
      'Pain;1234,56;2026-01-31;3',
      ';;;',
      "'=Autre;;;",
      'Texte;;;',
      ';;;',
      '',
    ]);
  });

  it('writes many rows bit by bit', async () => {
    const rows = Array.from({ length: 1_234 }, (_, index) => row(`Pain ${index}`));
    const document = documentOf(rows);
    const chunks: string[] = [];
    for await (const chunk of createCsvStream(document, { expected: await computeFingerprint(document) }))
      chunks.push(String(chunk));
    expect(chunks).to.have.length(3);
    expect(chunks.join('').split('\r\n')).to.have.length(1_236);
  });

  it('breaks off when the rows are no longer those of the fingerprint', async () => {
    const document = documentOf([row('Pain')]);
    const other = await computeFingerprint(documentOf([row('Pain', '1234.57')]));
    const failure = await buffer(createCsvStream(document, { expected: other })).catch((error: Error) => error.message);
    expect(failure).to.match(/changed while the file was written/);
  });
});

describe('The fingerprint of a document', () => {
  it('is that of the canonical JSON of its rows, whatever is written in them', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\ud800', 'é', '😀') }),
    );
    const cell = fc.oneof(text, fc.constant(null), fc.integer(), fc.record({ term: text, text }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { maxLength: 5 }), async (rows) => {
        const hash = createHash('sha256');
        const add = (part: unknown) => hash.update(`${JSON.stringify(part)}\n`);
        const sender = { name: 'Boulangerie Dupont', address: ['Rue Haute 1'], identifiers: [] };
        add({ date: '2026-06-30', currency: 'EUR', sender, recipient: null });
        add([]);
        add({ table: 'list', columns: ['text', 'amount', 'date', 'count'] });
        for (const cells of rows)
          add(cells.map((one) => (typeof one === 'object' && one !== null ? { term: one.term } : one)));
        expect(await computeFingerprint(documentOf(rows.map((cells) => ({ cells }))))).to.equal(hash.digest('hex'));
      }),
    );
  });

  const sender = { name: 'A', address: [], identifiers: [], logo: null };

  it('is the same in every language, and another for other data', async () => {
    const said = (text: string) => documentOf([{ cells: [{ term: 'total', text }, '1.00', null, 0] }]);
    const french = await computeFingerprint({ ...said('Total'), language: 'fr', title: 'Liste' });
    expect(await computeFingerprint({ ...said('Gesamt'), language: 'de', title: 'Aufstellung' })).to.equal(french);
    const others = [
      documentOf([{ cells: ['Total', '1.00', null, 0] }]),
      documentOf([{ cells: [{ term: 'total', text: 'Total' }, '1.01', null, 0] }]),
      { ...said('Total'), sender },
      { ...said('Total'), date: '2026-07-01' },
      { ...said('Total'), currency: 'USD' },
    ];
    for (const other of others) expect(await computeFingerprint(other)).to.not.equal(french);
    expect(french).to.match(/^[0-9a-f]{64}$/);
  });
});
