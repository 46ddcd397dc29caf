import type pg from 'pg';
import type { Period } from '../../domain/fiscal-years/fiscal-year.ts';

export interface FiscalYearRow {
  readonly id: number;
  readonly company_id: number;
  readonly code: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly periods: readonly Period[];
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export async function fiscalYearsOf(pool: pg.Pool, companyId: number): Promise<FiscalYearRow[]> {
  const { rows } = await pool.query<FiscalYearRow>({
    name: 'fiscal-years-of',
    text: 'SELECT * FROM read.fiscal_years WHERE company_id = $1 ORDER BY starts_on',
    values: [companyId],
  });
  return rows;
}
