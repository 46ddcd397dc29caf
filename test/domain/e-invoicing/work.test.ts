import { expect } from 'chai';
import { checkEInvoice, writeCii, type UblDocument } from '../../../domain/e-invoicing/index.ts';
import type { XmlElement } from '../../../domain/xml.ts';
import { INVOICE, LINE, parseTree, writeTree } from '../../support/e-invoices.ts';

/** Counts how often the children of elements are looked at. */
function countLooks(root: XmlElement): { readonly root: XmlElement; readonly count: () => number } {
  let looks = 0;
  const watch = ({ children, ...element }: XmlElement): XmlElement => {
    const watched = children.map(watch);
    return {
      ...element,
      get children() {
        looks += 1;
        return watched;
      },
    };
  };
  return { root: watch(root), count: () => looks };
}

const withLines = (count: number): UblDocument => ({
  ...INVOICE,
  lines: Array.from({ length: count }, (_, index) => ({
    ...LINE,
    name: `Item ${index}`,
    rate: index % 3 === 0 ? '6.00' : '21.00',
    allowances: [{ amount: '1.00', reason: 'Promotion' }],
  })),
});

describe('the work of checking an invoice', () => {
  for (const syntax of ['ubl', 'cii'] as const)
    it(`grows with the number of lines and no faster: ${syntax}`, async () => {
      const measure = async (lines: number): Promise<number> => {
        const document = withLines(lines);
        const tree = syntax === 'ubl' ? await writeTree(document) : await parseTree(writeCii(document));
        const { root, count } = countLooks(tree);
        expect(checkEInvoice(root, { syntax })).to.deep.equal([]);
        return count();
      };
      const [few, more, many] = [await measure(100), await measure(200), await measure(400)];
      const perLine = (more - few) / 100;
      // A line has about 25 elements, and each is looked at some eight times.
      expect(perLine).to.be.below(250);
      expect((many - more) / 200).to.be.at.most(perLine * 1.02);
    });
});
