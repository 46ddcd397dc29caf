import type { ExampleCompany, Scene } from '../http/routing/example.ts';

/** The fiscal year of the shared company file. */
export const getYearParams = ({ company }: Scene) => ({ params: { id: company.fiscalYear.id } });

/** One of its periods, counted from 0. */
export const createPeriodExample =
  (index: number) =>
  ({ company: { fiscalYear } }: Scene) => ({ params: { id: fiscalYear.id, period: fiscalYear.periods[index]!.id } });

/** The fiscal year of a separate company file. */
export const getOtherYearParams = (company: ExampleCompany) => ({ company, params: { id: company.fiscalYear.id } });
