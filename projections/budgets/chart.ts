import type { Queryable } from '../../database/snapshot.ts';
import { bigint } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Accounts of a company file that are not trashed, for labels and types of budget lines. */

export type ChartRow = RowOfStatement<typeof chartStatement>;

const chartStatement = statement('budget-chart', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.accounts')
    .select(['number', 'type', 'label', 'labels'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('number'),
);

export async function listChartRows(db: Queryable, companyId: number): Promise<ChartRow[]> {
  return chartStatement.all(db, { companyId });
}
