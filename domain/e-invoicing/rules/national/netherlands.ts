import { compare, ZERO } from '../../../money.ts';
import { textAt, type XmlElement } from '../../../xml.ts';
import type { CheckedDocument } from '../checked-document.ts';
import { numberAt } from '../conditions.ts';
import type { Rule } from '../rule.ts';
import { COMPLETE, filled, labels } from '../texts.ts';
import {
  buysAt,
  FULL_ADDRESS,
  hasFullAddress,
  isAt,
  isPartyOf,
  malformed,
  MEANS,
  MEANS_HINT,
  missing,
  ofSellers,
} from './sellers.ts';

const REGISTER_NL = labels(
  'numéro KVK ou OIN (registre 0106 ou 0190)',
  'KvK- of OIN-nummer (register 0106 of 0190)',
  'KVK or OIN number (register 0106 or 0190)',
  'KVK- oder OIN-Nummer (Register 0106 oder 0190)',
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

export function dutchRules(): Rule[] {
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
