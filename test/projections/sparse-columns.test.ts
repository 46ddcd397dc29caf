import { expect } from 'chai';
import { leaveOutSparse } from '../../projections/engine/sparse-columns.ts';
import { table } from '../../projections/support/table.ts';

const lines = table({
  name: 'lines',
  columns: { id: 'bigint NOT NULL', label: 'text', currency: 'text', amount: 'numeric(20,2)' },
  key: ['id'],
  sparse: ['currency', 'amount'],
  repeated: 'updated',
});
const plain = { id: 1, label: null, currency: null, amount: null };

describe('Sparse columns of new rows', () => {
  it('are left out if no row has a value', () => {
    const written = leaveOutSparse(lines, [plain, { ...plain, id: 2, label: 'A' }]);
    expect(Object.keys(written.table.columns)).to.deep.equal(['id', 'label']);
    expect(written.isDense).to.equal(true);
    expect(leaveOutSparse(lines, [plain]).table, 'one table for all').to.equal(written.table);
  });

  it('are all written if one row has one of them', () => {
    const rows = [plain, { ...plain, id: 2, currency: 'USD' }];
    expect(leaveOutSparse(lines, rows)).to.deep.equal({ table: lines, rows });
  });

  it('do not matter to other tables', () => {
    const { sparse: _none, ...other } = lines;
    expect(leaveOutSparse(other, [plain])).to.deep.equal({ table: other, rows: [plain] });
  });
});
