import type { CompanyFile } from '../company-file-state.ts';
import { countryPack } from '../country-packs/index.ts';
import type { CountryPack } from '../country-packs/pack.ts';
import { sameJson, type Json } from '../json.ts';
import type { Language } from '../language.ts';
import { invalid, refuse, unreachable, type Decision, type Problem } from '../refusal.ts';
import type { CompanyChanges, CompanyDetails, CompanyEvent } from './company-events.ts';
import { sheetChanges, type RefreshCompanySheet } from './sheet.ts';
import type { CompanyState } from './state.ts';
import { settingProblems } from './setting-problems.ts';
import { differingSettings, settings, type SettingValues } from './settings.ts';
import { regimeChanges } from './vat-regimes.ts';

/** The identity of a company file after its opening: changes, settings, and the way to the recycle bin and back. */

interface Locked {
  readonly baseVersion: number | null;
}

export type CompanyCommand =
  | RefreshCompanySheet
  | ({ readonly type: 'UpdateCompanyFile'; readonly changes: CompanyChanges } & Locked)
  | ({ readonly type: 'ChangeCompanySettings'; readonly changes: SettingValues } & Locked)
  | ({ readonly type: 'TrashCompanyFile' } & Locked)
  | { readonly type: 'RestoreCompanyFile' };

export function decideIdentity(command: CompanyCommand, file: CompanyFile): Decision<CompanyEvent> {
  const company = file.identity!;
  const next = company.version + 1;
  if (command.type === 'RestoreCompanyFile')
    return company.isTrashed ? [{ type: 'CompanyFileRestored', data: { version: next } }] : refuse('not_found');
  const { baseVersion } = command;
  if (baseVersion !== null && baseVersion !== company.version)
    return refuse('conflict', {}, { server_version: company.version });
  switch (command.type) {
    case 'UpdateCompanyFile':
      return update(command.changes, company);
    case 'RefreshCompanySheet':
      // The register took a while to answer: the number may be another one by now.
      if (company.enterprise_number !== command.enterpriseNumber)
        return refuse('conflict', {}, { server_version: company.version });
      return update(sheetChanges(command, company), company);
    case 'ChangeCompanySettings': {
      const changes = differingSettings(command.changes, company.settings);
      const problems = settingProblems(changes, file);
      if (problems.length > 0) return invalid(problems);
      if (Object.keys(changes).length === 0) return [];
      const previous = Object.fromEntries(
        Object.keys(changes).map((path) => [path, company.settings[path] ?? (settings[path]!.initial as Json) ?? null]),
      );
      return [{ type: 'CompanySettingsChanged', data: { version: next, changes, previous } }];
    }
    case 'TrashCompanyFile':
      return [{ type: 'CompanyFileTrashed', data: { version: next } }];
    default:
      return unreachable(command);
  }
}

function update(given: CompanyChanges, company: CompanyState): Decision<CompanyEvent> {
  const pack = countryPack(company.country_pack)!;
  const problems = identityProblems(given, pack);
  // Which of several regimes another one would take the place of, nobody could tell.
  if (given.vat_regime && regimeChanges(company.settings).length > 0)
    problems.push({ code: 'vat_regime_has_history', field: 'vat_regime' });
  if (problems.length > 0) return invalid(problems);
  const requested = { ...given, ...normalisedIdentity(given, pack, given.locale ?? company.locale) };
  const names = (Object.keys(requested) as (keyof CompanyChanges)[]).filter(
    (name) => requested[name] !== undefined && !sameJson(requested[name] as Json, (company[name] ?? null) as Json),
  );
  if (names.length === 0) return [];
  const pick = (from: CompanyChanges): CompanyChanges =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  const data = { version: company.version + 1, changes: pick(requested), previous: pick(company) };
  return [{ type: 'CompanyFileUpdated', data }];
}

type Numbers = Partial<
  Pick<CompanyDetails, 'enterprise_number' | 'vat_number' | 'legal_form' | 'legal_form_code' | 'vat_regime'>
>;

/** Official numbers and the legal form must be such of the country; what is absent is not judged. */
export function identityProblems(
  { enterprise_number, vat_number, legal_form_code, vat_regime }: Numbers,
  pack: CountryPack,
): Problem[] {
  const problems: Problem[] = [];
  if (enterprise_number && pack.enterpriseNumber.normalise(enterprise_number) === null)
    problems.push({ code: 'enterprise_number_invalid', field: 'enterprise_number' });
  if (vat_number && pack.vatNumber.normalise(vat_number) === null)
    problems.push({ code: 'vat_number_invalid', field: 'vat_number' });
  if (legal_form_code && !pack.legalForms.some(({ code }) => code === legal_form_code))
    problems.push({ code: 'legal_form_unknown', field: 'legal_form_code' });
  if (vat_regime && !pack.vatRegimes.some(({ code }) => code === vat_regime))
    problems.push({ code: 'vat_regime_unknown', field: 'vat_regime', params: { country: pack.code } });
  return problems;
}

/** Numbers in their stored form; a legal form that comes by its code alone gets its name in the language of the file. */
export function normalisedIdentity(
  { enterprise_number, vat_number, legal_form, legal_form_code }: Numbers,
  pack: CountryPack,
  language: Language,
): Numbers {
  const form = pack.legalForms.find(({ code }) => code === legal_form_code);
  return {
    ...(enterprise_number && { enterprise_number: pack.enterpriseNumber.normalise(enterprise_number) }),
    ...(vat_number && { vat_number: pack.vatNumber.normalise(vat_number) }),
    ...(form && !legal_form && { legal_form: form.abbreviations?.[language] ?? form.labels[language] }),
  };
}
