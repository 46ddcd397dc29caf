import { expect } from 'chai';
import fc from 'fast-check';
import { groupByOwner, locateGroupedPage, type Owner } from '../../../domain/reports/pages.ts';

/** Parts are the months of a year, and every item lies on the first day of its month. */
const month = (number: number) => `2025-${String(number).padStart(2, '0')}`;
const owner = (id: number, ...counts: number[]): Owner => ({
  id,
  parts: counts.map((count, index) => ({ first: `${month(index + 1)}-01`, last: `${month(index + 1)}-28`, count })),
});

describe('A page of a grouped list', () => {
  const owners = [owner(1), owner(2, 2, 3), owner(3), owner(4, 0, 4)];

  it('reads the parts that it touches, and skips what comes before it', () => {
    expect(locateGroupedPage(owners, 3, 3)).to.deep.equal({
      total: 9,
      windows: [
        { id: 2, first: '2025-02-01', last: '2025-02-28' },
        { id: 4, first: '2025-02-01', last: '2025-02-28' },
      ],
      skip: 1,
      partsBefore: 1,
      owners: [1, 2, 3],
    });
    expect(locateGroupedPage(owners, 0, 2)).to.deep.include({
      windows: [{ id: 2, first: '2025-01-01', last: '2025-01-28' }],
      skip: 0,
      partsBefore: 0,
      owners: [0, 1],
    });
  });

  it('shows empty owners once, and nothing behind the end', () => {
    expect(locateGroupedPage(owners, 9, 3)).to.deep.include({ total: 9, windows: [], owners: [] });
    expect(locateGroupedPage([owner(1), owner(2)], 0, 3)).to.deep.include({ total: 0, windows: [], owners: [0, 1] });
    expect(locateGroupedPage([owner(1), owner(2)], 3, 3)).to.deep.include({ windows: [], owners: [] });
    expect(locateGroupedPage([], 0, 3)).to.deep.include({ total: 0, windows: [], owners: [] });
  });

  it('is a slice of the list, and every owner is on some page', () => {
    const counts = fc.array(fc.nat({ max: 5 }), { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(counts, { maxLength: 6 }), fc.integer({ min: 1, max: 7 }), (all, limit) => {
        const list = all.map((some, index) => owner(index + 1, ...some));
        const items = list.flatMap(({ id, parts }) =>
          parts.flatMap(({ first, count }) => Array.from({ length: count }, (_, place) => `${id}:${first}:${place}`)),
        );
        const seen = new Set<number>();
        for (let offset = 0; offset === 0 || offset < items.length; offset += limit) {
          const page = locateGroupedPage(list, offset, limit);
          const read = page.windows.flatMap(({ id, first, last }) =>
            items.filter((item) => item.startsWith(`${id}:`) && item.slice(2) >= first && item.slice(2) <= `${last}:9`),
          );
          expect(read.slice(page.skip, page.skip + limit)).to.deep.equal(items.slice(offset, offset + limit));
          expect(page.total).to.equal(items.length);
          for (const index of page.owners) seen.add(index);
        }
        expect(seen.size).to.equal(list.length);
      }),
      { numRuns: 300 },
    );
  });

  it('has the parts of each owner in their order', () => {
    const parts = [
      { owner_id: 2, first: 'a' },
      { owner_id: 1, first: 'b' },
      { owner_id: 2, first: 'c' },
    ];
    expect([...groupByOwner(parts)]).to.deep.equal([
      [2, [parts[0], parts[2]]],
      [1, [parts[1]]],
    ]);
  });
});
