import { add, subtract, ZERO, type SignedAmount } from '../../money.ts';
import { textAt, type XmlElement } from '../../xml.ts';
import { amountLike, isCharge } from './conditions.ts';

/** An element and where it stands. */
export interface Located {
  readonly element: XmlElement;
  readonly parent: Located | null;
}

/**
 * A document as the rules look at it: elements at a path are sought once, however many rules ask for them, and so are the sums
 * by category and rate.
 */
export interface CheckedDocument {
  readonly root: Located;
  readonly isInvoice: boolean;
  /** Elements at a path from the root; a name after `//` is sought in the whole document. */
  readonly at: (path: string) => readonly Located[];
  /** Every element, by its name. */
  readonly byName: () => ReadonlyMap<string, readonly Located[]>;
  readonly currency: string | null;
  readonly sellerCountry: string | null;
  readonly buyerCountry: string | null;
  /** Of lines and of allowances and charges of the whole document. */
  readonly categories: () => Categories;
}

export interface Categories {
  /** Of each line, allowance, charge and subtotal. */
  readonly of: ReadonlyMap<XmlElement, string>;
  /** Every category that something is taxed under. */
  readonly used: ReadonlySet<string>;
  /** Every category that the breakdown has, with how often. */
  readonly broken: ReadonlyMap<string, number>;
  /** Lines less allowances plus charges; by category, and by category and rate. */
  readonly bases: ReadonlyMap<string, SignedAmount>;
}

export const rateKey = (category: string, rate: string | null): string => `${category} ${rate ?? ''}`;

export function checkedDocument(element: XmlElement): CheckedDocument {
  const root: Located = { element, parent: null };
  const isInvoice = element.name === 'Invoice';
  const byName = once(() => everyElement(root));
  const found = new Map<string, readonly Located[]>();
  const at = (path: string): readonly Located[] => {
    const known = found.get(path);
    if (known) return known;
    const [first = '', ...rest] = path.startsWith('//') ? path.slice(2).split('/') : [];
    const located = path.startsWith('//') ? below(byName().get(first) ?? [], rest) : below([root], path.split('/'));
    found.set(path, located);
    return located;
  };
  return {
    root,
    isInvoice,
    at,
    byName,
    currency: textAt(element, 'DocumentCurrencyCode'),
    sellerCountry: textAt(element, 'AccountingSupplierParty/Party/PostalAddress/Country/IdentificationCode'),
    buyerCountry: textAt(element, 'AccountingCustomerParty/Party/PostalAddress/Country/IdentificationCode'),
    categories: once(() => categoriesOf(at, isInvoice)),
  };
}

function once<Value>(compute: () => Value): () => Value {
  let computed: { readonly value: Value } | undefined;
  return () => (computed ??= { value: compute() }).value;
}

/** Elements by name, in the order of the document. Without recursion: depth is the sender's choice. */
function everyElement(root: Located): Map<string, Located[]> {
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

function below(from: readonly Located[], names: readonly string[]): readonly Located[] {
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

function categoriesOf(at: CheckedDocument['at'], isInvoice: boolean): Categories {
  const of = new Map<XmlElement, string>();
  const used = new Set<string>();
  const bases = new Map<string, SignedAmount>();
  const tally = (
    taxed: XmlElement,
    category: XmlElement | undefined,
    amount: SignedAmount | null,
    isLess: boolean,
  ): void => {
    const id = textAt(category, 'ID');
    if (id === null) return;
    of.set(taxed, id);
    used.add(id);
    for (const key of [id, rateKey(id, amountLike(textAt(category, 'Percent')))]) {
      const base = bases.get(key) ?? ZERO;
      bases.set(key, amount === null ? base : (isLess ? subtract : add)(base, amount));
    }
  };
  const child = ({ element }: Located, name: string): XmlElement | undefined =>
    element.children.find((one) => one.name === name);
  for (const line of at(isInvoice ? 'InvoiceLine' : 'CreditNoteLine')) {
    const category = child(line, 'Item')?.children.find(({ name }) => name === 'ClassifiedTaxCategory');
    tally(line.element, category, amountLike(textAt(line.element, 'LineExtensionAmount')), false);
  }
  for (const allowance of at('AllowanceCharge'))
    tally(
      allowance.element,
      child(allowance, 'TaxCategory'),
      amountLike(textAt(allowance.element, 'Amount')),
      !isCharge(allowance.element),
    );
  const broken = new Map<string, number>();
  for (const { element } of at('TaxTotal/TaxSubtotal')) {
    const id = textAt(element, 'TaxCategory/ID');
    if (id === null) continue;
    of.set(element, id);
    broken.set(id, (broken.get(id) ?? 0) + 1);
  }
  return { of, used, broken, bases };
}

/** `/Invoice/cac:InvoiceLine[2]/cac:Price`: a place among others of its name is told by its number. */
export function pathFinder(): (located: Located) => string {
  const numbered = new Map<XmlElement, ReadonlyMap<XmlElement, string>>();
  const numbersIn = (parent: XmlElement): ReadonlyMap<XmlElement, string> => {
    const known = numbered.get(parent) ?? numbersOf(parent);
    numbered.set(parent, known);
    return known;
  };
  return function whereIs({ element, parent }: Located): string {
    if (parent === null) return `/${element.name}`;
    return `${whereIs(parent)}/${prefixOf(element)}${element.name}${numbersIn(parent.element).get(element) ?? ''}`;
  };
}

function numbersOf({ children }: XmlElement): ReadonlyMap<XmlElement, string> {
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

function prefixOf({ namespace }: XmlElement): string {
  if (namespace.endsWith(':CommonAggregateComponents-2')) return 'cac:';
  return namespace.endsWith(':CommonBasicComponents-2') ? 'cbc:' : '';
}
