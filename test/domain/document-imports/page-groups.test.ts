import { expect } from 'chai';
import { findPageOf, groupPages, type ReadPage } from '../../../domain/document-imports/page-groups.ts';
import { drawInvoice, listWords } from '../../support/invoices/index.ts';

/** A page with these lines from the top, and the last one at the bottom. */
function page(number: number, lines: readonly string[], foot?: string): ReadPage {
  const place = (line: string, top: number) =>
    line.split(' ').map((text, index) => {
      const left = 50 + line.split(' ').slice(0, index).join(' ').length * 6;
      return { text, left, right: left + text.length * 5.6, top, bottom: top + 10, confidence: 1 };
    });
  const words = lines.flatMap((line, index) => place(line, 60 + index * 16));
  return { number, width: 595, height: 842, source: 'text', words: [...words, ...(foot ? place(foot, 815) : [])] };
}

const invoice = (number: string, title = 'Facture'): string[] => [
  'Papeterie du Centre SRL',
  `${title} n° ${number}`,
  'Date 15/01/2026',
  'Total HTVA 100,00',
  'TVA 21 % 21,00',
  'Total TVAC 121,00 EUR',
];
const terms = ['Conditions générales', 'Nos factures sont payables au comptant.'];
const blank = (number: number): ReadPage => ({ ...page(number, []), isBlank: true });
const group = (...pages: readonly ReadPage[]) => groupPages(pages, pages.length);

describe('Documents in one file', () => {
  it('are told apart by page numbers that begin again, in four languages', () => {
    for (const [first, second] of [
      ['Page 1/2', 'Page 2/2'],
      ['Page 1 sur 2', 'Page 2 sur 2'],
      ['Seite 1 von 2', 'Seite 2 von 2'],
      ['Pagina 1 van 2', 'Pagina 2 van 2'],
      ['Page 1 of 2', 'Page 2 of 2'],
      ['1 / 2', '2 / 2'],
    ] as const)
      expect(
        group(
          page(1, invoice('A-1'), first),
          page(2, ['Suite'], second),
          page(3, invoice('A-2'), first),
          page(4, ['Suite'], second),
        ),
        first,
      ).to.deep.equal([
        [1, 2],
        [3, 4],
      ]);
  });

  it('are told apart by headings with another number, which need no page numbers', () => {
    expect(group(page(1, invoice('B-1')), page(2, invoice('B-2', 'Note de crédit')), page(3, terms))).to.deep.equal([
      [1],
      [2, 3],
    ]);
    expect(group(page(1, invoice('RE-1', 'Rechnung')), page(2, invoice('RE-2', 'Rechnung')))).to.deep.equal([[1], [2]]);
  });

  it('are told apart by separator pages, which are left out', () => {
    const separator = page(2, ['SCHEIDINGSBLAD']);
    expect(group(page(1, invoice('C-1')), separator, page(3, ['Reçu', 'Merci']))).to.deep.equal([[1], [3]]);
    expect(
      group(page(1, ['Trennblatt']), page(2, invoice('C-2')), page(3, ['PATCH T']), blank(4), page(5, invoice('C-3'))),
    ).to.deep.equal([[2], [5]]);
  });

  it('are told apart by blank pages only where a heading follows', () => {
    expect(group(page(1, invoice('D-1')), blank(2), page(3, ['Ticket de caisse', 'Total TVAC 12,10']))).to.deep.equal([
      [1],
      [3],
    ]);
    expect(group(page(1, invoice('D-1')), blank(2), page(3, ['Suite du détail', '10 x 3,00']))).to.equal(null);
  });

  it('that are one are not divided: repeated headings, copies, terms, timesheets, reports of totals', () => {
    expect(group(page(1, invoice('E-1')), page(2, invoice('E-1')))).to.equal(null);
    expect(group(page(1, invoice('E-1'), 'Page 1/1'), page(2, invoice('E-1'), 'Page 1/1'))).to.equal(null);
    expect(group(page(1, invoice('E-1'), 'Page 1/1'), page(2, terms, 'Page 1/3'))).to.equal(null);
    expect(group(page(1, invoice('E-1')), page(2, ['Relevé des heures', 'Lundi 8,00'], 'Page 1/1'))).to.equal(null);
    expect(group(page(1, invoice('E-1').slice(0, 3), 'Page 1/2'), page(2, invoice('E-9')))).to.equal(null);
    expect(group(page(1, ['Madame, Monsieur,', 'Veuillez trouver ci-joint']), page(2, invoice('E-1')))).to.equal(null);
    expect(group(page(1, invoice('E-1')))).to.equal(null);
  });

  it('are not looked for where pages were not read', () => {
    expect(groupPages([page(1, invoice('F-1')), page(2, invoice('F-2'))], 3)).to.equal(null);
  });

  it('in several images say which page they are', () => {
    expect(findPageOf([page(1, invoice('G-1'), 'Page 1 / 2')])).to.deep.equal({ number: 1, total: 2 });
    expect(findPageOf([page(1, invoice('G-1'), 'Page 1/1')])).to.equal(null);
    expect(findPageOf([page(1, [...invoice('G-1'), 'Livré le 01/02'])])).to.equal(null);
    expect(findPageOf([page(1, [...invoice('G-1'), '1/2 palette'])])).to.equal(null);
  });

  it('are found among generated invoices of all layouts, none of which is divided itself', () => {
    const documents = Array.from({ length: 80 }, (_, seed) => listWords(drawInvoice(seed).drawing));
    const long = documents.filter((pages) => pages.length > 1);
    expect(long.filter((pages) => groupPages(pages, pages.length) !== null)).to.deep.equal([]);
    let right = 0;
    for (const [index, first] of documents.slice(1).entries()) {
      const pages = [...documents[index]!, ...first].map((one, place) => ({ ...one, number: place + 1 }));
      const [begin, end] = [documents[index]!.length, pages.length];
      const numbers = pages.map(({ number }) => number);
      const expected = [numbers.slice(0, begin), numbers.slice(begin, end)];
      if (JSON.stringify(groupPages(pages, end)) === JSON.stringify(expected)) right += 1;
    }
    expect(right / (documents.length - 1)).to.be.at.least(0.95);
  });
});
