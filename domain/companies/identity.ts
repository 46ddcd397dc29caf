import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import type { CountryPack } from '../country-packs/pack.ts';
import { isSameJson, type Json } from '../json.ts';
import type { Language } from '../language.ts';
import { refuseInvalid, refuse, assertUnreachable, type Decision, type Problem } from '../refusal.ts';
import type { CompanyChanges, CompanyDetails, CompanyEvent } from './company-events.ts';
import { buildSheetChanges, type RefreshCompanySheet } from './sheet.ts';
import type { CompanyState } from './state.ts';
import { findSettingProblems } from './setting-problems.ts';
import { findChangedSettings, settings, type SettingValues } from './settings.ts';
import { getRegimeChanges } from './vat-regimes.ts';
import { findVersionConflict } from '../versions.ts';

/** The identity of a company file after its opening: changes, settings, trashing and restoring. */

interface Locked {
  readonly baseVersion: number | null;
}

export type CompanyCommand =
  | RefreshCompanySheet
  | ({ readonly type: 'UpdateCompanyFile'; readonly changes: CompanyChanges } & Locked)
  | ({ readonly type: 'ChangeCompanySettings'; readonly changes: SettingValues; readonly isUndo?: true } & Locked)
  | ({ readonly type: 'TrashCompanyFile' } & Locked)
  | { readonly type: 'RestoreCompanyFile' }
  /** Only for files without a firm. No effect on a file that has another owner. */
  | { readonly type: 'ChangeCompanyOwner'; readonly ownerId: number; readonly previousOwnerId: number };

export function decideIdentity(command: CompanyCommand, file: CompanyFile): Decision<CompanyEvent> {
  const company = file.identity;
  const next = company.version + 1;
  if (command.type === 'RestoreCompanyFile')
    return company.isTrashed ? [{ type: 'CompanyFileRestored', data: { version: next } }] : refuse('not_found');
  if (command.type === 'ChangeCompanyOwner') {
    const { ownerId: owner_id, previousOwnerId: previous_owner_id } = command;
    const isOwned = company.firm_id === null && company.owner_id === previous_owner_id;
    return isOwned ? [{ type: 'CompanyOwnerChanged', data: { version: next, owner_id, previous_owner_id } }] : [];
  }
  const { baseVersion } = command;
  const conflict = findVersionConflict(company, baseVersion);
  if (conflict) return conflict;
  switch (command.type) {
    case 'UpdateCompanyFile':
      return decideUpdate(command.changes, company);
    case 'RefreshCompanySheet':
      // The register took a while to answer: the enterprise number may have changed.
      if (company.enterprise_number !== command.enterpriseNumber)
        return refuse('conflict', {}, { server_version: company.version });
      return decideUpdate(buildSheetChanges(command, company), company);
    case 'ChangeCompanySettings': {
      const changes = findChangedSettings(command.changes, company.settings);
      const { 'vat.filings': _filings, ...others } = changes;
      // Filings can only be removed, but an undo may bring back removed ones.
      const problems = findSettingProblems(command.isUndo ? others : changes, file);
      if (problems.length > 0) return refuseInvalid(problems);
      if (Object.keys(changes).length === 0) return [];
      const previous = Object.fromEntries(
        Object.keys(changes).map((path) => [path, company.settings[path] ?? (settings[path]!.initial as Json) ?? null]),
      );
      return [{ type: 'CompanySettingsChanged', data: { version: next, changes, previous } }];
    }
    case 'TrashCompanyFile':
      return [{ type: 'CompanyFileTrashed', data: { version: next } }];
    default:
      return assertUnreachable(command);
  }
}

function decideUpdate(given: CompanyChanges, company: CompanyState): Decision<CompanyEvent> {
  const pack = findCountryPack(company.country_pack)!;
  const problems = findIdentityProblems(given, pack);
  // With several regimes it would be unclear which one to replace.
  if (given.vat_regime && getRegimeChanges(company.settings).length > 0)
    problems.push({ code: 'vat_regime_has_history', field: 'vat_regime' });
  if (problems.length > 0) return refuseInvalid(problems);
  const requested = { ...given, ...normaliseIdentity(given, pack, given.locale ?? company.locale) };
  const names = (Object.keys(requested) as (keyof CompanyChanges)[]).filter(
    (name) => requested[name] !== undefined && !isSameJson(requested[name] as Json, (company[name] ?? null) as Json),
  );
  if (names.length === 0) return [];
  const pickChanged = (from: CompanyChanges): CompanyChanges =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  const data = { version: company.version + 1, changes: pickChanged(requested), previous: pickChanged(company) };
  return [{ type: 'CompanyFileUpdated', data }];
}

type Numbers = Partial<
  Pick<CompanyDetails, 'enterprise_number' | 'vat_number' | 'legal_form' | 'legal_form_code' | 'vat_regime'>
>;

/** Official numbers and the legal form must be valid in the country; absent values are not checked. */
export function findIdentityProblems(
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

/** Numbers in stored form; a legal form given by code only gets its name in the language of the file. */
export function normaliseIdentity(
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
