import type { ExtractedSheet, SheetWarning } from '../../document-imports/sheet.ts';
import { normaliseBelgianEnterpriseNumber } from '../../numbers/belgian-enterprise-number.ts';
import { normaliseForeignVatNumber } from '../../numbers/foreign-vat-number.ts';
import { normaliseFrenchEnterpriseNumber } from '../../numbers/french-numbers.ts';
import { normaliseLuxembourgEnterpriseNumber } from '../../numbers/luxembourg-numbers.ts';
import { findVatNumberCountry, hasCheckedPrefix, normaliseVatNumber } from '../../numbers/vat-number.ts';
import { findCountry as countryOf } from '../../reference/countries.ts';
import { buildWarning } from '../warnings.ts';
import type { WrittenParty } from './invoice.ts';
import { toSingleLine } from './values.ts';

/** Counterparty of a document, with validated numbers. */
export function readCounterparty(
  party: WrittenParty,
  account: { readonly iban: string | null; readonly bic: string | null },
): { readonly counterparty: ExtractedSheet['counterparty']; readonly warnings: readonly SheetWarning[] } {
  const written = countryOf(party.country ?? '')?.code ?? null;
  const vatNumber = findFirstNormalised(
    party.vatNumbers,
    (number) => normaliseVatNumber(number, written) ?? normaliseForeignVatNumber(number),
  );
  const country = written ?? (vatNumber === null ? null : findVatNumberCountry(vatNumber));
  const name = party.name ?? party.tradingName;
  const wrong = vatNumber === null ? party.vatNumbers.find(hasCheckedPrefix) : undefined;
  return {
    counterparty: {
      name,
      vat_number: vatNumber,
      enterprise_number: findEnterpriseNumber(party, country, vatNumber),
      address: party.address,
      postal_code: party.postalCode,
      city: party.city,
      country,
      email: party.email !== null && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(party.email) ? party.email : null,
      phone: party.phone,
      ...account,
    },
    warnings: [
      ...(name === null && vatNumber === null ? [buildWarning('counterparty_missing')] : []),
      ...(wrong === undefined ? [] : [buildWarning('vat_number_invalid', { number: toSingleLine(wrong, 40) ?? '' })]),
    ],
  };
}

interface Register {
  /** Scheme codes of its numbers; null for numbers without a code. */
  readonly schemes: readonly (string | null)[];
  readonly normalise: (text: string) => string | null;
  /** Register number contained in a VAT number. */
  readonly fromVatNumber: (vatNumber: string) => string | null;
}

const REGISTERS: Readonly<Record<string, Register>> = {
  BE: {
    schemes: [null, '0208', '9925', 'BE:CBE', 'BE:EN', 'BE:VAT'],
    normalise: normaliseBelgianEnterpriseNumber,
    fromVatNumber: normaliseBelgianEnterpriseNumber,
  },
  FR: {
    schemes: [null, '0002', '0009', '0225', 'FR:SIRENE', 'FR:SIRET'],
    normalise: normaliseFrenchEnterpriseNumber,
    fromVatNumber: (vatNumber) => normaliseFrenchEnterpriseNumber(vatNumber.slice(4)),
  },
  LU: { schemes: [null, '0240'], normalise: normaliseLuxembourgEnterpriseNumber, fromVatNumber: () => null },
};

function findEnterpriseNumber(party: WrittenParty, country: string | null, vatNumber: string | null): string | null {
  const register = country === null ? undefined : REGISTERS[country];
  if (!register) return null;
  const said = [...party.identifiers, ...(party.endpoint === null ? [] : [party.endpoint])]
    .filter(({ scheme }) => register.schemes.includes(scheme))
    .map(({ id }) => id);
  const number = findFirstNormalised(said, register.normalise);
  return number ?? (vatNumber?.startsWith(country!) ? register.fromVatNumber(vatNumber) : null);
}

function findFirstNormalised(texts: readonly string[], normalise: (text: string) => string | null): string | null {
  for (const text of texts) {
    const found = normalise(text);
    if (found !== null) return found;
  }
  return null;
}
