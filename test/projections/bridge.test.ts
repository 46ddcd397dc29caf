import { expect } from 'chai';
import { planBridge } from '../../projections/engine/earlier-tables.ts';
import type { LiveTable } from '../../projections/engine/live-tables.ts';
import { table, type ReadTable } from '../../projections/support/table.ts';

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
