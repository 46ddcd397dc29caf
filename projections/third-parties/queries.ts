import type pg from 'pg';
import { bigint, optional } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { countsFor, isCountedFor, mergesOf } from './merges.ts';

export type ThirdPartyBalance = RowOfStatement<typeof balancesStatement>;

const balancesStatement = statement(
  'balances-of-third-parties',
  { companyId: bigint, thirdPartyId: optional(bigint) },
  (db, { companyId, thirdPartyId }) =>
    db
      .selectFrom('read.third_party_balances as b')
      .leftJoin(...mergesOf('b'))
      .select((eb) => [
        countsFor<number>('b').as('third_party_id'),
        'b.account_id',
        eb.fn.sum<string>('b.debit').as('debit'),
        eb.fn.sum<string>('b.credit').as('credit'),
      ])
      .where('b.company_id', '=', companyId)
      .where('b.layer', '<>', 'carried')
      .$if(thirdPartyId !== undefined, (query) => query.where(isCountedFor('b', companyId, thirdPartyId!)))
      .groupBy([countsFor('b'), 'b.account_id'])
      .orderBy(countsFor('b'))
      .orderBy('b.account_id'),
);

/** What stands on the accounts of third parties, over all periods; of one of them, or of all. */
export async function thirdPartyBalancesOf(
  pool: pg.Pool,
  companyId: number,
  thirdPartyId: number | null = null,
): Promise<ThirdPartyBalance[]> {
  return balancesStatement.all(pool, { companyId, thirdPartyId: thirdPartyId ?? undefined });
}
