import type { ExtractedSheet, SheetWarning } from '../../document-imports/sheet.ts';
import { normaliseBelgianEnterpriseNumber } from '../../numbers/belgian-enterprise-number.ts';
import { normaliseForeignVatNumber } from '../../numbers/foreign-vat-number.ts';
import { normaliseFrenchEnterpriseNumber } from '../../numbers/french-numbers.ts';
import { normaliseLuxembourgEnterpriseNumber } from '../../numbers/luxembourg-numbers.ts';
import { countryOfVatNumber, hasCheckedPrefix, normaliseVatNumber } from '../../numbers/vat-number.ts';
import { country as countryOf } from '../../reference/countries.ts';
import { warning } from '../warnings.ts';
import type { WrittenParty } from './invoice.ts';
import { lineOf } from './values.ts';

/** The other side of a document, with numbers that passed their checks. */
export function counterpartyOf(
  party: WrittenParty,
  account: { readonly iban: string | null; readonly bic: string | null },
): { readonly counterparty: ExtractedSheet['counterparty']; readonly warnings: readonly SheetWarning[] } {
  const written = countryOf(party.country ?? '')?.code ?? null;
  const vatNumber = firstOf(
    party.vatNumbers,
    (number) => normaliseVatNumber(number, written) ?? normaliseForeignVatNumber(number),
  );
  const country = written ?? (vatNumber === null ? null : countryOfVatNumber(vatNumber));
  const name = party.name ?? party.tradingName;
  const wrong = vatNumber === null ? party.vatNumbers.find(hasCheckedPrefix) : undefined;
  return {
    counterparty: {
      name,
      vat_number: vatNumber,
      enterprise_number: enterpriseNumberOf(party, country, vatNumber),
      address: party.address,
      postal_code: party.postalCode,
      city: party.city,
      country,
      email: party.email !== null && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(party.email) ? party.email : null,
      phone: party.phone,
      ...account,
    },
    warnings: [
      ...(name === null && vatNumber === null ? [warning('counterparty_missing')] : []),
      ...(wrong === undefined ? [] : [warning('vat_number_invalid', { number: lineOf(wrong, 40) ?? '' })]),
    ],
  };
}

interface Register {
  /** Codes under which its numbers are written; a number without a code may be one of them. */
  readonly schemes: readonly (string | null)[];
  readonly normalise: (text: string) => string | null;
  /** Where the VAT number holds the number of the register. */
  readonly ofVatNumber: (vatNumber: string) => string | null;
}

const REGISTERS: Readonly<Record<string, Register>> = {
  BE: {
    schemes: [null, '0208', '9925', 'BE:CBE', 'BE:EN', 'BE:VAT'],
    normalise: normaliseBelgianEnterpriseNumber,
    ofVatNumber: normaliseBelgianEnterpriseNumber,
  },
  FR: {
    schemes: [null, '0002', '0009', '0225', 'FR:SIRENE', 'FR:SIRET'],
    normalise: normaliseFrenchEnterpriseNumber,
    ofVatNumber: (vatNumber) => normaliseFrenchEnterpriseNumber(vatNumber.slice(4)),
  },
  LU: { schemes: [null, '0240'], normalise: normaliseLuxembourgEnterpriseNumber, ofVatNumber: () => null },
};

function enterpriseNumberOf(party: WrittenParty, country: string | null, vatNumber: string | null): string | null {
  const register = country === null ? undefined : REGISTERS[country];
  if (!register) return null;
  const said = [...party.identifiers, ...(party.endpoint === null ? [] : [party.endpoint])]
    .filter(({ scheme }) => register.schemes.includes(scheme))
    .map(({ id }) => id);
  const number = firstOf(said, register.normalise);
  return number ?? (vatNumber?.startsWith(country!) ? register.ofVatNumber(vatNumber) : null);
}

function firstOf(texts: readonly string[], normalise: (text: string) => string | null): string | null {
  for (const text of texts) {
    const found = normalise(text);
    if (found !== null) return found;
  }
  return null;
}
