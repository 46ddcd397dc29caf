import type { OwnIdentity } from '../../document-imports/sheet.ts';
import { normaliseIban } from '../../numbers/iban.ts';
import { peppolCandidates } from '../../numbers/peppol-candidates.ts';
import { normaliseVatNumber } from '../../numbers/vat-number.ts';
import { searchable } from '../../text.ts';
import type { WrittenInvoice, WrittenParty } from './invoice.ts';

/** Which side of a document the company file is: numbers tell more than an account, an account more than a name. */
export type Direction = 'purchase' | 'sale' | 'both' | 'neither';

const LIKENESS = { none: 0, name: 1, account: 2, number: 3 } as const;
type Likeness = (typeof LIKENESS)[keyof typeof LIKENESS];

export function directionOf(invoice: WrittenInvoice, own: OwnIdentity): Direction {
  const accounts = new Set(own.ibans.map((iban) => normaliseIban(iban) ?? iban));
  const has = (account: string | null): boolean => account !== null && accounts.has(normaliseIban(account) ?? account);
  const seller = likeness(
    invoice.seller,
    own,
    invoice.payments.some(({ account }) => has(account)),
  );
  const buyer = likeness(
    invoice.buyer,
    own,
    invoice.payments.some(({ payerAccount }) => has(payerAccount)),
  );
  if (seller === LIKENESS.none && buyer === LIKENESS.none) return 'neither';
  if (seller === buyer) return 'both';
  return buyer > seller ? 'purchase' : 'sale';
}

function likeness(party: WrittenParty, own: OwnIdentity, hasAccount: boolean): Likeness {
  if (hasOwnNumber(party, own)) return LIKENESS.number;
  // A namesake with another VAT number is somebody else.
  const vatNumbers = party.vatNumbers.map((number) => normaliseVatNumber(number, party.country));
  if (own.vatNumber !== null && vatNumbers.some((number) => number !== null)) return LIKENESS.none;
  if (hasAccount) return LIKENESS.account;
  const name = plainName(own.name);
  const isNamed =
    name !== '' && [party.name, party.tradingName].some((said) => said !== null && plainName(said) === name);
  return isNamed ? LIKENESS.name : LIKENESS.none;
}

function hasOwnNumber(party: WrittenParty, own: OwnIdentity): boolean {
  const known = ownNumbers(own);
  const said = [...party.vatNumbers, ...party.identifiers.map(({ id }) => id), party.endpoint?.id ?? ''];
  if (said.some((number) => known.has(plainNumber(number)))) return true;
  // Establishments of a French company: its number and five digits of their own.
  if (own.country === 'FR' && own.enterpriseNumber !== null) {
    const siren = plainNumber(own.enterpriseNumber).slice(0, 9);
    return (
      siren.length === 9 &&
      said.some((number) => /^\d{14}$/.test(plainNumber(number)) && plainNumber(number).startsWith(siren))
    );
  }
  return false;
}

const plainNumber = (text: string): string => (text.length > 60 ? '' : text.toUpperCase().replace(/[^0-9A-Z]/g, ''));

/** The official numbers, also as the network writes them. */
function ownNumbers({ country, enterpriseNumber, vatNumber }: OwnIdentity): Set<string> {
  const numbers = [
    enterpriseNumber,
    vatNumber,
    ...peppolCandidates(country, enterpriseNumber, vatNumber).map((candidate) => candidate.slice(5)),
  ];
  return new Set(
    numbers
      .filter((number) => number !== null)
      .map(plainNumber)
      .filter((number) => number.length > 3),
  );
}

const LEGAL_FORMS =
  /\b(s ?a ?r ?l ?s?|s ?p ?r ?l|b ?v ?b ?a|s ?r ?l|b ?v|s ?a ?s ?u?|s ?a|n ?v|a ?s ?b ?l|v ?z ?w|s ?c ?s|comm ?v|s ?c ?r ?l|c ?v ?b ?a|s ?c|c ?v|gmbh|eurl|e ?u ?r ?l|sci|ag)\b/g;

/** Without accents, signs and legal forms, which everybody writes in another way. */
export const plainName = (name: string): string =>
  searchable(name.slice(0, 200))
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(LEGAL_FORMS, ' ')
    .replace(/\s+/g, ' ')
    .trim();
