import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { compare, isZero, MAX_AMOUNT } from '../money.ts';
import { findLiveRecord } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import type { AssetFields } from './asset-events.ts';
import { computeHighestRate, isAboveRate, getAssetPack } from './asset-plan.ts';

/** Validation of fixed assets. */

export const LONGEST_LIFE_MONTHS = 1200;

export function checkAssetAccount(id: number, file: CompanyFile): readonly Problem[] {
  const field = 'account_id';
  const account = findLiveRecord(file.records, accounts, id);
  if (!account) return [{ code: 'account_unknown', field }];
  if (!account.data.is_postable) return [{ code: 'account_is_group', field }];
  if (!account.data.is_active) return [{ code: 'account_inactive', field }];
  return account.data.number.startsWith('2') ? [] : [{ code: 'asset_account_class', field }];
}

export function checkAssetFields(
  fields: AssetFields,
  before: AssetFields | null,
  id: number,
  file: CompanyFile,
): readonly Problem[] {
  const problems: Problem[] = [];
  const { code, cost, residual_value, acquired_on, in_service_on, method, duration_months, rate, supplier_id } = fields;
  const other = file.fixedAssets.byCode.get(code);
  if (other !== undefined && other !== id) problems.push({ code: 'record_taken', field: 'code' });
  if (cost.length > MAX_AMOUNT.length)
    problems.push({ code: 'amount_too_large', field: 'cost', params: { max: MAX_AMOUNT } });
  if (compare(residual_value, cost) > 0) problems.push({ code: 'asset_residual_above_cost', field: 'residual_value' });
  if (in_service_on < acquired_on) problems.push({ code: 'asset_in_service_before', field: 'in_service_on' });
  if ((method === 'linear' || method === 'declining') && duration_months === null)
    problems.push({ code: 'required', field: 'duration_months' });
  if (duration_months !== null && (duration_months < 1 || duration_months > LONGEST_LIFE_MONTHS))
    problems.push({ code: 'asset_life_out_of_range', field: 'duration_months', params: { max: LONGEST_LIFE_MONTHS } });
  if (
    supplier_id !== null &&
    supplier_id !== before?.supplier_id &&
    !findLiveRecord(file.records, thirdParties, supplier_id)
  )
    problems.push({ code: 'third_party_unknown', field: 'supplier_id' });
  if (method === 'declining' && duration_months !== null)
    problems.push(...checkDecliningMethod(fields, duration_months, rate, file));
  return problems;
}

/** Checks the legal limits of the country for declining-balance depreciation. */
function checkDecliningMethod(
  { acquired_on }: AssetFields,
  months: number,
  rate: string | null,
  { identity }: CompanyFile,
): readonly Problem[] {
  const pack = getAssetPack(identity.country_pack);
  const { endedForCompanies, soleTraders = [] } = pack.declining;
  const isCompany = !soleTraders.includes(identity.legal_form_code ?? '');
  if (endedForCompanies !== undefined && isCompany && acquired_on >= endedForCompanies)
    return [{ code: 'asset_declining_ended', field: 'method', params: { date: endedForCompanies } }];
  const highest = computeHighestRate(months, pack);
  if (!highest)
    return [
      {
        code: 'asset_declining_too_short',
        field: 'duration_months',
        params: { months: pack.declining.times[0]!.fromMonths },
      },
    ];
  if (rate !== null && (isZero(rate) || isAboveRate(rate, highest)))
    return [
      { code: 'asset_rate_too_high', field: 'rate', params: { max: ((100 * highest[0]) / highest[1]).toFixed(2) } },
    ];
  return [];
}
