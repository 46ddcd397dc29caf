import { add, subtract, ZERO, type SignedAmount } from '../../money.ts';
import { findElement, findText, type XmlElement } from '../../xml.ts';
import { isAllowance, isCharge, isVat, parseAmountLike } from './conditions.ts';

/** An element and its parents. */
export interface Located {
  readonly element: XmlElement;
  readonly parent: Located | null;
}

/**
 * A document prepared for the rules: elements at a path are looked up once for all rules, and so are the sums by category
 * and rate.
 */
export interface CheckedDocument {
  readonly root: Located;
  readonly isInvoice: boolean;
  /** Elements at a path from the root; a name after `//` is searched in the whole document. */
  readonly findAt: (path: string) => readonly Located[];
  /** All elements by name. */
  readonly indexByName: () => ReadonlyMap<string, readonly Located[]>;
  readonly currency: string | null;
  readonly sellerCountry: string | null;
  readonly buyerCountry: string | null;
  /** Categories of lines and of allowances and charges of the whole document. */
  readonly collectCategories: () => Categories;
}

export interface Categories {
  /** VAT category of each line, allowance, charge and subtotal. */
  readonly of: ReadonlyMap<XmlElement, string>;
  /** Categories of lines, allowances and charges, whatever tax they are about, and those of VAT. */
  readonly used: ReadonlySet<string>;
  readonly usedForVat: ReadonlySet<string>;
  /** Categories in the breakdown, with their count, whatever tax they are about, and those of VAT. */
  readonly broken: ReadonlyMap<string, number>;
  readonly brokenForVat: ReadonlyMap<string, number>;
  /** Lines minus allowances plus charges; by category, and by category and rate. */
  readonly bases: ReadonlyMap<string, SignedAmount>;
}

export const buildRateKey = (category: string, rate: string | null): string => `${category} ${rate ?? ''}`;

export function createCheckedDocument(element: XmlElement): CheckedDocument {
  const root: Located = { element, parent: null };
  const isInvoice = element.name === 'Invoice';
  const byName = memoize(() => indexElements(root));
  const found = new Map<string, readonly Located[]>();
  const at = (path: string): readonly Located[] => {
    const known = found.get(path);
    if (known) return known;
    const [first = '', ...rest] = path.startsWith('//') ? path.slice(2).split('/') : [];
    const located = path.startsWith('//')
      ? findBelow(byName().get(first) ?? [], rest)
      : findBelow([root], path.split('/'));
    found.set(path, located);
    return located;
  };
  return {
    root,
    isInvoice,
    findAt: at,
    indexByName: byName,
    currency: findText(element, 'DocumentCurrencyCode'),
    sellerCountry: findText(element, 'AccountingSupplierParty/Party/PostalAddress/Country/IdentificationCode'),
    buyerCountry: findText(element, 'AccountingCustomerParty/Party/PostalAddress/Country/IdentificationCode'),
    collectCategories: memoize(() => computeCategories(at, isInvoice)),
  };
}

function memoize<Value>(compute: () => Value): () => Value {
  let computed: { readonly value: Value } | undefined;
  return () => (computed ??= { value: compute() }).value;
}

/** Elements by name, in document order. Iterative, because the sender controls the depth. */
function indexElements(root: Located): Map<string, Located[]> {
  const byName = new Map<string, Located[]>();
  const open: Located[] = [root];
  for (let located = open.pop(); located; located = open.pop()) {
    const { name, children } = located.element;
    const others = byName.get(name);
    if (others) others.push(located);
    else byName.set(name, [located]);
    for (let index = children.length - 1; index >= 0; index -= 1)
      open.push({ element: children[index]!, parent: located });
  }
  return byName;
}

function findBelow(from: readonly Located[], names: readonly string[]): readonly Located[] {
  let located = from;
  for (const name of names) {
    if (name === '') continue;
    const next: Located[] = [];
    for (const parent of located)
      for (const element of parent.element.children) if (element.name === name) next.push({ element, parent });
    located = next;
  }
  return located;
}

