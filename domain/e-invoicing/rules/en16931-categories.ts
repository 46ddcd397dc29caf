import type { Labels } from '../../language.ts';
import { compare, isZero, percent, ZERO } from '../../money.ts';
import { elementsAt, textAt, type XmlElement } from '../../xml.ts';
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
import { rateKey, type CheckedDocument } from './checked-document.ts';
import { equals, has, isWithinOne, numberAt } from './conditions.ts';
import type { Place } from './places.ts';
import type { Rule } from './rule.ts';
import { TERMS } from './terms.ts';
import { COMPLETE, filled, labels, MISSING, NOT_EQUAL, RECOMPUTE } from './texts.ts';

/** EN 16931, the categories of VAT: each asks for the same ten things, answered in its own way. */
interface Category {
  /** In the names of its rules. */
  readonly name: string;
  readonly code: string;
  /** How it is spoken of. */
  readonly words: Labels;
  readonly rate: 'above zero' | 'zero' | 'none' | 'any';
  /** Whose VAT numbers must stand on the document. */
  readonly parties: 'seller' | 'both' | 'nobody';
  readonly exemption: 'needed' | 'forbidden';
  /** Several rates may be in use, each with a breakdown of its own. */
  readonly hasRates: boolean;
}

// oxfmt-ignore
const CATEGORIES: readonly Category[] = [
  { name: 'S', code: 'S', words: labels('taux normal', 'normaal tarief', 'standard rate', 'Regelsatz'), rate: 'above zero', parties: 'seller', exemption: 'forbidden', hasRates: true },
  { name: 'Z', code: 'Z', words: labels('taux zéro', 'nultarief', 'zero rate', 'Nullsatz'), rate: 'zero', parties: 'seller', exemption: 'forbidden', hasRates: false },
  { name: 'E', code: 'E', words: labels('exonéré', 'vrijgesteld', 'exempt', 'steuerbefreit'), rate: 'zero', parties: 'seller', exemption: 'needed', hasRates: false },
  { name: 'AE', code: 'AE', words: labels('autoliquidation', 'btw verlegd', 'reverse charge', 'Umkehrung der Steuerschuld'), rate: 'zero', parties: 'both', exemption: 'needed', hasRates: false },
  { name: 'IC', code: 'K', words: labels('livraison intracommunautaire', 'intracommunautaire levering', 'intra-Community supply', 'innergemeinschaftliche Lieferung'), rate: 'zero', parties: 'both', exemption: 'needed', hasRates: false },
  { name: 'G', code: 'G', words: labels('exportation', 'uitvoer', 'export', 'Ausfuhr'), rate: 'zero', parties: 'seller', exemption: 'needed', hasRates: false },
  { name: 'O', code: 'O', words: labels('hors champ de la TVA', 'buiten de btw', 'outside the scope of VAT', 'nicht steuerbar'), rate: 'none', parties: 'nobody', exemption: 'needed', hasRates: false },
  { name: 'IG', code: 'L', words: labels('IGIC des Canaries', 'IGIC van de Canarische Eilanden', 'IGIC of the Canary Islands', 'IGIC der Kanarischen Inseln'), rate: 'any', parties: 'seller', exemption: 'forbidden', hasRates: true },
  { name: 'IP', code: 'M', words: labels('IPSI de Ceuta et Melilla', 'IPSI van Ceuta en Melilla', 'IPSI of Ceuta and Melilla', 'IPSI von Ceuta und Melilla'), rate: 'any', parties: 'seller', exemption: 'forbidden', hasRates: true },
];

/** Where something is taxed, with the last digits of the rules on it: who is named, and the rate. */
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
  ...CATEGORIES.flatMap(rulesOf),
  ...intraCommunityRules(),
  ...outsideRules(),
];

function rulesOf(category: Category): Rule[] {
  const { name, code, words, exemption } = category;
  const id = (number: string): string => `BR-${name}-${number}`;
  const say = (sentence: Labels): Labels => filled(sentence, { code, words });
  const here = (made: Rule): Rule => ({ ...made, category: code });
  const parties = { seller: PARTIES_SELLER, both: PARTIES_BOTH, nobody: PARTIES_NOBODY }[category.parties];
  const formula = labels(
    `somme de la catégorie ${code}`,
    `som van categorie ${code}`,
    `sum of category ${code}`,
    `Summe der Kategorie ${code}`,
  );
  const taxFormula = category.hasRates ? 'BT-116 × BT-119 / 100' : '0';
  return [
    rule(id('01'), 'document', (_, document) => isBrokenDown(category, document), say(BREAKDOWN), BREAKDOWN_HINT),
    ...TAXED.map(({ place, parties: number }) =>
      here(
        rule(
          id(number),
          place,
          (_, document) => areNamed(category, document),
          say(parties),
          category.parties === 'nobody' ? DROP_NUMBERS : ADD_NUMBERS,
        ),
      ),
    ),
    ...TAXED.map(({ place, path, rate: number }) =>
      here(
        rule(
          id(number),
          place,
          (element) => isRateOf(category, element, path),
          say(RATES[category.rate]),
          CORRECT_RATE,
        ),
      ),
    ),
    here(
      rule(
        id('08'),
        'subtotal',
        (subtotal, document) => isBaseOf(category, subtotal, document),
        filled(NOT_EQUAL, { term: TERMS.taxable, formula }),
        filled(RECOMPUTE, { formula }),
      ),
    ),
    here(
      rule(
        id('09'),
        'subtotal',
        (subtotal) => isTaxOf(category, subtotal),
        filled(NOT_EQUAL, { term: TERMS.categoryTax, formula: taxFormula }),
        filled(RECOMPUTE, { formula: taxFormula }),
      ),
    ),
    here(
      rule(
        id('10'),
        'subtotal',
        (subtotal) => hasReason(subtotal) === (exemption === 'needed'),
        exemption === 'needed' ? filled(MISSING, { term: TERMS.exemption }) : say(NO_EXEMPTION),
        exemption === 'needed' ? COMPLETE.tax : DROP_EXEMPTION,
      ),
    ),
  ];
}

