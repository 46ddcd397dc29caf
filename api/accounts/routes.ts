import { z } from 'zod';
import { accounts } from '../../domain/accounts/account.ts';
import { add, subtract, sum, ZERO } from '../../domain/money.ts';
import { refuse } from '../../domain/refusal.ts';
import { listFiscalYears } from '../../projections/fiscal-years/queries.ts';
import { readAccountBalances } from '../../projections/ledger/account-balances.ts';
import { findRecord } from '../../projections/records/queries.ts';
import { presentFiscalYear } from '../fiscal-years/fiscal-year.ts';
import { withSharedRecord } from '../http/routing/example.ts';
import { date, id } from '../http/input/fields.ts';
import { dateTimestamp, decimalString, recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { LedgerPage, ledgerQuery, respondWithLedger } from '../ledger/movements.ts';
import { translateLabel } from '../records/present.ts';
import { AccountReference } from './account.ts';

const figures = { debit: decimalString, credit: decimalString, balance: decimalString };

const AccountBalance = z
  .object({
    account: AccountReference,
    ...figures,
    periods: z.array(
      z.object({
        fiscal_year_id: recordId,
        period_id: recordId,
        label: z.string(),
        starts_on: dateTimestamp,
        ends_on: dateTimestamp,
        ...figures,
        closing_balance: decimalString,
      }),
    ),
  })
  .meta({ id: 'AccountBalance' });

const read = { area: accounts.name, method: 'get', ability: 'read', role: 'any', demo: 'allowed' } as const;
const withId = z.object({ id: id() });

export const accountRoutes = [
  route({
    ...read,
    path: '/v1/companies/{company}/accounts/{id}/ledger',
    summary: 'Movements of an account with the running balance, oldest first',
    params: withId,
    query: ledgerQuery,
    example: withSharedRecord(accounts.name),
    replies: { 200: LedgerPage },
    async handle(request) {
      const account = await findAccount(request);
      if (!account) return refuse('not_found');
      return respondWithLedger(request, { accountId: request.params.id }, account.currency ?? null);
    },
  }),
  route({
    ...read,
    path: '/v1/companies/{company}/accounts/{id}/balance',
    summary: 'Debit, credit and balance of an account, period by period; `as_of` leaves later movements out',
    params: withId,
    query: z.object({ as_of: date().optional() }),
    example: withSharedRecord(accounts.name),
    replies: { 200: AccountBalance },
    async handle(request) {
      const { services, company, language, params, query } = request;
      const account = await findAccount(request);
      if (!account) return refuse('not_found');
      const [years, movements] = await Promise.all([
        listFiscalYears(services.pool, company.id),
        readAccountBalances(services.pool, company.id, params.id, query.as_of),
      ]);
      const byPeriod = new Map(movements.map((row) => [row.period_id, row]));
      let closing = ZERO;
      const periods = years.flatMap((year) => {
        // Income and expense accounts restart at zero each year, even while the previous year is still open.
        if (account.type === 'income' || account.type === 'expense') closing = ZERO;
        return presentFiscalYear(year, language).periods.map(({ id: periodId, label, starts_on, ends_on }) => {
          const { debit = ZERO, credit = ZERO } = byPeriod.get(periodId) ?? {};
          const balance = subtract(debit, credit);
          closing = add(closing, balance);
          return {
            fiscal_year_id: year.id,
            period_id: periodId,
            label,
            starts_on,
            ends_on,
            debit,
            credit,
            balance,
            closing_balance: closing,
          };
        });
      });
      const sumSide = (side: 'debit' | 'credit') => sum(movements.map((row) => row[side]));
      return ok({
        account: {
          id: account.id,
          number: account.number,
          label: translateLabel(language, account.label, account.labels),
        },
        debit: sumSide('debit'),
        credit: sumSide('credit'),
        balance: subtract(sumSide('debit'), sumSide('credit')),
        periods,
      });
    },
  }),
];

/** Includes trashed accounts: posted amounts stay readable. */
function findAccount({
  services,
  company,
  params,
}: Pick<RouteRequest<{ id: number }>, 'services' | 'company' | 'params'>) {
  return findRecord(services.pool, accounts, company.id, params.id);
}
