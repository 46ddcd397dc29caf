import { accounts, type Account } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findIdByKey, findLiveRecord } from '../records/state.ts';
import { NO_PROBLEMS, type Problem } from '../refusal.ts';

/** The account of a requested line: by number, by id, or by both if they agree. */
export interface NamedAccount {
  readonly account: string | null;
  readonly account_id: number | null;
}

export interface FoundAccount {
  readonly id: number;
  readonly account: Account | undefined;
  readonly problems: readonly Problem[];
}

/** Finds the account of a line, if it exists. The fields of its problems begin with `prefix`. */
export function resolveNamedAccount(named: NamedAccount, prefix: string, file: CompanyFile): FoundAccount {
  const id = named.account_id ?? findIdByKey(file.records, accounts, 'number', named.account ?? '') ?? 0;
  const account = findLiveRecord(file.records, accounts, id);
  return { id, account, problems: checkNamedAccount(named, account, prefix) };
}

function checkNamedAccount(
  { account: number, account_id }: NamedAccount,
  account: Account | undefined,
  prefix: string,
): readonly Problem[] {
  const toProblem = (code: string, name = account_id === null ? 'account' : 'account_id'): readonly Problem[] => [
    { code, field: `${prefix}${name}` },
  ];
  if (account_id === null && number === null) return toProblem('required');
  if (!account) return toProblem('account_unknown');
  if (account_id !== null && number !== null && account.data.number !== number)
    return toProblem('account_contradicts', 'account');
  if (!account.data.is_postable) return toProblem('account_is_group');
  return account.data.is_active ? NO_PROBLEMS : toProblem('account_inactive');
}

/** Can this account receive postings? */
export function isPostable(file: CompanyFile, id: number | null): id is number {
  const account = id === null ? undefined : findLiveRecord(file.records, accounts, id);
  return account?.data.is_postable === true && account.data.is_active === true;
}
