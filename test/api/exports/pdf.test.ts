import { expect } from 'chai';
import { toAscii } from '../../../api/exports/ascii.ts';
import { formatLocalAmount, formatDate } from '../../../api/exports/notation.ts';
import { writePdf } from '../../../api/exports/pdf.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { buildJpeg, buildPng } from '../../support/images.ts';
import { readPdfPages, readPdfText, readPlacedTexts } from '../../support/pdf.ts';
import { documentOf, row } from './samples.ts';

describe('Numbers and dates on paper', () => {
  it('follow the language', () => {
    const amounts = ['1234567.89', '-999.00', '-1000.00', '0.05'];
    const written = LANGUAGES.map((language) => amounts.map((amount) => formatLocalAmount(amount, language)));
    expect(written).to.deep.equal([
      ['1\u00a0234\u00a0567,89', '-999,00', '-1\u00a0000,00', '0,05'],
      ['1.234.567,89', '-999,00', '-1.000,00', '0,05'],
      ['1,234,567.89', '-999.00', '-1,000.00', '0.05'],
      ['1.234.567,89', '-999,00', '-1.000,00', '0,05'],
    ]);
    const dates = LANGUAGES.map((language) => formatDate('2026-02-01', language));
    expect(dates).to.deep.equal(['01/02/2026', '01/02/2026', '01 Feb 2026', '01.02.2026']);
  });
});

describe('Letters in a PDF', () => {
  /** As the paper shows the text. */
  const shown = async (text: string): Promise<string> => {
    const lines = readPdfPages(await writePdf(documentOf([row(text)]))).flat();
    return lines[lines.indexOf('1\u00a0234,56') - 1]!;
  };

  for (const text of [
    'Crème brûlée – 5 € œuf ß Ž',
    'Łódź, Kraków, Święty Wiercipięta',
    'Győr Şişli Đuro Ţara Māksla',
    'Ελλάς Αθήνα, Ώρα, ΐ',
    'София Юлия Щастие',
    'Київ, Ґалаґан, Ѓорче Љубљана',
    'თბილისი',
    'Երևան',
    'ﬁn Ⅳ ½ ① fifty office',
    '1\u202f234 − 5 a\u2011b',
    '(\\) <b> [x]',
  ])
    it(`show ${text} as it is, in both weights`, async () => {
      expect(await shown(text)).to.equal(text);
      const { sender } = documentOf([]);
      expect(readPdfText(await writePdf(documentOf([], { sender: { ...sender, name: text } })))).to.contain(text);
    });

  it('are a question mark where the fonts have none, and nothing where they are invisible', async () => {
    const cases: Readonly<Record<string, string>> = {
      '日本 x': '?? x',
      'a\u200bb\u202ec\tz\nd': 'abc z d',
      'e\u0301': 'é',
      'x\ud800y': 'x?y',
    };
    for (const [text, expected] of Object.entries(cases)) expect(await shown(text), text).to.equal(expected);
  });

  it('do not depend on the documents before', async () => {
    // These share a drawing in many fonts, and a reader that remembers one of them would show it for the other.
    const [ohm, omega] = ['\u2126', '\u03a9'];
    const document = documentOf([row(`${omega} ﬁ`)]);
    const once = await writePdf(document);
    await writePdf(documentOf([row(`${ohm} fi`)]));
    expect(Buffer.compare(Buffer.from(once), Buffer.from(await writePdf(document)))).to.equal(0);
    expect(await shown(`x ${omega}`)).to.equal(`x ${omega}`);
  });

  it('are in the file, and no others', async () => {
    const file = await writePdf(documentOf([row('Pain')]));
    const source = Buffer.from(file).toString('latin1');
    expect(source)
      .to.match(/\/FontName \/[A-Z]{6}\+DejaVuSansCondensed\b/)
      .and.contain('/FontFile2');
    expect(source).not.to.contain('Helvetica');
    expect(file.byteLength).to.be.below(20_000);
  });
});

describe('The name of a file in ASCII', () => {
  it('has the nearest Latin letters', () => {
    expect(toAscii('Crème “Œuf” ß – Łódź 日 €')).to.equal('Creme "OEuf" ss - Lodz ? EUR');
    const cases: Readonly<Record<string, string>> = {
      'Łódź Győr Şişli Đuro': 'Lodz Gyor Sisli Duro',
      'Ελλάς Αθήνα': 'Ellas Athina',
      'София Юлия Щастие': 'Sofiya Yuliya Shtastie',
      'ﬁn Ⅳ ①': 'fin IV 1',
      '日本 😀': '?? ?',
      'a\u200bb\u202ec\tz\nd': 'abc z d',
      '1\u202f234 − 5 a\u2011b': '1 234 - 5 a-b',
      'e\u0301': 'e',
    };
    for (const [text, expected] of Object.entries(cases)) expect(toAscii(text), text).to.equal(expected);
  });
});

