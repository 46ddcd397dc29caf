import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
import type { FiscalYearRow } from './tables.ts';

export type { FiscalYearRow, PeriodRow } from './tables.ts';

export async function fiscalYearsOf(pool: Queryable, companyId: number): Promise<FiscalYearRow[]> {
  const { rows } = await pool.query<FiscalYearRow>({
    name: 'fiscal-years-of',
    text: 'SELECT * FROM read.fiscal_years WHERE company_id = $1 AND deleted_at IS NULL ORDER BY starts_on',
    values: [companyId],
  });
  return rows;
}

/** Fiscal years of the company file, also those that were taken away. */
export async function fiscalYearsByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<FiscalYearRow[]> {
  const { rows } = await pool.query<FiscalYearRow>({
    name: 'fiscal-years-by-ids',
    text: 'SELECT * FROM read.fiscal_years WHERE company_id = $1 AND id = ANY($2::bigint[])',
    values: [companyId, ids],
  });
  return rows;
}
