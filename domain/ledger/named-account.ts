import { accounts, type Account } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findIdByKey, findLiveRecord } from '../records/state.ts';
import type { Problem } from '../refusal.ts';

/** The account of a requested line: by number, by id, or by both if they agree. */
export interface NamedAccount {
  readonly account: string | null;
  readonly account_id: number | null;
}

/** Finds the account of a line, if it exists. Problems are added to `problems`, under `prefix`. */
export function resolveNamedAccount(
  { account: number, account_id }: NamedAccount,
  prefix: string,
  file: CompanyFile,
  problems: Problem[],
): { readonly id: number; readonly account: Account | undefined } {
  const field = `${prefix}${account_id === null ? 'account' : 'account_id'}`;
  const id = account_id ?? findIdByKey(file.records, accounts, 'number', number ?? '') ?? 0;
  const account = findLiveRecord(file.records, accounts, id);
  if (account_id === null && number === null) problems.push({ code: 'required', field });
  else if (!account) problems.push({ code: 'account_unknown', field });
  else if (account_id !== null && number !== null && account.data.number !== number)
    problems.push({ code: 'account_contradicts', field: `${prefix}account` });
  else if (!account.data.is_postable) problems.push({ code: 'account_is_group', field });
  else if (!account.data.is_active) problems.push({ code: 'account_inactive', field });
  return { id, account };
}

/** Can this account receive postings? */
export function isPostable(file: CompanyFile, id: number | null): id is number {
  const account = id === null ? undefined : findLiveRecord(file.records, accounts, id);
  return account?.data.is_postable === true && account.data.is_active === true;
}
