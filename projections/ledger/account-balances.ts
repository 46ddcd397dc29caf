import type pg from 'pg';
import { bigint, date } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Movements of an account by period. */

export type PeriodMovement = RowOfStatement<typeof balancesStatement>;

const ofAccount = { companyId: bigint, accountId: bigint };

const balancesStatement = statement('account-balances', ofAccount, (db, { companyId, accountId }) =>
  db
    .selectFrom('read.balances')
    .select((eb) => ['period_id', eb.fn.sum<string>('debit').as('debit'), eb.fn.sum<string>('credit').as('credit')])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('layer', '<>', 'carried')
    .groupBy('period_id'),
);

const balancesUpToStatement = statement(
  'account-balances-up-to',
  { ...ofAccount, upTo: date },
  (db, { companyId, accountId, upTo }) =>
    db
      .selectFrom('read.entry_lines as l')
      .innerJoin('read.entries as e', 'e.id', 'l.entry_id')
      .select((eb) => [
        'e.period_id',
        eb.fn.sum<string>('l.debit').as('debit'),
        eb.fn.sum<string>('l.credit').as('credit'),
      ])
      .where('l.company_id', '=', companyId)
      .where('l.account_id', '=', accountId)
      .where('l.layer', '<>', 'carried')
      .where('l.entry_date', '<=', upTo)
      .groupBy('e.period_id'),
);

/** By period, from the stored balances; up to a day, from the lines. */
export async function readAccountBalances(
  pool: pg.Pool,
  companyId: number,
  accountId: number,
  upTo: string | undefined,
): Promise<PeriodMovement[]> {
  return upTo === undefined
    ? balancesStatement.all(pool, { companyId, accountId })
    : balancesUpToStatement.all(pool, { companyId, accountId, upTo });
}
