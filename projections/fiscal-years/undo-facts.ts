import type pg from 'pg';
import type { UndoNeeds } from '../../domain/history/undo.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { readYearBalances } from './closing-facts.ts';

const yearsStatement = statement(
  'fiscal-years-to-undo',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    db
      .selectFrom('read.fiscal_years')
      .select(['id', 'code', 'starts_on', 'ends_on', 'period_length'])
      .where('company_id', '=', companyId)
      .where('id', '=', anyOf(ids)),
);

export async function readFiscalYearUndoFacts(
  pool: pg.Pool,
  companyId: number,
  { fiscalYears: ids = [], yearBalances = [] }: UndoNeeds,
) {
  const [years, ...balances] = await Promise.all([
    ids.length === 0 ? [] : yearsStatement.all(pool, { companyId, ids }),
    ...yearBalances.map(async (id) => {
      const found = await readYearBalances(pool, companyId, id);
      return [id, new Map(found.map(({ account_id, balance }) => [account_id, balance]))] as const;
    }),
  ]);
  return { fiscalYears: new Map(years.map((year) => [year.id, year])), yearBalances: new Map(balances) };
}
