import { belgium } from './be/index.ts';
import type { CountryPack } from './pack.ts';

export type * from './pack.ts';
export { nextBankAccountNumber } from './bank-accounts.ts';

export const countryPacks: readonly CountryPack[] = [belgium];

/** The pack of a country, or undefined for a code that the service has none for. */
export function countryPack(code: string): CountryPack | undefined {
  return countryPacks.find((pack) => pack.code === code);
}
