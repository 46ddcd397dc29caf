import type { Labels } from '../../language.ts';
import { compare, isZero, ZERO } from '../../money.ts';
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
import { hasElement, hasVatNumber, isSameAmount, isShareOf, isVat, isWithinOne, parseNumberAt } from './conditions.ts';
import type { Place } from './places.ts';
import type { Rule } from './rule.ts';
import { TERMS } from './terms.ts';
import { SPECIAL_CATEGORY_RULES } from './en16931-special-categories.ts';
import { COMPLETE, filled, toLabels, MISSING, NOT_EQUAL, RECOMPUTE } from './texts.ts';

/** EN 16931 VAT categories: each has the same ten rules, with different parameters. */
interface Category {
  /** Name in its rule ids. */
  readonly name: string;
  readonly code: string;
  /** Display name. */
  readonly words: Labels;
  readonly rate: 'above zero' | 'zero' | 'none' | 'any';
  /** Parties whose numbers are required on the document: a VAT number, or any tax or register number. */
  readonly seller: 'vat' | 'any' | 'none';
  readonly buyer: 'vat' | 'any' | 'none' | 'free';
  readonly exemption: 'needed' | 'forbidden';
  /** Several rates are possible, each with its own breakdown. */
  readonly hasRates: boolean;
}

// oxfmt-ignore
const CATEGORIES: readonly Category[] = [
  { name: 'S', code: 'S', words: toLabels('taux normal', 'normaal tarief', 'standard rate', 'Regelsatz'), rate: 'above zero', seller: 'any', buyer: 'free', exemption: 'forbidden', hasRates: true },
  { name: 'Z', code: 'Z', words: toLabels('taux zéro', 'nultarief', 'zero rate', 'Nullsatz'), rate: 'zero', seller: 'any', buyer: 'free', exemption: 'forbidden', hasRates: false },
  { name: 'E', code: 'E', words: toLabels('exonéré', 'vrijgesteld', 'exempt', 'steuerbefreit'), rate: 'zero', seller: 'any', buyer: 'free', exemption: 'needed', hasRates: false },
  { name: 'AE', code: 'AE', words: toLabels('autoliquidation', 'btw verlegd', 'reverse charge', 'Umkehrung der Steuerschuld'), rate: 'zero', seller: 'any', buyer: 'any', exemption: 'needed', hasRates: false },
  { name: 'IC', code: 'K', words: toLabels('livraison intracommunautaire', 'intracommunautaire levering', 'intra-Community supply', 'innergemeinschaftliche Lieferung'), rate: 'zero', seller: 'vat', buyer: 'vat', exemption: 'needed', hasRates: false },
  { name: 'G', code: 'G', words: toLabels('exportation', 'uitvoer', 'export', 'Ausfuhr'), rate: 'zero', seller: 'vat', buyer: 'free', exemption: 'needed', hasRates: false },
  { name: 'O', code: 'O', words: toLabels('hors champ de la TVA', 'buiten de btw', 'outside the scope of VAT', 'nicht steuerbar'), rate: 'none', seller: 'none', buyer: 'none', exemption: 'needed', hasRates: false },
  { name: 'IG', code: 'L', words: toLabels('IGIC des Canaries', 'IGIC van de Canarische Eilanden', 'IGIC of the Canary Islands', 'IGIC der Kanarischen Inseln'), rate: 'any', seller: 'any', buyer: 'free', exemption: 'forbidden', hasRates: true },
  { name: 'IP', code: 'M', words: toLabels('IPSI de Ceuta et Melilla', 'IPSI van Ceuta en Melilla', 'IPSI of Ceuta and Melilla', 'IPSI von Ceuta und Melilla'), rate: 'any', seller: 'any', buyer: 'free', exemption: 'forbidden', hasRates: true },
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
  ...SPECIAL_CATEGORY_RULES,
];

