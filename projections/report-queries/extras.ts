import { sql } from 'kysely';
import type { RecordsQuery } from '../records/records-query.ts';

/** The company file where a query was saved. */
export type ReportQueryExtras = {
  readonly company_token: string | null;
  readonly company_name: string | null;
};

export const withReportQueryExtras = (queries: RecordsQuery) =>
  queries
    .leftJoin('read.companies as c', (join) => join.onRef('c.id', '=', 't.company_id'))
    .select([
      sql<ReportQueryExtras['company_token']>`c.public_token`.as('company_token'),
      sql<ReportQueryExtras['company_name']>`c.name`.as('company_name'),
    ]);
