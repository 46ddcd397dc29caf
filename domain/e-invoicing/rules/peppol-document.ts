import { compare, ZERO } from '../../money.ts';
import { listElements, findText, type XmlElement } from '../../xml.ts';
import { PEPPOL_CUSTOMIZATION, PEPPOL_PROFILE, SELF_BILLING_CUSTOMIZATION } from '../peppol.ts';
import { parseDate } from '../read/values.ts';
import { coded, needs, required, rule } from './builders.ts';
import type { CheckedDocument } from './checked-document.ts';
import {
  CHARGE_REASONS,
  CURRENCIES,
  MIME_TYPES,
  PEPPOL_ADDRESS_SCHEMES,
  PEPPOL_ALLOWANCE_REASONS,
  PEPPOL_CREDIT_NOTE_TYPES,
  PEPPOL_INVOICE_TYPES,
  SELF_BILLED_CREDIT_NOTE_TYPES,
  SELF_BILLED_INVOICE_TYPES,
  TAX_POINTS,
} from './code-lists.ts';
import { parseAmountLike, countElements, hasElement, isCharge } from './conditions.ts';
import {
  ONE_NOTE,
  JOIN_NOTES,
  WRONG_SPECIFICATION,
  GIVE,
  SAME_CURRENCY,
  DROP_CURRENCY,
  EMPTY,
  FILL_OR_DROP,
  ONE_BREAKDOWN,
  JOIN_TOTALS,
  ONE_PLAIN_TOTAL,
  MATCH_CURRENCY,
  SIGNS_DIFFER,
  CORRECT_SIGN,
  ONE_PROJECT,
  KEEP_ONE,
  OTHER_CURRENCY,
  USE_CURRENCY,
  DATE_HINT,
  GERMAN_ONLY,
  USE_380,
  WRONG_CATEGORY,
  MATCH_CATEGORY,
} from './peppol-texts.ts';
import type { Rule } from './rule.ts';
import { TERMS } from './terms.ts';
import { filled, MALFORMED } from './texts.ts';

/** Peppol BIS Billing 3 and Self-Billing 3: rules on the whole document, its parties and codes. */

const BILLING = /^urn:fdc:peppol\.eu:2017:poacc:billing:(\d{2}):1\.0$/;
const SELF_BILLING = /^urn:fdc:peppol\.eu:2017:poacc:selfbilling:(\d{2}):1\.0$/;

const isSelfBilling = (root: XmlElement): boolean =>
  (findText(root, 'CustomizationID') ?? '').startsWith(SELF_BILLING_CUSTOMIZATION);

const findProfile = (root: XmlElement): string | null =>
  (isSelfBilling(root) ? SELF_BILLING : BILLING).exec(findText(root, 'ProfileID') ?? '')?.[1] ?? null;

/** Whether the type is one of the process, if it is the usual process. */
function hasTypeOfProcess(root: XmlElement, text: string, billing: Codes, selfBilling: Codes): boolean {
  if (findProfile(root) !== '01') return true;
  return (isSelfBilling(root) ? selfBilling : billing).has(text);
}

type Codes = ReadonlySet<string>;

const isGerman = ({ sellerCountry, buyerCountry }: CheckedDocument): boolean =>
  sellerCountry === 'DE' && buyerCountry === 'DE';

/** True unless one amount is negative and the other positive. */
function hasSameSign(root: XmlElement, currency: string | null): boolean {
  const other = findText(root, 'TaxCurrencyCode');
  if (other === null) return true;
  const listAmounts = (code: string | null): string[] =>
    listElements(root, 'TaxTotal/TaxAmount')
      .filter(({ attributes }) => attributes['currencyID'] === code)
      .map(({ text }) => parseAmountLike(text) ?? ZERO);
  const signs = new Set(
    [...listAmounts(other), ...listAmounts(currency)].map((amount) => Math.sign(compare(amount, ZERO))),
  );
  return !(signs.has(1) && signs.has(-1));
}

/** Exemption reasons that belong to one category, with the last digits of their rules. */
const REASONS: readonly (readonly [string, string, string])[] = [
  ['P0104', 'VATEX-EU-G', 'G'],
  ['P0105', 'VATEX-EU-O', 'O'],
  ['P0106', 'VATEX-EU-IC', 'K'],
  ['P0107', 'VATEX-EU-AE', 'AE'],
  ['P0108', 'VATEX-EU-D', 'E'],
  ['P0109', 'VATEX-EU-F', 'E'],
  ['P0110', 'VATEX-EU-I', 'E'],
  ['P0111', 'VATEX-EU-J', 'E'],
];

/** Only the total without a breakdown may be in another currency. */
const canBeOtherCurrency = (parent: XmlElement | undefined): boolean =>
  parent?.name === 'TaxTotal' && !hasElement(parent, 'TaxSubtotal');

