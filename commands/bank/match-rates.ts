import type pg from 'pg';
import type { RequestedMatch, TransactionToMatch } from '../../domain/bank/match-request.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { ExchangeRate } from '../../domain/currency/rates.ts';
import type { PlainDate } from '../../domain/dates.ts';
import type { OpenLine } from '../../domain/lettering/open-line.ts';
import { findRates } from '../../projections/currency/find-rate.ts';

export type RatesByDay = ReadonlyMap<PlainDate, Readonly<Record<string, ExchangeRate>>>;

/** Rates on the days of transactions. Nothing is read if all transactions and items are in the currency of the file. */
export async function readRatesByDay(
  pool: pg.Pool,
  companyId: number,
  transactions: readonly Pick<TransactionToMatch, 'currency' | 'entry_date'>[],
  items: readonly Pick<OpenLine, 'currency'>[],
  { identity }: CompanyFile,
): Promise<RatesByDay> {
  const all = [...transactions, ...items].flatMap(({ currency }) => currency ?? []);
  const currencies = [...new Set(all)].filter((currency) => currency !== identity.currency);
  if (currencies.length === 0) return new Map();
  const days = [...new Set(transactions.map(({ entry_date }) => entry_date))];
  return new Map(
    await Promise.all(
      days.map(async (day) => {
        const known = await findRates(pool, companyId, currencies, day);
        return [day, Object.fromEntries([...known].map(([currency, { rate }]) => [currency, rate]))] as const;
      }),
    ),
  );
}

/** Adds the rates of its day to each transaction. */
export async function withKnownRates(
  pool: pg.Pool,
  companyId: number,
  matches: readonly RequestedMatch[],
  items: readonly OpenLine[],
  file: CompanyFile,
): Promise<readonly RequestedMatch[]> {
  const transactions = matches.map(({ transaction }) => transaction);
  const byDay = await readRatesByDay(pool, companyId, transactions, items, file);
  if (byDay.size === 0) return matches;
  return matches.map((match) => ({
    ...match,
    transaction: { ...match.transaction, rates: byDay.get(match.transaction.entry_date)! },
  }));
}