function buildCategoryRules(category: Category): Rule[] {
  const { name, code, words, exemption } = category;
  const buildId = (number: string): string => `BR-${name}-${number}`;
  const fillSentence = (sentence: Labels): Labels => filled(sentence, { code, words });
  const withCategory = (made: Rule): Rule => ({ ...made, category: code });
  const isForbidden = category.seller === 'none';
  const parties = isForbidden ? PARTIES_NOBODY : category.buyer === 'free' ? PARTIES_SELLER : PARTIES_BOTH;
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
          isForbidden ? DROP_NUMBERS : ADD_NUMBERS,
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

/**
 * A category with rates is in the breakdown exactly if it is used; another one is there once if it is used. A subtotal
 * of zero that nothing belongs to is allowed for the latter.
 */
function hasBreakdown({ code, hasRates }: Category, document: CheckedDocument): boolean {
  const { used, usedForVat, broken, brokenForVat } = document.collectCategories();
  const times = brokenForVat.get(code) ?? 0;
  if (!hasRates) return usedForVat.has(code) || times > 0 ? times === 1 : true;
  // The official rule on the standard rate does not ask which tax a category is about.
  if (code === 'S') return used.has(code) === broken.has(code);
  return usedForVat.has(code) ? broken.has(code) : times === 0;
}

function hasPartyNumbers({ seller: ofSeller, buyer: ofBuyer }: Category, { findAt }: CheckedDocument): boolean {
  const seller = findAt('AccountingSupplierParty/Party')[0]?.element;
  const buyer = findAt('AccountingCustomerParty/Party')[0]?.element;
  const representative = findAt('TaxRepresentativeParty')[0]?.element;
  if (ofSeller === 'none') return ![seller, representative, buyer].some(hasVatNumber);
  const isSellerKnown =
    hasVatNumber(representative) || (ofSeller === 'vat' ? hasVatNumber(seller) : hasTaxNumber(seller));
  if (!isSellerKnown || ofBuyer === 'free') return isSellerKnown;
  return hasVatNumber(buyer) || (ofBuyer === 'any' && hasLegalNumber(buyer));
}

/** Also a national tax number that is not a VAT number. */
const hasTaxNumber = (party: XmlElement | undefined): boolean =>
  listElements(party, 'PartyTaxScheme/CompanyID').length > 0;

const hasLegalNumber = (party: XmlElement | undefined): boolean =>
  listElements(party, 'PartyLegalEntity/CompanyID').length > 0;

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
  const { bases } = document.collectCategories();
  const hasLines = document.findAt(document.isInvoice ? 'InvoiceLine' : 'CreditNoteLine').length > 0;
  if (!hasRates) return hasLines && isSameAmount(base, bases.get(code) ?? ZERO);
  const rate = parseNumberAt(subtotal, 'TaxCategory/Percent');
  if (rate === null) return true; // another rule requires it
  const sum = bases.get(buildRateKey(code, rate));
  if (base === null || (code === 'S' ? sum === undefined : !hasLines)) return false;
  return isWithinOne(base, sum ?? ZERO);
}

function isCategoryTax({ hasRates }: Category, subtotal: XmlElement): boolean {
  const tax = parseNumberAt(subtotal, 'TaxAmount');
  if (!hasRates) return tax !== null && isZero(tax);
  return isShareOf(tax, parseNumberAt(subtotal, 'TaxableAmount'), parseNumberAt(subtotal, 'TaxCategory/Percent'));
}

/** More than a mere character. */
const isLonger = (text: string | null): boolean => text !== null && text.length > 1;

/** Intra-Community supplies of goods state the delivery date and country. */
function buildIntraCommunityRules(): Rule[] {
  const isConcerned = ({ collectCategories }: CheckedDocument): boolean => collectCategories().brokenForVat.has('K');
  return [
    rule(
      'BR-IC-11',
      'document',
      (root, document) =>
        !isConcerned(document) ||
        isLonger(findText(root, 'Delivery/ActualDeliveryDate')) ||
        listElements(root, 'InvoicePeriod').some(({ children }) => children.length > 0),
      filled(MISSING, { term: TERMS.deliveryDate }),
      COMPLETE.delivery,
    ),
    rule(
      'BR-IC-12',
      'document',
      (root, document) =>
        !isConcerned(document) ||
        isLonger(findText(root, 'Delivery/DeliveryLocation/Address/Country/IdentificationCode')),
      filled(MISSING, { term: TERMS.deliveryCountry }),
      COMPLETE.delivery,
    ),
  ];
}

/** Items outside the scope of VAT cannot be combined with others. */
function buildOutsideRules(): Rule[] {
  const isOtherCategory = (element: XmlElement, path: string): boolean =>
    listElements(element, path).some((category) => isVat(category) && (findText(category, 'ID') ?? 'O') !== 'O');
  const buildAloneRule = (id: string, place: Place, path: string): Rule =>
    rule(
      id,
      place,
      (element, { collectCategories }) => !collectCategories().brokenForVat.has('O') || !isOtherCategory(element, path),
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
