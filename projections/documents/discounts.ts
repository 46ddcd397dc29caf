import type pg from 'pg';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Documents that offer a discount for early payment, for the entries that a payment may settle. */
const discounted = statement(
  'discounted-documents',
  { companyId: bigint, entryIds: bigints },
  (db, { companyId, entryIds }) =>
    db
      .selectFrom('read.documents')
      .select([
        'id',
        'last_entry_id',
        'version',
        'direction',
        'is_credit_note',
        'number',
        'document_date',
        'third_party_id',
        'currency',
        'exchange_rate',
        'lines',
        'vat',
        'discount',
      ])
      .$narrowType<{ last_entry_id: number }>()
      .where('company_id', '=', companyId)
      .where('last_entry_id', '=', anyOf(entryIds))
      .where('status', '=', 'booked')
      .where('discount', 'is not', null)
      .where('deleted_at', 'is', null),
);

export type DiscountedDocumentRow = RowOfStatement<typeof discounted>;

export async function listDiscountedDocuments(
  pool: pg.Pool,
  companyId: number,
  entryIds: readonly number[],
): Promise<readonly DiscountedDocumentRow[]> {
  return entryIds.length === 0 ? [] : discounted.all(pool, { companyId, entryIds });
}
