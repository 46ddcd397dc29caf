import type { AnnualAccountsModel } from '../../country-packs/pack.ts';
import type { FilingCountry } from '../form.ts';
import { buildRubricCountry } from '../rubric-country.ts';
import { buildEcdfFile } from './file.ts';
import { chooseLuxembourgModel } from './size.ts';

const getFormCode = ({ scheme }: AnnualAccountsModel): string => (scheme === 'full' ? 'CA_BILAN' : 'CA_BILANABR');

/** Annual accounts for the eCDF platform. A form is named after its balance sheet and covers its income statement. */
export const luxembourg: FilingCountry = {
  ...buildRubricCountry({
    country: 'LU',
    leftOut: [
      { code: 'CA_PLANCOMPTA', reason: { key: 'filing_left_out_fields_unknown' } },
      { code: 'REFERENCES', reason: { key: 'filing_left_out_references' } },
    ],
    // The result of the year in the balance sheet and in the income statement.
    equal: [['321', '669']],
    getFormCode,
    buildFile: buildEcdfFile,
  }),
  chooseForm: (inputs) => getFormCode(chooseLuxembourgModel(inputs)),
};
