import { findAnnualAccountsModel } from '../country-packs/annual-accounts.ts';
import { findCountryPack, getChartFor } from '../country-packs/index.ts';
import type { AnnualAccountsModel } from '../country-packs/pack.ts';
import { readSetting } from '../companies/settings.ts';
import type { Filer, FiledCompany, FilingCountry, FilingForm, LeftOut, OfficialFile } from './form.ts';
import { buildRubricForm } from './rubric-form.ts';
import { STATEMENT_LABELS } from './sections.ts';

/** A country whose forms are the models of its annual accounts. */

export interface RubricCountryDeclaration {
  readonly country: FilingForm['country'];
  readonly leftOut: readonly LeftOut[];
  /** Pairs of boxes that must be equal. */
  readonly equal?: readonly (readonly [string, string])[];
  /** Code of the form for a model. */
  getFormCode(model: AnnualAccountsModel): string;
  /** Null: PDF and XLSX only. */
  buildFile(code: string, model: AnnualAccountsModel): OfficialFile | null;
}

export function buildRubricCountry({
  country,
  leftOut,
  equal = [],
  getFormCode,
  buildFile,
}: RubricCountryDeclaration): FilingCountry {
  const forms = new Map<AnnualAccountsModel, FilingForm>();
  const buildForm = (model: AnnualAccountsModel): FilingForm => {
    const code = getFormCode(model);
    const { labels } = model;
    const file = buildFile(code, model);
    return buildRubricForm({ country, code, labels, leftOut, file, model, equal, sections: STATEMENT_LABELS });
  };
  const getForm = (model: AnnualAccountsModel): FilingForm => {
    const form = forms.get(model) ?? buildForm(model);
    forms.set(model, form);
    return form;
  };
  return {
    listForms: (filer) => listModels(country, filer).map(getForm),
    chooseForm: ({ company }) => getFormCode(findModelOfSettings(country, company)),
  };
}

function listModels(country: FilingForm['country'], { legal_form_code }: Filer): readonly AnnualAccountsModel[] {
  const pack = findCountryPack(country)!;
  const { variant } = getChartFor(pack, legal_form_code);
  return pack.annualAccounts.filter(({ chart }) => chart === variant);
}

/** The model of the setting `annual_accounts.scheme`, or else the full one. */
export function findModelOfSettings(
  country: FilingForm['country'],
  { legal_form_code, settings }: Pick<FiledCompany, 'legal_form_code' | 'settings'>,
): AnnualAccountsModel {
  const scheme = readSetting(settings, 'annual_accounts.scheme');
  return findAnnualAccountsModel(
    findCountryPack(country)!,
    legal_form_code,
    typeof scheme === 'string' ? scheme : null,
  )!;
}
