import { compare, ZERO } from '../../money.ts';
import { listElements, findText, type XmlElement } from '../../xml.ts';
import { PEPPOL_CUSTOMIZATION, PEPPOL_PROFILE, SELF_BILLING_PROFILE } from '../peppol.ts';
import { parseDate } from '../read/values.ts';
import { coded, needs, required, rule } from './builders.ts';
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
import { parseAmountLike, countElements, hasElement } from './conditions.ts';
import { isGerman, isSelfBilled, isSelfBilling } from './process.ts';
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

type Codes = ReadonlySet<string>;

/** Processes of both specifications: those of France, and the one in which the buyer must respond. */
const SHARED_PROFILES = ['urn:peppol:france:billing:regulated', 'urn:peppol:france:billing:non-regulated'] as const;
const WITH_RESPONSE = 'urn:peppol:bis:billing_with_response';
const BILLING: Codes = new Set([PEPPOL_PROFILE, WITH_RESPONSE, ...SHARED_PROFILES]);
const SELF_BILLING: Codes = new Set([SELF_BILLING_PROFILE, WITH_RESPONSE, ...SHARED_PROFILES]);

const hasKnownProfile = (root: XmlElement): boolean =>
  (isSelfBilling(root) ? SELF_BILLING : BILLING).has(findText(root, 'ProfileID') ?? '');

/** Whether the type is one of the process; self-billing with a response does not restrict it. */
function hasTypeOfProcess(root: XmlElement, text: string, billing: Codes, selfBilling: Codes): boolean {
  if (!hasKnownProfile(root)) return true;
  if (!isSelfBilling(root)) return billing.has(text);
  return findText(root, 'ProfileID') === WITH_RESPONSE || selfBilling.has(text);
}

/** There is an amount in each currency, and not one negative and the other positive. */
function hasSameSign(root: XmlElement, currency: string | null): boolean {
  if (!hasElement(root, 'TaxCurrencyCode')) return true;
  const listSigns = (code: string | null): ReadonlySet<number> =>
    new Set(
      listElements(root, 'TaxTotal/TaxAmount')
        .filter(({ attributes }) => attributes['currencyID'] === code)
        .map(({ text }) => Math.sign(compare(parseAmountLike(text) ?? ZERO, ZERO))),
    );
  const [ones, others] = [listSigns(findText(root, 'TaxCurrencyCode')), listSigns(currency)];
  const isSign = (sign: number): boolean => [ones, others].every((signs) => signs.has(sign) || signs.has(0));
  return isSign(1) || isSign(-1);
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
    (root) => {
      const specification = findText(root, 'CustomizationID') ?? '';
      return (isSelfBilling(root) || specification.startsWith(PEPPOL_CUSTOMIZATION)) && !specification.includes('::');
    },
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
    hasKnownProfile,
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
    ({ attributes }) => attributes['mimeCode'] === undefined || MIME_TYPES.has(attributes['mimeCode']),
    'mimeType',
    'IANA',
  ),
  coded(
    'PEPPOL-EN16931-CL002',
    'reasonCode',
    ({ text }, _, { parent }) =>
      findText(parent!.element, 'ChargeIndicator') !== 'false' || PEPPOL_ALLOWANCE_REASONS.has(text),
    'allowanceCode',
    'UNTDID 5189',
  ),
  coded(
    'PEPPOL-EN16931-CL003',
    'reasonCode',
    ({ text }, _, { parent }) => findText(parent!.element, 'ChargeIndicator') !== 'true' || CHARGE_REASONS.has(text),
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
    ({ text, name }, document) =>
      name !== 'InvoiceTypeCode' || (text !== '326' && text !== '384') || isGerman(document) || isSelfBilled(document),
    GERMAN_ONLY,
    USE_380,
  ),
];
