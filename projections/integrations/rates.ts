import type pg from 'pg';
import { bigint, text } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

const waitingStatement = statement(
  'documents-without-rate',
  { companyId: bigint, currency: text, most: bigint },
  (db, { companyId, currency, most }) =>
    db
      .selectFrom('read.documents as d')
      .select(['d.id', 'd.version', 'd.number', 'd.currency', 'd.document_date'])
      .where('d.company_id', '=', companyId)
      .where('d.status', '=', 'pending')
      .where('d.deleted_at', 'is', null)
      .where('d.exchange_rate', 'is', null)
      .where('d.currency', '<>', currency)
      .orderBy('d.id')
      .limit(most),
);

/** Documents that cannot be booked until their exchange rate is known. */
export const listDocumentsWithoutRate = (pool: pg.Pool, companyId: number, currency: string, most: number) =>
  waitingStatement.all(pool, { companyId, currency, most });