describe('A document as PDF', () => {
  it('repeats the header of its table and numbers its pages', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => row(`Pain ${index}`, '-1234567.89'));
    const pages = readPdfPages(await writePdf(documentOf(rows)));
    expect(pages).to.have.length(3);
    pages.forEach((lines, index) => {
      expect(lines).to.include.members(['Texte', 'Montant', `Page ${index + 1} sur 3`, 'Boulangerie Dupont']);
    });
    const lines = pages.flat();
    for (const { cells } of rows) expect(lines).to.include(cells[0]);
    expect(lines.filter((line) => line === '-1\u00a0234\u00a0567,89')).to.have.length(120);
  });

  it('names a table again on every page that it goes on to', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => row(`Pain ${index}`));
    const pages = readPdfPages(await writePdf(documentOf(rows)));
    const named = pages.map((lines) => lines.filter((line) => line.startsWith('Liste')));
    expect(named).to.deep.equal([['Liste', 'Liste'], ['Liste (suite)'], ['Liste (suite)']]);
  });

  it('keeps what stands below a long title clear of it', async () => {
    const fact = { key: 'year', label: 'Jaar', kind: 'integer', value: 2026 } as const;
    const title = 'Jaarlijkse lijst van de btw-plichtige afnemers van de onderneming';
    const [texts] = readPlacedTexts(await writePdf(documentOf([row('Pain')], { title, facts: [fact] })));
    const placeOf = (word: string) => texts!.find(({ text }) => text.includes(word))!.y;
    expect(placeOf('onderneming')).to.be.below(placeOf('Jaarlijkse'));
    const below = texts!.find(({ text }) => text === 'Jaar')!.y;
    expect(placeOf('onderneming') - below).to.be.above(16);
  });

  it('says at the head of its pages no more than it has to say', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => row(`Pain ${index}`));
    const { sender } = documentOf([]);
    const report = { company: sender, period: { term: '', text: '' } };
    const [first, second] = readPlacedTexts(await writePdf(documentOf(rows, { report })));
    expect(second!.map(({ text }) => text)).to.include('Boulangerie Dupont  ·  Liste');
    const dated = readPlacedTexts(
      await writePdf(documentOf(rows, { report: { ...report, period: { term: '', text: 'Mai' } } })),
    );
    const header = (texts: readonly { text: string; y: number }[]) => texts.find(({ text }) => text === 'Texte')!.y;
    expect(header(first!), 'no room is left for days that there are not').to.be.above(header(dated[0]!));
  });

  it('tells its title and language, and is the same file for the same data', async () => {
    const logo = await buildPng();
    const { sender } = documentOf([]);
    const document = documentOf([row('Pain')], { sender: { ...sender, logo } });
    const [once, again] = [await writePdf(document), await writePdf(document)];
    expect(Buffer.compare(Buffer.from(once), Buffer.from(again))).to.equal(0);
    const source = Buffer.from(once).toString('latin1');
    expect(source).to.contain('/Lang (fr)').and.contain('(Liste)').and.contain('/DisplayDocTitle true');
    expect(source).to.contain('/Subtype /Image').and.contain('(D:20260630000000Z)');
  });

  it('goes out without a logo that cannot be read', async () => {
    const { sender } = documentOf([]);
    const whole = await buildJpeg();
    for (const logo of [
      Buffer.from('no image'),
      whole.subarray(0, 10),
      (await buildPng()).subarray(0, 30),
      Buffer.alloc(0),
    ]) {
      const file = await writePdf(documentOf([row('Pain')], { sender: { ...sender, logo } }));
      expect(readPdfText(file)).to.contain('Pain');
    }
  });

  it('takes any text and any amount', async () => {
    const texts = ['x'.repeat(5_000), '😀'.repeat(300), '\ud800', '(\\)', '', 'a\u0000b', 'word '.repeat(400)];
    const rows = texts.map((text) => row(text, '-999999999999999999.99'));
    const pages = readPdfPages(await writePdf(documentOf(rows)));
    expect(pages).to.have.length(1);
    const text = pages.flat().join('\n');
    expect(text).to.contain('-999\u00a0999\u00a0999\u00a0999\u00a0999\u00a0999,99').and.contain('(\\)');
  });

  it('carries sums and balances from page to page, anew behind each heading', async () => {
    const [table] = documentOf([]).tables;
    const columns = table!.columns.map((column) => ({
      ...column,
      ...(column.key === 'amount' && { carries: 'sum' as const }),
    }));
    const heading = (text: string) => ({ cells: [{ term: text, text }, null, null, null], isHeading: true });
    const rows = [
      heading('Caisse'),
      row('Avant', '1000.00'),
      heading('Banque'),
      ...Array.from({ length: 60 }, (_, index) => row(`Pain ${index}`, '1.00')),
      { ...row('Somme', '60.00'), isTotal: true },
    ];
    const pages = readPdfPages(
      await writePdf(documentOf([], { tables: [{ ...table!, columns, streamRows: () => rows }] })),
    );
    expect(pages).to.have.length(2);
    const after = (lines: readonly string[], word: string) => lines[lines.indexOf(word) + 1];
    const carried = after(pages[0]!, 'À reporter');
    expect(carried).to.equal(after(pages[1]!, 'Report'));
    const shown = pages[0]!.filter((line) => line.startsWith('Pain')).length;
    expect(carried).to.equal(`${shown},00`);
    const headings = pages.map((lines) => lines.filter((line) => line === 'Caisse' || line === 'Banque'));
    expect(headings, 'what goes on is named again').to.deep.equal([['Caisse', 'Banque'], ['Banque']]);
  });

  it('says so when there is nothing to show', async () => {
    const { tables } = documentOf([]);
    const file = await writePdf(documentOf([], { tables: [{ ...tables[0]!, emptyText: 'Rien à montrer.' }] }));
    expect(readPdfText(file)).to.contain('Rien à montrer.');
  });
});
