import { expect } from 'chai';
import { presentList, presentRecord, toVisibleJson } from '../../../api/mcp/tables.ts';

const PLACE = { offset: 0, limit: 2 };

describe('Results for language models', () => {
  it('are tables with a cursor where the API has lists', () => {
    const items = [1, 2, 3].map((id) => ({ id, party: { name: `Party ${id}` }, file_url: 'https://signed' }));
    const expected = { columns: ['id', 'party.name'], rows: [...[[1, 'Party 1']], [2, 'Party 2']] };
    expect(presentList(items, ['id', 'party.name'], PLACE)).to.deep.equal({ ...expected, cursor: '2', total: 3 });
    expect(presentList({ data: items, note: 'x' }, ['id'], { offset: 2, limit: 2 })).to.deep.equal({
      ...{ columns: ['id'], rows: [[3]], cursor: null, total: 3, note: 'x' },
    });
    const page = {
      data: items.slice(0, 2),
      current_page: 1,
      last_page: 2,
      total: 3,
      links: [],
      totals: { sum: '1.00' },
    };
    expect(presentList(page, ['id'], PLACE)).to.deep.equal({
      ...{ columns: ['id'], rows: [[1], [2]], cursor: '2', total: 3, totals: { sum: '1.00' } },
    });
    expect(presentList({ id: 1 }, undefined, PLACE)).to.equal(null);
  });

  it('have no signed links and no empty members', () => {
    const record = { id: 1, note: null, preview_url: 'https://signed', lines: [{ a: 1 }, { a: 2, b: null }] };
    expect(presentRecord(record, 0)).to.deep.equal({ id: 1, lines: { columns: ['a'], rows: [[1], [2]] } });
  });

  it('continue long tables after the cursor', () => {
    const report = { rows: Array.from({ length: 450 }, (_, index) => ({ index })) };
    const first = presentRecord(report, 0);
    expect(first['cursor']).to.equal('200');
    const last = presentRecord(report, 400) as {
      readonly rows: { readonly rows: readonly unknown[] };
      cursor?: string;
    };
    expect([last.rows.rows.length, last.cursor]).to.deep.equal([50, undefined]);
  });

  it('show invisible characters, without changing a value', () => {
    const hidden = { text: 'pay\u200b now\u{e0041}\u202e' };
    const json = toVisibleJson(hidden);
    expect(json).to.equal('{"text":"pay\\u200b now\\udb40\\udc41\\u202e"}');
    expect(JSON.parse(json)).to.deep.equal(hidden);
  });
});
