import { add, compare, round, subtract, sum, ZERO, type SignedAmount } from '../../money.ts';
import { listElements, findText, type XmlElement } from '../../xml.ts';
import { computed, needs, required, rule, toWarning, twoDecimals } from './builders.ts';
import { COUNTRIES } from './code-lists.ts';
import {
  findVatCategory,
  hasElement,
  hasVatNumber,
  isAllowance,
  isCharge,
  isSameAmount,
  isShareOf,
  parseAmountLike,
  parseNumberAt,
  sumAmountsAt,
} from './conditions.ts';
import type { Rule } from './rule.ts';
import { toLabels } from './texts.ts';

/** EN 16931, BR-CO and BR-DEC: dependencies, sums, and the format of amounts. */

const REASON = ['AllowanceChargeReason', 'AllowanceChargeReasonCode'];

/** Country codes, and the prefixes of VAT numbers that are not country codes. */
const PREFIXES = ` ${[...COUNTRIES, 'EL'].join(' ')} `;

/** A number that is missing altogether has no prefix to check. */
const hasCountryPrefix = (scheme: XmlElement): boolean =>
  PREFIXES.includes((findText(scheme, 'CompanyID') ?? '').slice(0, 2));

/** Equal to the sum of the parts; not stated only if there are no parts. */
function isSumOfParts(totals: XmlElement, path: string, parts: readonly XmlElement[]): boolean {
  if (!hasElement(totals, path)) return parts.length === 0;
  return isSameAmount(
    parseNumberAt(totals, path),
    round(sum(parts.map((part) => parseNumberAt(part, 'Amount') ?? ZERO))),
  );
}

/** One amount less and plus others, rounded; null if a stated one cannot be read, or if the first is missing. */
function computeTotal(totals: XmlElement, from: string, less: string, plus: string): SignedAmount | null {
  const readOptional = (path: string): SignedAmount | null =>
    hasElement(totals, path) ? parseNumberAt(totals, path) : ZERO;
  const [base, minus, more] = [parseNumberAt(totals, from), readOptional(less), readOptional(plus)];
  return base === null || minus === null || more === null ? null : round(add(subtract(base, minus), more));
}

/** The total with VAT is the total without VAT and the one VAT amount in the document currency. */
function isGrossOfNet(root: XmlElement, currency: string | null): boolean {
  if (currency === null) return true; // another rule requires it
  const taxes = listElements(root, 'TaxTotal/TaxAmount').filter(
    ({ attributes }) => attributes['currencyID'] === currency,
  );
  const tax = parseAmountLike(taxes[0]?.text ?? null);
  const net = parseNumberAt(root, 'LegalMonetaryTotal/TaxExclusiveAmount');
  if (taxes.length !== 1 || tax === null || net === null) return false;
  return isSameAmount(parseNumberAt(root, 'LegalMonetaryTotal/TaxInclusiveAmount'), round(add(net, tax)));
}

/** Between −0.5 and 0.5, as rounding to whole units does it. */
const isRoundedToZero = (amount: SignedAmount): boolean => compare(amount, '-0.50') >= 0 && compare(amount, '0.50') < 0;

/** Base times rate, within one unit; nothing where the rate is below one half or missing. */
function isTaxOfBase(subtotal: XmlElement): boolean {
  const tax = parseNumberAt(subtotal, 'TaxAmount');
  if (tax === null) return false;
  const category = findVatCategory(subtotal, 'TaxCategory');
  const rate = category ? parseNumberAt(category, 'Percent') : null;
  if (rate === null || isRoundedToZero(rate)) return isRoundedToZero(tax);
  return isShareOf(tax, parseNumberAt(subtotal, 'TaxableAmount'), rate);
}

