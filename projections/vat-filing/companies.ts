import type { Queryable } from '../../database/snapshot.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Companies as the heads of files name them. */
export type FilingCompanyRow = RowOfStatement<typeof companiesStatement>;

const companiesStatement = statement('filing-companies', { ids: bigints }, (db, { ids }) =>
  db
    .selectFrom('read.companies')
    .select(['id', 'name', 'country_pack', 'vat_regime', 'locale', 'enterprise_number', 'vat_number', 'currency'])
    .select(['address', 'street', 'house_number', 'box', 'postal_code', 'city', 'country', 'settings', 'logo_file'])
    .where('id', '=', anyOf(ids)),
);

export async function filingCompanies(db: Queryable, ids: readonly number[]): Promise<readonly FilingCompanyRow[]> {
  return ids.length === 0 ? [] : companiesStatement.all(db, { ids });
}

const onPaymentStatement = statement('sales-taxed-on-payment', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.vat_codes')
    .select('id')
    .where('company_id', '=', companyId)
    .where('direction', '=', 'sale')
    .where('exigibility', '=', 'payment')
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .limit(1),
);

/** Whether the tax on sales, or on some of them, is due when they are paid. */
export const isTaxedOnPayment = async (db: Queryable, companyId: number): Promise<boolean> =>
  (await onPaymentStatement.first(db, { companyId })) !== undefined;

const placesStatement = statement('companies-of-vat-declarations', { ids: bigints }, (db, { ids }) =>
  db
    .selectFrom('read.vat_declarations as d')
    .innerJoin('read.companies as c', 'c.id', 'd.company_id')
    .select(['d.id', 'd.company_id', 'c.firm_id', 'c.public_token'])
    .where('d.id', '=', anyOf(ids))
    .where('d.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null),
);

/** In which company files returns are, whoever may see them. */
export const placesOfDeclarations = (db: Queryable, ids: readonly number[]) => placesStatement.all(db, { ids });
