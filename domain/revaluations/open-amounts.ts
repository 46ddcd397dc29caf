import type { CompanyFile } from '../company-file-state.ts';
import { getExchangePack } from '../currency/accounts.ts';
import { findExchangeKind } from '../country-packs/exchange.ts';
import type { PlainDate } from '../dates.ts';
import { subtract, sum } from '../money.ts';
import { findRevaluation } from './state.ts';
import type { OpenAmount } from './valuation.ts';

export type FoundAmount = Omit<OpenAmount, 'kind'> & { readonly account_number: string };

/**
 * What a revaluation of this day values: money, receivables and debts. Advances, taxes and sub-accounts of earlier
 * revaluations are left out. What a revaluation of the same day has already posted on bank and cash accounts is not part
 * of their carrying amount.
 */
export function selectOpenAmounts(
  found: readonly FoundAmount[],
  on: PlainDate,
  file: CompanyFile,
): readonly OpenAmount[] {
  const { exchange } = getExchangePack(file);
  const ownAccounts = new Set(file.revaluations.accounts.map(([, id]) => id));
  const posted = (findRevaluation(file.revaluations, on)?.amounts ?? []).filter(({ part }) => part === 'cash');
  return found.flatMap(({ account_number, ...amount }): readonly OpenAmount[] => {
    const kind = ownAccounts.has(amount.account_id) ? null : findExchangeKind(exchange, account_number);
    if (kind === null) return [];
    const already = kind !== 'cash' ? [] : posted.filter((one) => isSamePlace(one, amount)).map((one) => one.amount);
    return [{ ...amount, kind, carrying_amount: subtract(amount.carrying_amount, sum(already)) }];
  });
}

interface Place {
  readonly account_id: number;
  readonly currency: string;
}

const isSamePlace = (one: Place, other: Place): boolean =>
  one.account_id === other.account_id && one.currency === other.currency;