export const SUM_RULES: readonly Rule[] = [
  rule(
    'BR-CO-03',
    'document',
    (root) => !(hasElement(root, 'TaxPointDate') && hasElement(root, 'InvoicePeriod/DescriptionCode')),
    toLabels(
      'La date et le code d’exigibilité de la TVA (BT-7, BT-8) s’excluent.',
      'Datum en code van de opeisbaarheid van de btw (BT-7, BT-8) sluiten elkaar uit.',
      'The VAT point date and its code (BT-7, BT-8) exclude each other.',
      'Datum und Code des Steuerzeitpunkts (BT-7, BT-8) schließen einander aus.',
    ),
    toLabels(
      'N’indiquez que l’un des deux.',
      'Vermeld er slechts één van.',
      'Enter only one of the two.',
      'Geben Sie nur eines von beiden an.',
    ),
  ),
  needs(
    'BR-CO-04',
    'line',
    (line) => {
      const category = findVatCategory(line, 'Item/ClassifiedTaxCategory');
      return category !== undefined && hasElement(category, 'ID');
    },
    'lineCategory',
    'line',
  ),
  rule(
    'BR-CO-09',
    'vatIdentifier',
    hasCountryPrefix,
    toLabels(
      'Le numéro de TVA ne commence pas par le code d’un pays.',
      'Het btw-nummer begint niet met een landcode.',
      'The VAT number does not begin with a country code.',
      'Die MwSt.-Nummer beginnt nicht mit einem Ländercode.',
    ),
    toLabels(
      'Ajoutez le code du pays devant le numéro, par exemple BE.',
      'Zet de landcode voor het nummer, bijvoorbeeld BE.',
      'Put the country code before the number, for example BE.',
      'Setzen Sie den Ländercode vor die Nummer, zum Beispiel BE.',
    ),
  ),
  computed(
    'BR-CO-10',
    'totals',
    (totals, { findAt, isInvoice }) =>
      isSameAmount(
        parseNumberAt(totals, 'LineExtensionAmount'),
        round(
          sum(
            findAt(isInvoice ? 'InvoiceLine' : 'CreditNoteLine').map(
              ({ element }) => parseNumberAt(element, 'LineExtensionAmount') ?? ZERO,
            ),
          ),
        ),
      ),
    'lineTotal',
    'Σ BT-131',
  ),
  computed(
    'BR-CO-11',
    'totals',
    (totals, { root }) =>
      isSumOfParts(totals, 'AllowanceTotalAmount', listElements(root.element, 'AllowanceCharge').filter(isAllowance)),
    'allowanceTotal',
    'Σ BT-92',
  ),
  computed(
    'BR-CO-12',
    'totals',
    (totals, { root }) =>
      isSumOfParts(totals, 'ChargeTotalAmount', listElements(root.element, 'AllowanceCharge').filter(isCharge)),
    'chargeTotal',
    'Σ BT-99',
  ),
  computed(
    'BR-CO-13',
    'totals',
    (totals) =>
      isSameAmount(
        parseNumberAt(totals, 'TaxExclusiveAmount'),
        computeTotal(totals, 'LineExtensionAmount', 'AllowanceTotalAmount', 'ChargeTotalAmount'),
      ),
    'taxExclusive',
    'BT-106 − BT-107 + BT-108',
  ),
  computed(
    'BR-CO-14',
    'taxTotal',
    (total) =>
      !hasElement(total, 'TaxSubtotal') ||
      isSameAmount(parseNumberAt(total, 'TaxAmount'), round(sumAmountsAt(total, 'TaxSubtotal/TaxAmount'))),
    'taxTotal',
    'Σ BT-117',
  ),
  computed(
    'BR-CO-15',
    'totalsOrDocument',
    (_, { root, currency }) => isGrossOfNet(root.element, currency),
    'taxInclusive',
    'BT-109 + BT-110',
  ),
  computed(
    'BR-CO-16',
    'totals',
    (totals) =>
      isSameAmount(
        parseNumberAt(totals, 'PayableAmount'),
        computeTotal(totals, 'TaxInclusiveAmount', 'PrepaidAmount', 'PayableRoundingAmount'),
      ),
    'payable',
    'BT-112 − BT-113 + BT-114',
  ),
  computed('BR-CO-17', 'subtotal', isTaxOfBase, 'categoryTax', 'BT-116 × BT-119 / 100'),
  required('BR-CO-18', 'document', 'TaxTotal/TaxSubtotal', 'breakdown', 'tax'),
  required('BR-CO-19', 'period', ['StartDate', 'EndDate', 'DescriptionCode'], 'period', 'document'),
  required('BR-CO-20', 'linePeriod', ['StartDate', 'EndDate'], 'linePeriod', 'line'),
  required('BR-CO-21', 'documentAllowance', REASON, 'allowanceReason', 'allowance'),
  required('BR-CO-22', 'documentCharge', REASON, 'chargeReason', 'allowance'),
  required('BR-CO-23', 'lineAllowance', REASON, 'lineAllowanceReason', 'allowance'),
  required('BR-CO-24', 'lineCharge', REASON, 'lineChargeReason', 'allowance'),
  // The text of the standard has this rule, its validation artefacts no longer have it (1.3.16).
  toWarning(
    needs(
      'BR-CO-25',
      'totals',
      (totals, { root, isInvoice }) =>
        !isInvoice ||
        compare(parseNumberAt(totals, 'PayableAmount') ?? ZERO, ZERO) <= 0 ||
        hasElement(root.element, 'DueDate') ||
        hasElement(root.element, 'PaymentTerms/Note'),
      'dueDate',
      'payment',
    ),
  ),
  needs('BR-CO-26', 'supplier', isSupplierIdentified, 'sellerNumber', 'seller'),
];

