import { findText, type XmlElement } from '../../xml.ts';
import { coded } from './builders.ts';
import {
  ADDRESS_SCHEMES,
  ALLOWANCE_REASONS,
  CHARGE_REASONS,
  COUNTRIES,
  CREDIT_NOTE_TYPES,
  CURRENCIES,
  INVOICE_TYPES,
  isExemptionCode,
  isItemClassification,
  isNoteSubject,
  isReferenceQualifier,
  isRegister,
  isUnit,
  MIME_TYPES,
  PAYMENT_MEANS,
  TAX_CATEGORIES,
  TAX_POINTS,
} from './code-lists.ts';
import type { Located } from './checked-document.ts';
import { isAllowance, isCharge } from './conditions.ts';
import type { Rule } from './rule.ts';

/** EN 16931, BR-CL: codes must belong to the code lists. */

/** The attribute is absent or a known code. */
const createAttributeCheck =
  (name: string, isKnown: (code: string) => boolean) =>
  ({ attributes }: XmlElement): boolean =>
    attributes[name] === undefined || isKnown(attributes[name]);

const scheme = createAttributeCheck('schemeID', isRegister);

/** Creditor identifiers issued by banks, allowed for the seller and the payee. */
const isCreditorNumber = ({ parent }: Located): boolean => {
  for (let above = parent; above; above = above.parent)
    if (above.element.name === 'AccountingSupplierParty' || above.element.name === 'PayeeParty') return true;
  return false;
};

export const CODE_RULES: readonly Rule[] = [
  coded(
    'BR-CL-01',
    'typeCode',
    ({ name, text }) => (name === 'InvoiceTypeCode' ? INVOICE_TYPES : CREDIT_NOTE_TYPES).has(text),
    'typeCode',
    'UNTDID 1001',
  ),
  coded(
    'BR-CL-03',
    'amount',
    ({ attributes }) => CURRENCIES.has(attributes['currencyID'] ?? ''),
    'amountCurrency',
    'ISO 4217',
  ),
  coded('BR-CL-04', 'currency', ({ text }) => CURRENCIES.has(text), 'currency', 'ISO 4217'),
  coded('BR-CL-05', 'taxCurrency', ({ text }) => CURRENCIES.has(text), 'taxCurrency', 'ISO 4217'),
  coded('BR-CL-06', 'taxPointCode', ({ text }) => TAX_POINTS.has(text), 'taxPointCode', 'UNTDID 2005'),
  coded(
    'BR-CL-07',
    'objectId',
    (id, _, { parent }) =>
      findText(parent!.element, 'DocumentTypeCode') !== '130' ||
      createAttributeCheck('schemeID', isReferenceQualifier)(id),
    'objectScheme',
    'UNTDID 1153',
  ),
  coded(
    'BR-CL-08',
    'note',
    ({ text }) => {
      const subject = /^[^#]*#([^#]{3})#/.exec(text)?.[1];
      return subject === undefined || isNoteSubject(subject);
    },
    'noteSubject',
    'UNTDID 4451',
  ),
  coded(
    'BR-CL-10',
    'partyId',
    (id, _, at) => scheme(id) || (id.attributes['schemeID'] === 'SEPA' && isCreditorNumber(at)),
    'identifierScheme',
    'ISO 6523',
  ),
  coded('BR-CL-11', 'legalId', scheme, 'registrationScheme', 'ISO 6523'),
  coded(
    'BR-CL-13',
    'itemClassification',
    createAttributeCheck('listID', isItemClassification),
    'classificationScheme',
    'UNTDID 7143',
  ),
  coded('BR-CL-14', 'country', ({ text }) => COUNTRIES.has(text), 'country', 'ISO 3166-1'),
  coded('BR-CL-15', 'originCountry', ({ text }) => COUNTRIES.has(text), 'originCountry', 'ISO 3166-1'),
  coded('BR-CL-16', 'paymentCode', ({ text }) => PAYMENT_MEANS.has(text), 'paymentMeans', 'UNTDID 4461'),
  coded('BR-CL-17', 'taxCategoryCode', ({ text }) => TAX_CATEGORIES.has(text), 'category', 'UNTDID 5305'),
  coded('BR-CL-18', 'lineCategoryCode', ({ text }) => TAX_CATEGORIES.has(text), 'lineCategory', 'UNTDID 5305'),
  coded(
    'BR-CL-19',
    'reasonCode',
    ({ text }, _, { parent }) => !isAllowance(parent!.element) || ALLOWANCE_REASONS.has(text),
    'allowanceCode',
    'UNTDID 5189',
  ),
  coded(
    'BR-CL-20',
    'reasonCode',
    ({ text }, _, { parent }) => !isCharge(parent!.element) || CHARGE_REASONS.has(text),
    'chargeCode',
    'UNTDID 7161',
  ),
  coded('BR-CL-21', 'standardItemId', scheme, 'standardIdScheme', 'ISO 6523'),
  coded('BR-CL-22', 'exemptionCode', ({ text }) => isExemptionCode(text), 'exemptionCode', 'VATEX'),
  coded('BR-CL-23', 'quantity', createAttributeCheck('unitCode', isUnit), 'unit', 'UN/ECE 20'),
  coded(
    'BR-CL-24',
    'embeddedFile',
    createAttributeCheck('mimeCode', (type) => MIME_TYPES.has(type)),
    'mimeType',
    'IANA',
  ),
  coded(
    'BR-CL-25',
    'endpoint',
    createAttributeCheck('schemeID', (code) => ADDRESS_SCHEMES.has(code)),
    'endpointScheme',
    'EAS',
  ),
  coded('BR-CL-26', 'deliveryLocationId', scheme, 'deliveryLocation', 'ISO 6523'),
];
