import { sql } from 'kysely';
import type pg from 'pg';
import type { ReportedPeriod } from '../../domain/e-reporting/period.ts';
import { bigint, date } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Sales and payments that may have to be reported. Customers that are companies in France get electronic invoices. */
const IS_REPORTED = sql<boolean>`(p.id is null or coalesce(p.country, 'FR') <> 'FR'
  or p.enterprise_number is null and p.vat_number is null)`;

const period = { companyId: bigint, from: date, to: date };

const salesStatement = statement('e-reporting-sales', period, (db, { companyId, from, to }) =>
  db
    .selectFrom('read.entries as e')
    .leftJoin('read.third_parties as p', (join) =>
      join.onRef('p.company_id', '=', 'e.company_id').onRef('p.id', '=', 'e.third_party_id'),
    )
    .leftJoin('read.documents as d', (join) =>
      join.onRef('d.company_id', '=', 'e.company_id').onRef('d.last_entry_id', '=', 'e.id'),
    )
    .select(['e.id', 'e.entry_date', 'e.vat', 'e.third_party_id', 'd.nature'])
    .select(['p.country', 'p.enterprise_number', 'p.vat_number'])
    .where('e.company_id', '=', companyId)
    .where('e.entry_date', '>=', from)
    .where('e.entry_date', '<=', to)
    .where('e.vat', 'is not', null)
    .where('e.origin', '<>', 'tax_on_payment')
    .where('e.layer', '=', 'movement')
    .where(IS_REPORTED)
    .orderBy('e.entry_date')
    .orderBy('e.id'),
);

export type ReportedSaleRow = RowOfStatement<typeof salesStatement>;

export async function listReportedSales(
  pool: pg.Pool,
  companyId: number,
  { from, to }: ReportedPeriod,
): Promise<readonly ReportedSaleRow[]> {
  return salesStatement.all(pool, { companyId, from, to });
}

const settlementsStatement = statement('e-reporting-settlements', period, (db, { companyId, from, to }) =>
  db
    .selectFrom('read.lettering_lines as l')
    .innerJoin('read.entries as e', (join) =>
      join.onRef('e.company_id', '=', 'l.company_id').onRef('e.id', '=', 'l.entry_id'),
    )
    .leftJoin('read.third_parties as p', (join) =>
      join.onRef('p.company_id', '=', 'e.company_id').onRef('p.id', '=', 'e.third_party_id'),
    )
    .leftJoin('read.documents as d', (join) =>
      join.onRef('d.company_id', '=', 'e.company_id').onRef('d.last_entry_id', '=', 'e.id'),
    )
    .select(['l.settled_on', 'l.amount', 'e.vat', 'e.third_party_id', 'd.id as document_id'])
    .select(['p.country', 'p.enterprise_number', 'p.vat_number'])
    .where('l.company_id', '=', companyId)
    .where('l.settled_on', '>=', from)
    .where('l.settled_on', '<=', to)
    .where('l.is_undone', '=', false)
    .where(sql<boolean>`e.vat @> '[{"exigibility": "payment"}]'::jsonb`)
    .where(IS_REPORTED)
    .orderBy('l.settled_on')
    .orderBy('l.lettering_id')
    .orderBy('l.line_id'),
);

export type ReportedSettlementRow = RowOfStatement<typeof settlementsStatement>;

/** Invoices whose tax is due on payment, as far as they were settled in the period. */
export async function listReportedSettlements(
  pool: pg.Pool,
  companyId: number,
  { from, to }: ReportedPeriod,
): Promise<readonly ReportedSettlementRow[]> {
  return settlementsStatement.all(pool, { companyId, from, to });
}
