import { normaliseFrenchEnterpriseNumber } from '../numbers/french-numbers.ts';

/** Electronic address of a French company at the platforms: `0225:732829320`. Null for others. */
export function findPlatformAddress({
  country_pack,
  enterprise_number,
}: {
  readonly country_pack: string;
  readonly enterprise_number: string | null;
}): string | null {
  const siren = country_pack === 'FR' ? normaliseFrenchEnterpriseNumber(enterprise_number ?? '') : null;
  return siren && `0225:${siren}`;
}

/** The SIREN of an address, also of one with a suffix. */
export const getSirenOfAddress = (address: string): string | null => /^0225:(\d{9})/.exec(address)?.[1] ?? null;
