import { sql } from 'kysely';
import type pg from 'pg';
import type { ReportedPeriod } from '../../domain/e-reporting/period.ts';
import { bigint, date } from '../support/parameters.ts';
import { buildMergeJoin, selectThirdParty } from '../third-parties/merges.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Sales and payments that may have to be reported; merged customers count as the one they were merged into. Customers that are companies in France get electronic invoices. */
const IS_REPORTED = sql<boolean>`(p.id is null or coalesce(p.country, 'FR') <> 'FR'
  or p.enterprise_number is null and p.vat_number is null)`;

const period = { companyId: bigint, from: date, to: date, limit: bigint };

const salesStatement = statement('e-reporting-sales', period, (db, { companyId, from, to, limit }) =>
  db
    .selectFrom('read.entries as e')
    .leftJoin(...buildMergeJoin('e'))
    .leftJoinLateral(selectThirdParty('e'), (join) => join.onTrue())
    .select(['e.id', 'e.entry_date', 'e.vat', 'e.third_party_id'])
    // A payment may book several credit notes.
    .select(
      sql<string | null>`(select d.nature from read.documents d
        where d.company_id = e.company_id and d.last_entry_id = e.id order by d.id limit 1)`.as('nature'),
    )
    .select(['p.country', 'p.enterprise_number', 'p.vat_number'])
    .where('e.company_id', '=', companyId)
    .where('e.entry_date', '>=', from)
    .where('e.entry_date', '<=', to)
    .where('e.vat', 'is not', null)
    .where('e.origin', '<>', 'tax_on_payment')
    .where('e.layer', '=', 'movement')
    .where(IS_REPORTED)
    .orderBy('e.entry_date')
    .orderBy('e.id')
    .limit(limit),
);

export type ReportedSaleRow = RowOfStatement<typeof salesStatement>;

export async function listReportedSales(
  pool: pg.Pool,
  companyId: number,
  { from, to }: ReportedPeriod,
  limit: number,
): Promise<readonly ReportedSaleRow[]> {
  return salesStatement.all(pool, { companyId, from, to, limit });
}

const settlementsStatement = statement('e-reporting-settlements', period, (db, { companyId, from, to, limit }) =>
  db
    .selectFrom('read.lettering_lines as l')
    .innerJoin('read.entries as e', (join) =>
      join.onRef('e.company_id', '=', 'l.company_id').onRef('e.id', '=', 'l.entry_id'),
    )
    .leftJoin(...buildMergeJoin('e'))
    .leftJoinLateral(selectThirdParty('e'), (join) => join.onTrue())
    .select(['l.settled_on', 'l.amount', 'e.vat', 'e.third_party_id'])
    .select(
      sql<number | null>`(select min(d.id) from read.documents d
        where d.company_id = e.company_id and d.last_entry_id = e.id)`.as('document_id'),
    )
    .select(['p.country', 'p.enterprise_number', 'p.vat_number'])
    .where('l.company_id', '=', companyId)
    .where('l.settled_on', '>=', from)
    .where('l.settled_on', '<=', to)
    .where('l.is_undone', '=', false)
    .where(sql<boolean>`e.vat @> '[{"exigibility": "payment"}]'::jsonb`)
    .where(IS_REPORTED)
    .orderBy('l.settled_on')
    .orderBy('l.lettering_id')
    .orderBy('l.line_id')
    .limit(limit),
);

export type ReportedSettlementRow = RowOfStatement<typeof settlementsStatement>;

/** Invoices whose tax is due on payment, as far as they were settled in the period. */
export async function listReportedSettlements(
  pool: pg.Pool,
  companyId: number,
  { from, to }: ReportedPeriod,
  limit: number,
): Promise<readonly ReportedSettlementRow[]> {
  return settlementsStatement.all(pool, { companyId, from, to, limit });
}
