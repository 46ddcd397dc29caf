import { belgium } from './be/index.ts';
import { france } from './fr/index.ts';
import { luxembourg } from './lu/index.ts';
import type { CountryPack, PackChart } from './pack.ts';

export type * from './pack.ts';
export { nextBankAccountNumber } from './bank-accounts.ts';

export const countryPacks: readonly CountryPack[] = [belgium, france, luxembourg];

/** The pack of a country, or undefined for a code that the service has none for. */
export function countryPack(code: string): CountryPack | undefined {
  return countryPacks.find((pack) => pack.code === code);
}

/** The chart that a legal form keeps; a file without one, or with one that the register does not know, gets the first. */
export function chartFor(pack: CountryPack, legalFormCode: string | null): PackChart {
  const variant = pack.legalForms.find(({ code }) => code === legalFormCode)?.chart;
  return pack.charts.find((chart) => chart.variant === variant) ?? pack.charts[0]!;
}
