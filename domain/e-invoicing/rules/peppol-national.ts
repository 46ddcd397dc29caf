import type { Labels } from '../../language.ts';
import { compare, isNegative, ZERO } from '../../money.ts';
import { elementAt, elementsAt, textAt, type XmlElement } from '../../xml.ts';
import { rule } from './builders.ts';
import type { CheckedDocument, Located } from './checked-document.ts';
import { has, numberAt } from './conditions.ts';
import { isNorwegianNumber, isSwedishNumber } from './peppol-identifiers.ts';
import type { Place } from './places.ts';
import type { Rule, Severity } from './rule.ts';
import { COMPLETE, CORRECT_NUMBER, filled, labels, MALFORMED, MISSING } from './texts.ts';

/** Peppol BIS Billing 3, what sellers of some countries are asked for beyond it. */

const SELLER = 'AccountingSupplierParty/Party';

/** A rule of one country's sellers. */
function ofSellers(isConcerned: (document: CheckedDocument) => boolean) {
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

const vatNumberOf = (party: XmlElement | undefined): string | null =>
  textAt(
    elementsAt(party, 'PartyTaxScheme').find((scheme) => textAt(scheme, 'TaxScheme/ID') === 'VAT'),
    'CompanyID',
  );

/** Where the seller is taxed, else where it is. */
function taxCountry({ at, sellerCountry }: CheckedDocument): string | null {
  const number = vatNumberOf(at(SELLER)[0]?.element) ?? vatNumberOf(at('TaxRepresentativeParty')[0]?.element);
  return number?.slice(0, 2).toUpperCase() ?? sellerCountry?.toUpperCase() ?? null;
}

const isAt =
  (country: string) =>
  ({ sellerCountry }: CheckedDocument): boolean =>
    sellerCountry?.toUpperCase() === country;
const buysAt = (country: string, { buyerCountry }: CheckedDocument): boolean => buyerCountry?.toUpperCase() === country;
const isTaxedAt =
  (country: string) =>
  (document: CheckedDocument): boolean =>
    taxCountry(document) === country;

const missing = (term: Labels): Labels => filled(MISSING, { term });
const malformed = (term: Labels): Labels => filled(MALFORMED, { term });

const STREET = labels('rue', 'straat', 'street', 'Straße');
const CITY = labels('localité', 'plaats', 'city', 'Ort');
const POST_CODE = labels('code postal', 'postcode', 'post code', 'Postleitzahl');
const FULL_ADDRESS = labels(
  'rue, localité et code postal',
  'straat, plaats en postcode',
  'street, city and post code',
  'Straße, Ort und Postleitzahl',
);
const hasFullAddress = (address: XmlElement): boolean =>
  has(address, 'StreetName') && has(address, 'CityName') && has(address, 'PostalZone');

const REGISTER_NL = labels(
  'numéro KVK ou OIN (registre 0106 ou 0190)',
  'KvK- of OIN-nummer (register 0106 of 0190)',
  'KVK or OIN number (register 0106 or 0190)',
  'KVK- oder OIN-Nummer (Register 0106 oder 0190)',
);
const REGISTER_DK = labels(
  'numéro CVR (registre 0184)',
  'CVR-nummer (register 0184)',
  'CVR number (register 0184)',
  'CVR-Nummer (Register 0184)',
);
const MEANS = labels(
  'Ce moyen de paiement n’est pas admis dans le pays du vendeur.',
  'Dit betaalmiddel is niet toegelaten in het land van de verkoper.',
  'This means of payment is not taken in the seller’s country.',
  'Diese Zahlungsart ist im Land des Verkäufers nicht zugelassen.',
);
const MEANS_HINT = labels(
  'Choisissez un moyen de paiement admis : {codes}.',
  'Kies een toegelaten betaalmiddel: {codes}.',
  'Choose a means of payment that is taken: {codes}.',
  'Wählen Sie eine zugelassene Zahlungsart: {codes}.',
);
const PRECEDING = labels(
  'référence à la facture créditée',
  'verwijzing naar de gecrediteerde factuur',
  'reference to the credited invoice',
  'Verweis auf die gutgeschriebene Rechnung',
);
const PAYMENT = labels('moyen de paiement', 'betaalmiddel', 'means of payment', 'Zahlungsart');
const ORDER = labels(
  'référence de la commande',
  'referentie van de bestelling',
  'reference of the order',
  'Bestellnummer',
);

const dutch = ofSellers(isAt('NL'));
const isDutchRegister = (id: XmlElement): boolean =>
  ['0106', '0190'].includes(id.attributes['schemeID'] ?? '') && id.text !== '';
const DUTCH_MEANS = ['30', '48', '49', '57', '58', '59'];
const DANISH_MEANS = ['1', '10', '31', '42', '48', '49', '50', '58', '59', '93', '97'];
const isPartyOf = (party: string, { parent }: Located): boolean => parent?.parent?.parent?.element.name === party;

export const NATIONAL_RULES: readonly Rule[] = [
  ...dutchRules(),
  ...norwegianRules(),
  ...italianRules(),
  ...swedishRules(),
  ...danishRules(),
];

function dutchRules(): Rule[] {
  return [
    dutch(
      'NL-R-001',
      'typeCode',
      ({ name }, { at }) =>
        name !== 'CreditNoteTypeCode' || at('BillingReference/InvoiceDocumentReference/ID').length > 0,
      missing(PRECEDING),
      COMPLETE.document,
    ),
    dutch('NL-R-002', 'sellerAddress', hasFullAddress, missing(FULL_ADDRESS), COMPLETE.seller),
    dutch(
      'NL-R-003',
      'legalId',
      (id, _, at) => !isPartyOf('AccountingSupplierParty', at) || isDutchRegister(id),
      malformed(REGISTER_NL),
      COMPLETE.seller,
    ),
    dutch(
      'NL-R-004',
      'buyerAddress',
      (address, document) => !buysAt('NL', document) || hasFullAddress(address),
      missing(FULL_ADDRESS),
      COMPLETE.buyer,
    ),
    dutch(
      'NL-R-005',
      'legalId',
      (id, document, at) => !buysAt('NL', document) || !isPartyOf('AccountingCustomerParty', at) || isDutchRegister(id),
      malformed(REGISTER_NL),
      COMPLETE.buyer,
    ),
    dutch(
      'NL-R-006',
      'representativeAddress',
      (address) => textAt(address, 'Country/IdentificationCode') !== 'NL' || hasFullAddress(address),
      missing(FULL_ADDRESS),
      COMPLETE.representative,
    ),
    dutch('NL-R-007', 'totals', isPaidSomehow, missing(PAYMENT), COMPLETE.payment),
    dutch(
      'NL-R-008',
      'payment',
      (payment) => DUTCH_MEANS.includes(textAt(payment, 'PaymentMeansCode') ?? ''),
      MEANS,
      filled(MEANS_HINT, { codes: DUTCH_MEANS.join(', ') }),
    ),
    dutch(
      'NL-R-009',
      'orderLine',
      (_, { at }) => at('OrderReference/ID').length > 0,
      missing(ORDER),
      COMPLETE.document,
    ),
  ];
}

/** Where money goes from the buyer to the seller, it is said how. */
function isPaidSomehow(totals: XmlElement, { isInvoice, at }: CheckedDocument): boolean {
  const sign = compare(numberAt(totals, 'PayableAmount') ?? ZERO, ZERO);
  return (isInvoice ? sign <= 0 : sign >= 0) || at('PaymentMeans').length > 0;
}

function norwegianRules(): Rule[] {
  const norwegian = ofSellers(isTaxedAt('NO'));
  const number = labels(
    'numéro de TVA norvégien (NO, neuf chiffres, MVA)',
    'Noors btw-nummer (NO, negen cijfers, MVA)',
    'Norwegian VAT number (NO, nine digits, MVA)',
    'norwegische USt-IdNr. (NO, neun Ziffern, MVA)',
  );
  const mention = labels(
    'mention « Foretaksregisteret » du vendeur norvégien',
    'vermelding “Foretaksregisteret” van de Noorse verkoper',
    'mention “Foretaksregisteret” of the Norwegian seller',
    'Angabe „Foretaksregisteret“ des norwegischen Verkäufers',
  );
  const isNumber = (text: string): boolean => /^NO\d{9}MVA$/.test(text) && isNorwegianNumber(text.slice(2, 11));
  return [
    norwegian(
      'NO-R-001',
      'seller',
      (seller) => {
        const said = vatNumberOf(seller);
        return said === null || !said.startsWith('NO') || isNumber(said);
      },
      malformed(number),
      CORRECT_NUMBER,
    ),
    norwegian(
      'NO-R-002',
      'seller',
      (seller) =>
        elementsAt(seller, 'PartyTaxScheme').some(
          (scheme) => textAt(scheme, 'TaxScheme/ID') === 'TAX' && textAt(scheme, 'CompanyID') === 'Foretaksregisteret',
        ),
      missing(mention),
      COMPLETE.seller,
      'warning',
    ),
  ];
}

function italianRules(): Rule[] {
  const italian = ofSellers(isTaxedAt('IT'));
  const taxCode = labels(
    'code fiscal italien (11 à 16 caractères)',
    'Italiaanse belastingcode (11 tot 16 tekens)',
    'Italian tax code (11 to 16 characters)',
    'italienische Steuernummer (11 bis 16 Zeichen)',
  );
  const isTaxCode = (scheme: XmlElement): boolean =>
    textAt(scheme, 'TaxScheme/ID') === 'VAT' || /^[A-Z0-9]{11,16}$/.test(textAt(scheme, 'CompanyID') ?? '');
  return [
    italian(
      'IT-R-001',
      'seller',
      (seller) => elementsAt(seller, 'PartyTaxScheme').every(isTaxCode),
      malformed(taxCode),
      CORRECT_NUMBER,
    ),
    italian(
      'IT-R-002',
      'seller',
      (seller) => has(seller, 'PostalAddress/StreetName'),
      missing(STREET),
      COMPLETE.seller,
    ),
    italian('IT-R-003', 'seller', (seller) => has(seller, 'PostalAddress/CityName'), missing(CITY), COMPLETE.seller),
    italian(
      'IT-R-004',
      'seller',
      (seller) => has(seller, 'PostalAddress/PostalZone'),
      missing(POST_CODE),
      COMPLETE.seller,
    ),
  ];
}

function swedishRules(): Rule[] {
  const swedish = ofSellers(isAt('SE'));
  const vat = labels(
    'numéro de TVA suédois (SE et douze chiffres)',
    'Zweeds btw-nummer (SE en twaalf cijfers)',
    'Swedish VAT number (SE and twelve digits)',
    'schwedische USt-IdNr. (SE und zwölf Ziffern)',
  );
  const number = labels(
    'numéro d’entreprise suédois (dix chiffres)',
    'Zweeds ondernemingsnummer (tien cijfers)',
    'Swedish organisation number (ten digits)',
    'schwedische Unternehmensnummer (zehn Ziffern)',
  );
  const rate = labels(
    'Les taux suédois sont 6, 12 et 25 %.',
    'De Zweedse tarieven zijn 6, 12 en 25 %.',
    'Swedish rates are 6, 12 and 25 %.',
    'Die schwedischen Sätze sind 6, 12 und 25 %.',
  );
  const correctRate = labels(
    'Corrigez le taux.',
    'Corrigeer het tarief.',
    'Correct the rate.',
    'Berichtigen Sie den Satz.',
  );
  const swedishVat = (seller: XmlElement): string | null => {
    const said = vatNumberOf(seller);
    return said?.startsWith('SE') ? said : null;
  };
  const legalId = (seller: XmlElement): string | null => textAt(seller, 'PartyLegalEntity/CompanyID');
  const isSwedishRate = (category: XmlElement): boolean =>
    textAt(category, 'ID') !== 'S' || ['6.00', '12.00', '25.00'].includes(numberAt(category, 'Percent') ?? '');
  return [
    swedish(
      'SE-R-001',
      'seller',
      (seller) => (swedishVat(seller)?.length ?? 14) === 14,
      malformed(vat),
      CORRECT_NUMBER,
    ),
    swedish(
      'SE-R-002',
      'seller',
      (seller) => /^\d+$/.test((swedishVat(seller) ?? 'SE0').slice(2, 14)),
      malformed(vat),
      CORRECT_NUMBER,
    ),
    swedish(
      'SE-R-003',
      'seller',
      (seller) => /^\d+$/.test(legalId(seller) ?? '0'),
      malformed(number),
      CORRECT_NUMBER,
      'warning',
    ),
    swedish(
      'SE-R-004',
      'seller',
      (seller) => (legalId(seller)?.length ?? 10) === 10,
      malformed(number),
      CORRECT_NUMBER,
      'warning',
    ),
    swedish('SE-R-006', 'taxCategory', isSwedishRate, rate, correctRate),
    swedish(
      'SE-R-013',
      'seller',
      (seller) => legalId(seller) === null || isSwedishNumber(legalId(seller)!),
      malformed(number),
      CORRECT_NUMBER,
      'warning',
    ),
  ];
}

function danishRules(): Rule[] {
  const danish = ofSellers(isAt('DK'));
  const scheme = labels(
    'registre de l’identifiant',
    'register van de identificatie',
    'register of the identifier',
    'Register der Kennung',
  );
  const negative = labels(
    'Une note de crédit danoise ne peut avoir un total négatif.',
    'Een Deense creditnota kan geen negatief totaal hebben.',
    'A Danish credit note cannot have a negative total.',
    'Eine dänische Gutschrift kann keinen negativen Gesamtbetrag haben.',
  );
  const useInvoice = labels(
    'Établissez une facture.',
    'Maak een factuur op.',
    'Make an invoice.',
    'Stellen Sie eine Rechnung aus.',
  );
  const legalId = (seller: XmlElement): XmlElement | undefined => elementAt(seller, 'PartyLegalEntity/CompanyID');
  return [
    danish(
      'DK-R-002',
      'seller',
      (seller) => (legalId(seller)?.text ?? '') !== '',
      missing(REGISTER_DK),
      COMPLETE.seller,
    ),
    danish(
      'DK-R-005',
      'payment',
      (payment, document) =>
        !document.isInvoice ||
        !buysAt('DK', document) ||
        DANISH_MEANS.includes(textAt(payment, 'PaymentMeansCode') ?? ''),
      MEANS,
      filled(MEANS_HINT, { codes: DANISH_MEANS.join(', ') }),
    ),
    danish(
      'DK-R-013',
      'partyId',
      (id, document, at) =>
        !buysAt('DK', document) ||
        !(isPartyOf('AccountingSupplierParty', at) || isPartyOf('AccountingCustomerParty', at)) ||
        (id.attributes['schemeID'] ?? '') !== '',
      missing(scheme),
      COMPLETE.document,
    ),
    danish(
      'DK-R-014',
      'seller',
      (seller) => (legalId(seller)?.attributes['schemeID'] ?? '0184') === '0184',
      malformed(REGISTER_DK),
      COMPLETE.seller,
    ),
    danish(
      'DK-R-016',
      'totals',
      (totals, document) =>
        document.isInvoice || !buysAt('DK', document) || !isNegative(numberAt(totals, 'PayableAmount') ?? ZERO),
      negative,
      useInvoice,
    ),
  ];
}
