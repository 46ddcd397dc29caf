import { belgium } from './be/index.ts';
import { france } from './fr/index.ts';
import { luxembourg } from './lu/index.ts';
import type { CountryPack, PackChart } from './pack.ts';

export type * from './pack.ts';
export { findNextBankAccountNumber } from './bank-accounts.ts';

export const countryPacks: readonly CountryPack[] = [belgium, france, luxembourg];

/** The pack of a country; undefined for an unsupported country code. */
export function findCountryPack(code: string): CountryPack | undefined {
  return countryPacks.find((pack) => pack.code === code);
}

/** The chart used by a legal form; the first chart if the legal form is missing or unknown. */
export function getChartFor(pack: CountryPack, legalFormCode: string | null): PackChart {
  const variant = pack.legalForms.find(({ code }) => code === legalFormCode)?.chart;
  return pack.charts.find((chart) => chart.variant === variant) ?? pack.charts[0]!;
}
