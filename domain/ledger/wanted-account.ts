import { accounts, type Account } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { idByKey, living } from '../records/state.ts';
import type { Problem } from '../refusal.ts';

/** How the line of a request names its account: by number, by id, or by both when they agree. */
export interface NamedAccount {
  readonly account: string | null;
  readonly account_id: number | null;
}

/** The account that a line names, as far as it is there; what is wrong with it goes to `problems`, under `prefix`. */
export function namedAccount(
  { account: number, account_id }: NamedAccount,
  prefix: string,
  file: CompanyFile,
  problems: Problem[],
): { readonly id: number; readonly account: Account | undefined } {
  const field = `${prefix}${account_id === null ? 'account' : 'account_id'}`;
  const id = account_id ?? idByKey(file.records, accounts, 'number', number ?? '') ?? 0;
  const account = living(file.records, accounts, id);
  if (account_id === null && number === null) problems.push({ code: 'required', field });
  else if (!account) problems.push({ code: 'account_unknown', field });
  else if (account_id !== null && number !== null && account.data.number !== number)
    problems.push({ code: 'account_contradicts', field: `${prefix}account` });
  else if (!account.data.is_postable) problems.push({ code: 'account_is_group', field });
  else if (!account.data.is_active) problems.push({ code: 'account_inactive', field });
  return { id, account };
}

/** Whether an account that a record names can be posted to. */
export function isPostable(file: CompanyFile, id: number | null): id is number {
  const account = id === null ? undefined : living(file.records, accounts, id);
  return account?.data.is_postable === true && account.data.is_active === true;
}
