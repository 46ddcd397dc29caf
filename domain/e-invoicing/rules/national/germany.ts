import { findElement, findText, listElements, type XmlElement } from '../../../xml.ts';
import { toWarning } from '../builders.ts';
import type { CheckedDocument } from '../checked-document.ts';
import { hasElement } from '../conditions.ts';
import { isGerman } from '../process.ts';
import type { Rule } from '../rule.ts';
import { TERMS } from '../terms.ts';
import { COMPLETE } from '../texts.ts';
import { buildGermanPaymentRules } from './germany-payment.ts';
import * as TEXT from './germany-texts.ts';
import { buildMissingMessage, CITY, createNationalRules, PAYMENT, POST_CODE } from './sellers.ts';

/** Rules between two German parties, from the German specification XRechnung. */

/** Categories for which the seller must state a tax number. */
const TAXED: ReadonlySet<string> = new Set(['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M']);
const TYPES: ReadonlySet<string> = new Set(['326', '380', '384', '389', '381', '875', '876', '877']);

function isSellerTaxed(root: XmlElement, { findAt }: CheckedDocument): boolean {
  const codes = [
    ...findAt('AllowanceCharge/TaxCategory/ID'),
    ...findAt('InvoiceLine/Item/ClassifiedTaxCategory/ID'),
    ...findAt('CreditNoteLine/Item/ClassifiedTaxCategory/ID'),
  ];
  return (
    !codes.some(({ element }) => TAXED.has(element.text)) ||
    hasElement(root, 'TaxRepresentativeParty') ||
    listElements(root, 'AccountingSupplierParty/Party/PartyTaxScheme/CompanyID').some(({ text }) => text !== '')
  );
}

const DISCOUNT = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(#BASISBETRAG=-?\d+\.\d{2})?#$/;

/** Each line that begins with `#` is a discount, and text after the last one is on a line of its own. */
function hasReadableDiscounts(root: XmlElement): boolean {
  const terms = findText(root, 'PaymentTerms/Note') ?? '';
  const discounts = terms.split(/\r?\n/).filter((line) => line.trim().startsWith('#'));
  if (discounts.length === 0) return true;
  // A line break at the very end is lost when the document is read, so that it is not missed here.
  const rest = terms.split(/#.+#/).at(-1) ?? '';
  return discounts.every((line) => DISCOUNT.test(line.trim())) && (rest === '' || /^\s*\n/.test(rest));
}

function hasUniqueFileNames(root: XmlElement): boolean {
  const names = listElements(root, 'AdditionalDocumentReference/Attachment/EmbeddedDocumentBinaryObject').flatMap(
    ({ attributes }) => attributes['filename'] ?? [],
  );
  return new Set(names).size === names.length;
}

export function buildGermanRules(): Rule[] {
  const { national: german, missing, malformed } = createNationalRules(isGerman);
  return [
    german(
      'DE-R-001',
      'document',
      (root) => hasElement(root, 'PaymentMeans'),
      buildMissingMessage(PAYMENT),
      COMPLETE.payment,
    ),
    german(
      'DE-R-002',
      'supplier',
      (supplier) => hasElement(supplier, 'Party/Contact'),
      buildMissingMessage(TEXT.CONTACT),
      COMPLETE.seller,
    ),
    missing('DE-R-003', 'sellerAddress', 'CityName', CITY, COMPLETE.seller),
    missing('DE-R-004', 'sellerAddress', 'PostalZone', POST_CODE, COMPLETE.seller),
    missing('DE-R-005', 'sellerContact', 'Name', TEXT.CONTACT_NAME, COMPLETE.seller),
    missing('DE-R-006', 'sellerContact', 'Telephone', TEXT.PHONE, COMPLETE.seller),
    missing('DE-R-007', 'sellerContact', 'ElectronicMail', TEXT.EMAIL, COMPLETE.seller),
    missing('DE-R-008', 'buyerAddress', 'CityName', CITY, COMPLETE.buyer),
    missing('DE-R-009', 'buyerAddress', 'PostalZone', POST_CODE, COMPLETE.buyer),
    missing('DE-R-010', 'deliveryAddress', 'CityName', CITY, COMPLETE.delivery),
    missing('DE-R-011', 'deliveryAddress', 'PostalZone', POST_CODE, COMPLETE.delivery),
    missing('DE-R-014', 'subtotal', 'TaxCategory/Percent', TERMS.rate, COMPLETE.tax),
    missing('DE-R-015', 'document', 'BuyerReference', TEXT.BUYER_REFERENCE, COMPLETE.document),
    german('DE-R-016', 'document', isSellerTaxed, buildMissingMessage(TEXT.TAX_NUMBER), COMPLETE.seller),
    toWarning(malformed('DE-R-017', 'typeCode', ({ text }) => TYPES.has(text), TEXT.TYPE, TEXT.TYPE_HINT)),
    malformed('DE-R-018', 'document', hasReadableDiscounts, TEXT.DISCOUNT, TEXT.DISCOUNT_HINT),
    german('DE-R-022', 'document', hasUniqueFileNames, TEXT.SAME_FILE_NAME, TEXT.RENAME_FILE),
    toWarning(
      german(
        'DE-R-026',
        'typeCode',
        ({ text }, { findAt }) => text !== '384' || findAt('BillingReference/InvoiceDocumentReference').length > 0,
        buildMissingMessage(TERMS.precedingInvoice),
        COMPLETE.document,
      ),
    ),
    toWarning(
      malformed(
        'DE-R-027',
        'sellerContact',
        (contact) => /(\d.*){3}/s.test(findText(contact, 'Telephone') ?? ''),
        TEXT.PHONE,
        COMPLETE.seller,
      ),
    ),
    toWarning(
      malformed(
        'DE-R-028',
        'sellerContact',
        (contact) => /^[^@\s]+@([^@.\s]+\.)+[^@.\s]+$/.test(findText(contact, 'ElectronicMail') ?? ''),
        TEXT.EMAIL,
        COMPLETE.seller,
      ),
    ),
    ...buildGermanPaymentRules(),
    toWarning(
      malformed(
        'DE-R-T02',
        'externalReference',
        (reference) => /^[a-z][a-z0-9+.-]+:/i.test(findElement(reference, 'URI')?.text ?? ''),
        TEXT.ADDRESS_OF_FILE,
        COMPLETE.document,
      ),
    ),
  ];
}
