import { isSiret } from '../numbers/french-numbers.ts';
import { listPeppolCandidates } from '../numbers/peppol-candidates.ts';
import { normalisePeppolIdentifier } from '../numbers/peppol-identifier.ts';
import { refuse, type Refusal } from '../refusal.ts';

/** The Peppol identifier of a company. It must be its own: a company cannot register the number of another. */

export interface NumberedCompany {
  readonly country_pack: string;
  readonly enterprise_number: string | null;
  readonly vat_number: string | null;
}

const META_SCHEME = 'iso6523-actorid-upis';

/** `iso6523-actorid-upis::0208:0477472701` */
export const toFullPeppolId = (identifier: string): string => `${META_SCHEME}::${identifier}`;

export const getPeppolScheme = (identifier: string): string => identifier.slice(0, identifier.indexOf(':'));
export const getPeppolNumber = (identifier: string): string => identifier.slice(identifier.indexOf(':') + 1);

/**
 * Identifiers derived from its numbers, the usual one first: 0208 in Belgium, 0225 in France, 0240 or else 9938 in
 * Luxembourg.
 */
export function listOwnIdentifiers({
  country_pack: country,
  enterprise_number,
  vat_number,
}: NumberedCompany): readonly string[] {
  const candidates = listPeppolCandidates(country, enterprise_number, vat_number);
  // The matricule identifies the enterprise. The VAT number is only one of its registrations.
  return country === 'LU' ? [...candidates].sort((one) => (getPeppolScheme(one) === '0240' ? -1 : 1)) : candidates;
}

/** The identifier to register, or a refusal. `wanted` may be in any notation. Null: the usual one. */
export function resolveOwnIdentifier(company: NumberedCompany, wanted: string | null): string | Refusal {
  const own = listOwnIdentifiers(company);
  if (own.length === 0) return refuse('peppol_company_number_missing', { field: 'participant_id' });
  if (wanted === null) return own[0]!;
  const identifier = normalisePeppolIdentifier(wanted);
  if (identifier === null) return refuse('peppol_identifier_invalid', { field: 'participant_id' });
  if (own.includes(identifier) || isOwnEstablishment(identifier, company)) return identifier;
  return refuse('peppol_identifier_not_own', { field: 'participant_id', params: { identifiers: own.join(', ') } });
}

/** A SIRET consists of the SIREN of the enterprise and the number of an establishment. */
function isOwnEstablishment(identifier: string, { country_pack, enterprise_number }: NumberedCompany): boolean {
  const number = getPeppolNumber(identifier);
  return (
    country_pack === 'FR' &&
    getPeppolScheme(identifier) === '0009' &&
    enterprise_number !== null &&
    number.startsWith(enterprise_number) &&
    isSiret(number)
  );
}
