import type { Queryable } from '../../database/snapshot.ts';
import { bigint } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** The living accounts of a company file: what lines of a budget are called, and what they are. */

export type ChartRow = RowOfStatement<typeof chartStatement>;

const chartStatement = statement('budget-chart', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.accounts')
    .select(['number', 'type', 'label', 'labels'])
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('number'),
);

export async function chartRows(db: Queryable, companyId: number): Promise<ChartRow[]> {
  return chartStatement.all(db, { companyId });
}