export const DECIMAL_RULES: readonly Rule[] = [
  twoDecimals('BR-DEC-01', 'documentAllowance', 'Amount', 'allowanceAmount'),
  twoDecimals('BR-DEC-02', 'documentAllowance', 'BaseAmount', 'allowanceBase'),
  twoDecimals('BR-DEC-05', 'documentCharge', 'Amount', 'chargeAmount'),
  twoDecimals('BR-DEC-06', 'documentCharge', 'BaseAmount', 'chargeBase'),
  twoDecimals('BR-DEC-09', 'totals', 'LineExtensionAmount', 'lineTotal'),
  twoDecimals('BR-DEC-10', 'totals', 'AllowanceTotalAmount', 'allowanceTotal'),
  twoDecimals('BR-DEC-11', 'totals', 'ChargeTotalAmount', 'chargeTotal'),
  twoDecimals('BR-DEC-12', 'totals', 'TaxExclusiveAmount', 'taxExclusive'),
  twoDecimals('BR-DEC-13', 'detailedTaxTotal', 'TaxAmount', 'taxTotal'),
  twoDecimals('BR-DEC-14', 'totals', 'TaxInclusiveAmount', 'taxInclusive'),
  twoDecimals('BR-DEC-15', 'plainTaxTotal', 'TaxAmount', 'taxInCurrency'),
  twoDecimals('BR-DEC-16', 'totals', 'PrepaidAmount', 'prepaid'),
  twoDecimals('BR-DEC-17', 'totals', 'PayableRoundingAmount', 'rounding'),
  twoDecimals('BR-DEC-18', 'totals', 'PayableAmount', 'payable'),
  twoDecimals('BR-DEC-19', 'subtotal', 'TaxableAmount', 'taxable'),
  twoDecimals('BR-DEC-20', 'subtotal', 'TaxAmount', 'categoryTax'),
  twoDecimals('BR-DEC-23', 'line', 'LineExtensionAmount', 'lineNet'),
  twoDecimals('BR-DEC-24', 'lineAllowance', 'Amount', 'lineAllowanceAmount'),
  twoDecimals('BR-DEC-25', 'lineAllowance', 'BaseAmount', 'lineAllowanceBase'),
  twoDecimals('BR-DEC-27', 'lineCharge', 'Amount', 'lineChargeAmount'),
  twoDecimals('BR-DEC-28', 'lineCharge', 'BaseAmount', 'lineChargeBase'),
];

/** The creditor identifier of a bank does not identify the seller. */
function isSupplierIdentified(supplier: XmlElement): boolean {
  return (
    listElements(supplier, 'Party').some(hasVatNumber) ||
    hasElement(supplier, 'Party/PartyLegalEntity/CompanyID') ||
    listElements(supplier, 'Party/PartyIdentification/ID').some(({ attributes }) => attributes['schemeID'] !== 'SEPA')
  );
}
