import type { UblDocument, UblLine, UblParty, VatCategory } from '../../domain/e-invoicing/index.ts';
import { writeUbl } from '../../domain/e-invoicing/index.ts';
import type { Aggregate } from '../../domain/e-invoicing/rules/schema/schema.ts';
import { findUblNamespace, UBL_SCHEMA } from '../../domain/e-invoicing/rules/schema/ubl.ts';
import type { XmlElement } from '../../domain/xml.ts';
import { readXml } from '../../outside/xml/read-xml.ts';

/** Structured invoices for tests: documents of our own making, and trees that can be bent. */

export const SELLER: UblParty = {
  name: 'Brasserie du Canal SRL',
  tradingName: 'Canal',
  endpoint: { scheme: '0208', id: '0477472701' },
  vatNumber: 'BE0477472701',
  enterpriseNumber: { scheme: '0208', id: '0477472701' },
  address: { street: 'Quai au Foin 12', additional: 'Bte 3', postalCode: '1000', city: 'Bruxelles', country: 'BE' },
  contact: { name: 'Ada Peeters', phone: '+32 2 555 01 02', email: 'ada@canal.example' },
};

export const BUYER: UblParty = {
  name: 'Boekhandel De Linde BV',
  tradingName: null,
  endpoint: { scheme: '0208', id: '0202239951' },
  vatNumber: 'BE0202239951',
  enterpriseNumber: { scheme: '0208', id: '0202239951' },
  address: { street: 'Lindestraat 4', postalCode: '9000', city: 'Gent', country: 'BE' },
  contact: null,
};

export const LINE: UblLine = {
  name: 'Fût de 30 litres',
  quantity: '4',
  unit: 'C62',
  unitPrice: '62.50',
  category: 'S',
  rate: '21.00',
};

export const INVOICE: UblDocument = {
  type: 'invoice',
  number: '2026-0017',
  issueDate: '2026-03-02',
  dueDate: '2026-04-01',
  currency: 'EUR',
  buyerReference: 'Rayon 7',
  seller: SELLER,
  buyer: BUYER,
  payment: { means: '30', iban: 'BE68539007547034', bic: 'GKCCBEBB', reference: '010806817183' },
  lines: [LINE],
};

/** With everything that a document may state. */
export const DETAILED: UblDocument = {
  ...INVOICE,
  note: 'Merci de votre confiance',
  paymentTerms: '30 jours',
  orderReference: 'PO-7',
  contractReference: 'C-1',
  precedingInvoices: [{ number: '2026-0003', issueDate: '2026-01-04' }],
  delivery: { date: '2026-02-28', country: 'BE' },
  period: { from: '2026-02-01', to: '2026-02-28' },
  taxInAccountingCurrency: { currency: 'USD', amount: '50.00' },
  payment: { ...INVOICE.payment!, accountName: 'Canal', mandate: { id: 'M1', payerIban: 'BE68539007547034' } },
  attachments: [
    { id: 'A', description: 'Facture', fileName: 'f.pdf', mimeType: 'application/pdf', base64: 'JVBERi0=' },
  ],
  allowances: [{ amount: '10.00', reason: 'Fidélité', category: 'S', rate: '21.00' }],
  charges: [{ amount: '4.00', reason: 'Transport', category: 'S', rate: '6.00' }],
  prepaid: '20.00',
  rounding: '-0.01',
  lines: [
    {
      ...LINE,
      description: 'Bière blonde',
      baseQuantity: '2',
      sellerItemId: 'F30',
      orderLine: '1',
      allowances: [{ amount: '1.00', reason: 'Promotion' }],
      charges: [{ amount: '2.00', reason: 'Consigne' }],
    },
    { ...LINE, name: 'Verres', rate: '6.00' },
  ],
};

/** Everything in one category: a line, an allowance and a charge. */
export function buildInCategory(
  category: VatCategory,
  rate: string | null,
  type: UblDocument['type'] = 'invoice',
): UblDocument {
  return {
    ...INVOICE,
    type,
    language: 'fr',
    buyer:
      category === 'K' ? { ...BUYER, vatNumber: 'FR44732829320', address: { ...BUYER.address, country: 'FR' } } : BUYER,
    lines: [{ ...LINE, category, rate }],
    allowances: [{ amount: '10.00', reason: 'Fidélité', category, rate }],
    charges: [{ amount: '5.00', reason: 'Transport', category, rate }],
  };
}

export interface Tree extends XmlElement {
  namespace: string;
  readonly attributes: Record<string, string>;
  readonly children: Tree[];
  text: string;
}

export const parseTree = async (text: string): Promise<Tree> => (await readXml(Buffer.from(text))) as Tree;

export const writeTree = (document: UblDocument): Promise<Tree> => parseTree(writeUbl(document));

const CAC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';

/** An element with text, or with children. */
export function buildNode(name: string, content: string | Tree[], attributes: Record<string, string> = {}): Tree {
  const isText = typeof content === 'string';
  return { name, namespace: CAC, attributes, children: isText ? [] : content, text: isText ? content : '' };
}

/** Every element at a path; the test is wrong when there is none. */
export function findAll(root: Tree, path: string): Tree[] {
  let found: Tree[] = [root];
  for (const name of path.split('/').filter(Boolean))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  if (found.length === 0) throw new Error(`Nothing at ${path}`);
  return found;
}

/** Changes to a tree, by path. */
export type Change = (root: Tree) => void;

export const without =
  (...paths: readonly string[]): Change =>
  (root) => {
    for (const path of paths) {
      const name = path.split('/').at(-1)!;
      for (const parent of findAll(root, path.slice(0, -name.length - 1)))
        for (let index = parent.children.length - 1; index >= 0; index -= 1)
          if (parent.children[index]!.name === name) parent.children.splice(index, 1);
    }
  };

export const saying =
  (path: string, text: string): Change =>
  (root) => {
    for (const element of findAll(root, path)) element.text = text;
  };

export const having =
  (path: string, ...children: readonly Tree[]): Change =>
  (root) =>
    void findAll(root, path)[0]!.children.push(...children);

export const marked =
  (path: string, attribute: string, value: string | null): Change =>
  (root) => {
    for (const { attributes } of findAll(root, path)) {
      if (value === null) delete attributes[attribute];
      else attributes[attribute] = value;
    }
  };

export const together =
  (...changes: readonly Change[]): Change =>
  (root) =>
    changes.forEach((change) => change(root));

/** A change of a copy, whose elements are then in the order and the namespaces of the schema. */
export function applyChange(root: Tree, change: Change): Tree {
  const copy = structuredClone(root);
  change(copy);
  putInOrder(copy, UBL_SCHEMA.get(copy.name));
  return copy;
}

function putInOrder({ children }: Tree, aggregate: Aggregate | null | undefined): void {
  if (!aggregate) return;
  const findIndex = ({ name }: Tree): number => aggregate.children.get(name)?.index ?? -1;
  children.sort((one, other) => findIndex(one) - findIndex(other));
  for (const child of children) {
    const known = aggregate.children.get(child.name);
    if (known) child.namespace = findUblNamespace(child.name, known.hasValue);
    putInOrder(child, known?.content);
  }
}
