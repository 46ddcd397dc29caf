import { accounts, type Account } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { isCurrencyCode } from '../currency/codes.ts';
import { computeRate, disagrees, trimRate, type ExchangeRate } from '../currency/rates.ts';
import { isNegative, isZero, negate, subtract, sum, ZERO, type Amount, type SignedAmount } from '../money.ts';
import { getRecords } from '../records/state.ts';
import { NO_PROBLEMS, type Checked, type Problem } from '../refusal.ts';
import type { EntryLine } from './entry-events.ts';

/** The amount of a line in a foreign currency, beside its debit and credit in the currency of the company file. */

export type LineCurrency = Pick<EntryLine, 'currency' | 'currency_amount' | 'exchange_rate'>;

/** As a client gives it. Absent and null mean the same. */
export interface RequestedCurrency {
  readonly currency?: string | null;
  /** Signed like debit minus credit. */
  readonly currency_amount?: SignedAmount | null;
  /** Absent: the rate between the two amounts. */
  readonly exchange_rate?: ExchangeRate | null;
}

interface Sides {
  readonly debit: Amount;
  readonly credit: Amount;
}

const NONE: LineCurrency = {};
const WITHOUT_CURRENCY: Checked<LineCurrency> = { value: NONE, problems: NO_PROBLEMS };

/** The members that a line with a currency adds. Most lines have none: they cost one comparison. */
export function resolveLineCurrency(
  line: RequestedCurrency & Sides,
  account: Account | undefined,
  prefix: string,
  { identity }: CompanyFile,
): Checked<LineCurrency> {
  const own = account?.data.currency ?? null;
  const { currency = null, currency_amount = null, exchange_rate = null } = line;
  if (currency === null && currency_amount === null && exchange_rate === null && own === null) return WITHOUT_CURRENCY;
  const refuse = (code: string, field: string, params?: Problem['params']): Checked<LineCurrency> => ({
    value: NONE,
    problems: [{ code, field: `${prefix}${field}`, ...(params && { params }) }],
  });
  if (currency === null) return refuse('currency_missing', 'currency', { currency: own ?? '' });
  if (!isCurrencyCode(currency)) return refuse('currency_unknown', 'currency');
  if (own !== null && own !== currency) return refuse('currency_mismatch', 'currency', { currency, expected: own });
  const base = subtract(line.debit, line.credit);
  if (currency === identity.currency)
    return isZero(subtract(currency_amount ?? base, base))
      ? WITHOUT_CURRENCY
      : refuse('exchange_rate_disagrees', 'currency_amount');
  if (currency_amount === null) return refuse('required', 'currency_amount');
  if (!isZero(currency_amount) && isNegative(currency_amount) !== isNegative(base))
    return refuse('currency_amount_of_other_sign', 'currency_amount');
  if (exchange_rate !== null && isZero(exchange_rate)) return refuse('exchange_rate_invalid', 'exchange_rate');
  if (exchange_rate !== null && disagrees(exchange_rate, currency_amount, base))
    return refuse('exchange_rate_disagrees', 'exchange_rate');
  return { value: buildLineCurrency(currency, currency_amount, base, exchange_rate), problems: NO_PROBLEMS };
}

/** The members of a line. Without a rate, it is the one between the two amounts, if there is one. */
export function buildLineCurrency(
  currency: string,
  currency_amount: SignedAmount,
  base: SignedAmount,
  rate: ExchangeRate | null = null,
): LineCurrency {
  const exchange_rate = rate ?? computeRate(currency_amount, base);
  return { currency, currency_amount, ...(exchange_rate !== null && { exchange_rate: trimRate(exchange_rate) }) };
}

/**
 * Lines that the service builds itself, such as those of an invoice: whether each account accepts the currency of its
 * line. Entries of an exchange difference or a revaluation, and carried balances, are not checked.
 */
export function checkAccountCurrencies(
  lines: readonly Pick<EntryLine, 'account_id' | 'currency'>[],
  getField: (index: number) => string,
  { records }: Pick<CompanyFile, 'records'>,
): readonly Problem[] {
  let problems: Problem[] | undefined;
  for (const [index, { account_id, currency }] of lines.entries()) {
    const own = getRecords(records, accounts).byId.get(account_id)?.data.currency ?? null;
    if (own === null || own === currency) continue;
    const code = currency === undefined ? 'currency_missing' : 'currency_mismatch';
    (problems ??= []).push({ code, field: getField(index), params: { currency: currency ?? own, expected: own } });
  }
  return problems ?? NO_PROBLEMS;
}

/** The members of the opposite line. */
export function mirrorLineCurrency({ currency, currency_amount, exchange_rate }: LineCurrency): LineCurrency {
  if (currency === undefined) return NONE;
  return {
    currency,
    currency_amount: negate(currency_amount!),
    ...(exchange_rate !== undefined && { exchange_rate }),
  };
}

/** The currency that all lines with a currency share, and their total in it: the sum of what is debited. */
export function computeCurrencyTotal(lines: readonly LineCurrency[]): {
  readonly currency: string | null;
  readonly currency_total: Amount | null;
} {
  const inCurrency = lines.filter(({ currency }) => currency !== undefined);
  const currency = inCurrency[0]?.currency;
  if (currency === undefined || inCurrency.some((line) => line.currency !== currency))
    return { currency: null, currency_total: null };
  const debited = inCurrency.map(({ currency_amount = ZERO }) =>
    isNegative(currency_amount) ? ZERO : currency_amount,
  );
  return { currency, currency_total: sum(debited) };
}