function computeCategories(at: CheckedDocument['findAt'], isInvoice: boolean): Categories {
  const of = new Map<XmlElement, string>();
  const bases = new Map<string, SignedAmount>();
  const addToBases = (
    taxed: XmlElement,
    category: XmlElement | undefined,
    amount: SignedAmount | null,
    isLess: boolean,
  ): void => {
    const id = findText(category, 'ID');
    if (category === undefined || id === null) return;
    if (isVat(category)) of.set(taxed, id);
    for (const key of [id, buildRateKey(id, parseAmountLike(findText(category, 'Percent')))]) {
      const base = bases.get(key) ?? ZERO;
      bases.set(key, amount === null ? base : (isLess ? subtract : add)(base, amount));
    }
  };
  for (const { element } of at(isInvoice ? 'InvoiceLine' : 'CreditNoteLine'))
    addToBases(
      element,
      findElement(element, 'Item/ClassifiedTaxCategory'),
      parseAmountLike(findText(element, 'LineExtensionAmount')),
      false,
    );
  for (const { element } of at('AllowanceCharge'))
    if (isCharge(element) || isAllowance(element))
      addToBases(
        element,
        findElement(element, 'TaxCategory'),
        parseAmountLike(findText(element, 'Amount')),
        !isCharge(element),
      );
  const [used, usedForVat] = countCategories([
    ...at('//ClassifiedTaxCategory'),
    ...at('//AllowanceCharge/TaxCategory'),
  ]);
  const breakdown = at('TaxTotal/TaxSubtotal/TaxCategory');
  const [broken, brokenForVat] = countCategories(breakdown);
  for (const { element, parent } of breakdown) {
    const id = findText(element, 'ID');
    if (id !== null && isVat(element)) of.set(parent!.element, id);
  }
  return { of, used: new Set(used.keys()), usedForVat: new Set(usedForVat.keys()), broken, brokenForVat, bases };
}

/** How often each code occurs: in all of them, and in those about VAT. */
function countCategories(categories: readonly Located[]): [Map<string, number>, Map<string, number>] {
  const [all, ofVat] = [new Map<string, number>(), new Map<string, number>()];
  for (const { element } of categories) {
    const id = findText(element, 'ID');
    if (id === null) continue;
    for (const counts of isVat(element) ? [all, ofVat] : [all]) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [all, ofVat];
}

/** `/Invoice/cac:InvoiceLine[2]/cac:Price`: elements with the same name are numbered. */
export function createPathFinder(): (located: Located) => string {
  const numbered = new Map<XmlElement, ReadonlyMap<XmlElement, string>>();
  const getNumbers = (parent: XmlElement): ReadonlyMap<XmlElement, string> => {
    const known = numbered.get(parent) ?? numberChildren(parent);
    numbered.set(parent, known);
    return known;
  };
  return function whereIs({ element, parent }: Located): string {
    if (parent === null) return `/${element.name}`;
    return `${whereIs(parent)}/${getPrefix(element)}${element.name}${getNumbers(parent.element).get(element) ?? ''}`;
  };
}

/** Finds elements of a document with their parents. */
export function createElementLocator(root: XmlElement): (element: XmlElement) => Located | undefined {
  const located = memoize(() => {
    const all = [...indexElements({ element: root, parent: null }).values()].flat();
    return new Map(all.map((one) => [one.element, one]));
  });
  return (element) => located().get(element);
}

function numberChildren({ children }: XmlElement): ReadonlyMap<XmlElement, string> {
  const byName = new Map<string, XmlElement[]>();
  for (const child of children) {
    const alike = byName.get(child.name);
    if (alike) alike.push(child);
    else byName.set(child.name, [child]);
  }
  return new Map(
    [...byName.values()]
      .filter(({ length }) => length > 1)
      .flatMap((alike) => alike.map((child, index) => [child, `[${index + 1}]`] as const)),
  );
}

function getPrefix({ namespace }: XmlElement): string {
  if (namespace.endsWith(':CommonAggregateComponents-2')) return 'cac:';
  if (namespace.endsWith(':ReusableAggregateBusinessInformationEntity:100')) return 'ram:';
  if (namespace.endsWith(':CrossIndustryInvoice:100')) return 'rsm:';
  if (namespace.endsWith(':UnqualifiedDataType:100')) return 'udt:';
  return namespace.endsWith(':CommonBasicComponents-2') ? 'cbc:' : '';
}
