import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { countryPack } from '../country-packs/index.ts';
import { idByKey, isLiving, living } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { settings, type SettingValues } from './settings.ts';

/** Accounts must exist, be active and take postings; journals must exist. Each is told at the path of its setting. */
export function settingProblems(wanted: SettingValues, { records, identity }: CompanyFile): Problem[] {
  const pack = countryPack(identity!.country_pack)!;
  return Object.entries(wanted).flatMap(([path, value]): Problem[] => {
    const field = settings[path];
    if (!field) return [{ code: 'setting_unknown', field: path }];
    if (value === null) return field.initial === undefined ? [] : [{ code: 'required', field: path }];
    if (field.kind === 'reference' && !isLiving(records, field.to, value as number))
      return [{ code: 'reference_unknown', field: path }];
    if (field.isEnterpriseNumber && pack.enterpriseNumber.normalise(value as string) === null)
      return [{ code: 'enterprise_number_invalid', field: path }];
    if (!field.isAccount) return [];
    const found = living(records, accounts, idByKey(records, accounts, 'number', value as string));
    if (!found) return [{ code: 'account_unknown', field: path }];
    if (!found.data.is_postable) return [{ code: 'account_is_group', field: path }];
    return found.data.is_active ? [] : [{ code: 'account_inactive', field: path }];
  });
}