const hasReason = (subtotal: XmlElement): boolean =>
  has(subtotal, 'TaxCategory/TaxExemptionReason') || has(subtotal, 'TaxCategory/TaxExemptionReasonCode');

/** In the breakdown exactly when something is taxed so; once, unless there are several rates. */
function isBrokenDown({ code, hasRates }: Category, document: CheckedDocument): boolean {
  const { used, broken } = document.categories();
  const times = broken.get(code) ?? 0;
  if (hasRates) return used.has(code) === times > 0;
  return used.has(code) ? times === 1 : times === 0;
}

function areNamed({ code, parties }: Category, { at }: CheckedDocument): boolean {
  const seller = at('AccountingSupplierParty/Party')[0]?.element;
  const buyer = at('AccountingCustomerParty/Party')[0]?.element;
  const representative = at('TaxRepresentativeParty')[0]?.element;
  const isSellerKnown = hasTaxNumber(seller) || hasVatNumber(representative);
  switch (parties) {
    case 'seller':
      return isSellerKnown;
    case 'both':
      // Where the buyer owes the tax, its number in the register of enterprises is enough.
      return (
        isSellerKnown &&
        (hasVatNumber(buyer) || (code === 'AE' && buyer !== undefined && has(buyer, 'PartyLegalEntity/CompanyID')))
      );
    case 'nobody':
      return !hasVatNumber(seller) && !hasVatNumber(representative) && !hasVatNumber(buyer);
  }
}

const hasVatNumber = (party: XmlElement | undefined): boolean =>
  elementsAt(party, 'PartyTaxScheme').some(
    (scheme) => textAt(scheme, 'TaxScheme/ID') === 'VAT' && has(scheme, 'CompanyID'),
  );

/** Also one of the tax authorities at home, which are not the VAT's. */
const hasTaxNumber = (party: XmlElement | undefined): boolean =>
  elementsAt(party, 'PartyTaxScheme/CompanyID').length > 0;

function isRateOf({ rate: kind }: Category, element: XmlElement, path: string): boolean {
  const rate = numberAt(element, `${path}/Percent`);
  switch (kind) {
    case 'above zero':
      return rate !== null && compare(rate, ZERO) > 0;
    case 'zero':
      return rate !== null && isZero(rate);
    case 'none':
      return !has(element, `${path}/Percent`);
    case 'any':
      return rate !== null && compare(rate, ZERO) >= 0;
  }
}

function isBaseOf({ code, hasRates }: Category, subtotal: XmlElement, document: CheckedDocument): boolean {
  const base = numberAt(subtotal, 'TaxableAmount');
  if (base === null) return true; // another rule asks for it
  const { bases } = document.categories();
  if (!hasRates) return equals(base, bases.get(code) ?? ZERO);
  return isWithinOne(base, bases.get(rateKey(code, numberAt(subtotal, 'TaxCategory/Percent'))) ?? ZERO);
}

function isTaxOf({ hasRates }: Category, subtotal: XmlElement): boolean {
  const [base, tax] = [numberAt(subtotal, 'TaxableAmount'), numberAt(subtotal, 'TaxAmount')];
  if (base === null || tax === null) return true; // another rule asks for them
  if (!hasRates) return isZero(tax);
  return isWithinOne(tax, percent(base, numberAt(subtotal, 'TaxCategory/Percent') ?? ZERO));
}

/** Goods that go to another member state say when and where to. */
function intraCommunityRules(): Rule[] {
  const isConcerned = ({ categories }: CheckedDocument): boolean => categories().broken.has('K');
  return [
    rule(
      'BR-IC-11',
      'document',
      (root, document) =>
        !isConcerned(document) || has(root, 'Delivery/ActualDeliveryDate') || has(root, 'InvoicePeriod'),
      filled(MISSING, { term: TERMS.deliveryDate }),
      COMPLETE.delivery,
    ),
    rule(
      'BR-IC-12',
      'document',
      (root, document) =>
        !isConcerned(document) || has(root, 'Delivery/DeliveryLocation/Address/Country/IdentificationCode'),
      filled(MISSING, { term: TERMS.deliveryCountry }),
      COMPLETE.delivery,
    ),
  ];
}

/** What is outside the tax stands alone. */
function outsideRules(): Rule[] {
  const isOther = (element: XmlElement, path: string): boolean => (textAt(element, `${path}/ID`) ?? 'O') !== 'O';
  const alone = (id: string, place: Place, path: string): Rule =>
    rule(
      id,
      place,
      (element, { categories }) => !categories().broken.has('O') || !isOther(element, path),
      ALONE,
      SPLIT,
    );
  return [
    alone('BR-O-11', 'subtotal', 'TaxCategory'),
    alone('BR-O-12', 'line', 'Item/ClassifiedTaxCategory'),
    alone('BR-O-13', 'documentAllowance', 'TaxCategory'),
    alone('BR-O-14', 'documentCharge', 'TaxCategory'),
  ];
}
