import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { checkEInvoice, detectSyntax, RULES, writeCii } from '../../../domain/e-invoicing/index.ts';
import { listAmountMutations, listMutations, type Mutation } from '../../support/e-invoice-mutations.ts';
import { DETAILED, parseTree, type Tree } from '../../support/e-invoices.ts';
import { isLongRun, sample } from '../../support/long.ts';
import { category, creditNote, full } from './cases/documents.ts';

/**
 * Documents that keep all rules are damaged in every place, and exactly the declared rules notice it. The declaration was
 * compared with the official rules by hand; `UPDATE_MUTATIONS=1` writes it again, to be compared again.
 */
const DECLARED = new URL('expected-mutations.json', import.meta.url);
const isUpdate = process.env['UPDATE_MUTATIONS'] === '1';

/** Found by the rules of the syntax alone, and by none: what may be missing, repeated or different. */
const SYNTAX = 'syntax';
const ACCEPTED = 'accepted';

/** By document, the mutations that break a set of rules. */
type Declared = Record<string, Record<string, string[]>>;

/** What depends on the VAT category. */
const isTaxed = ({ name }: Mutation): boolean =>
  /TaxTotal|TaxCategory|PartyTaxScheme|PartyLegalEntity|Delivery/.test(name);

const DOCUMENTS: Readonly<Record<string, readonly [() => Promise<Tree>, (mutation: Mutation) => boolean]>> = {
  invoice: [full, () => true],
  'credit note': [creditNote, () => true],
  exempt: [category('E', '0.00'), isTaxed],
  'reverse charge': [category('AE', '0.00'), isTaxed],
  'intra-Community supply': [category('K', '0.00'), isTaxed],
  'outside the scope of VAT': [category('O', null), isTaxed],
  'Cross Industry Invoice': [() => parseTree(writeCii(DETAILED)), () => true],
};

const IDS = new Set(RULES.map(({ id }) => id));

function classify(root: Tree, { apply }: Mutation): string {
  const copy = structuredClone(root);
  apply(copy);
  const ids = [...new Set(checkEInvoice(copy, { syntax: detectSyntax(root) }).map(({ id }) => id))].toSorted();
  const own = ids.filter((id) => IDS.has(id));
  return own.length > 0 ? own.join(' ') : ids.length > 0 ? SYNTAX : ACCEPTED;
}

async function declareMutations(): Promise<Declared> {
  const declared: Declared = {};
  for (const [title, [make, isConcerned]] of Object.entries(DOCUMENTS)) {
    const root = await make();
    const byRules: Record<string, string[]> = (declared[title] = {});
    for (const mutation of listMutations(root).filter(isConcerned))
      (byRules[classify(root, mutation)] ??= []).push(mutation.name);
  }
  return declared;
}

describe('damage to a document', () => {
  let declared: Declared;

  before(async () => {
    if (isUpdate) writeFileSync(DECLARED, `${JSON.stringify(await declareMutations(), null, 2)}\n`);
    declared = JSON.parse(readFileSync(DECLARED, 'utf8')) as Declared;
  });

  for (const [title, [make, isConcerned]] of Object.entries(DOCUMENTS))
    it(`is noticed by the rules that are declared: ${title}`, async () => {
      const root = await make();
      const all = listMutations(root).filter(isConcerned);
      const expected = new Map(
        Object.entries(declared[title]!).flatMap(([rules, names]) => names.map((name) => [name, rules] as const)),
      );
      expect(all.map(({ name }) => name)).to.have.members([...expected.keys()]);
      const chosen = sample(all, (_, index) => index % 4 === 0);
      const found = chosen.map((mutation) => `${mutation.name}: ${classify(root, mutation)}`);
      expect(found).to.deep.equal(chosen.map(({ name }) => `${name}: ${expected.get(name)}`));
    });
});

/** A sum as a second formulation: amounts with their factors are zero, or differ by at most some cents. */
interface Equation {
  readonly rule: string;
  readonly factors: Readonly<Record<string, number>>;
  readonly slack?: number;
}

const TOTAL = '/LegalMonetaryTotal';
const SUBTOTAL = '/TaxTotal[1]/TaxSubtotal';
const LINE = '/InvoiceLine';
/** Less than one unit. */
const UNIT = 99.5;

