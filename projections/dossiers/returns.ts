import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { bigint, date } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** VAT returns of a fiscal year that were validated or filed, by period. */
const returnsStatement = statement(
  'dossier-returns',
  { companyId: bigint, from: date, to: date },
  (db, { companyId, from, to }) =>
    db
      .selectFrom('read.vat_declarations as d')
      .select(['d.id', 'd.form', 'd.year', 'd.period', 'd.period_type', 'd.starts_on', 'd.ends_on'])
      .select(
        sql<string>`case d.period_type when 'yearly' then d.year::text
          when 'quarterly' then d.year || '-Q' || d.period else d.year || '-' || lpad(d.period::text, 2, '0') end`.as(
          'label',
        ),
      )
      .where('d.company_id', '=', companyId)
      .where('d.deleted_at', 'is', null)
      .where('d.status', '<>', 'draft')
      .where('d.ends_on', '>=', from)
      .where('d.ends_on', '<=', to)
      .orderBy('d.starts_on')
      .orderBy('d.id'),
);

export type DossierReturn = RowOfStatement<typeof returnsStatement>;

export async function listDossierReturns(
  db: Queryable,
  companyId: number,
  year: { readonly starts_on: string; readonly ends_on: string },
): Promise<readonly DossierReturn[]> {
  return returnsStatement.all(db, { companyId, from: year.starts_on, to: year.ends_on });
}
