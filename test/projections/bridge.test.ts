import { expect } from 'chai';
import { planBridge, refillTable } from '../../projections/engine/earlier-tables.ts';
import type { LiveTable } from '../../projections/engine/live-tables.ts';
import { table, type ReadTable } from '../../projections/support/table.ts';
import { runInTransaction } from '../../database/dedicated-connection.ts';
import { createTestDatabase } from '../support/database.ts';

const declared = table({
  name: 'gifts',
  columns: { id: 'bigint NOT NULL', name: 'text NOT NULL', price: 'numeric(20,2) NOT NULL', note: 'text' },
  key: ['id'],
});

const there = (columns: Readonly<Record<string, string>>, other: Partial<LiveTable> = {}): LiveTable => ({
  columns: new Map(
    Object.entries(columns).map(([name, type]) => [
      name,
      { type: type.replace(' NOT NULL', ''), isRequired: type.endsWith(' NOT NULL') },
    ]),
  ),
  key: ['id'],
  bytes: 0,
  ...other,
});

const SAME = { id: 'bigint NOT NULL', name: 'text NOT NULL', price: 'numeric(20,2) NOT NULL', note: 'text' };

/** What is done to the table, or that it is of no use. */
function planned(live: LiveTable, wanted: ReadTable = declared): readonly string[] | 'useless' {
  const { changes, useless } = planBridge([wanted], new Map([['gifts', live]]));
  return useless.length > 0 ? 'useless' : changes.map(({ sql }) => sql.replace('ALTER TABLE read.gifts ', ''));
}

describe('a table of an earlier version', () => {
  it('with the same columns is used as it is', () => {
    expect(planned(there(SAME))).to.deep.equal([]);
  });
  it('that is not there is left out', () => {
    expect(planBridge([declared], new Map())).to.deep.equal({ changes: [], useless: [] });
  });
  it('gets a column that may be empty', () => {
    const { note: _, ...without } = SAME;
    expect(planned(there(without))).to.deep.equal(['ADD COLUMN note text']);
  });
  it('gets a column that must be filled only where the declaration says with what', () => {
    const { name: _, ...without } = SAME;
    expect(planned(there(without))).to.equal('useless');
    const told = { ...declared, earlier: { name: `'?'` } };
    expect(planned(there(without), told)).to.deep.equal([`ADD COLUMN name text NOT NULL DEFAULT '?'`]);
  });
  it('gets no sum that would begin in the middle, and no other key', () => {
    const { price: _, ...without } = SAME;
    expect(planned(there(without), { ...declared, added: ['price'], earlier: { price: '0' } })).to.equal('useless');
    expect(planned(there(SAME, { key: ['id', 'name'] }))).to.equal('useless');
  });
  it('need not fill columns that are gone, or that may be empty now', () => {
    expect(planned(there({ ...SAME, colour: 'text NOT NULL', note: 'text NOT NULL' }))).to.deep.equal([
      'ALTER COLUMN note DROP NOT NULL',
      'ALTER COLUMN colour DROP NOT NULL',
    ]);
  });
  it('that may lack what every row must have now is of no use', () => {
    expect(planned(there({ ...SAME, name: 'text' }))).to.equal('useless');
  });
  it('is converted to another type while it is small', () => {
    expect(planned(there({ ...SAME, price: 'text NOT NULL' }))).to.deep.equal([
      'ALTER COLUMN price TYPE numeric(20,2) USING price::numeric(20,2)',
    ]);
    expect(planned(there({ ...SAME, price: 'text NOT NULL' }, { bytes: 1e9 }))).to.equal('useless');
  });
});

describe('a table that is filled from others', () => {
  const SETTINGS = `SELECT current_setting('statement_timeout') AS limit, to_regclass('read.gifts') IS NOT NULL AS there`;

  for (const [what, refill, filled] of [
    ['has the rows of its query', `SELECT 1, 'Vase', 12, NULL FROM pg_sleep(0)`, true],
    ['stays away if its query takes too long', `SELECT 1, 'Vase', 12, NULL FROM pg_sleep(30)`, false],
    ['stays away if its query cannot be answered', `SELECT 1, 'Vase', 12, NULL FROM read.what_is_not_there`, false],
    ['stays away without a query', undefined, false],
  ] as const)
    it(what, async () => {
      const database = await createTestDatabase();
      try {
        await database.pool.query('CREATE SCHEMA IF NOT EXISTS read');
        const gifts = { ...declared, ...(refill !== undefined && { refill }) };
        const found = await runInTransaction(database.pool, async (connection) => {
          const { rows: before } = await connection.query<{ limit: string }>(SETTINGS);
          const isFilled = await refillTable(connection, gifts, 1, 500);
          const { rows: after } = await connection.query<{ limit: string; there: boolean }>(SETTINGS);
          expect(after[0]!.limit).to.equal(before[0]!.limit);
          return { isFilled, there: after[0]!.there };
        });
        expect(found).to.deep.equal({ isFilled: filled, there: filled });
        if (filled)
          expect((await database.pool.query('SELECT * FROM read.gifts')).rows).to.deep.equal([
            { id: 1, name: 'Vase', price: '12.00', note: null },
          ]);
      } finally {
        await database.drop();
      }
    });
});
