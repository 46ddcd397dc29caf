import { sql } from 'kysely';
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

/** Credit notes of these sales that a payment had booked, until it was undone. */
const waiting = statement(
  'waiting-discount-corrections',
  { companyId: bigint, saleIds: bigints },
  (db, { companyId, saleIds }) =>
    db
      .selectFrom('read.documents as d')
      .innerJoin('read.entries as e', (join) =>
        join.onRef('e.company_id', '=', 'd.company_id').onRef('e.id', '=', 'd.last_entry_id'),
      )
      .select([
        'd.id',
        'd.version',
        'd.amount_gross',
        sql<number>`(d.credits -> 0 ->> 'document_id')::bigint`.as('sale_id'),
      ])
      .where('d.company_id', '=', companyId)
      .where('d.status', '=', 'pending')
      .where('d.deleted_at', 'is', null)
      .where('e.origin', '=', 'bank_transaction')
      .where(sql<boolean>`(d.credits -> 0 ->> 'document_id')::bigint = any (${saleIds})`),
);

export async function listWaitingCorrections(
  pool: pg.Pool,
  companyId: number,
  saleIds: readonly number[],
): Promise<readonly RowOfStatement<typeof waiting>[]> {
  return saleIds.length === 0 ? [] : waiting.all(pool, { companyId, saleIds });
}
