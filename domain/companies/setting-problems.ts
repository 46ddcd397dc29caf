import { accounts } from '../accounts/account.ts';
import { findRequiredProblems } from '../analytics/required.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import { findIdByKey, isLiveRecord, findLiveRecord } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { settings, type SettingValues } from './settings.ts';
import { structuredSettingProblems } from './structured-setting-problems.ts';

/**
 * Accounts must exist, be active and allow postings; journals must exist. Each problem is reported at the path of its
 * setting.
 */
export function findSettingProblems(requested: SettingValues, file: CompanyFile): Problem[] {
  const { records, identity } = file;
  const pack = findCountryPack(identity.country_pack)!;
  return Object.entries(requested).flatMap(([path, value]): Problem[] => {
    const field = settings[path];
    if (!field) return [{ code: 'setting_unknown', field: path }];
    if (value === null) return field.initial === undefined ? [] : [{ code: 'required', field: path }];
    if (field.kind === 'reference' && !isLiveRecord(records, field.to, value as number))
      return [{ code: 'reference_unknown', field: path }];
    if (field.isEnterpriseNumber && pack.enterpriseNumber.normalise(value as string) === null)
      return [{ code: 'enterprise_number_invalid', field: path }];
    if (field.kind === 'object' && field.form === 'analytics_required') return findRequiredProblems(value, path, file);
    if (field.kind === 'object') return structuredSettingProblems[field.form]?.(value, path, file) ?? [];
    if (!field.isAccount) return [];
    const found = findLiveRecord(records, accounts, findIdByKey(records, accounts, 'number', value as string));
    if (!found) return [{ code: 'account_unknown', field: path }];
    if (!found.data.is_postable) return [{ code: 'account_is_group', field: path }];
    return found.data.is_active ? [] : [{ code: 'account_inactive', field: path }];
  });
}
