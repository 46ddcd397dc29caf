import { accounts, isOfResult, type Account } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { chartFor, countryPack } from '../country-packs/index.ts';
import type { ClosingAccounts, ControlRole } from '../country-packs/pack.ts';
import { recordsOf } from '../records/state.ts';
import { add, isNegative, isZero, subtract, ZERO, type SignedAmount } from '../money.ts';

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

export interface Transfer {
  /** What earlier years left and is carried forward together with the remainder of the result. */
  readonly broughtForward: readonly BroughtForward[];
  /** The remainder of the result and what was brought forward; a profit is positive. */
  readonly amount: SignedAmount;
  /** Among the accounts of the balance sheet. */
  readonly equity: NeededAccount;
  /** Among income and expenses, where the result leaves them through an account of its own. */
  readonly appropriation: NeededAccount | null;
}

export interface BroughtForward extends AccountBalance {
  /** Of income and expenses. */
  readonly through: NeededAccount;
}

/** Where the result goes, together with what earlier years left; null where there is neither. */
export function transferOf(balances: readonly AccountBalance[], file: CompanyFile): Transfer | null {
  const { remainder } = resultOf(balances, file);
  const broughtForward = broughtForwardOf(balances, file);
  if (isZero(remainder) && broughtForward.length === 0) return null;
  const amount = broughtForward.reduce((sum, { balance }) => subtract(sum, balance), remainder);
  const side = isNegative(amount) ? 'loss' : 'profit';
  const { appropriation, ...equity } = closingAccounts(file);
  return {
    broughtForward,
    amount,
    equity: neededAccount(equity[side], appropriation ? 'carried_forward' : 'result', false, file),
    appropriation: appropriation ? neededAccount(appropriation[side], 'result', true, file) : null,
  };
}

/** Less what was already carried forward by hand, which is of this year. */
function broughtForwardOf(balances: readonly AccountBalance[], file: CompanyFile): readonly BroughtForward[] {
  const { appropriation, ...equity } = closingAccounts(file);
  if (!appropriation) return [];
  const { from, ...through } = appropriation.broughtForward;
  const carriedByHand = new Map<number, SignedAmount>();
  for (const side of ['profit', 'loss'] as const) {
    const leaving = usableAccount(appropriation[side], 'result', true, file);
    const taking = usableAccount(equity[side], 'carried_forward', false, file);
    const byHand = balances.find(({ account_id }) => account_id === leaving)?.balance ?? ZERO;
    if (taking !== undefined) carriedByHand.set(taking, add(byHand, carriedByHand.get(taking) ?? ZERO));
  }
  return balances.flatMap(({ account_id, balance }) => {
    const account = accountOf(file, account_id);
    if (!account || isResultAccount(account) || !from.some((prefix) => account.data.number.startsWith(prefix)))
      return [];
    const earlier = add(balance, carriedByHand.get(account_id) ?? ZERO);
    if (isZero(earlier)) return [];
    const number = through[isNegative(earlier) ? 'profit' : 'loss'];
    return [{ account_id, balance: earlier, through: neededAccount(number, null, true, file) }];
  });
}

export interface Waiting {
  /** The account of the result of one year, which it leaves. */
  readonly from: number;
  readonly to: NeededAccount;
}

/** Where a result opens in the next year; null where it stays on the account that took it. */
export function waitingOf(file: CompanyFile): Waiting | null {
  const { awaiting, profit } = closingAccounts(file);
  if (awaiting === undefined) return null;
  const from = usableAccount(profit, 'result', false, file);
  return from === undefined ? null : { from, to: neededAccount(awaiting, 'carried_forward', false, file) };
}

/** What the closing posts to besides the accounts that hold something. */
export function neededAccounts(balances: readonly AccountBalance[], file: CompanyFile): readonly NeededAccount[] {
  const transfer = transferOf(balances, file);
  const waiting = waitingOf(file);
  const isLeft = transfer !== null || balances.some(({ account_id }) => account_id === waiting?.from);
  return [
    ...(transfer?.broughtForward.map(({ through }) => through) ?? []),
    ...(transfer?.appropriation ? [transfer.appropriation] : []),
    ...(transfer ? [transfer.equity] : []),
    ...(waiting && isLeft ? [waiting.to] : []),
  ];
}

const neededAccount = (
  number: string,
  role: ControlRole | null,
  isResult: boolean,
  file: CompanyFile,
): NeededAccount => ({
  number,
  id: usableAccount(number, role, isResult, file),
});

/**
 * The account with this number, else the one in the same role that stands nearest to it: a file may have numbered it
 * otherwise, or keep the chart of another legal form than it has now. Without a role, the first one below that number.
 */
function usableAccount(
  number: string,
  role: ControlRole | null,
  isResult: boolean,
  { records }: CompanyFile,
): number | undefined {
  let best: { readonly id: number; readonly distance: number } | undefined;
  for (const [id, account] of recordsOf(records, accounts).byId.entries()) {
    const { data, isTrashed } = account;
    if (isTrashed || !data.is_postable || !data.is_active || isResultAccount(account) !== isResult) continue;
    if (data.number === number) return id;
    if (role === null ? !data.number.startsWith(number) : data.control_role !== role) continue;
    const distance = Math.abs(placeOf(data.number) - placeOf(number));
    if (!best || distance < best.distance) best = { id, distance };
  }
  return best?.id;
}

/** Where a number stands in the chart, however many digits it has. */
const placeOf = (number: string): number => Number(`0.${number}`);
