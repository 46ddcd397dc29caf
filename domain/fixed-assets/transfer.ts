import type { CompanyFile } from '../company-file-state.ts';
import { resolveMiscellaneousJournal } from '../fiscal-years/journal.ts';
import type { Labels } from '../language.ts';
import type { EntryLine } from '../ledger/entry-events.ts';
import { refuseLocked, findLock, findPlace } from '../ledger/place.ts';
import { buildOwnEntry } from '../ledger/posting.ts';
import { absolute, add, isNegative, isZero, negate, ZERO, type SignedAmount } from '../money.ts';
import { refuseInvalid, collectValue, isRefusal, type Checked, type Problem, type Refusal } from '../refusal.ts';
import {
  resolveAccountByNumber,
  resolveAccumulatedAccount,
  resolveAssetCategory,
  resolveImpairmentAccount,
  resolveRevaluationAccount,
} from './accounts.ts';
import type { AdjustFixedAsset, Booked } from './adjust-command.ts';
import { checkAssetAccount } from './asset-checks.ts';
import type { AssetAccounts } from './asset-events.ts';
import { formatAssetName } from './depreciation.ts';
import { getAssetPack } from './asset-plan.ts';
import type { AssetState } from './asset-state.ts';

/** Transfers an asset to other accounts with all its amounts, for example when construction is finished. */

const LABELS: Labels = {
  fr: 'Transfert {asset}',
  nl: 'Overboeking {asset}',
  en: 'Transfer {asset}',
  de: 'Umbuchung {asset}',
};
const LONGEST_LABEL = 200;

/** Two lines for each amount: cost, revaluation, depreciation and impairment. */
export const LINES_OF_TRANSFER = 8;

export function buildAssetTransfer(command: AdjustFixedAsset, asset: AssetState, file: CompanyFile): Booked | Refusal {
  const { date, journal_id, lineIds } = command;
  const { fields } = asset;
  const problems: Problem[] = [];
  const journal = collectValue(resolveMiscellaneousJournal(journal_id, file), problems);
  const place = findPlace(file.fiscalYears, date);
  if (!place) problems.push({ code: 'date_outside_fiscal_years', field: 'date' });
  const lock = place && findLock(place);
  if (lock) return refuseLocked(lock, 'date', problems);
  const account_id = collectValue(resolveTargetAccount(command, file), problems);
  if (account_id === fields.account_id) problems.push({ code: 'asset_transfer_same', field: 'account_id' });
  if (problems.length > 0 || account_id === null || !journal || !place) return refuseInvalid(problems);

  const category = resolveAssetCategory({ category: command.category, account_id }, file);
  const isDepreciated = fields.method !== 'none' || !isZero(asset.depreciated);
  const accumulated = isDepreciated
    ? collectValue(resolveAccumulatedAccount(account_id, command.accountId, file), problems)
    : null;
  const accounts: AssetAccounts = {
    category: category.code,
    account_id,
    depreciation_account_id: accumulated?.id ?? null,
    charge_account_id:
      fields.method === 'none' ? null : collectValue(resolveAccountByNumber(category.charge, file), problems),
  };
  const newImpairment = isZero(asset.impaired)
    ? null
    : collectValue(resolveImpairmentAccount(accounts, command.accountId, file), problems);
  if (
    newImpairment &&
    newImpairment.made.length > 0 &&
    accumulated &&
    accumulated.made.length > 0 &&
    newImpairment.id !== accumulated.id
  )
    problems.push({ code: 'asset_account_missing', params: { number: String(account_id) } });
  const oldImpairment = newImpairment ? collectValue(resolveImpairmentAccount(fields, 0, file), problems).id : 0;
  if (problems.length > 0) return refuseInvalid(problems);
  const moves: readonly (readonly [from: number, to: number, amount: SignedAmount])[] = [
    [fields.account_id, account_id, asset.cost],
    [resolveRevaluationAccount(fields.account_id, file), resolveRevaluationAccount(account_id, file), asset.revalued],
    [fields.depreciation_account_id ?? 0, accumulated?.id ?? 0, negate(asset.depreciated)],
    [oldImpairment, newImpairment?.id ?? 0, negate(asset.impaired)],
  ];
  const sums = new Map<number, SignedAmount>();
  for (const [from, to, amount] of moves) {
    sums.set(to, add(amount, sums.get(to) ?? ZERO));
    sums.set(from, add(negate(amount), sums.get(from) ?? ZERO));
  }
  const label = LABELS[file.identity.locale].replace('{asset}', formatAssetName(asset)).slice(0, LONGEST_LABEL);
  const lines = [...sums]
    .filter(([, amount]) => !isZero(amount))
    .map(([account, amount], index): EntryLine => ({
      id: lineIds[index]!,
      account_id: account,
      debit: isNegative(amount) ? ZERO : amount,
      credit: isNegative(amount) ? absolute(amount) : ZERO,
      label: command.reason?.slice(0, LONGEST_LABEL) ?? null,
      third_party_id: null,
    }));
  const draft = {
    id: command.entryId,
    journal_id: journal.id,
    entry_date: date,
    due_date: null,
    label,
    reference: null,
  } as const;
  const entry = buildOwnEntry({ ...draft, origin: 'fixed_asset', lines }, journal.journal, place, file);
  if (isRefusal(entry)) return entry;
  const { category: before, depreciation_account_id, charge_account_id } = fields;
  return {
    made: [...(accumulated?.made ?? []), ...(newImpairment?.made ?? [])],
    entries: [entry],
    accounts: {
      accounts,
      previous_accounts: {
        category: before,
        account_id: fields.account_id,
        depreciation_account_id,
        charge_account_id,
      },
    },
  };
}

/** The requested account, otherwise the account of the category. */
function resolveTargetAccount({ account_id, category }: AdjustFixedAsset, file: CompanyFile): Checked<number | null> {
  if (account_id !== null) return { value: account_id, problems: checkAssetAccount(account_id, file) };
  if (category === null) return { value: null, problems: [{ code: 'required', field: 'account_id' }] };
  const { categories } = getAssetPack(file.identity.country_pack);
  const found = categories.find(({ code }) => code === category);
  if (found) return resolveAccountByNumber(found.account, file, 'category');
  const params = { categories: categories.map(({ code }) => code).join(', ') };
  return { value: null, problems: [{ code: 'asset_category_unknown', field: 'category', params }] };
}