export const PEPPOL_DOCUMENT_RULES: readonly Rule[] = [
  required('PEPPOL-EN16931-R001', 'document', 'ProfileID', 'process', 'document'),
  rule(
    'PEPPOL-EN16931-R002',
    'document',
    (root, document) => countElements(root, 'Note') <= 1 || isGerman(document),
    ONE_NOTE,
    JOIN_NOTES,
  ),
  required('PEPPOL-EN16931-R003', 'document', ['BuyerReference', 'OrderReference/ID'], 'reference', 'document'),
  rule(
    'PEPPOL-EN16931-R004',
    'document',
    (root) => isSelfBilling(root) || (findText(root, 'CustomizationID') ?? '').startsWith(PEPPOL_CUSTOMIZATION),
    WRONG_SPECIFICATION,
    filled(GIVE, { value: `${PEPPOL_CUSTOMIZATION} (BT-24)` }),
  ),
  rule(
    'PEPPOL-EN16931-R005',
    'taxCurrency',
    ({ text }, { currency }) => text !== currency,
    SAME_CURRENCY,
    DROP_CURRENCY,
  ),
  rule(
    'PEPPOL-EN16931-R007',
    'document',
    (root) => findProfile(root) !== null,
    filled(MALFORMED, { term: TERMS.process }),
    filled(GIVE, { value: `${PEPPOL_PROFILE} (BT-23)` }),
  ),
  rule('PEPPOL-EN16931-R008', 'empty', () => false, EMPTY, FILL_OR_DROP),
  required('PEPPOL-EN16931-R010', 'buyer', 'EndpointID', 'buyerEndpoint', 'buyer'),
  required('PEPPOL-EN16931-R020', 'seller', 'EndpointID', 'sellerEndpoint', 'seller'),
  rule(
    'PEPPOL-EN16931-R051',
    'amount',
    ({ attributes }, { currency }, { parent }) =>
      attributes['currencyID'] === currency || canBeOtherCurrency(parent?.element),
    OTHER_CURRENCY,
    USE_CURRENCY,
  ),
  rule(
    'PEPPOL-EN16931-R053',
    'document',
    (root) => listElements(root, 'TaxTotal').filter((total) => hasElement(total, 'TaxSubtotal')).length === 1,
    ONE_BREAKDOWN,
    JOIN_TOTALS,
  ),
  rule(
    'PEPPOL-EN16931-R054',
    'document',
    (root) =>
      listElements(root, 'TaxTotal').filter((total) => !hasElement(total, 'TaxSubtotal')).length ===
      (hasElement(root, 'TaxCurrencyCode') ? 1 : 0),
    ONE_PLAIN_TOTAL,
    MATCH_CURRENCY,
  ),
  rule(
    'PEPPOL-EN16931-R055',
    'document',
    (root, { currency }) => hasSameSign(root, currency),
    SIGNS_DIFFER,
    CORRECT_SIGN,
  ),
  needs(
    'PEPPOL-EN16931-R061',
    'payment',
    (payment) =>
      !['49', '59'].includes(findText(payment, 'PaymentMeansCode') ?? '') || hasElement(payment, 'PaymentMandate/ID'),
    'mandate',
    'payment',
  ),
  rule(
    'PEPPOL-EN16931-R080',
    'document',
    (root) =>
      root.name !== 'CreditNote' ||
      listElements(root, 'AdditionalDocumentReference').filter((one) => findText(one, 'DocumentTypeCode') === '50')
        .length <= 1,
    ONE_PROJECT,
    KEEP_ONE,
  ),
  rule(
    'PEPPOL-EN16931-F001',
    'date',
    ({ text }) => text.length === 10 && parseDate(text) === text,
    filled(MALFORMED, { term: TERMS.date }),
    DATE_HINT,
  ),
  coded(
    'PEPPOL-EN16931-CL001',
    'embeddedFile',
    ({ attributes }) => MIME_TYPES.has(attributes['mimeCode'] ?? ''),
    'mimeType',
    'IANA',
  ),
  coded(
    'PEPPOL-EN16931-CL002',
    'reasonCode',
    ({ text }, _, { parent }) => isCharge(parent!.element) || PEPPOL_ALLOWANCE_REASONS.has(text),
    'allowanceCode',
    'UNTDID 5189',
  ),
  coded(
    'PEPPOL-EN16931-CL003',
    'reasonCode',
    ({ text }, _, { parent }) => !isCharge(parent!.element) || CHARGE_REASONS.has(text),
    'chargeCode',
    'UNTDID 7161',
  ),
  coded('PEPPOL-EN16931-CL006', 'taxPointCode', ({ text }) => TAX_POINTS.has(text), 'taxPointCode', 'UNTDID 2005'),
  coded(
    'PEPPOL-EN16931-CL007',
    'amount',
    ({ attributes }) => CURRENCIES.has(attributes['currencyID'] ?? ''),
    'amountCurrency',
    'ISO 4217',
  ),
  coded(
    'PEPPOL-EN16931-CL008',
    'endpoint',
    ({ attributes }) => attributes['schemeID'] === undefined || PEPPOL_ADDRESS_SCHEMES.has(attributes['schemeID']),
    'endpointScheme',
    'EAS',
  ),
  coded(
    'PEPPOL-EN16931-P0100',
    'typeCode',
    ({ name, text }, { root }) =>
      name !== 'InvoiceTypeCode' ||
      hasTypeOfProcess(root.element, text, PEPPOL_INVOICE_TYPES, SELF_BILLED_INVOICE_TYPES),
    'typeCode',
    'UNTDID 1001',
  ),
  coded(
    'PEPPOL-EN16931-P0101',
    'typeCode',
    ({ name, text }, { root }) =>
      name !== 'CreditNoteTypeCode' ||
      hasTypeOfProcess(root.element, text, PEPPOL_CREDIT_NOTE_TYPES, SELF_BILLED_CREDIT_NOTE_TYPES),
    'typeCode',
    'UNTDID 1001',
  ),
  ...REASONS.map(([id, reason, code]) =>
    rule(
      `PEPPOL-EN16931-${id}`,
      'taxCategory',
      (category) =>
        findText(category, 'TaxExemptionReasonCode')?.toUpperCase() !== reason || findText(category, 'ID') === code,
      filled(WRONG_CATEGORY, { reason, code }),
      MATCH_CATEGORY,
    ),
  ),
  rule(
    'PEPPOL-EN16931-P0112',
    'typeCode',
    ({ text }, document) => (text !== '326' && text !== '384') || isGerman(document),
    GERMAN_ONLY,
    USE_380,
  ),
];
