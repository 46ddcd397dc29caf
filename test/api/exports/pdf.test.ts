import { expect } from 'chai';
import { writtenAmount, writtenDate } from '../../../api/exports/notation.ts';
import { pdfOf } from '../../../api/exports/pdf.ts';
import { ascii, winAnsi } from '../../../api/exports/win-ansi.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { jpeg, png } from '../../support/images.ts';
import { pdfPages, pdfText } from '../../support/pdf.ts';
import { documentOf, row } from './samples.ts';

describe('Numbers and dates on paper', () => {
  it('follow the language', () => {
    const amounts = ['1234567.89', '-999.00', '-1000.00', '0.05'];
    const written = LANGUAGES.map((language) => amounts.map((amount) => writtenAmount(amount, language)));
    expect(written).to.deep.equal([
      ['1\u00a0234\u00a0567,89', '-999,00', '-1\u00a0000,00', '0,05'],
      ['1.234.567,89', '-999,00', '-1.000,00', '0,05'],
      ['1,234,567.89', '-999.00', '-1,000.00', '0.05'],
      ['1.234.567,89', '-999,00', '-1.000,00', '0,05'],
    ]);
    const dates = LANGUAGES.map((language) => writtenDate('2026-02-01', language));
    expect(dates).to.deep.equal(['01/02/2026', '01/02/2026', '01 Feb 2026', '01.02.2026']);
  });
});

describe('Letters that the fonts of a PDF do not have', () => {
  it('are written with their nearest ones, else as a question mark', () => {
    const cases: Readonly<Record<string, string>> = {
      'Crème brûlée – 5 € œuf ß Ž': 'Crème brûlée – 5 € œuf ß Ž',
      'Łódź Győr Şişli Đuro': 'Lódz Gyor Sisli Duro',
      'Ελλάς Αθήνα': 'Ellas Athina',
      'София Юлия Щастие': 'Sofiya Yuliya Shtastie',
      'ﬁn Ⅳ ½ ①': 'fin IV ½ 1',
      '日本 😀': '?? ?',
      'a\u200bb\u202ec\tz\nd': 'abc z d',
      '1\u202f234 − 5 a\u2011b': '1\u00a0234 - 5 a-b',
      'e\u0301': 'é',
    };
    for (const [text, expected] of Object.entries(cases)) expect(winAnsi(text), text).to.equal(expected);
    expect(winAnsi('София')).to.equal('Sofiya');
    expect(ascii('Crème “Œuf” ß – Łódź 日 €')).to.equal('Creme "OEuf" ss - Lodz ? EUR');
  });
});

describe('A document as PDF', () => {
  it('repeats the header of its table and numbers its pages', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => row(`Pain ${index}`, '-1234567.89'));
    const pages = pdfPages(await pdfOf(documentOf(rows)));
    expect(pages).to.have.length(3);
    pages.forEach((lines, index) => {
      expect(lines).to.include.members(['Texte', 'Montant', `${index + 1}/3`, 'Boulangerie Dupont']);
    });
    const lines = pages.flat();
    for (const { cells } of rows) expect(lines).to.include(cells[0]);
    expect(lines.filter((line) => line === '-1\u00a0234\u00a0567,89')).to.have.length(120);
  });

  it('tells its title and language, and is the same file for the same data', async () => {
    const logo = await png();
    const { sender } = documentOf([]);
    const document = documentOf([row('Pain')], { sender: { ...sender, logo } });
    const [once, again] = [await pdfOf(document), await pdfOf(document)];
    expect(Buffer.compare(Buffer.from(once), Buffer.from(again))).to.equal(0);
    const source = Buffer.from(once).toString('latin1');
    expect(source).to.contain('/Lang (fr)').and.contain('(Liste)').and.contain('/DisplayDocTitle true');
    expect(source).to.contain('/Subtype /Image').and.contain('(D:20260630000000Z)');
  });

  it('goes out without a logo that cannot be read', async () => {
    const { sender } = documentOf([]);
    const whole = await jpeg();
    for (const logo of [
      Buffer.from('no image'),
      whole.subarray(0, 10),
      (await png()).subarray(0, 30),
      Buffer.alloc(0),
    ]) {
      const file = await pdfOf(documentOf([row('Pain')], { sender: { ...sender, logo } }));
      expect(pdfText(file)).to.contain('Pain');
    }
  });

  it('takes any text and any amount', async () => {
    const texts = ['x'.repeat(5_000), '😀'.repeat(300), '\ud800', '(\\)', '', 'a\u0000b', 'word '.repeat(400)];
    const rows = texts.map((text) => row(text, '-999999999999999999.99'));
    const pages = pdfPages(await pdfOf(documentOf(rows)));
    expect(pages).to.have.length(1);
    const text = pages.flat().join('\n');
    expect(text).to.contain('-999\u00a0999\u00a0999\u00a0999\u00a0999\u00a0999,99').and.contain('(\\)');
  });

  it('says so when there is nothing to show', async () => {
    const { tables } = documentOf([]);
    const file = await pdfOf(documentOf([], { tables: [{ ...tables[0]!, emptyText: 'Rien à montrer.' }] }));
    expect(pdfText(file)).to.contain('Rien à montrer.');
  });
});
