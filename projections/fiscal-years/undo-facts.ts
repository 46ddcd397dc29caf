import type pg from 'pg';
import type { UndoNeeds } from '../../domain/history/undo.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { buildCurrencyKey } from '../../domain/fiscal-years/undo-facts.ts';
import { readYearBalances, readYearCurrencyBalances } from './closing-facts.ts';

const yearsStatement = statement(
  'fiscal-years-to-undo',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    db
      .selectFrom('read.fiscal_years')
      .select(['id', 'code', 'starts_on', 'ends_on', 'period_length'])
      .where('company_id', '=', companyId)
      .where('id', '=', anyOf(ids)),
);

export async function readFiscalYearUndoFacts(
  pool: pg.Pool,
  companyId: number,
  { fiscalYears: ids = [], yearBalances = [] }: UndoNeeds,
) {
  const [years, ...balances] = await Promise.all([
    ids.length === 0 ? [] : yearsStatement.all(pool, { companyId, ids }),
    ...yearBalances.map(async (id) => {
      const [found, inCurrency] = await Promise.all([
        readYearBalances(pool, companyId, id),
        readYearCurrencyBalances(pool, companyId, id),
      ]);
      const ofAccounts = new Map(found.map(({ account_id, balance }) => [account_id, balance]));
      const ofCurrencies = new Map(
        inCurrency.map(({ account_id, currency, currency_balance }) => [
          buildCurrencyKey(account_id, currency),
          currency_balance,
        ]),
      );
      return { id, ofAccounts, ofCurrencies };
    }),
  ]);
  return {
    fiscalYears: new Map(years.map((year) => [year.id, year])),
    yearBalances: new Map(balances.map(({ id, ofAccounts }) => [id, ofAccounts])),
    yearCurrencies: new Map(balances.map(({ id, ofCurrencies }) => [id, ofCurrencies])),
  };
}
