import { add, compare, percent, subtract, sum, ZERO } from '../../money.ts';
import { findCountry } from '../../reference/countries.ts';
import { listElements, findText, type XmlElement } from '../../xml.ts';
import { computed, needs, required, rule, twoDecimals } from './builders.ts';
import { isEqualAmount, hasElement, isCharge, isWithinOne, parseNumberAt, sumAmountsAt } from './conditions.ts';
import type { Rule } from './rule.ts';
import { toLabels } from './texts.ts';

/** EN 16931, BR-CO and BR-DEC: dependencies, sums, and the format of amounts. */

const REASON = ['AllowanceChargeReason', 'AllowanceChargeReasonCode'];

/** Prefixes of VAT numbers that are not country codes. */
const OTHER_PREFIXES: ReadonlySet<string> = new Set(['EL', 'XI', '1A']);

const hasCountryPrefix = (scheme: XmlElement): boolean => {
  const prefix = (findText(scheme, 'CompanyID') ?? '').slice(0, 2);
  return findCountry(prefix) !== undefined || OTHER_PREFIXES.has(prefix);
};

/** Equal to the cent, or not stated. */
const isAbsentOrSum = (totals: XmlElement, path: string, parts: readonly XmlElement[]): boolean =>
  !hasElement(totals, path) ||
  isEqualAmount(parseNumberAt(totals, path), sum(parts.map((part) => parseNumberAt(part, 'Amount') ?? ZERO)));

const readAmountOrZero = (totals: XmlElement, path: string): string => parseNumberAt(totals, path) ?? ZERO;

/** Tax amount in the document currency; the other total is in the seller's accounting currency. */
function findTaxAmount(root: XmlElement, currency: string | null): string {
  const totals = listElements(root, 'TaxTotal');
  const own = totals.find((total) =>
    listElements(total, 'TaxAmount').some(({ attributes }) => attributes['currencyID'] === currency),
  );
  return parseNumberAt(own ?? totals[0] ?? root, 'TaxAmount') ?? ZERO;
}

/** Base times rate, within one unit. */
function isTaxOfBase(subtotal: XmlElement): boolean {
  const [base, tax] = [parseNumberAt(subtotal, 'TaxableAmount'), parseNumberAt(subtotal, 'TaxAmount')];
  if (base === null || tax === null) return true; // another rule requires them
  return isWithinOne(tax, percent(base, parseNumberAt(subtotal, 'TaxCategory/Percent') ?? ZERO));
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
  required('BR-CO-04', 'line', 'Item/ClassifiedTaxCategory/ID', 'lineCategory', 'line'),
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
      isEqualAmount(
        readAmountOrZero(totals, 'LineExtensionAmount'),
        sum(
          findAt(isInvoice ? 'InvoiceLine' : 'CreditNoteLine').map(({ element }) =>
            readAmountOrZero(element, 'LineExtensionAmount'),
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
      isAbsentOrSum(
        totals,
        'AllowanceTotalAmount',
        listElements(root.element, 'AllowanceCharge').filter((one) => !isCharge(one)),
      ),
    'allowanceTotal',
    'Σ BT-92',
  ),
  computed(
    'BR-CO-12',
    'totals',
    (totals, { root }) =>
      isAbsentOrSum(totals, 'ChargeTotalAmount', listElements(root.element, 'AllowanceCharge').filter(isCharge)),
    'chargeTotal',
    'Σ BT-99',
  ),
  computed(
    'BR-CO-13',
    'totals',
    (totals) =>
      isEqualAmount(
        readAmountOrZero(totals, 'TaxExclusiveAmount'),
        add(
          subtract(readAmountOrZero(totals, 'LineExtensionAmount'), readAmountOrZero(totals, 'AllowanceTotalAmount')),
          readAmountOrZero(totals, 'ChargeTotalAmount'),
        ),
      ),
    'taxExclusive',
    'BT-106 − BT-107 + BT-108',
  ),
  computed(
    'BR-CO-14',
    'taxTotal',
    (total) =>
      !hasElement(total, 'TaxSubtotal') ||
      isEqualAmount(parseNumberAt(total, 'TaxAmount'), sumAmountsAt(total, 'TaxSubtotal/TaxAmount')),
    'taxTotal',
    'Σ BT-117',
  ),
  computed(
    'BR-CO-15',
    'totals',
    (totals, { root, currency }) =>
      isEqualAmount(
        readAmountOrZero(totals, 'TaxInclusiveAmount'),
        add(readAmountOrZero(totals, 'TaxExclusiveAmount'), findTaxAmount(root.element, currency)),
      ),
    'taxInclusive',
    'BT-109 + BT-110',
  ),
  computed(
    'BR-CO-16',
    'totals',
    (totals) =>
      isEqualAmount(
        readAmountOrZero(totals, 'PayableAmount'),
        add(
          subtract(readAmountOrZero(totals, 'TaxInclusiveAmount'), readAmountOrZero(totals, 'PrepaidAmount')),
          readAmountOrZero(totals, 'PayableRoundingAmount'),
        ),
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
  needs(
    'BR-CO-25',
    'totals',
    (totals, { root }) =>
      compare(readAmountOrZero(totals, 'PayableAmount'), ZERO) <= 0 ||
      hasElement(root.element, 'DueDate') ||
      hasElement(root.element, 'PaymentTerms/Note'),
    'dueDate',
    'payment',
  ),
  required(
    'BR-CO-26',
    'seller',
    ['PartyTaxScheme/CompanyID', 'PartyIdentification/ID', 'PartyLegalEntity/CompanyID'],
    'sellerNumber',
    'seller',
  ),
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
