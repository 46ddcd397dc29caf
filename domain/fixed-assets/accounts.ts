import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findCategoryOfAccount } from '../country-packs/asset-categories.ts';
import type { PackAssetCategory } from '../country-packs/pack.ts';
import type { Labels } from '../language.ts';
import { isPostable } from '../ledger/named-account.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { decideRecords } from '../records/records.ts';
import { findIdByKey, getRecords } from '../records/state.ts';
import { isRefusal, NO_PROBLEMS, type Checked } from '../refusal.ts';
import type { AssetFields } from './asset-events.ts';
import { getAssetPack } from './asset-plan.ts';

/**
 * The accounts for fixed assets, defined by the country. They are looked up in the chart of the file and created if
 * missing.
 */

export const getAccountNumber = (id: number, file: CompanyFile): string =>
  getRecords(file.records, accounts).byId.get(id)?.data.number ?? '';

/** The category chosen for the asset, otherwise the category that matches its account. */
export function resolveAssetCategory(
  { category, account_id }: Pick<AssetFields, 'category' | 'account_id'>,
  file: CompanyFile,
): PackAssetCategory {
  const { categories } = getAssetPack(file.identity.country_pack);
  const named = category === null ? undefined : categories.find(({ code }) => code === category);
  return named ?? findCategoryOfAccount(categories, getAccountNumber(account_id, file)) ?? categories.at(-1)!;
}

/** Finds the postable account with this number; 0 if there is none. `field` is the field of the problem. */
export function resolveAccountByNumber(number: string, file: CompanyFile, field?: string): Checked<number> {
  const id = findIdByKey(file.records, accounts, 'number', number) ?? null;
  if (isPostable(file, id)) return { value: id, problems: NO_PROBLEMS };
  const problem = { code: 'asset_account_missing', params: { number }, ...(field !== undefined && { field }) };
  return { value: 0, problems: [problem] };
}

/** An existing or new account, with the events that create it. */
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

/** The account for accumulated depreciation of assets on this account. */
export function resolveAccumulatedAccount(accountId: number, newId: number, file: CompanyFile): Checked<FoundAccount> {
  const { getAccumulatedAccount } = getAssetPack(file.identity.country_pack);
  const number = getAccumulatedAccount(getAccountNumber(accountId, file));
  return findOrCreateAccount({ number, labels: ACCUMULATED, accountId, newId }, file);
}

/** The account for impairments: a separate one, or the account for accumulated depreciation. */
export function resolveImpairmentAccount(
  { account_id, depreciation_account_id }: Pick<AssetFields, 'account_id' | 'depreciation_account_id'>,
  newId: number,
  file: CompanyFile,
): Checked<FoundAccount> {
  const { getImpairmentAccount } = getAssetPack(file.identity.country_pack);
  if (getImpairmentAccount) {
    const number = getImpairmentAccount(getAccountNumber(account_id, file));
    return findOrCreateAccount({ number, labels: IMPAIRED, accountId: account_id, newId }, file);
  }
  if (depreciation_account_id !== null)
    return { value: { id: depreciation_account_id, made: [] }, problems: NO_PROBLEMS };
  return resolveAccumulatedAccount(account_id, newId, file);
}

/** The account for revaluations: a separate one if the chart has it, otherwise the asset account. */
export function resolveRevaluationAccount(accountId: number, file: CompanyFile): number {
  const { getRevaluationAccount } = getAssetPack(file.identity.country_pack);
  const own = getRevaluationAccount
    ? (findIdByKey(file.records, accounts, 'number', getRevaluationAccount(getAccountNumber(accountId, file))) ?? null)
    : null;
  return isPostable(file, own) ? own : accountId;
}

const LONGEST_LABEL = 200;

interface NeededAccount {
  readonly number: string;
  readonly labels: Labels;
  /** The asset account that it belongs to. */
  readonly accountId: number;
  /** The id if it has to be created. */
  readonly newId: number;
}

function findOrCreateAccount(
  { number, labels, accountId, newId }: NeededAccount,
  file: CompanyFile,
): Checked<FoundAccount> {
  const found = findIdByKey(file.records, accounts, 'number', number) ?? null;
  if (isPostable(file, found)) return { value: { id: found, made: [] }, problems: NO_PROBLEMS };
  const of = getRecords(file.records, accounts).byId.get(accountId)?.data;
  const label = labels[file.identity.locale].replace('{account}', of?.label ?? number).slice(0, LONGEST_LABEL);
  const records = [{ id: newId, data: { number, label, type: 'asset' } }];
  const made = found === null ? decideRecords({ type: 'CreateRecords', resource: 'accounts', records }, file) : null;
  if (made !== null && !isRefusal(made)) return { value: { id: newId, made }, problems: NO_PROBLEMS };
  return { value: { id: 0, made: [] }, problems: [{ code: 'asset_account_missing', params: { number } }] };
}
