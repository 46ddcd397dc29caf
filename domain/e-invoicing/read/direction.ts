import type { OwnIdentity } from '../../document-imports/sheet.ts';
import { normaliseIban } from '../../numbers/iban.ts';
import { listPeppolCandidates } from '../../numbers/peppol-candidates.ts';
import { normaliseVatNumber } from '../../numbers/vat-number.ts';
import { toSearchable } from '../../text.ts';
import type { WrittenInvoice, WrittenParty } from './invoice.ts';

/** Side of the company file on a document: numbers outweigh an account, an account outweighs a name. */
export type Direction = 'purchase' | 'sale' | 'both' | 'neither';

const LIKENESS = { none: 0, name: 1, account: 2, number: 3 } as const;
type Likeness = (typeof LIKENESS)[keyof typeof LIKENESS];

export function determineDirection(invoice: WrittenInvoice, own: OwnIdentity): Direction {
  const accounts = new Set(own.ibans.map((iban) => normaliseIban(iban) ?? iban));
  const isOwnAccount = (account: string | null): boolean =>
    account !== null && accounts.has(normaliseIban(account) ?? account);
  const seller = computeLikeness(
    invoice.seller,
    own,
    invoice.payments.some(({ account }) => isOwnAccount(account)),
  );
  const buyer = computeLikeness(
    invoice.buyer,
    own,
    invoice.payments.some(({ payerAccount }) => isOwnAccount(payerAccount)),
  );
  if (seller === LIKENESS.none && buyer === LIKENESS.none) return 'neither';
  if (seller === buyer) return 'both';
  return buyer > seller ? 'purchase' : 'sale';
}

function computeLikeness(party: WrittenParty, own: OwnIdentity, hasAccount: boolean): Likeness {
  if (hasOwnNumber(party, own)) return LIKENESS.number;
  // A party with the same name but another VAT number is a different one.
  const vatNumbers = party.vatNumbers.map((number) => normaliseVatNumber(number, party.country));
  if (own.vatNumber !== null && vatNumbers.some((number) => number !== null)) return LIKENESS.none;
  if (hasAccount) return LIKENESS.account;
  const name = toPlainName(own.name);
  const isNamed =
    name !== '' && [party.name, party.tradingName].some((said) => said !== null && toPlainName(said) === name);
  return isNamed ? LIKENESS.name : LIKENESS.none;
}

function hasOwnNumber(party: WrittenParty, own: OwnIdentity): boolean {
  const known = collectOwnNumbers(own);
  const said = [...party.vatNumbers, ...party.identifiers.map(({ id }) => id), party.endpoint?.id ?? ''];
  if (said.some((number) => known.has(normaliseNumber(number)))) return true;
  // Establishments of a French company: its number followed by five digits.
  if (own.country === 'FR' && own.enterpriseNumber !== null) {
    const siren = normaliseNumber(own.enterpriseNumber).slice(0, 9);
    return (
      siren.length === 9 &&
      said.some((number) => /^\d{14}$/.test(normaliseNumber(number)) && normaliseNumber(number).startsWith(siren))
    );
  }
  return false;
}

const normaliseNumber = (text: string): string =>
  text.length > 60 ? '' : text.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** Official numbers, also in the notation of the network. */
function collectOwnNumbers({ country, enterpriseNumber, vatNumber }: OwnIdentity): Set<string> {
  const numbers = [
    enterpriseNumber,
    vatNumber,
    ...listPeppolCandidates(country, enterpriseNumber, vatNumber).map((candidate) => candidate.slice(5)),
  ];
  return new Set(
    numbers
      .filter((number) => number !== null)
      .map(normaliseNumber)
      .filter((number) => number.length > 3),
  );
}

const LEGAL_FORMS =
  /\b(s ?a ?r ?l ?s?|s ?p ?r ?l|b ?v ?b ?a|s ?r ?l|b ?v|s ?a ?s ?u?|s ?a|n ?v|a ?s ?b ?l|v ?z ?w|s ?c ?s|comm ?v|s ?c ?r ?l|c ?v ?b ?a|s ?c|c ?v|gmbh|eurl|e ?u ?r ?l|sci|ag)\b/g;

/** Without accents, punctuation and legal forms, which vary between documents. */
export const toPlainName = (name: string): string =>
  toSearchable(name.slice(0, 200))
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(LEGAL_FORMS, ' ')
    .replace(/\s+/g, ' ')
    .trim();
