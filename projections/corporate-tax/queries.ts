import type { Queryable } from '../../database/snapshot.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

const byIdsStatement = statement(
  'corporate-tax-lines-by-ids',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    db
      .selectFrom('read.corporate_tax_lines')
      .select(['id', 'lines', 'version', 'created_at', 'updated_at'])
      .where('company_id', '=', companyId)
      .where('id', '=', anyOf(ids)),
);

/** Manual lines of the given fiscal years. */
export const readTaxLinesByIds = (db: Queryable, companyId: number, ids: readonly number[]) =>
  byIdsStatement.all(db, { companyId, ids });
