import { expect } from 'chai';
import { locateFields } from '../../../domain/document-imports/extraction/index.ts';
import { describeFields } from '../../../domain/document-imports/fields.ts';
import { readBlocks, writePages, type WrittenBlock } from '../../support/written-document.ts';

const BLOCKS: readonly WrittenBlock[] = [
  { x: 40, y: 60, lines: ['Boulangerie du Coin SA', 'Rue Haute 12', '1000 Bruxelles', 'TVA BE 0403.170.701'] },
  { x: 320, y: 60, lines: ['Facture n° 2026-17', 'Date : 03/02/2026', 'Échéance : 05/03/2026'] },
  { x: 320, y: 140, lines: ['Atelier Meridien SRL', 'TVA BE 0477.472.701'] },
  { x: 40, y: 600, lines: ['Total HTVA | 100,00', 'TVA 21 % | 21,00', 'Total TVAC | 121,00'] },
];

describe('Where the values of a document are', () => {
  const { sheet, evidence } = readBlocks(BLOCKS);
  const pages = writePages(BLOCKS);
  const locate = (path: string, given = pages) =>
    locateFields(sheet, given, evidence).find((field) => field.path === path)!;

  it('is found again on the page, however they are written there', () => {
    const [left, top, width, height] = locate('number').box!;
    expect(left).to.be.within(5_900, 6_600);
    expect(top).to.be.within(550, 750);
    expect(width).to.be.within(500, 1_000);
    expect(height).to.be.within(50, 250);
    expect(locate('counterparty.vat_number').box![1]).to.be.above(locate('counterparty.name').box![1]);
    const [gross, vat] = [locate('totals.gross').box!, locate('totals.vat').box!];
    expect(gross[1]).to.be.above(vat[1]);
    expect(locate('due_date').box![1]).to.be.above(locate('date').box![1]);
  });

  it('is that on the page as displayed, also if it was read in another position', () => {
    const onItsHead = pages.map(
      (page) => ({ ...page, shown: [-1 / page.width, 0, 0, -1 / page.height, 1, 1] }) as const,
    );
    const [upright, turned] = [locate('number').box!, locate('number', onItsHead).box!];
    expect(turned[0]).to.be.closeTo(10_000 - upright[0] - upright[2], 2);
    expect(turned[1]).to.be.closeTo(10_000 - upright[1] - upright[3], 2);
  });

  it('comes with how certain each is: less if its words are hardly legible', () => {
    const blurred = pages.map((page) => ({ ...page, words: page.words.map((word) => ({ ...word, confidence: 0.3 })) }));
    expect(Number(locate('number').confidence)).to.be.above(0.9);
    expect(Number(locate('number', blurred).confidence)).to.be.below(0.9);
  });

  it('is no longer told of what a user has entered, which is certain', () => {
    const corrected = { ...sheet, number: '2026-18' };
    const fields = describeFields(corrected, sheet, locateFields(sheet, pages, evidence));
    const find = (path: string) => fields.find((field) => field.path === path);
    expect(find('number')).to.deep.equal({ path: 'number', confidence: '1.00', page: null, box: null });
    expect(find('date')!.page).to.equal(1);
  });

  it('is unknown for a structured invoice, which is as certain as its sheet', () => {
    const [first] = describeFields({ ...sheet, confidence: '1.00' }, null, []);
    expect(first).to.deep.equal({ path: 'counterparty.name', confidence: '1.00', page: null, box: null });
  });
});
