import type { UblParty } from '../e-invoicing/index.ts';
import { listPeppolCandidates } from '../numbers/peppol-candidates.ts';
import { joinProblems, NO_PROBLEMS, type Checked, type Problem } from '../refusal.ts';
import { formatStreetLine } from '../street-lines.ts';

/** Converts a party of a document to that of an electronic invoice. */

/** The company itself or its third party, from their records. */
export interface DocumentParty {
  readonly name: string;
  readonly vat_number: string | null;
  readonly enterprise_number: string | null;
  readonly peppol_identifier: string | null;
  readonly address: string | null;
  readonly street: string | null;
  readonly house_number: string | null;
  readonly box: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/** Whose record lacks something. */
export type Role = 'company' | 'third_party';

export const buildMissing = (field: string): Problem => ({ code: 'ubl_needs', field });

export function toUblParty(party: DocumentParty, prefix: Role, isForNetwork: boolean): Checked<UblParty | null> {
  const { name, vat_number: vatNumber, enterprise_number, country, email, phone } = party;
  const identifier = party.peppol_identifier ?? listPeppolCandidates(country, enterprise_number, vatNumber)[0];
  const number = prefix === 'company' ? 'company.enterprise_number' : 'third_party.peppol_identifier';
  const isLost = identifier === undefined && isForNetwork;
  const ofIdentifier = isLost ? [buildMissing(number)] : NO_PROBLEMS;
  const ofCountry = country === null ? [buildMissing(`${prefix}.country`)] : NO_PROBLEMS;
  if (isLost || country === null) return { value: null, problems: joinProblems(ofIdentifier, ofCountry) };
  const [scheme = '', id = ''] = identifier?.split(/:(.*)/s) ?? [];
  const street = formatStreetLine(party, country);
  const written = {
    name,
    endpoint: identifier === undefined ? null : { scheme, id },
    vatNumber,
    enterpriseNumber: enterprise_number === null ? null : { scheme: REGISTERS[country] ?? null, id: enterprise_number },
    address: {
      street: street || (party.address?.split(/\r?\n/)[0] ?? null),
      postalCode: party.postal_code,
      city: party.city,
      country,
    },
    contact: email === null && phone === null ? null : { name, phone, email },
  };
  return { value: written, problems: NO_PROBLEMS };
}

/** Codes of the company registers (ISO 6523) known to the rules of the network. */
const REGISTERS: Readonly<Record<string, string>> = { BE: '0208', FR: '0002' };
