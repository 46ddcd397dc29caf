import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
import type { ClosedYear, Period, PeriodLength } from '../../domain/fiscal-years/fiscal-year-events.ts';

export interface PeriodRow extends Period {
  readonly locked_at: string | null;
  readonly locked_by: number | null;
}

export interface FiscalYearRow {
  readonly id: number;
  readonly company_id: number;
  readonly code: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly period_length: PeriodLength;
  readonly periods: readonly PeriodRow[];
  readonly closing: ClosedYear | null;
  readonly closed_at: string | null;
  readonly closed_by: number | null;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
}

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
