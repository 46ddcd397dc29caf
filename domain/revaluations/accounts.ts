import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { getExchangePack, resolveExchangeAccount } from '../currency/accounts.ts';
import { getExchangeAccount, type ExchangePurpose } from '../country-packs/exchange.ts';
import type { Labels } from '../language.ts';
import { isPostable } from '../ledger/named-account.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { decideRecords, evolveRecords } from '../records/records.ts';
import { findIdByKey, getRecords } from '../records/state.ts';
import { isRefusal, type Problem } from '../refusal.ts';
import type { AmountAccount, PlannedAmount } from './valuation.ts';

/** The accounts of a revaluation: those of the country, and a sub-account below the account of each item. */

export interface ResolvedAccounts {
  readonly getId: (account: AmountAccount) => number;
  /** Events that create missing accounts. */
  readonly made: readonly RecordEvent[];
  /** New sub-accounts. */
  readonly created: readonly { readonly account_id: number; readonly revaluation_account_id: number }[];
  readonly problems: readonly Problem[];
  readonly file: CompanyFile;
}

const LABELS: Labels = {
  fr: '{account} - réévaluation',
  nl: '{account} - herwaardering',
  en: '{account} - revaluation',
  de: '{account} - Umbewertung',
};
const LONGEST_LABEL = 200;
const LONGEST_NUMBER = 20;
/** The digit added to the number of the account, once or more if the number is taken. */
const SUFFIX = '9';

/** One new id may be needed for each different account. */
export const countNewAccounts = (amounts: readonly PlannedAmount[]): number =>
  new Set(amounts.map(({ account }) => JSON.stringify(account))).size;

export function resolveAccounts(
  amounts: readonly PlannedAmount[],
  newIds: readonly number[],
  before: CompanyFile,
): ResolvedAccounts {
  const ids = new Map<string, number>();
  const made: RecordEvent[] = [];
  const created: { account_id: number; revaluation_account_id: number }[] = [];
  const problems: Problem[] = [];
  const supply = newIds.values();
  let file = before;
  const add = (events: readonly RecordEvent[]): void => {
    made.push(...events);
    for (const event of events) file = { ...file, records: evolveRecords(file.records, event) };
  };
  for (const { account } of amounts) {
    const key = JSON.stringify(account);
    if (ids.has(key)) continue;
    if ('account_id' in account) ids.set(key, account.account_id);
    else if ('below' in account) {
      const found = findSubAccount(account.below, file);
      const id = found ?? supply.next().value!;
      ids.set(key, id);
      if (found !== undefined) continue;
      add(createSubAccount(account.below, id, file, problems));
      created.push({ account_id: account.below, revaluation_account_id: id });
    } else {
      const number = getAccountNumber(account, file);
      const found = resolveExchangeAccount(number, supply.next().value!, file);
      problems.push(...found.problems);
      ids.set(key, found.value.id);
      add(found.value.made);
    }
  }
  return { getId: (account) => ids.get(JSON.stringify(account))!, made, created, problems, file };
}

function getAccountNumber({ purpose, side }: { purpose: string; side: 'loss' | 'gain' }, file: CompanyFile): string {
  const { exchange, chart } = getExchangePack(file);
  return getExchangeAccount(exchange, chart, purpose as ExchangePurpose, side);
}

function findSubAccount(account: number, file: CompanyFile): number | undefined {
  const known = file.revaluations.accounts.filter(([of]) => of === account).map(([, id]) => id);
  return known.findLast((id) => isPostable(file, id));
}

function createSubAccount(account: number, id: number, file: CompanyFile, problems: Problem[]): readonly RecordEvent[] {
  const of = getRecords(file.records, accounts).byId.get(account)?.data;
  if (!of) throw new Error(`Account ${account} does not exist`);
  let number = `${of.number}${SUFFIX}`;
  while (number.length < LONGEST_NUMBER && findIdByKey(file.records, accounts, 'number', number) !== undefined)
    number += SUFFIX;
  const label = LABELS[file.identity.locale].replace('{account}', of.label).slice(0, LONGEST_LABEL);
  const records = [{ id, data: { number, label, type: of.type } }];
  const made = decideRecords({ type: 'CreateRecords', resource: 'accounts', records }, file);
  if (!isRefusal(made)) return made;
  problems.push({ code: 'exchange_account_missing', params: { number } });
  return [];
}
