import type { EntryLine, Layer } from '../../domain/ledger/entry-events.ts';
import { isNegative, negate, ZERO } from '../../domain/money.ts';
import type { Batch } from '../support/batch.ts';
import { table, text, type RowOf } from '../support/table.ts';
import { pastCurrencyBalances } from './past.ts';

/** The part of the balances that lines with a currency hold, by currency. */
export const currencyBalances = table({
  name: 'currency_balances',
  columns: {
    company_id: 'bigint NOT NULL',
    account_id: 'bigint NOT NULL',
    period_id: 'bigint NOT NULL',
    layer: text<Layer>('COLLATE "C" NOT NULL'),
    /** The first day of that month. */
    recorded_in: 'date NOT NULL',
    journal_id: 'bigint NOT NULL',
    currency: 'text COLLATE "C" NOT NULL',
    fiscal_year_id: 'bigint NOT NULL',
    /** In the currency of the company file. */
    debit: 'numeric(20,2) NOT NULL',
    credit: 'numeric(20,2) NOT NULL',
    currency_debit: 'numeric(20,2) NOT NULL',
    currency_credit: 'numeric(20,2) NOT NULL',
    lines_count: 'bigint NOT NULL',
  },
  key: ['company_id', 'account_id', 'period_id', 'layer', 'recorded_in', 'journal_id', 'currency'],
  added: ['debit', 'credit', 'currency_debit', 'currency_credit', 'lines_count'],
  past: pastCurrencyBalances,
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.currency_balances': RowOf<typeof currencyBalances>;
  }
}

/** The columns of the row that a line adds to, and its amounts in the currency of the company file. */
type BalancePlace = Omit<
  RowOf<typeof currencyBalances>,
  'currency' | 'currency_debit' | 'currency_credit' | 'lines_count'
>;

export function addCurrencyBalance(
  { currency, currency_amount: amount = ZERO }: EntryLine,
  place: BalancePlace,
  batch: Batch,
): void {
  if (currency === undefined) return;
  batch.add(currencyBalances, {
    ...place,
    currency,
    currency_debit: isNegative(amount) ? ZERO : amount,
    currency_credit: isNegative(amount) ? negate(amount) : ZERO,
    lines_count: 1,
  });
}
