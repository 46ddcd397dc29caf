import { expect } from 'chai';
import { listPageNumbers, paginate, paginateWithoutTotal } from '../../../api/http/reply/pagination.ts';

const shown = (page: number, lastPage: number) =>
  listPageNumbers(page, lastPage)
    .map((item) => item ?? '…')
    .join(' ');
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1).join(' ');

describe('pagination', () => {
  for (const [page, lastPage, expected] of [
    [1, 1, '1'],
    [1, 13, upTo(13)],
    [7, 13, upTo(13)],
    [1, 14, '1 2 3 4 5 6 7 8 9 10 … 13 14'],
    [7, 14, '1 2 3 4 5 6 7 8 9 10 … 13 14'],
    [8, 14, '1 2 … 5 6 7 8 9 10 11 12 13 14'],
    [14, 14, '1 2 … 5 6 7 8 9 10 11 12 13 14'],
    [7, 15, '1 2 3 4 5 6 7 8 9 10 … 14 15'],
    [8, 15, '1 2 … 5 6 7 8 9 10 11 … 14 15'],
    [9, 15, '1 2 … 6 7 8 9 10 11 12 13 14 15'],
    [1, 100, '1 2 3 4 5 6 7 8 9 10 … 99 100'],
    [7, 100, '1 2 3 4 5 6 7 8 9 10 … 99 100'],
    [8, 100, '1 2 … 5 6 7 8 9 10 11 … 99 100'],
    [50, 100, '1 2 … 47 48 49 50 51 52 53 … 99 100'],
    [93, 100, '1 2 … 90 91 92 93 94 95 96 … 99 100'],
    [94, 100, '1 2 … 91 92 93 94 95 96 97 98 99 100'],
    [100, 100, '1 2 … 91 92 93 94 95 96 97 98 99 100'],
    [500, 100, '1 2 … 91 92 93 94 95 96 97 98 99 100'],
  ] as const) {
    it(`shows around page ${page} of ${lastPage}: ${expected}`, () => expect(shown(page, lastPage)).to.equal(expected));
  }

  const pathUrl = 'https://books.example/v1/things';
  const pageOf = (page: number, rows: number, total: number) =>
    paginate({ rows: new Array<number>(rows).fill(0), total, page, perPage: 10, pathUrl, language: 'en' });

  it('gives the whole object', () => {
    expect(paginate({ rows: ['a', 'b'], total: 12, page: 2, perPage: 10, pathUrl, language: 'fr' })).to.deep.equal({
      data: ['a', 'b'],
      current_page: 2,
      last_page: 2,
      per_page: 10,
      total: 12,
      from: 11,
      to: 12,
      first_page_url: `${pathUrl}?page=1`,
      last_page_url: `${pathUrl}?page=2`,
      next_page_url: null,
      prev_page_url: `${pathUrl}?page=1`,
      path: pathUrl,
      links: [
        { url: `${pathUrl}?page=1`, label: '&laquo; Précédent', active: false },
        { url: `${pathUrl}?page=1`, label: '1', active: false },
        { url: `${pathUrl}?page=2`, label: '2', active: true },
        { url: null, label: 'Suivant &raquo;', active: false },
      ],
    });
  });

  it('has a first page without rows', () => {
    expect(pageOf(1, 0, 0)).to.include({
      last_page: 1,
      from: null,
      to: null,
      next_page_url: null,
      prev_page_url: null,
    });
  });

  it('answers past the end', () => {
    expect(pageOf(9, 0, 25)).to.include({ current_page: 9, last_page: 3, from: null, to: null, next_page_url: null });
  });

  it('marks the pages left out', () => {
    expect(pageOf(1, 10, 1000).links[11]).to.deep.equal({ url: null, label: '...', active: false });
  });

  it('knows whether there is more without a total', () => {
    expect(paginateWithoutTotal([1, 2, 3], 1, 2)).to.deep.equal({
      data: [1, 2],
      current_page: 1,
      per_page: 2,
      has_more: true,
    });
    expect(paginateWithoutTotal([1, 2], 1, 2)).to.deep.equal({
      data: [1, 2],
      current_page: 1,
      per_page: 2,
      has_more: false,
    });
  });
});
