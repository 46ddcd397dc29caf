import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { categoryOfAccount } from '../country-packs/asset-categories.ts';
import type { PackAssetCategory } from '../country-packs/pack.ts';
import type { Labels } from '../language.ts';
import { isPostable } from '../ledger/named-account.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { decideRecords } from '../records/records.ts';
import { idByKey, recordsOf } from '../records/state.ts';
import { isRefusal, type Problem } from '../refusal.ts';
import type { AssetFields } from './asset-events.ts';
import { packOf } from './asset-plan.ts';

/** The accounts that assets are booked on: those of the country, found in the chart of the file, or made where it has none. */

export const numberOf = (id: number, file: CompanyFile): string =>
  recordsOf(file.records, accounts).byId.get(id)?.data.number ?? '';

/** The one that it was put into, or the one of its account. */
export function categoryOf(
  { category, account_id }: Pick<AssetFields, 'category' | 'account_id'>,
  file: CompanyFile,
): PackAssetCategory {
  const { categories } = packOf(file.identity!.country_pack);
  const named = category === null ? undefined : categories.find(({ code }) => code === category);
  return named ?? categoryOfAccount(categories, numberOf(account_id, file)) ?? categories.at(-1)!;
}

/** The account with this number, where one can post to it; else what is missing goes to `problems`. */
export function accountNumbered(number: string, file: CompanyFile, problems: Problem[], field?: string): number {
  const id = idByKey(file.records, accounts, 'number', number) ?? null;
  if (isPostable(file, id)) return id;
  problems.push({ code: 'asset_account_missing', params: { number }, ...(field !== undefined && { field }) });
  return 0;
}

/** The account that is there or must be made, and what makes it. */
export interface FoundAccount {
  readonly id: number;
  readonly made: readonly RecordEvent[];
}

const ACCUMULATED: Labels = {
  fr: 'Amortissements - {account}',
  nl: 'Afschrijvingen - {account}',
  en: 'Depreciation - {account}',
  de: 'Abschreibungen - {account}',
};
const IMPAIRED: Labels = {
  fr: 'Dépréciations - {account}',
  nl: 'Waardeverminderingen - {account}',
  en: 'Impairment - {account}',
  de: 'Wertminderungen - {account}',
};

/** Where the depreciation of assets of this account stands. */
export function accumulatedAccount(
  accountId: number,
  newId: number,
  file: CompanyFile,
  problems: Problem[],
): FoundAccount {
  const { accumulated } = packOf(file.identity!.country_pack);
  return foundOrMade(accumulated(numberOf(accountId, file)), ACCUMULATED, accountId, newId, file, problems);
}

/** Where impairments of an asset stand: apart, or with its depreciation. */
export function impairmentAccount(
  { account_id, depreciation_account_id }: Pick<AssetFields, 'account_id' | 'depreciation_account_id'>,
  newId: number,
  file: CompanyFile,
  problems: Problem[],
): FoundAccount {
  const { impaired } = packOf(file.identity!.country_pack);
  if (impaired) return foundOrMade(impaired(numberOf(account_id, file)), IMPAIRED, account_id, newId, file, problems);
  if (depreciation_account_id !== null) return { id: depreciation_account_id, made: [] };
  return accumulatedAccount(account_id, newId, file, problems);
}

/** Where revaluations stand: apart where the chart says so, else with what was paid. */
export function revaluationAccount(accountId: number, file: CompanyFile): number {
  const { revalued } = packOf(file.identity!.country_pack);
  const own = revalued
    ? (idByKey(file.records, accounts, 'number', revalued(numberOf(accountId, file))) ?? null)
    : null;
  return isPostable(file, own) ? own : accountId;
}

const LONGEST_LABEL = 200;

function foundOrMade(
  number: string,
  labels: Labels,
  accountId: number,
  newId: number,
  file: CompanyFile,
  problems: Problem[],
): FoundAccount {
  const found = idByKey(file.records, accounts, 'number', number) ?? null;
  if (isPostable(file, found)) return { id: found, made: [] };
  const of = recordsOf(file.records, accounts).byId.get(accountId)?.data;
  const label = labels[file.identity!.locale].replace('{account}', of?.label ?? number).slice(0, LONGEST_LABEL);
  const records = [{ id: newId, data: { number, label, type: 'asset' } }];
  const made = found === null ? decideRecords({ type: 'CreateRecords', resource: 'accounts', records }, file) : null;
  if (made !== null && !isRefusal(made)) return { id: newId, made };
  problems.push({ code: 'asset_account_missing', params: { number } });
  return { id: 0, made: [] };
}
