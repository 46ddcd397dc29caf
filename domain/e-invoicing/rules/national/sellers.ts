import type { Labels } from '../../../language.ts';
import { listElements, findText, type XmlElement } from '../../../xml.ts';
import { rule } from '../builders.ts';
import type { CheckedDocument, Located } from '../checked-document.ts';
import { hasElement } from '../conditions.ts';
import type { Place } from '../places.ts';
import type { Rule } from '../rule.ts';
import { filled, toLabels, MALFORMED, MISSING } from '../texts.ts';

/** Common parts of national rules, which apply to sellers of the country. */

const SELLER = 'AccountingSupplierParty/Party';

/** Creates a rule builder for sellers of one country. */
export function createSellerRule(isConcerned: (document: CheckedDocument) => boolean) {
  return (
    id: string,
    place: Place,
    holds: (element: XmlElement, document: CheckedDocument, at: Located) => boolean,
    message: Labels,
    hint: Labels,
  ): Rule => ({ ...rule(id, place, holds, message, hint), applies: isConcerned });
}

export const findVatNumber = (party: XmlElement | undefined): string | null =>
  findText(
    listElements(party, 'PartyTaxScheme').find((scheme) => findText(scheme, 'TaxScheme/ID') === 'VAT'),
    'CompanyID',
  );

/** Country in which the seller is taxed, otherwise the seller's country. */
function findTaxCountry({ findAt, sellerCountry }: CheckedDocument): string | null {
  const number =
    findVatNumber(findAt(SELLER)[0]?.element) ?? findVatNumber(findAt('TaxRepresentativeParty')[0]?.element);
  return number?.slice(0, 2).toUpperCase() ?? sellerCountry?.toUpperCase() ?? null;
}

export const isSellerIn =
  (country: string) =>
  ({ sellerCountry }: CheckedDocument): boolean =>
    sellerCountry?.toUpperCase() === country;
export const isBuyerIn = (country: string, { buyerCountry }: CheckedDocument): boolean =>
  buyerCountry?.toUpperCase() === country;
export const isTaxedIn =
  (country: string) =>
  (document: CheckedDocument): boolean =>
    findTaxCountry(document) === country;

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

/** True if the number belongs to this party. */
export const isPartyOf = (party: string, { parent }: Located): boolean =>
  parent?.parent?.parent?.element.name === party;
