import type { Labels } from '../../language.ts';
import { compare, isZero, percent, ZERO } from '../../money.ts';
import { listElements, findText, type XmlElement } from '../../xml.ts';
import { rule } from './builders.ts';
import {
  BREAKDOWN,
  BREAKDOWN_HINT,
  PARTIES_SELLER,
  PARTIES_BOTH,
  PARTIES_NOBODY,
  ADD_NUMBERS,
  DROP_NUMBERS,
  RATES,
  CORRECT_RATE,
  NO_EXEMPTION,
  DROP_EXEMPTION,
  ALONE,
  SPLIT,
} from './category-texts.ts';
import { buildRateKey, type CheckedDocument } from './checked-document.ts';
import { isEqualAmount, hasElement, isWithinOne, parseNumberAt } from './conditions.ts';
import type { Place } from './places.ts';
import type { Rule } from './rule.ts';
import { TERMS } from './terms.ts';
import { COMPLETE, filled, toLabels, MISSING, NOT_EQUAL, RECOMPUTE } from './texts.ts';

/** EN 16931 VAT categories: each has the same ten rules, with different parameters. */
interface Category {
  /** Name in its rule ids. */
  readonly name: string;
  readonly code: string;
  /** Display name. */
  readonly words: Labels;
  readonly rate: 'above zero' | 'zero' | 'none' | 'any';
  /** Parties whose VAT numbers are required on the document. */
  readonly parties: 'seller' | 'both' | 'nobody';
  readonly exemption: 'needed' | 'forbidden';
  /** Several rates are possible, each with its own breakdown. */
  readonly hasRates: boolean;
}

// oxfmt-ignore
const CATEGORIES: readonly Category[] = [
  { name: 'S', code: 'S', words: toLabels('taux normal', 'normaal tarief', 'standard rate', 'Regelsatz'), rate: 'above zero', parties: 'seller', exemption: 'forbidden', hasRates: true },
  { name: 'Z', code: 'Z', words: toLabels('taux zéro', 'nultarief', 'zero rate', 'Nullsatz'), rate: 'zero', parties: 'seller', exemption: 'forbidden', hasRates: false },
  { name: 'E', code: 'E', words: toLabels('exonéré', 'vrijgesteld', 'exempt', 'steuerbefreit'), rate: 'zero', parties: 'seller', exemption: 'needed', hasRates: false },
  { name: 'AE', code: 'AE', words: toLabels('autoliquidation', 'btw verlegd', 'reverse charge', 'Umkehrung der Steuerschuld'), rate: 'zero', parties: 'both', exemption: 'needed', hasRates: false },
  { name: 'IC', code: 'K', words: toLabels('livraison intracommunautaire', 'intracommunautaire levering', 'intra-Community supply', 'innergemeinschaftliche Lieferung'), rate: 'zero', parties: 'both', exemption: 'needed', hasRates: false },
  { name: 'G', code: 'G', words: toLabels('exportation', 'uitvoer', 'export', 'Ausfuhr'), rate: 'zero', parties: 'seller', exemption: 'needed', hasRates: false },
  { name: 'O', code: 'O', words: toLabels('hors champ de la TVA', 'buiten de btw', 'outside the scope of VAT', 'nicht steuerbar'), rate: 'none', parties: 'nobody', exemption: 'needed', hasRates: false },
  { name: 'IG', code: 'L', words: toLabels('IGIC des Canaries', 'IGIC van de Canarische Eilanden', 'IGIC of the Canary Islands', 'IGIC der Kanarischen Inseln'), rate: 'any', parties: 'seller', exemption: 'forbidden', hasRates: true },
  { name: 'IP', code: 'M', words: toLabels('IPSI de Ceuta et Melilla', 'IPSI van Ceuta en Melilla', 'IPSI of Ceuta and Melilla', 'IPSI von Ceuta und Melilla'), rate: 'any', parties: 'seller', exemption: 'forbidden', hasRates: true },
];

