import { findCountryPack, getChartFor } from '../../country-packs/index.ts';
import type { AnnualAccountsModel } from '../../country-packs/pack.ts';
import type { Filer, FilingCountry, FilingForm } from '../form.ts';
import { buildRubricCountry } from '../rubric-country.ts';
import type { Edition } from './declaration.ts';
import { buildLiasseForm, findEdition, LIASSE_CODES, type LiasseCode } from './liasse.ts';
import { chooseLiasse } from './regime.ts';

/** Associations have annual accounts without a form of the tax administration. */
const associations = buildRubricCountry({
  country: 'FR',
  leftOut: [],
  getFormCode: ({ code }) => code,
  buildFile: () => null,
});

const forms = new Map<string, FilingForm>();

/** Tax return of companies with its annual accounts. Sole traders use the forms of companies. */
export const france: FilingCountry = {
  listForms: (filer, endsOn) =>
    findModel(filer, '2050')
      ? LIASSE_CODES.map((code) => getForm(code, findEdition(endsOn), findModel(filer, code)!))
      : associations.listForms(filer, endsOn),
  chooseForm: (inputs) => {
    const simplified = findModel(inputs.company, '2033');
    return simplified ? chooseLiasse(inputs, simplified) : associations.chooseForm(inputs);
  },
};

/** The rubrics of the reports for this legal form; undefined for associations. */
function findModel({ legal_form_code }: Filer, code: LiasseCode): AnnualAccountsModel | undefined {
  const pack = findCountryPack('FR')!;
  const { variant } = getChartFor(pack, legal_form_code);
  return pack.annualAccounts.find((model) => model.chart === variant && model.code.replace(/-EI$/, '') === code);
}

function getForm(code: LiasseCode, edition: Edition, reported: AnnualAccountsModel): FilingForm {
  const key = `${reported.code} ${edition}`;
  const form = forms.get(key) ?? buildLiasseForm(code, edition, reported);
  forms.set(key, form);
  return form;
}
