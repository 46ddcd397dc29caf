import { buildRubricCountry } from '../rubric-country.ts';

/** Annual accounts for the Central Balance Sheet Office of the National Bank. */
export const belgium = buildRubricCountry({
  country: 'BE',
  leftOut: [],
  getFormCode: ({ code }) => code,
  buildFile: () => null,
});
