import type { Queryable } from '../../database/snapshot.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

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

/** Whether tax on some or all sales is due on payment. */
export const isTaxedOnPayment = async (db: Queryable, companyId: number): Promise<boolean> =>
  (await onPaymentStatement.first(db, { companyId })) !== undefined;

export type ReturnOfFirm = RowOfStatement<typeof returnsStatement>;

const returnsStatement = statement('returns-of-firm', { firmId: bigint, ids: bigints }, (db, { firmId, ids }) =>
  db
    .selectFrom('read.vat_declarations as d')
    .innerJoin('read.companies as c', 'c.id', 'd.company_id')
    .select(['d.id', 'd.company_id', 'c.public_token', 'd.form', 'd.period_type', 'd.year', 'd.period', 'd.status'])
    .select(['d.boxes', 'd.requests', 'd.comment'])
    .where('d.id', '=', anyOf(ids))
    .where('c.firm_id', '=', firmId)
    .where('d.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null),
);

/** Returns of the company files of a firm, without a check of access rights. */
export const listFirmReturns = (db: Queryable, firmId: number, ids: readonly number[]) =>
  returnsStatement.all(db, { firmId, ids });
