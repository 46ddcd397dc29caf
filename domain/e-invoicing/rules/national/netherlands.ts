import { compare, ZERO } from '../../../money.ts';
import { findText, type XmlElement } from '../../../xml.ts';
import type { CheckedDocument } from '../checked-document.ts';
import { parseNumberAt } from '../conditions.ts';
import type { Rule } from '../rule.ts';
import { COMPLETE, filled, toLabels } from '../texts.ts';
import {
  isBuyerIn,
  FULL_ADDRESS,
  hasFullAddress,
  isSellerIn,
  isPartyOf,
  buildMalformedMessage,
  MEANS,
  MEANS_HINT,
  PAYMENT,
  buildMissingMessage,
  createSellerRule,
} from './sellers.ts';

const REGISTER_NL = toLabels(
  'numéro KVK ou OIN (registre 0106 ou 0190)',
  'KvK- of OIN-nummer (register 0106 of 0190)',
  'KVK or OIN number (register 0106 or 0190)',
  'KVK- oder OIN-Nummer (Register 0106 oder 0190)',
);
const PRECEDING = toLabels(
  'référence à la facture créditée',
  'verwijzing naar de gecrediteerde factuur',
  'reference to the credited invoice',
  'Verweis auf die gutgeschriebene Rechnung',
);
const ORDER = toLabels('référence de la commande', 'referentie van de bestelling', 'order reference', 'Bestellnummer');
const dutch = createSellerRule(isSellerIn('NL'));
const isDutchRegister = (id: XmlElement): boolean =>
  ['0106', '0190'].includes(id.attributes['schemeID'] ?? '') && id.text !== '';
const DUTCH_MEANS = ['30', '48', '49', '57', '58', '59'];

export function buildDutchRules(): Rule[] {
  return [
    dutch(
      'NL-R-001',
      'typeCode',
      ({ name }, { findAt }) =>
        name !== 'CreditNoteTypeCode' || findAt('BillingReference/InvoiceDocumentReference/ID').length > 0,
      buildMissingMessage(PRECEDING),
      COMPLETE.document,
    ),
    dutch('NL-R-002', 'sellerAddress', hasFullAddress, buildMissingMessage(FULL_ADDRESS), COMPLETE.seller),
    dutch(
      'NL-R-003',
      'legalId',
      (id, _, at) => !isPartyOf('AccountingSupplierParty', at) || isDutchRegister(id),
      buildMalformedMessage(REGISTER_NL),
      COMPLETE.seller,
    ),
    dutch(
      'NL-R-004',
      'buyerAddress',
      (address, document) => !isBuyerIn('NL', document) || hasFullAddress(address),
      buildMissingMessage(FULL_ADDRESS),
      COMPLETE.buyer,
    ),
    dutch(
      'NL-R-005',
      'legalId',
      (id, document, at) =>
        !isBuyerIn('NL', document) || !isPartyOf('AccountingCustomerParty', at) || isDutchRegister(id),
      buildMalformedMessage(REGISTER_NL),
      COMPLETE.buyer,
    ),
    dutch(
      'NL-R-006',
      'representativeAddress',
      (address) => findText(address, 'Country/IdentificationCode') !== 'NL' || hasFullAddress(address),
      buildMissingMessage(FULL_ADDRESS),
      COMPLETE.representative,
    ),
    dutch('NL-R-007', 'totals', hasPaymentMeans, buildMissingMessage(PAYMENT), COMPLETE.payment),
    dutch(
      'NL-R-008',
      'payment',
      (payment, document) =>
        !isBuyerIn('NL', document) || DUTCH_MEANS.includes(findText(payment, 'PaymentMeansCode') ?? ''),
      MEANS,
      filled(MEANS_HINT, { codes: DUTCH_MEANS.join(', ') }),
    ),
    dutch(
      'NL-R-009',
      'orderLine',
      (_, { findAt }) => findAt('OrderReference/ID').length > 0,
      buildMissingMessage(ORDER),
      COMPLETE.document,
    ),
  ];
}

/** If the buyer pays the seller, the means of payment must be stated. */
function hasPaymentMeans(totals: XmlElement, { isInvoice, findAt }: CheckedDocument): boolean {
  const sign = compare(parseNumberAt(totals, 'PayableAmount') ?? ZERO, ZERO);
  return (isInvoice ? sign <= 0 : sign >= 0) || findAt('PaymentMeans').length > 0;
}
