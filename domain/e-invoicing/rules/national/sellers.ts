import type { Labels } from '../../../language.ts';
import { listElements, findText, type XmlElement } from '../../../xml.ts';
import { rule } from '../builders.ts';
import type { CheckedDocument, Located } from '../checked-document.ts';
import { hasElement } from '../conditions.ts';
import type { Place } from '../places.ts';
import { isSelfBilled } from '../process.ts';
import type { Rule } from '../rule.ts';
import { filled, toLabels, MALFORMED, MISSING } from '../texts.ts';

/** Common parts of national rules, which apply to sellers of the country. */

const SELLER = 'AccountingSupplierParty/Party';
const BUYER = 'AccountingCustomerParty/Party';

export type Concern = (document: CheckedDocument) => boolean;
export type Condition = (element: XmlElement, document: CheckedDocument, at: Located) => boolean;

/** Creates a rule builder for sellers of one country. No country has rules for self-billing yet. */
export function createSellerRule(isConcerned: Concern) {
  return (id: string, place: Place, holds: Condition, message: Labels, hint: Labels): Rule => ({
    ...rule(id, place, holds, message, hint),
    applies: (document) => !isSelfBilled(document) && isConcerned(document),
  });
}

/** Builders for the usual kinds of national rules. */
export function createNationalRules(isConcerned: Concern) {
  const national = createSellerRule(isConcerned);
  return {
    national,
    /** The value at each of the paths is stated. */
    missing: (id: string, place: Place, paths: string | readonly string[], term: Labels, hint: Labels): Rule =>
      national(
        id,
        place,
        (element) => [paths].flat().every((path) => findText(element, path) !== null),
        buildMissingMessage(term),
        hint,
      ),
    malformed: (id: string, place: Place, holds: Condition, term: Labels, hint: Labels): Rule =>
      national(id, place, holds, buildMalformedMessage(term), hint),
  };
}

export const findVatNumber = (party: XmlElement | undefined): string | null =>
  findText(
    listElements(party, 'PartyTaxScheme').find((scheme) => findText(scheme, 'TaxScheme/ID') === 'VAT'),
    'CompanyID',
  );

const getPrefix = (number: string | null): string | null => number?.slice(0, 2).toUpperCase() ?? null;

/** Country in which the seller is taxed, if need be through a representative; otherwise the seller's country. */
function findTaxCountry({ findAt, sellerCountry }: CheckedDocument): string | null {
  const number =
    findVatNumber(findAt(SELLER)[0]?.element) ?? findVatNumber(findAt('TaxRepresentativeParty')[0]?.element);
  return getPrefix(number) ?? sellerCountry?.toUpperCase() ?? null;
}

/** Country in which the buyer is taxed, otherwise the buyer's country. */
export const findBuyerTaxCountry = ({ findAt, buyerCountry }: CheckedDocument): string | null =>
  getPrefix(findVatNumber(findAt(BUYER)[0]?.element)) ?? buyerCountry?.toUpperCase() ?? null;

/** The same for the seller, without a representative. */
export const findOwnTaxCountry = ({ findAt, sellerCountry }: CheckedDocument): string | null =>
  getPrefix(findVatNumber(findAt(SELLER)[0]?.element)) ?? sellerCountry?.toUpperCase() ?? null;

export const isSellerIn =
  (country: string) =>
  ({ sellerCountry }: CheckedDocument): boolean =>
    sellerCountry?.toUpperCase() === country;
export const isBuyerIn = (country: string, { buyerCountry }: CheckedDocument): boolean =>
  buyerCountry?.toUpperCase() === country;
/** Both parties are in the country. */
export const areBothIn =
  (country: string): Concern =>
  (document) =>
    isSellerIn(country)(document) && isBuyerIn(country, document);
export const isTaxedIn =
  (...countries: readonly string[]): Concern =>
  (document) =>
    countries.includes(findTaxCountry(document) ?? '');

export const buildMissingMessage = (term: Labels): Labels => filled(MISSING, { term });
export const buildMalformedMessage = (term: Labels): Labels => filled(MALFORMED, { term });

export const STREET = toLabels('rue', 'straat', 'street', 'Straße');
export const CITY = toLabels('localité', 'plaats', 'city', 'Ort');
export const POST_CODE = toLabels('code postal', 'postcode', 'post code', 'Postleitzahl');
export const FULL_ADDRESS = toLabels(
  'rue, localité et code postal',
  'straat, plaats en postcode',
  'street, city and post code',
  'Straße, Ort und Postleitzahl',
);
export const hasFullAddress = (address: XmlElement): boolean =>
  hasElement(address, 'StreetName') && hasElement(address, 'CityName') && hasElement(address, 'PostalZone');

export const PAYMENT = toLabels('moyen de paiement', 'betaalmiddel', 'means of payment', 'Zahlungsart');
export const MEANS = toLabels(
  'Ce moyen de paiement n’est pas admis dans le pays du vendeur.',
  'Dit betaalmiddel is niet toegelaten in het land van de verkoper.',
  'This means of payment is not taken in the seller’s country.',
  'Diese Zahlungsart ist im Land des Verkäufers nicht zugelassen.',
);

export const MEANS_HINT = toLabels(
  'Choisissez un moyen de paiement admis : {codes}.',
  'Kies een toegelaten betaalmiddel: {codes}.',
  'Choose a means of payment that is taken: {codes}.',
  'Wählen Sie eine zugelassene Zahlungsart: {codes}.',
);

export const getMeans = (payment: XmlElement): string => findText(payment, 'PaymentMeansCode') ?? '';
export const findAccount = (payment: XmlElement): string => findText(payment, 'PayeeFinancialAccount/ID') ?? '';

/** True if the number belongs to this party. */
export const isPartyOf = (party: string, { parent }: Located): boolean =>
  parent?.parent?.parent?.element.name === party;
