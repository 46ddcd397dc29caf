import { expect } from 'chai';
import { markLasting } from '../../domain/json.ts';
import { encodeColumn, findColumnCache, findColumnForms } from '../../projections/engine/bulk-columns.ts';
import { buildUpsert } from '../../projections/engine/table-statements.ts';
import { json, table, type Row } from '../../projections/support/table.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const records = table({
  name: 'bulk_records',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    seq: 'integer NOT NULL',
    code: 'text COLLATE "C"',
    labels: json<object>(),
    rate: 'numeric(20,2)',
    is_active: 'boolean',
    created_at: 'timestamptz NOT NULL',
  },
  key: ['id'],
  repeated: 'updated',
});

const labels = [markLasting({ fr: 'Un "deux"' }), markLasting({ fr: 'Trois' }), markLasting({ fr: 'Quatre' })];

const makeRows = (firstId: number, change: (row: Row, index: number) => Row = (row) => row): Row[] =>
  labels.map((label, index) =>
    change(
      {
        id: firstId + index,
        company_id: 7,
        seq: 12 + index,
        code: index === 1 ? null : `C\\${index}`,
        labels: label,
        rate: index === 0 ? '21.00' : null,
        is_active: true,
        created_at: '2026-11-18T10:00:00.000Z',
      },
      index,
    ),
  );

describe('Columns of many new rows', () => {
  it('are one value if all rows have the same, or if they count up', () => {
    expect(findColumnForms(records, makeRows(5))).to.deep.equal([
      'counted',
      'same',
      'counted',
      'array',
      'array',
      'array',
      'same',
      'same',
    ]);
  });

  it('are arrays if a single row differs', () => {
    const rows = makeRows(5, (row, index) => (index === 2 ? { ...row, id: 99, company_id: 8, is_active: null } : row));
    const forms = findColumnForms(records, rows);
    expect([forms[0], forms[1], forms[6]]).to.deep.equal(['array', 'array', 'array']);
  });

  it('keep one array, which tells the number of rows', () => {
    const rows = makeRows(5).map(({ id: _id, ...row }) => ({
      ...row,
      id: 1,
      seq: 1,
      code: 'A',
      labels: null,
      rate: null,
    }));
    expect(findColumnForms(records, rows).filter((form) => form === 'array')).to.have.length(1);
  });

  it('are encoded once for the default records of a country, and again when anything differs', () => {
    const encode = (rows: readonly Row[], name: string): unknown =>
      encodeColumn(records, name, 'array', rows, findColumnCache(records, rows));
    const first = encode(makeRows(5), 'labels');
    expect(encode(makeRows(500), 'labels')).to.equal(first);
    expect(encode(makeRows(500), 'code')).to.equal(encode(makeRows(5), 'code'));
    const renamed = makeRows(5, (row, index) => (index === 2 ? { ...row, code: 'other' } : row));
    expect(encode(renamed, 'code')).to.not.deep.equal(encode(makeRows(5), 'code'));
    const own = makeRows(5, (row, index) => (index === 2 ? { ...row, labels: { fr: 'own' } } : row));
    expect(findColumnCache(records, own), 'nothing of a company file is kept').to.equal(null);
  });

  describe('on a server', function () {
    this.timeout(20_000);
    let database: TestDatabase;
    before(async () => {
      database = await createTestDatabase();
    });
    after(() => database.drop());

    it('are written as they are', async () => {
      const columns = Object.entries(records.columns).map(([name, type]) => `${name} ${type}`);
      await database.pool.query(`CREATE SCHEMA bulk; CREATE TABLE bulk.bulk_records (${columns.join(', ')})`);
      for (const rows of [makeRows(5), makeRows(2 ** 40, (row, index) => ({ ...row, seq: 100 - index }))]) {
        const forms = findColumnForms(records, rows);
        const cache = findColumnCache(records, rows);
        const values = Object.keys(records.columns).map((name, index) =>
          encodeColumn(records, name, forms[index]!, rows, cache),
        );
        await database.pool.query(buildUpsert('bulk', records, 1, forms), values);
        const { rows: written } = await database.pool.query<{ row: object }>(
          'SELECT to_jsonb(t) AS row FROM bulk.bulk_records t WHERE id >= $1 AND id < $1 + 3 ORDER BY id',
          [rows[0]!['id']],
        );
        const expected = rows.map((row) => ({
          ...row,
          rate: row['rate'] === null ? null : 21,
          created_at: '2026-11-18T10:00:00+00:00',
        }));
        expect(written.map(({ row }) => row)).to.deep.equal(expected);
      }
    });
  });
});
