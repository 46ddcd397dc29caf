import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { isPostable } from '../ledger/named-account.ts';
import { isNegative, type SignedAmount } from '../money.ts';
import { findIdByKey, getRecords } from '../records/state.ts';
import { getRealisedAccountNumbers } from './accounts.ts';

/** Realised exchange differences: gained or lost when an item is settled. */

/**
 * The account for the realised difference of an item on this account, null if it is not postable, and its number. A debit
 * is a loss: the books carry more than was received, or less than was paid.
 */
export function findExchangeAccount(
  accountId: number,
  difference: SignedAmount,
  file: CompanyFile,
): { readonly id: number | null; readonly number: string } {
  const item = getRecords(file.records, accounts).byId.get(accountId)!.data.number;
  const { gain, loss } = getRealisedAccountNumbers(item, file);
  const number = isNegative(difference) ? gain : loss;
  const id = findIdByKey(file.records, accounts, 'number', number) ?? null;
  return { id: isPostable(file, id) ? id : null, number };
}
