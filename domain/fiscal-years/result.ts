import { accounts, isResultType, type Account } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { getChartFor, findCountryPack } from '../country-packs/index.ts';
import type { ClosingAccounts, ControlRole } from '../country-packs/pack.ts';
import { getRecords } from '../records/state.ts';
import { add, isNegative, isZero, subtract, ZERO, type SignedAmount } from '../money.ts';

/** The result of a year, and the accounts to which the closing transfers it. */

export interface AccountBalance {
  readonly account_id: number;
  /** Debit minus credit over all entries of the year. */
  readonly balance: SignedAmount;
}

export interface YearResult {
  /** Profit is positive. Postings to appropriation accounts are excluded. */
  readonly result: SignedAmount;
  /** The part still to transfer. Smaller than the result if some of it was appropriated manually. */
  readonly remainder: SignedAmount;
}

export const findAccountById = (file: CompanyFile, id: number): Account | undefined =>
  getRecords(file.records, accounts).byId.get(id);

/** Income and expense accounts start each year at zero. All other accounts carry their balance forward. */
export const isResultAccount = (account: Account | undefined): boolean => isResultType(account?.data.type);

/** The closing accounts of the chart for the current legal form of the file. */
export function getClosingAccounts({ identity }: CompanyFile): ClosingAccounts {
  return getChartFor(findCountryPack(identity.country_pack)!, identity.legal_form_code).closing;
}

export function computeYearResult(balances: readonly AccountBalance[], file: CompanyFile): YearResult {
  const appropriation = getClosingAccounts(file).appropriation?.all ?? [];
  let result = ZERO;
  let remainder = ZERO;
  for (const { account_id, balance } of balances) {
    const account = findAccountById(file, account_id);
    if (!isResultAccount(account)) continue;
    remainder = subtract(remainder, balance);
    const number = account!.data.number;
    if (!appropriation.some((prefix) => number.startsWith(prefix))) result = subtract(result, balance);
  }
  return { result, remainder };
}

/** An account that the closing posts to. `id` is undefined if no postable account exists. */
export interface NeededAccount {
  readonly number: string;
  readonly id: number | undefined;
}

export interface Transfer {
  /** Results of earlier years, carried forward together with the remainder of the result. */
  readonly broughtForward: readonly BroughtForward[];
  /** Remainder of the result plus the amounts brought forward. Profit is positive. */
  readonly amount: SignedAmount;
  /** A balance sheet account. */
  readonly equity: NeededAccount;
  /** The income or expense account through which the result is appropriated, if the country uses one. */
  readonly appropriation: NeededAccount | null;
}

export interface BroughtForward extends AccountBalance {
  /** An income or expense account. */
  readonly through: NeededAccount;
}

/** Plans the transfer of the result and of earlier results. Null if there is nothing to transfer. */
export function planResultTransfer(balances: readonly AccountBalance[], file: CompanyFile): Transfer | null {
  const { remainder } = computeYearResult(balances, file);
  const broughtForward = computeBroughtForward(balances, file);
  if (isZero(remainder) && broughtForward.length === 0) return null;
  const amount = broughtForward.reduce((sum, { balance }) => subtract(sum, balance), remainder);
  const side = isNegative(amount) ? 'loss' : 'profit';
  const { appropriation, ...equity } = getClosingAccounts(file);
  return {
    broughtForward,
    amount,
    equity: toNeededAccount(equity[side], appropriation ? 'carried_forward' : 'result', false, file),
    appropriation: appropriation ? toNeededAccount(appropriation[side], 'result', true, file) : null,
  };
}

/** Excludes amounts already carried forward manually, because they belong to this year. */
function computeBroughtForward(balances: readonly AccountBalance[], file: CompanyFile): readonly BroughtForward[] {
  const { appropriation, ...equity } = getClosingAccounts(file);
  if (!appropriation) return [];
  const { from, ...through } = appropriation.broughtForward;
  const carriedByHand = new Map<number, SignedAmount>();
  for (const side of ['profit', 'loss'] as const) {
    const leaving = findUsableAccount(appropriation[side], 'result', true, file);
    const taking = findUsableAccount(equity[side], 'carried_forward', false, file);
    const byHand = balances.find(({ account_id }) => account_id === leaving)?.balance ?? ZERO;
    if (taking !== undefined) carriedByHand.set(taking, add(byHand, carriedByHand.get(taking) ?? ZERO));
  }
  return balances.flatMap(({ account_id, balance }) => {
    const account = findAccountById(file, account_id);
    if (!account || isResultAccount(account) || !from.some((prefix) => account.data.number.startsWith(prefix)))
      return [];
    const earlier = add(balance, carriedByHand.get(account_id) ?? ZERO);
    if (isZero(earlier)) return [];
    const number = through[isNegative(earlier) ? 'profit' : 'loss'];
    return [{ account_id, balance: earlier, through: toNeededAccount(number, null, true, file) }];
  });
}

export interface Waiting {
  /** The account that holds the result of the closed year. */
  readonly from: number;
  readonly to: NeededAccount;
}

/** The account on which the result opens in the next year. Null if it stays where it is. */
export function findWaitingAccounts(file: CompanyFile): Waiting | null {
  const { awaiting, profit } = getClosingAccounts(file);
  if (awaiting === undefined) return null;
  const from = findUsableAccount(profit, 'result', false, file);
  return from === undefined ? null : { from, to: toNeededAccount(awaiting, 'carried_forward', false, file) };
}

/** Accounts that the closing posts to, in addition to those with a balance. */
export function listNeededAccounts(balances: readonly AccountBalance[], file: CompanyFile): readonly NeededAccount[] {
  const transfer = planResultTransfer(balances, file);
  const waiting = findWaitingAccounts(file);
  const isLeft = transfer !== null || balances.some(({ account_id }) => account_id === waiting?.from);
  return [
    ...(transfer?.broughtForward.map(({ through }) => through) ?? []),
    ...(transfer?.appropriation ? [transfer.appropriation] : []),
    ...(transfer ? [transfer.equity] : []),
    ...(waiting && isLeft ? [waiting.to] : []),
  ];
}

const toNeededAccount = (
  number: string,
  role: ControlRole | null,
  isResult: boolean,
  file: CompanyFile,
): NeededAccount => ({
  number,
  id: findUsableAccount(number, role, isResult, file),
});

/**
 * Returns the account with this number, otherwise the account with the same role whose number is nearest: the file may
 * use its own numbering, or the chart of a former legal form. Without a role, the number is used as a prefix.
 */
function findUsableAccount(
  number: string,
  role: ControlRole | null,
  isResult: boolean,
  { records }: CompanyFile,
): number | undefined {
  let best: { readonly id: number; readonly distance: number } | undefined;
  for (const [id, account] of getRecords(records, accounts).byId.entries()) {
    const { data, isTrashed } = account;
    if (isTrashed || !data.is_postable || !data.is_active || isResultAccount(account) !== isResult) continue;
    if (data.number === number) return id;
    if (role === null ? !data.number.startsWith(number) : data.control_role !== role) continue;
    const distance = Math.abs(toChartPosition(data.number) - toChartPosition(number));
    if (!best || distance < best.distance) best = { id, distance };
  }
  return best?.id;
}

/** Position of a number in the chart, regardless of its length. */
const toChartPosition = (number: string): number => Number(`0.${number}`);