const EQUATIONS: readonly Equation[] = [
  { rule: 'BR-CO-10', factors: { [`${TOTAL}/LineExtensionAmount`]: 1, [`${LINE}/LineExtensionAmount`]: -1 } },
  { rule: 'BR-CO-11', factors: { [`${TOTAL}/AllowanceTotalAmount`]: 1, '/AllowanceCharge[1]/Amount': -1 } },
  { rule: 'BR-CO-12', factors: { [`${TOTAL}/ChargeTotalAmount`]: 1, '/AllowanceCharge[2]/Amount': -1 } },
  {
    rule: 'BR-CO-13',
    factors: {
      [`${TOTAL}/TaxExclusiveAmount`]: 1,
      [`${TOTAL}/LineExtensionAmount`]: -1,
      [`${TOTAL}/AllowanceTotalAmount`]: 1,
      [`${TOTAL}/ChargeTotalAmount`]: -1,
    },
  },
  { rule: 'BR-CO-14', factors: { '/TaxTotal[1]/TaxAmount': 1, [`${SUBTOTAL}/TaxAmount`]: -1 } },
  {
    rule: 'BR-CO-15',
    factors: {
      [`${TOTAL}/TaxInclusiveAmount`]: 1,
      [`${TOTAL}/TaxExclusiveAmount`]: -1,
      '/TaxTotal[1]/TaxAmount': -1,
    },
  },
  { rule: 'BR-CO-16', factors: { [`${TOTAL}/PayableAmount`]: 1, [`${TOTAL}/TaxInclusiveAmount`]: -1 } },
  ...['BR-CO-17', 'BR-S-09'].map((rule) => ({
    rule,
    factors: { [`${SUBTOTAL}/TaxAmount`]: 1, [`${SUBTOTAL}/TaxableAmount`]: -0.21 },
    slack: UNIT,
  })),
  {
    rule: 'BR-S-08',
    factors: {
      [`${SUBTOTAL}/TaxableAmount`]: 1,
      [`${LINE}/LineExtensionAmount`]: -1,
      '/AllowanceCharge[1]/Amount': 1,
      '/AllowanceCharge[2]/Amount': -1,
    },
    slack: UNIT,
  },
  ...(
    [
      ['/AllowanceCharge[1]', 0.1],
      ['/AllowanceCharge[2]', 0.05],
      [`${LINE}/AllowanceCharge[1]`, 0.02],
      [`${LINE}/AllowanceCharge[2]`, 0.01],
    ] as const
  ).map(([path, share]) => ({
    rule: 'PEPPOL-EN16931-R040',
    factors: { [`${path}/Amount`]: 1, [`${path}/BaseAmount`]: -share },
    slack: 2,
  })),
  {
    rule: 'PEPPOL-EN16931-R046',
    factors: {
      [`${LINE}/Price/PriceAmount`]: 1,
      [`${LINE}/Price/AllowanceCharge/BaseAmount`]: -1,
      [`${LINE}/Price/AllowanceCharge/Amount`]: 1,
    },
  },
  {
    rule: 'PEPPOL-EN16931-R120',
    factors: {
      [`${LINE}/LineExtensionAmount`]: 1,
      [`${LINE}/Price/PriceAmount`]: -4,
      [`${LINE}/AllowanceCharge[1]/Amount`]: 1,
      [`${LINE}/AllowanceCharge[2]/Amount`]: -1,
    },
    slack: 2,
  },
];

describe('an amount that is wrong', () => {
  const cents = isLongRun ? [1, -1, 2, -2, 3, 99, 100, -100, 476, 480] : [1, -2, 3, 100, 480];
  for (const more of cents)
    it(`by ${more} cents breaks the sums that it is part of`, async () => {
      const root = await full();
      for (const mutation of listAmountMutations(root, more)) {
        const expected = EQUATIONS.filter(
          ({ factors, slack = 0 }) => Math.abs((factors[mutation.name] ?? 0) * more) > slack + 1e-9,
        ).map(({ rule }) => rule);
        const found = classify(root, mutation);
        expect(found, mutation.name).to.equal(expected.length > 0 ? expected.toSorted().join(' ') : ACCEPTED);
      }
    });
});
