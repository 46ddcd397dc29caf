import type { Queryable } from '../../database/snapshot.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

export type ListingRow = RowOfStatement<typeof byIdsStatement>;

const byIdsStatement = statement('vat-listings-by-ids', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  db
    .selectFrom('read.vat_listings')
    .select(['id', 'kind', 'period_type', 'year', 'period', 'filed_on', 'reference', 'version'])
    .select(['created_at', 'updated_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', anyOf(ids)),
);

export const readVatListingsByIds = (db: Queryable, companyId: number, ids: readonly number[]) =>
  byIdsStatement.all(db, { companyId, ids });
