import { expect } from 'chai';
import { findAppliedRate } from '../../domain/vat-codes/applied-rate.ts';
import type { DerivedRows } from '../../projections/support/table.ts';
import { vatPartySums } from '../../projections/ledger/vat-party-sums.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('The VAT sums of an earlier moment', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  it('have the same applied rates as those that are kept', async () => {
    const bases = ['0.00', '0.37', '3.60', '9.99', '-10.05', '123.45', '1000.00', '54321.09'];
    const taxes = ['0.00', '0.08', '0.57', '2.10', '-0.60', '24.69', '25.93', '210.99', '211.01', '11407.43'];
    const effects = bases.flatMap((base) =>
      taxes.flatMap((tax) => [
        { base, due: tax, deductible: '0.00', non_deductible: '0.00' },
        { base, due: '0.00', deductible: tax, non_deductible: '0.10' },
      ]),
    );
    const { buildRows } = vatPartySums.past as DerivedRows;
    const rows = buildRows({ company: '1', at: 'now()', isLate: false }, () => true);
    const { rows: found } = await database.pool.query<{ vat_code_id: number; applied_rate: string }>(
      `WITH past_entries AS (SELECT 1 AS company_id, date '2026-04-01' AS entry_date, NULL::bigint AS third_party_id, $1::jsonb AS vat)
       ${rows} ORDER BY 4`,
      [JSON.stringify(effects.map((effect, index) => ({ vat_code_id: index, ...effect })))],
    );
    expect(found.map(({ applied_rate }) => applied_rate)).to.deep.equal(effects.map(findAppliedRate));
  });
});
