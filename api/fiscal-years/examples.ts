import type { ExampleCompany, Scene } from '../http/routing/example.ts';

/** The fiscal year of the company file that all requests share. */
export const ofYear = ({ company }: Scene) => ({ params: { id: company.fiscalYear.id } });

/** One of its periods, counted from 0. */
export const ofPeriod =
  (index: number) =>
  ({ company: { fiscalYear } }: Scene) => ({ params: { id: fiscalYear.id, period: fiscalYear.periods[index]!.id } });

/** The fiscal year of a company file of its own. */
export const ofOtherYear = (company: ExampleCompany) => ({ company, params: { id: company.fiscalYear.id } });