/** Taxed elements, with the last digits of the rules on them: parties and rate. */
const TAXED: readonly {
  readonly place: Place;
  readonly path: string;
  readonly parties: string;
  readonly rate: string;
}[] = [
  { place: 'line', path: 'Item/ClassifiedTaxCategory', parties: '02', rate: '05' },
  { place: 'documentAllowance', path: 'TaxCategory', parties: '03', rate: '06' },
  { place: 'documentCharge', path: 'TaxCategory', parties: '04', rate: '07' },
];

export const CATEGORY_RULES: readonly Rule[] = [
  ...CATEGORIES.flatMap(buildCategoryRules),
  ...buildIntraCommunityRules(),
  ...buildOutsideRules(),
];

function buildCategoryRules(category: Category): Rule[] {
  const { name, code, words, exemption } = category;
  const buildId = (number: string): string => `BR-${name}-${number}`;
  const fillSentence = (sentence: Labels): Labels => filled(sentence, { code, words });
  const withCategory = (made: Rule): Rule => ({ ...made, category: code });
  const parties = { seller: PARTIES_SELLER, both: PARTIES_BOTH, nobody: PARTIES_NOBODY }[category.parties];
  const formula = toLabels(
    `somme de la catégorie ${code}`,
    `som van categorie ${code}`,
    `sum of category ${code}`,
    `Summe der Kategorie ${code}`,
  );
  const taxFormula = category.hasRates ? 'BT-116 × BT-119 / 100' : '0';
  return [
    rule(
      buildId('01'),
      'document',
      (_, document) => hasBreakdown(category, document),
      fillSentence(BREAKDOWN),
      BREAKDOWN_HINT,
    ),
    ...TAXED.map(({ place, parties: number }) =>
      withCategory(
        rule(
          buildId(number),
          place,
          (_, document) => hasPartyNumbers(category, document),
          fillSentence(parties),
          category.parties === 'nobody' ? DROP_NUMBERS : ADD_NUMBERS,
        ),
      ),
    ),
    ...TAXED.map(({ place, path, rate: number }) =>
      withCategory(
        rule(
          buildId(number),
          place,
          (element) => isCategoryRate(category, element, path),
          fillSentence(RATES[category.rate]),
          CORRECT_RATE,
        ),
      ),
    ),
    withCategory(
      rule(
        buildId('08'),
        'subtotal',
        (subtotal, document) => isCategoryBase(category, subtotal, document),
        filled(NOT_EQUAL, { term: TERMS.taxable, formula }),
        filled(RECOMPUTE, { formula }),
      ),
    ),
    withCategory(
      rule(
        buildId('09'),
        'subtotal',
        (subtotal) => isCategoryTax(category, subtotal),
        filled(NOT_EQUAL, { term: TERMS.categoryTax, formula: taxFormula }),
        filled(RECOMPUTE, { formula: taxFormula }),
      ),
    ),
    withCategory(
      rule(
        buildId('10'),
        'subtotal',
        (subtotal) => hasReason(subtotal) === (exemption === 'needed'),
        exemption === 'needed' ? filled(MISSING, { term: TERMS.exemption }) : fillSentence(NO_EXEMPTION),
        exemption === 'needed' ? COMPLETE.tax : DROP_EXEMPTION,
      ),
    ),
  ];
}

const hasReason = (subtotal: XmlElement): boolean =>
  hasElement(subtotal, 'TaxCategory/TaxExemptionReason') || hasElement(subtotal, 'TaxCategory/TaxExemptionReasonCode');

/** In the breakdown exactly if the category is used; once, unless there are several rates. */
function hasBreakdown({ code, hasRates }: Category, document: CheckedDocument): boolean {
  const { used, broken } = document.collectCategories();
  const times = broken.get(code) ?? 0;
  if (hasRates) return used.has(code) === times > 0;
  return used.has(code) ? times === 1 : times === 0;
}

function hasPartyNumbers({ code, parties }: Category, { findAt }: CheckedDocument): boolean {
  const seller = findAt('AccountingSupplierParty/Party')[0]?.element;
  const buyer = findAt('AccountingCustomerParty/Party')[0]?.element;
  const representative = findAt('TaxRepresentativeParty')[0]?.element;
  const isSellerKnown = hasTaxNumber(seller) || hasVatNumber(representative);
  switch (parties) {
    case 'seller':
      return isSellerKnown;
    case 'both':
      // Where the buyer owes the tax, its company registration number is sufficient.
      return (
        isSellerKnown &&
        (hasVatNumber(buyer) ||
          (code === 'AE' && buyer !== undefined && hasElement(buyer, 'PartyLegalEntity/CompanyID')))
      );
    case 'nobody':
      return !hasVatNumber(seller) && !hasVatNumber(representative) && !hasVatNumber(buyer);
  }
}

