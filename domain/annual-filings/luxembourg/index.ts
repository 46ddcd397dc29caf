import { buildRubricCountry } from '../rubric-country.ts';

/** Annual accounts for the eCDF platform. A form is named after its balance sheet and covers its income statement. */
export const luxembourg = buildRubricCountry({
  country: 'LU',
  leftOut: [{ code: 'CA_PLANCOMPTA', reason: { key: 'filing_left_out_fields_unknown' } }],
  getFormCode: ({ scheme }) => (scheme === 'full' ? 'CA_BILAN' : 'CA_BILANABR'),
  buildFile: () => null,
});
