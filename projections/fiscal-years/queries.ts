import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

export type { PeriodRow } from './tables.ts';
export type FiscalYearRow = RowOfStatement<typeof yearsOf>;

const SHOWN = [
  'id',
  'company_id',
  'code',
  'starts_on',
  'ends_on',
  'period_length',
  'periods',
  'closing',
  'closed_at',
  'closed_by',
  'version',
  'created_at',
  'updated_at',
  'deleted_at',
] as const;

const yearsOf = statement('fiscal-years-of', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.fiscal_years')
    .select(SHOWN)
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('starts_on'),
);

export async function listFiscalYears(pool: Queryable, companyId: number): Promise<FiscalYearRow[]> {
  return yearsOf.all(pool, { companyId });
}

const yearsOfCompanies = statement('fiscal-years-of-companies', { companyIds: bigints }, (db, { companyIds }) =>
  db
    .selectFrom('read.fiscal_years')
    .select(SHOWN)
    .where('company_id', '=', anyOf(companyIds))
    .where('deleted_at', 'is', null)
    .orderBy('starts_on'),
);

/** Of several company files at once, in order of their dates. */
export async function listFiscalYearsOfCompanies(
  pool: Queryable,
  companyIds: readonly number[],
): Promise<FiscalYearRow[]> {
  return yearsOfCompanies.all(pool, { companyIds });
}

const yearsByIds = statement('fiscal-years-by-ids', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  db.selectFrom('read.fiscal_years').select(SHOWN).where('company_id', '=', companyId).where('id', '=', anyOf(ids)),
);

/** Fiscal years of the company file, deleted ones included. */
export async function readFiscalYearsByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<FiscalYearRow[]> {
  return yearsByIds.all(pool, { companyId, ids });
}
