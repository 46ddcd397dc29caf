import type { LineCurrency } from '../ledger/line-currency.ts';
import { buildLineCurrency } from '../ledger/line-currency.ts';
import { isZero, subtract, type SignedAmount } from '../money.ts';

/** The part of the balance of an account that its lines in one currency hold in a year. */
export interface CurrencyBalance {
  readonly account_id: number;
  readonly currency: string;
  /** In the currency of the company file. */
  readonly balance: SignedAmount;
  readonly currency_balance: SignedAmount;
}

export interface CarriedPart {
  readonly amount: SignedAmount;
  readonly currency?: LineCurrency;
}

/**
 * Splits a balance that is carried forward: one part per currency, and the rest in the currency of the company file. A
 * currency whose amounts are all settled has nothing to carry.
 */
export function splitByCurrency(amount: SignedAmount, held: readonly CurrencyBalance[]): readonly CarriedPart[] {
  const parts: CarriedPart[] = [];
  let rest = amount;
  for (const { currency, balance, currency_balance } of held) {
    if (isZero(balance) && isZero(currency_balance)) continue;
    parts.push({ amount: balance, currency: buildLineCurrency(currency, currency_balance, balance) });
    rest = subtract(rest, balance);
  }
  return isZero(rest) ? parts : [{ amount: rest }, ...parts];
}

export function groupByAccount(held: readonly CurrencyBalance[]): ReadonlyMap<number, readonly CurrencyBalance[]> {
  const groups = new Map<number, CurrencyBalance[]>();
  for (const one of held) {
    const group = groups.get(one.account_id);
    if (group) group.push(one);
    else groups.set(one.account_id, [one]);
  }
  return groups;
}
