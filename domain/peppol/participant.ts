import { isSiret } from '../numbers/french-numbers.ts';
import { peppolCandidates } from '../numbers/peppol-candidates.ts';
import { normalisePeppolIdentifier } from '../numbers/peppol-identifier.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** Under which number a company is known in the Peppol network. It is its own: nobody registers the number of another. */

export interface NumberedCompany {
  readonly country_pack: string;
  readonly enterprise_number: string | null;
  readonly vat_number: string | null;
}

const META_SCHEME = 'iso6523-actorid-upis';

/** `iso6523-actorid-upis::0208:0477472701` */
export const fullIdOf = (identifier: string): string => `${META_SCHEME}::${identifier}`;

export const schemeOf = (identifier: string): string => identifier.slice(0, identifier.indexOf(':'));
export const numberOf = (identifier: string): string => identifier.slice(identifier.indexOf(':') + 1);

/** Those that follow from its numbers, the usual one first: 0208 in Belgium, 0225 in France, 0240 or else 9938 in Luxembourg. */
export function ownIdentifiers({
  country_pack: country,
  enterprise_number,
  vat_number,
}: NumberedCompany): readonly string[] {
  const candidates = peppolCandidates(country, enterprise_number, vat_number);
  // The matricule names the enterprise, the VAT number one of its registrations.
  return country === 'LU' ? [...candidates].sort((one) => (schemeOf(one) === '0240' ? -1 : 1)) : candidates;
}

/** The identifier to register, or why there is none. `wanted`: however it is written; null: the usual one. */
export function identifierToRegister(company: NumberedCompany, wanted: string | null): string | Refusal {
  const own = ownIdentifiers(company);
  if (own.length === 0) return refuse('peppol_company_number_missing', { field: 'participant_id' });
  if (wanted === null) return own[0]!;
  const identifier = normalisePeppolIdentifier(wanted);
  if (identifier === null) return refuse('peppol_identifier_invalid', { field: 'participant_id' });
  if (own.includes(identifier) || isOwnEstablishment(identifier, company)) return identifier;
  return refuse('peppol_identifier_not_own', { field: 'participant_id', params: { identifiers: own.join(', ') } });
}

/** A SIRET is the SIREN of the enterprise and the number of one of its establishments. */
function isOwnEstablishment(identifier: string, { country_pack, enterprise_number }: NumberedCompany): boolean {
  const number = numberOf(identifier);
  return (
    country_pack === 'FR' &&
    schemeOf(identifier) === '0009' &&
    enterprise_number !== null &&
    number.startsWith(enterprise_number) &&
    isSiret(number)
  );
}
