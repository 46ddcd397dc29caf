import { compare, isZero } from '../../../money.ts';
import { findText, listElements, type XmlElement } from '../../../xml.ts';
import { isEqualAmount, parseNumberAt } from '../conditions.ts';
import type { Rule } from '../rule.ts';
import { frenchRule, getListsOf } from './build-rule.ts';
import { findDueDate, findTypeCode } from './notes.ts';

/** BR-FR: VAT categories and rates, dates and amounts, decimals. */

const ADVANCES: ReadonlySet<string> = new Set(['386', '500', '503']);
const PAID: ReadonlySet<string> = new Set(['B2', 'S2', 'M2']);
const FINAL: ReadonlySet<string> = new Set(['B4', 'S4', 'M4']);

/** Sellers that charge no VAT, because they are small. */
const FRANCHISE = 'VATEX-FR-FRANCHISE';

const isPaid = (root: XmlElement): boolean => PAID.has(findText(root, 'ProfileID') ?? '');
const isAdvance = (root: XmlElement): boolean => ADVANCES.has(findTypeCode(root) ?? '');

/** `20.00` and `20` are the same rate. */
const toPlainRate = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

const CATEGORIES = ['taxCategory', 'lineCategory'] as const;

interface Format {
  readonly decimals: number;
  readonly positions: number;
  readonly isSigned: boolean;
}

/** Digits without the point, as the rules count positions; the sign counts as one. */
const hasFormat = ({ decimals, positions, isSigned }: Format) => {
  const pattern = new RegExp(`^${isSigned ? '-?' : ''}\\d{1,${positions}}(\\.\\d{1,${decimals}})?$`);
  return (text: string): boolean => pattern.test(text) && text.replace('.', '').length <= positions;
};

const isAmount = hasFormat({ decimals: 2, positions: 19, isSigned: true });
const isQuantity = hasFormat({ decimals: 4, positions: 19, isSigned: true });
const isPrice = hasFormat({ decimals: 6, positions: 19, isSigned: false });
const isRate = hasFormat({ decimals: 2, positions: 4, isSigned: false });

export const FRENCH_AMOUNT_RULES: readonly Rule[] = [
  ...CATEGORIES.map((place) =>
    frenchRule(
      'BR-FR-15',
      place,
      (category, document) => getListsOf(document).categories.has(findText(category, 'ID') ?? 'S'),
      { says: 'category', hint: 'category' },
    ),
  ),
  ...CATEGORIES.map((place) =>
    frenchRule(
      'BR-FR-16',
      place,
      (category, document) => {
        const rate = findText(category, 'Percent');
        return rate === null || getListsOf(document).rates.has(toPlainRate(rate));
      },
      { says: 'rate', hint: 'rate' },
    ),
  ),
  frenchRule(
    'BR-FR-CO-07',
    'document',
    (root) => {
      const [issued, due] = [findText(root, 'IssueDate'), findDueDate(root)];
      return issued === null || due === null || isAdvance(root) || isPaid(root) || due >= issued;
    },
    { says: 'due_before_issue', hint: 'due_date', field: 'due_date' },
  ),
  frenchRule('BR-FR-CO-08', 'document', (root) => !FINAL.has(findText(root, 'ProfileID') ?? '') || !isAdvance(root), {
    says: 'final_of_advance',
    hint: 'business_process',
  }),
  frenchRule(
    'BR-FR-CO-09',
    'totals',
    (totals, { root }) =>
      !isPaid(root.element) ||
      isEqualAmount(parseNumberAt(totals, 'PrepaidAmount'), parseNumberAt(totals, 'TaxInclusiveAmount')),
    { says: 'paid_prepaid', hint: 'paid' },
  ),
  frenchRule(
    'BR-FR-CO-09',
    'totals',
    (totals, { root }) => !isPaid(root.element) || isZero(parseNumberAt(totals, 'PayableAmount') ?? '1.00'),
    { says: 'paid_payable', hint: 'paid' },
  ),
  frenchRule('BR-FR-CO-09', 'document', (root) => !isPaid(root) || findDueDate(root) !== null, {
    says: 'paid_date',
    hint: 'paid',
  }),
  frenchRule(
    'BR-FR-CO-12',
    'document',
    (root) =>
      (findText(root, 'DocumentCurrencyCode') ?? 'EUR') === 'EUR' ||
      (findText(root, 'TaxCurrencyCode') === 'EUR' &&
        listElements(root, 'TaxTotal/TaxAmount').some(({ attributes }) => attributes['currencyID'] === 'EUR')),
    { says: 'tax_in_euros', hint: 'tax_in_euros' },
  ),
  frenchRule(
    'BR-FR-CO-16',
    'taxCategory',
    (category) => findText(category, 'TaxExemptionReasonCode') !== FRANCHISE || findText(category, 'ID') === 'E',
    { says: 'franchise_category', hint: 'category' },
  ),
  frenchRule(
    'BR-FR-CO-16',
    'document',
    (root, { findAt }) =>
      findAt('//TaxExemptionReasonCode').every(({ element }) => element.text !== FRANCHISE) ||
      findText(root, 'AccountingSupplierParty/Party/PartyTaxScheme/CompanyID') !== null,
    { says: 'franchise_number', hint: 'company_number' },
  ),
  frenchRule(
    'BR-FR-DEC-01',
    'amount',
    ({ name, text }, _, { parent }) =>
      name === 'PriceAmount' || parent?.parent?.element.name === 'Price' || isAmount(text),
    { says: 'amount_format', hint: 'amount_format' },
  ),
  frenchRule('BR-FR-DEC-02', 'quantity', ({ text }) => isQuantity(text), {
    says: 'quantity_format',
    hint: 'quantity_format',
  }),
  frenchRule(
    'BR-FR-DEC-03',
    'price',
    (price) => {
      const amount = findText(price, 'PriceAmount');
      return amount === null || isPrice(amount);
    },
    { says: 'price_format', hint: 'price_format' },
  ),
  frenchRule(
    'BR-FR-DEC-03',
    'priceAllowance',
    (allowance) =>
      ['Amount', 'BaseAmount'].every((name) => {
        const amount = findText(allowance, name);
        return amount === null || isPrice(amount);
      }),
    { says: 'price_allowance_format', hint: 'price_format' },
  ),
  ...CATEGORIES.map((place) =>
    frenchRule(
      'BR-FR-DEC-04',
      place,
      (category) => {
        const rate = findText(category, 'Percent');
        return rate === null || (isRate(rate) && compare(parseNumberAt(category, 'Percent') ?? '0.00', '0.00') >= 0);
      },
      { says: 'rate_format', hint: 'rate' },
    ),
  ),
];
