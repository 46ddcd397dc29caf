import type pg from 'pg';
import type { UndoNeeds } from '../../domain/history/undo.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

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

export async function readFiscalYearUndoFacts(pool: pg.Pool, companyId: number, { fiscalYears: ids = [] }: UndoNeeds) {
  const years = ids.length === 0 ? [] : await yearsStatement.all(pool, { companyId, ids });
  return { fiscalYears: new Map(years.map((year) => [year.id, year])) };
}
