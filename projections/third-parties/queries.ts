import type pg from 'pg';
import { bigint, optional } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { resolveThirdPartyId, isCountedFor, buildMergeJoin } from './merges.ts';

export type ThirdPartyBalance = RowOfStatement<typeof balancesStatement>;

const balancesStatement = statement(
  'balances-of-third-parties',
  { companyId: bigint, thirdPartyId: optional(bigint) },
  (db, { companyId, thirdPartyId }) =>
    db
      .selectFrom('read.third_party_balances as b')
      .leftJoin(...buildMergeJoin('b'))
      .select((eb) => [
        resolveThirdPartyId<number>('b').as('third_party_id'),
        'b.account_id',
        eb.fn.sum<string>('b.debit').as('debit'),
        eb.fn.sum<string>('b.credit').as('credit'),
      ])
      .where('b.company_id', '=', companyId)
      .where('b.layer', '<>', 'carried')
      .$if(thirdPartyId !== undefined, (query) => query.where(isCountedFor('b', companyId, thirdPartyId!)))
      .groupBy([resolveThirdPartyId('b'), 'b.account_id'])
      .orderBy(resolveThirdPartyId('b'))
      .orderBy('b.account_id'),
);

/** Balances of third parties by account over all periods; for one third party, or for all. */
export async function readThirdPartyBalances(
  pool: pg.Pool,
  companyId: number,
  thirdPartyId: number | null = null,
): Promise<ThirdPartyBalance[]> {
  return balancesStatement.all(pool, { companyId, thirdPartyId: thirdPartyId ?? undefined });
}
