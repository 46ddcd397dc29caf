import type pg from 'pg';
import { reportQueries } from '../../domain/report-queries/saved-query.ts';
import { withVisibleColumns } from '../records/extras.ts';
import type { ShownRow } from '../records/queries.ts';
import { selectRecords } from '../records/records-query.ts';
import { bigint, optional } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** Queries saved in other company files of the firm and shared with all of them. */

const sharedStatement = statement(
  'shared-report-queries',
  { companyId: bigint, firmId: bigint, id: optional(bigint) },
  (db, { companyId, firmId, id }) => {
    const shared = selectRecords(db, reportQueries)
      .innerJoin('read.companies as home', 'home.id', 't.company_id')
      .where('home.firm_id', '=', firmId)
      .where('home.deleted_at', 'is', null)
      .where('t.company_id', '<>', companyId)
      .where('t.is_shared', '=', true)
      .where('t.deleted_at', 'is', null)
      .orderBy('t.name')
      .orderBy('t.id');
    return withVisibleColumns(reportQueries, id === undefined ? shared : shared.where('t.id', '=', id));
  },
);

/** The selected columns follow from the declaration of the resource, which the compiler does not see here. */
export async function listSharedQueries(
  pool: pg.Pool,
  companyId: number,
  firmId: number,
  id?: number,
): Promise<ShownRow<typeof reportQueries>[]> {
  return (await sharedStatement.all(pool, { companyId, firmId, id })) as ShownRow<typeof reportQueries>[];
}
