import { findCountryPack, getChartFor } from '../../country-packs/index.ts';
import type { AnnualAccountsModel } from '../../country-packs/pack.ts';
import type { FilingCountry, FilingForm } from '../form.ts';
import { buildBelgianForm } from './form.ts';
import { chooseModel } from './size.ts';

/** Annual accounts for the Central Balance Sheet Office of the National Bank, in XBRL of the taxonomy 26.0. */

const forms = new Map<AnnualAccountsModel, FilingForm>();

export const belgium: FilingCountry = {
  listForms: ({ legal_form_code }) => {
    const pack = findCountryPack('BE')!;
    const { variant } = getChartFor(pack, legal_form_code);
    return pack.annualAccounts.filter(({ chart }) => chart === variant).map(getForm);
  },
  chooseForm: (inputs) => chooseModel(inputs).code,
};

/** Built on first use. */
function getForm(model: AnnualAccountsModel): FilingForm {
  const form = forms.get(model) ?? buildBelgianForm(model);
  forms.set(model, form);
  return form;
}