const hasVatNumber = (party: XmlElement | undefined): boolean =>
  listElements(party, 'PartyTaxScheme').some(
    (scheme) => findText(scheme, 'TaxScheme/ID') === 'VAT' && hasElement(scheme, 'CompanyID'),
  );

/** Also a national tax number that is not a VAT number. */
const hasTaxNumber = (party: XmlElement | undefined): boolean =>
  listElements(party, 'PartyTaxScheme/CompanyID').length > 0;

function isCategoryRate({ rate: kind }: Category, element: XmlElement, path: string): boolean {
  const rate = parseNumberAt(element, `${path}/Percent`);
  switch (kind) {
    case 'above zero':
      return rate !== null && compare(rate, ZERO) > 0;
    case 'zero':
      return rate !== null && isZero(rate);
    case 'none':
      return !hasElement(element, `${path}/Percent`);
    case 'any':
      return rate !== null && compare(rate, ZERO) >= 0;
  }
}

function isCategoryBase({ code, hasRates }: Category, subtotal: XmlElement, document: CheckedDocument): boolean {
  const base = parseNumberAt(subtotal, 'TaxableAmount');
  if (base === null) return true; // another rule requires it
  const { bases } = document.collectCategories();
  if (!hasRates) return isEqualAmount(base, bases.get(code) ?? ZERO);
  return isWithinOne(base, bases.get(buildRateKey(code, parseNumberAt(subtotal, 'TaxCategory/Percent'))) ?? ZERO);
}

function isCategoryTax({ hasRates }: Category, subtotal: XmlElement): boolean {
  const [base, tax] = [parseNumberAt(subtotal, 'TaxableAmount'), parseNumberAt(subtotal, 'TaxAmount')];
  if (base === null || tax === null) return true; // another rule requires them
  if (!hasRates) return isZero(tax);
  return isWithinOne(tax, percent(base, parseNumberAt(subtotal, 'TaxCategory/Percent') ?? ZERO));
}

/** Intra-Community supplies of goods state the delivery date and country. */
function buildIntraCommunityRules(): Rule[] {
  const isConcerned = ({ collectCategories }: CheckedDocument): boolean => collectCategories().broken.has('K');
  return [
    rule(
      'BR-IC-11',
      'document',
      (root, document) =>
        !isConcerned(document) || hasElement(root, 'Delivery/ActualDeliveryDate') || hasElement(root, 'InvoicePeriod'),
      filled(MISSING, { term: TERMS.deliveryDate }),
      COMPLETE.delivery,
    ),
    rule(
      'BR-IC-12',
      'document',
      (root, document) =>
        !isConcerned(document) || hasElement(root, 'Delivery/DeliveryLocation/Address/Country/IdentificationCode'),
      filled(MISSING, { term: TERMS.deliveryCountry }),
      COMPLETE.delivery,
    ),
  ];
}

/** Items outside the scope of VAT cannot be combined with others. */
function buildOutsideRules(): Rule[] {
  const isOtherCategory = (element: XmlElement, path: string): boolean =>
    (findText(element, `${path}/ID`) ?? 'O') !== 'O';
  const buildAloneRule = (id: string, place: Place, path: string): Rule =>
    rule(
      id,
      place,
      (element, { collectCategories }) => !collectCategories().broken.has('O') || !isOtherCategory(element, path),
      ALONE,
      SPLIT,
    );
  return [
    buildAloneRule('BR-O-11', 'subtotal', 'TaxCategory'),
    buildAloneRule('BR-O-12', 'line', 'Item/ClassifiedTaxCategory'),
    buildAloneRule('BR-O-13', 'documentAllowance', 'TaxCategory'),
    buildAloneRule('BR-O-14', 'documentCharge', 'TaxCategory'),
  ];
}
