import type { Labels } from '../../../language.ts';
import { elementsAt, textAt, type XmlElement } from '../../../xml.ts';
import { rule } from '../builders.ts';
import type { CheckedDocument, Located } from '../checked-document.ts';
import { has } from '../conditions.ts';
import type { Place } from '../places.ts';
import type { Rule, Severity } from '../rule.ts';
import { filled, labels, MALFORMED, MISSING } from '../texts.ts';

/** What the rules of countries have in common: they are held where the seller is one of that country. */

const SELLER = 'AccountingSupplierParty/Party';

/** A rule of one country's sellers. */
export function ofSellers(isConcerned: (document: CheckedDocument) => boolean) {
  return (
    id: string,
    place: Place,
    holds: (element: XmlElement, document: CheckedDocument, at: Located) => boolean,
    message: Labels,
    hint: Labels,
    severity: Severity = 'fatal',
  ): Rule =>
    rule(
      id,
      place,
      (element, document, at) => !isConcerned(document) || holds(element, document, at),
      message,
      hint,
      severity,
    );
}

export const vatNumberOf = (party: XmlElement | undefined): string | null =>
  textAt(
    elementsAt(party, 'PartyTaxScheme').find((scheme) => textAt(scheme, 'TaxScheme/ID') === 'VAT'),
    'CompanyID',
  );

/** Where the seller is taxed, else where it is. */
function taxCountry({ at, sellerCountry }: CheckedDocument): string | null {
  const number = vatNumberOf(at(SELLER)[0]?.element) ?? vatNumberOf(at('TaxRepresentativeParty')[0]?.element);
  return number?.slice(0, 2).toUpperCase() ?? sellerCountry?.toUpperCase() ?? null;
}

export const isAt =
  (country: string) =>
  ({ sellerCountry }: CheckedDocument): boolean =>
    sellerCountry?.toUpperCase() === country;
export const buysAt = (country: string, { buyerCountry }: CheckedDocument): boolean =>
  buyerCountry?.toUpperCase() === country;
export const isTaxedAt =
  (country: string) =>
  (document: CheckedDocument): boolean =>
    taxCountry(document) === country;

export const missing = (term: Labels): Labels => filled(MISSING, { term });
export const malformed = (term: Labels): Labels => filled(MALFORMED, { term });

export const STREET = labels('rue', 'straat', 'street', 'Straße');
export const CITY = labels('localité', 'plaats', 'city', 'Ort');
export const POST_CODE = labels('code postal', 'postcode', 'post code', 'Postleitzahl');
export const FULL_ADDRESS = labels(
  'rue, localité et code postal',
  'straat, plaats en postcode',
  'street, city and post code',
  'Straße, Ort und Postleitzahl',
);
export const hasFullAddress = (address: XmlElement): boolean =>
  has(address, 'StreetName') && has(address, 'CityName') && has(address, 'PostalZone');

export const MEANS = labels(
  'Ce moyen de paiement n’est pas admis dans le pays du vendeur.',
  'Dit betaalmiddel is niet toegelaten in het land van de verkoper.',
  'This means of payment is not taken in the seller’s country.',
  'Diese Zahlungsart ist im Land des Verkäufers nicht zugelassen.',
);

export const MEANS_HINT = labels(
  'Choisissez un moyen de paiement admis : {codes}.',
  'Kies een toegelaten betaalmiddel: {codes}.',
  'Choose a means of payment that is taken: {codes}.',
  'Wählen Sie eine zugelassene Zahlungsart: {codes}.',
);

/** Whose number it is. */
export const isPartyOf = (party: string, { parent }: Located): boolean =>
  parent?.parent?.parent?.element.name === party;
