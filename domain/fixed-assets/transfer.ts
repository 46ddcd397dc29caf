import type { CompanyFile } from '../company-file-state.ts';
import { journalFor } from '../fiscal-years/journal.ts';
import type { Labels } from '../language.ts';
import type { EntryLine } from '../ledger/entry-events.ts';
import { lockedAt, lockOf, placeOf } from '../ledger/place.ts';
import { posted } from '../ledger/posting.ts';
import { absolute, add, isNegative, isZero, negate, ZERO, type SignedAmount } from '../money.ts';
import { invalid, type Problem, type Refusal } from '../refusal.ts';
import { accountNumbered, accumulatedAccount, categoryOf, impairmentAccount, revaluationAccount } from './accounts.ts';
import type { AdjustFixedAsset, Booked } from './adjust-command.ts';
import { accountProblems } from './asset-checks.ts';
import type { AssetAccounts } from './asset-events.ts';
import { nameOf } from './depreciation.ts';
import { packOf } from './asset-plan.ts';
import type { AssetState } from './asset-state.ts';

/** An asset goes to other accounts with all that stands on the old ones: what was under construction is finished. */

const LABELS: Labels = {
  fr: 'Transfert {asset}',
  nl: 'Overboeking {asset}',
  en: 'Transfer {asset}',
  de: 'Umbuchung {asset}',
};
const LONGEST_LABEL = 200;

/** The most accounts that it leaves and reaches: paid, revalued, depreciated, impaired. */
export const LINES_OF_TRANSFER = 8;

export function transferOf(command: AdjustFixedAsset, asset: AssetState, file: CompanyFile): Booked | Refusal {
  const { date, journal_id, lineIds } = command;
  const { fields } = asset;
  const problems: Problem[] = [];
  const journal = journalFor(journal_id, file, problems);
  const place = placeOf(file.fiscalYears, date);
  if (!place) problems.push({ code: 'date_outside_fiscal_years', field: 'date' });
  const lock = place && lockOf(place);
  if (lock) return lockedAt(lock, 'date', problems);
  const account_id = targetOf(command, file, problems);
  if (account_id === fields.account_id) problems.push({ code: 'asset_transfer_same', field: 'account_id' });
  if (problems.length > 0 || account_id === null || !journal || !place) return invalid(problems);

  const category = categoryOf({ category: command.category, account_id }, file);
  const isDepreciated = fields.method !== 'none' || !isZero(asset.depreciated);
  const accumulated = isDepreciated ? accumulatedAccount(account_id, command.accountId, file, problems) : null;
  const accounts: AssetAccounts = {
    category: category.code,
    account_id,
    depreciation_account_id: accumulated?.id ?? null,
    charge_account_id: fields.method === 'none' ? null : accountNumbered(category.charge, file, problems),
  };
  const newImpairment = isZero(asset.impaired) ? null : impairmentAccount(accounts, command.accountId, file, problems);
  if (
    newImpairment &&
    newImpairment.made.length > 0 &&
    accumulated &&
    accumulated.made.length > 0 &&
    newImpairment.id !== accumulated.id
  )
    problems.push({ code: 'asset_account_missing', params: { number: String(account_id) } });
  const oldImpairment = newImpairment ? impairmentAccount(fields, 0, file, problems).id : 0;
  if (problems.length > 0) return invalid(problems);
  const moves: readonly (readonly [from: number, to: number, amount: SignedAmount])[] = [
    [fields.account_id, account_id, asset.cost],
    [revaluationAccount(fields.account_id, file), revaluationAccount(account_id, file), asset.revalued],
    [fields.depreciation_account_id ?? 0, accumulated?.id ?? 0, negate(asset.depreciated)],
    [oldImpairment, newImpairment?.id ?? 0, negate(asset.impaired)],
  ];
  const sums = new Map<number, SignedAmount>();
  for (const [from, to, amount] of moves) {
    sums.set(to, add(amount, sums.get(to) ?? ZERO));
    sums.set(from, add(negate(amount), sums.get(from) ?? ZERO));
  }
  const label = LABELS[file.identity!.locale].replace('{asset}', nameOf(asset)).slice(0, LONGEST_LABEL);
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
  const entry = posted({ ...draft, origin: 'fixed_asset', lines }, journal.journal, place, file);
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

/** The account that is named, or the one of the category. */
function targetOf({ account_id, category }: AdjustFixedAsset, file: CompanyFile, problems: Problem[]): number | null {
  if (account_id !== null) {
    problems.push(...accountProblems(account_id, file));
    return account_id;
  }
  const found = packOf(file.identity!.country_pack).categories.find(({ code }) => code === category);
  if (found) return accountNumbered(found.account, file, problems, 'category');
  problems.push(
    category === null
      ? { code: 'required', field: 'account_id' }
      : {
          code: 'asset_category_unknown',
          field: 'category',
          params: {
            categories: packOf(file.identity!.country_pack)
              .categories.map(({ code }) => code)
              .join(', '),
          },
        },
  );
  return null;
}
