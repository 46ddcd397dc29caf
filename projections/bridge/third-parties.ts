import { sql } from 'kysely';
import type pg from 'pg';
import { bigint, nullable, text } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** Search by data of the external platform: the numbers, or the name if there are none. */
export interface SoughtThirdParty {
  readonly type: 'customer' | 'supplier';
  readonly name: string;
  readonly vat_number?: unknown;
  readonly enterprise_number?: unknown;
}

const soughtStatement = statement(
  'third-party-of-platform',
  { companyId: bigint, type: text, name: text, vatNumber: nullable(text), digits: nullable(text) },
  (db, { companyId, type, name, vatNumber, digits }) =>
    db
      .selectFrom('read.third_parties as t')
      .select('t.id')
      .where('t.company_id', '=', companyId)
      .where('t.deleted_at', 'is', null)
      .where('t.is_active', '=', true)
      .where(sql<boolean>`t.type = ${type}`)
      .where(
        sql<boolean>`(t.vat_number = ${vatNumber}
          or regexp_replace(t.enterprise_number, '[^0-9]', '', 'g') = ${digits}
          or (${vatNumber} is null and ${digits} is null and lower(btrim(t.name)) = lower(btrim(${name}))))`,
      )
      // A VAT number is more specific than an enterprise number.
      .orderBy(sql`(t.vat_number is not distinct from ${vatNumber}) desc`)
      .orderBy('t.id')
      .limit(1),
);

/** The matching third party; null if there is none yet. */
export async function findSoughtThirdParty(
  pool: pg.Pool,
  companyId: number,
  { type, name, vat_number, enterprise_number }: SoughtThirdParty,
): Promise<number | null> {
  const vatNumber = typeof vat_number === 'string' ? vat_number : null;
  const digits = typeof enterprise_number === 'string' ? enterprise_number.replaceAll(/\D/g, '') || null : null;
  return (await soughtStatement.first(pool, { companyId, type, name, vatNumber, digits }))?.id ?? null;
}

const partyStatement = statement('third-party-for-platform', { companyId: bigint, id: bigint }, (db, given) =>
  db
    .selectFrom('read.third_parties')
    .select(['name', 'vat_number', 'enterprise_number', 'address', 'postal_code', 'city', 'country', 'email', 'phone'])
    .where('company_id', '=', given.companyId)
    .where('id', '=', given.id),
);

/** Data of the third party of a document that is sent to the platform. */
export const findPlatformParty = (pool: pg.Pool, companyId: number, id: number) =>
  partyStatement.first(pool, { companyId, id });
