import { buildRubricCountry } from '../rubric-country.ts';

/** Tax return of companies with its annual accounts. Sole traders use the forms of companies. */
export const france = buildRubricCountry({
  country: 'FR',
  leftOut: [],
  getFormCode: ({ code }) => code.replace(/-EI$/, ''),
  buildFile: () => null,
});
