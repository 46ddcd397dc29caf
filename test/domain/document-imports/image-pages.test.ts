import { expect } from 'chai';
import { findImagesToJoin, type ReadImage } from '../../../domain/document-imports/image-pages.ts';
import { buildSheet } from '../../support/sheets.ts';

const HEAD = { number: 'A-1', date: '2026-01-15', vat: 'BE0477472701', gross: null };
const TAIL = { number: null, date: null, vat: null, gross: '121.00' };

function image(
  id: number,
  read: { number: string | null; date: string | null; vat: string | null; gross: string | null } | null,
  pageOf: readonly [number, number] | null = null,
): ReadImage {
  const sheet =
    read &&
    buildSheet({ number: read.number, date: read.date, counterparty: { vat_number: read.vat }, gross: read.gross });
  return { id, sheet, pageOf: pageOf && { number: pageOf[0], total: pageOf[1] } };
}

describe('Images that arrived together', () => {
  it('are pages of one document if they say so, in whatever order they came', () => {
    expect(findImagesToJoin([image(1, TAIL, [2, 2]), image(2, HEAD, [1, 2])])).to.deep.equal([[2, 1]]);
    expect(
      findImagesToJoin([
        image(1, HEAD, [1, 2]),
        image(2, { ...HEAD, number: 'B-1' }, [1, 2]),
        image(3, { ...TAIL, number: 'B-1' }, [2, 2]),
        image(4, { ...TAIL, number: 'A-1' }, [2, 2]),
      ]),
    ).to.deep.equal([
      [1, 4],
      [2, 3],
    ]);
  });

  it('are not joined while a page is missing, or if they name different documents or senders', () => {
    expect(findImagesToJoin([image(1, HEAD, [1, 3]), image(2, TAIL, [3, 3])])).to.deep.equal([]);
    expect(findImagesToJoin([image(1, HEAD, [1, 2]), image(2, { ...TAIL, number: 'B-1' }, [2, 2])])).to.deep.equal([]);
    expect(
      findImagesToJoin([image(1, HEAD, [1, 2]), image(2, { ...TAIL, vat: 'BE0403170701' }, [2, 2])]),
    ).to.deep.equal([]);
  });

  it('are pages of one document if only the first has a heading and only the last a total', () => {
    const middle = { ...TAIL, gross: null };
    expect(findImagesToJoin([image(1, HEAD), image(2, middle), image(3, TAIL), image(4, TAIL)])).to.deep.equal([
      [1, 2, 3],
    ]);
    expect(findImagesToJoin([image(1, HEAD), image(2, middle)])).to.deep.equal([]);
    expect(findImagesToJoin([image(1, { ...HEAD, gross: '10.00' }), image(2, TAIL)])).to.deep.equal([]);
    expect(findImagesToJoin([image(1, HEAD), image(2, { ...TAIL, vat: 'BE0403170701' })])).to.deep.equal([]);
    expect(findImagesToJoin([image(1, HEAD), image(2, null), image(3, TAIL)])).to.deep.equal([]);
  });
});
