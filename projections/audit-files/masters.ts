import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { Language } from '../../domain/language.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, oneOf } from '../support/parameters.ts';
import { fromRawSql, statement, type RowOfStatement } from '../support/statement.ts';

/** Third parties and VAT codes for audit files. */

export type AuditParty = RowOfStatement<typeof partiesStatement>;
export type AuditTaxCode = RowOfStatement<typeof taxCodesStatement>;

/** Hand-written, as a single text, because there may be very many. */
const idsStatement = statement(
  'audit-file-party-ids',
  { companyId: bigint, type: oneOf<'customer' | 'supplier'>() },
  (_db, { companyId, type }) =>
    fromRawSql(sql<{ readonly ids: string }>`
      select coalesce(string_agg(p.id::text, ',' order by p.code collate "C"), '') as ids
      from read.third_parties p where p.company_id = ${companyId} and p.type = ${type} and p.deleted_at is null`),
);

const partiesStatement = statement(
  'audit-file-parties',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    db
      .selectFrom('read.third_parties')
      .select([
        'type',
        'code',
        'name',
        'enterprise_number',
        'vat_number',
        'street',
        'house_number',
        'postal_code',
        'city',
        'country',
        'ibans',
      ])
      .where('company_id', '=', companyId)
      .where('id', '=', anyOf(ids))
      .orderBy('code', (order) => order.collate('C')),
);

const PARTIES_AT_ONCE = 500;

/** Sorted by code, some hundreds at a time. */
export async function* readAuditParties(
  db: Queryable,
  companyId: number,
  type: 'customer' | 'supplier',
): AsyncGenerator<readonly AuditParty[]> {
  const { ids } = (await idsStatement.first(db, { companyId, type }))!;
  if (ids === '') return;
  const all = Float64Array.from(ids.split(','), Number);
  for (let first = 0; first < all.length; first += PARTIES_AT_ONCE)
    yield await partiesStatement.all(db, { companyId, ids: [...all.subarray(first, first + PARTIES_AT_ONCE)] });
}

const taxCodesStatement = statement(
  'audit-file-tax-codes',
  { companyId: bigint, language: oneOf<Language>() },
  (db, { companyId, language }) =>
    db
      .selectFrom('read.vat_codes')
      .select(['id', 'code', sql<string>`coalesce(labels ->> ${language}, label)`.as('label'), 'rate'])
      .where('company_id', '=', companyId)
      .where('deleted_at', 'is', null)
      .orderBy('code', (order) => order.collate('C')),
);

export async function listTaxCodes(db: Queryable, companyId: number, language: Language): Promise<AuditTaxCode[]> {
  return taxCodesStatement.all(db, { companyId, language });
}
