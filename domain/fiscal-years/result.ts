import { accounts, isOfResult, type Account } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { chartFor, countryPack } from '../country-packs/index.ts';
import type { ClosingAccounts, ControlRole } from '../country-packs/pack.ts';
import { recordsOf } from '../records/state.ts';
import { isNegative, isZero, subtract, ZERO, type SignedAmount } from '../money.ts';

/** What a year has earned or lost, and the accounts that take it when the year is closed. */

export interface AccountBalance {
  readonly account_id: number;
  /** Debit less credit, over all entries of the year. */
  readonly balance: SignedAmount;
}

export interface YearResult {
  /** Profit is positive. What was posted to accounts of the appropriation is no part of it. */
  readonly result: SignedAmount;
  /** What is left of it to be transferred: less than the result where some was appropriated by hand. */
  readonly remainder: SignedAmount;
}

export const accountOf = (file: CompanyFile, id: number): Account | undefined =>
  recordsOf(file.records, accounts).byId.get(id);

/** Income and expenses begin each year at zero; every other account goes on with what it holds. */
export const isResultAccount = (account: Account | undefined): boolean => isOfResult(account?.data.type);

/** Those of the chart that the file keeps, by its legal form as it is now. */
export function closingAccounts({ identity }: CompanyFile): ClosingAccounts {
  return chartFor(countryPack(identity!.country_pack)!, identity!.legal_form_code).closing;
}

export function resultOf(balances: readonly AccountBalance[], file: CompanyFile): YearResult {
  const appropriation = closingAccounts(file).appropriation?.all ?? [];
  let result = ZERO;
  let remainder = ZERO;
  for (const { account_id, balance } of balances) {
    const account = accountOf(file, account_id);
    if (!isResultAccount(account)) continue;
    remainder = subtract(remainder, balance);
    const number = account!.data.number;
    if (!appropriation.some((prefix) => number.startsWith(prefix))) result = subtract(result, balance);
  }
  return { result, remainder };
}

/** An account that the closing posts to; without an id there is none that could be posted to. */
export interface NeededAccount {
  readonly number: string;
  readonly id: number | undefined;
}

export interface TransferAccounts {
  /** Among the accounts of the balance sheet. */
  readonly equity: NeededAccount;
  /** Among income and expenses, where the result leaves them through an account of its own. */
  readonly appropriation: NeededAccount | null;
}

/** Where the remainder of a result goes; null where none is left. */
export function transferAccounts(remainder: SignedAmount, file: CompanyFile): TransferAccounts | null {
  if (isZero(remainder)) return null;
  const side = isNegative(remainder) ? 'loss' : 'profit';
  const { appropriation, ...equity } = closingAccounts(file);
  const needed = (number: string, role: ControlRole, isResult: boolean): NeededAccount => ({
    number,
    id: usableAccount(number, role, isResult, file),
  });
  return {
    equity: needed(equity[side], appropriation ? 'carried_forward' : 'result', false),
    appropriation: appropriation ? needed(appropriation[side], 'result', true) : null,
  };
}

/**
 * The account with this number, else the one in the same role that stands nearest to it: a file may have numbered it
 * otherwise, or keep the chart of another legal form than it has now.
 */
function usableAccount(
  number: string,
  role: ControlRole,
  isResult: boolean,
  { records }: CompanyFile,
): number | undefined {
  let best: { readonly id: number; readonly distance: number } | undefined;
  for (const [id, account] of recordsOf(records, accounts).byId.entries()) {
    const { data, isTrashed } = account;
    if (isTrashed || !data.is_postable || !data.is_active || isResultAccount(account) !== isResult) continue;
    if (data.number === number) return id;
    if (data.control_role !== role) continue;
    const distance = Math.abs(placeOf(data.number) - placeOf(number));
    if (!best || distance < best.distance) best = { id, distance };
  }
  return best?.id;
}

/** Where a number stands in the chart, however many digits it has. */
const placeOf = (number: string): number => Number(`0.${number}`);
