import { expect } from 'chai';
import { checkEInvoice } from '../../../domain/e-invoicing/index.ts';
import type { BrokenRule } from '../../../domain/e-invoicing/index.ts';
import type { Aggregate } from '../../../domain/e-invoicing/rules/schema/schema.ts';
import { UBL_SCHEMA } from '../../../domain/e-invoicing/rules/schema/ubl.ts';
import type { CountingRule } from '../../../domain/e-invoicing/rules/syntax-rules.ts';
import { UBL_CONDITIONS } from '../../../domain/e-invoicing/rules/ubl-conditions.ts';
import { UBL_COUNTING_RULES } from '../../../domain/e-invoicing/rules/ubl-syntax.ts';
import { checkUnusedInSteps, UNUSED_ATTRIBUTES, UNUSED_PATHS } from '../../../domain/e-invoicing/rules/ubl-unused.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { runAllSteps } from '../../../domain/steps.ts';
import {
  applyChange,
  buildNode,
  DETAILED,
  having,
  INVOICE,
  marked,
  saying,
  together,
  writeTree,
  type Change,
  type Tree,
} from '../../support/e-invoices.ts';

const listIds = (broken: readonly BrokenRule[]): string[] => broken.map(({ id }) => id);

/** The element at a path, made where it is not there; an attribute (`@name`) is set. */
function ensure(root: Tree, path: string): Tree {
  let at = root;
  for (const name of path.split('/').filter(Boolean)) {
    if (name.startsWith('@')) {
      at.attributes[name.slice(1)] = 'x';
      return at;
    }
    const known = at.children.find((child) => child.name === name);
    const next = known ?? buildNode(name, []);
    if (!known) at.children.push(next);
    at = next;
  }
  return at;
}

/** Where a name that may stand anywhere is tried. */
const PLACES: Readonly<Record<string, string>> = {
  TaxSubtotal: 'TaxTotal/TaxSubtotal',
  PostalAddress: 'AccountingSupplierParty/Party/PostalAddress',
  Address: 'Delivery/DeliveryLocation/Address',
  PartyTaxScheme: 'AccountingSupplierParty/Party/PartyTaxScheme',
  Country: 'AccountingSupplierParty/Party/PostalAddress/Country',
  AllowanceChargeReasonCode: 'AllowanceCharge/AllowanceChargeReasonCode',
  FinancialInstitutionBranch: 'PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch',
  BuyersItemIdentification: 'InvoiceLine/Item/BuyersItemIdentification',
  SellersItemIdentification: 'InvoiceLine/Item/SellersItemIdentification',
  CardAccount: 'PaymentMeans/CardAccount',
  PaymentMandate: 'PaymentMeans/PaymentMandate',
  TaxCategory: 'TaxTotal/TaxSubtotal/TaxCategory',
  ClassifiedTaxCategory: 'InvoiceLine/Item/ClassifiedTaxCategory',
  '*BinaryObject': 'AdditionalDocumentReference/Attachment/EmbeddedDocumentBinaryObject',
};

const placeContext = (context: string): string => {
  if (context === '/') return '';
  if (context === 'Line') return 'InvoiceLine';
  const [first = '', ...rest] = context.replace(/^\/\//, '').split('/');
  return [PLACES[first] ?? first, ...rest].join('/');
};

/** Elements as often as a rule allows, and once more or not at all. */
function breakCount({ context, path, bound }: CountingRule): { kept: Change; broken: Change } {
  const place = placeContext(context);
  const full = `${place}/${path}`;
  const parent = full.slice(0, full.lastIndexOf('/'));
  const name = full.slice(full.lastIndexOf('/') + 1);
  const repeat: Change = (root) => void ensure(root, parent).children.push(buildNode(name, 'x'));
  const kept: Change = (root) => void ensure(root, bound === 'none' ? place : full);
  const remove: Change = (root) => {
    const { children, attributes } = ensure(root, parent);
    if (name.startsWith('@')) delete attributes[name.slice(1)];
    for (let index = children.length - 1; index >= 0; index -= 1)
      if (children[index]!.name === name) children.splice(index, 1);
  };
  if (bound === 'none') return { kept, broken: (root) => void ensure(root, full) };
  if (bound === 'some' || name.startsWith('@')) return { kept, broken: together(kept, remove) };
  return { kept, broken: together(kept, repeat, ...(bound === 'at most two' ? [repeat] : [])) };
}

const reference = (type: string, ...more: Tree[]): Tree =>
  buildNode('AdditionalDocumentReference', [buildNode('ID', 'R'), buildNode('DocumentTypeCode', type), ...more]);
const taxScheme = (scheme: string): Tree =>
  buildNode('PartyTaxScheme', [buildNode('CompanyID', 'X'), buildNode('TaxScheme', [buildNode('ID', scheme)])]);
const identified = (id: string, schemeID?: string): Tree =>
  buildNode('PartyIdentification', [buildNode('ID', id, schemeID === undefined ? {} : { schemeID })]);
const payee = (name: string, ...more: Tree[]): Tree =>
  buildNode('PayeeParty', [buildNode('PartyName', [buildNode('Name', name)]), ...more]);
const means = (code: string, attributes: Record<string, string> = {}): Tree =>
  buildNode('PaymentMeans', [buildNode('PaymentMeansCode', code, attributes)]);
const legal = (id: string): Tree => buildNode('PartyLegalEntity', [buildNode('CompanyID', id)]);
const reason =
  (isCharge: boolean): Change =>
  (root) => {
    const found = root.children.find(
      ({ name, children }) =>
        name === 'AllowanceCharge' &&
        children.some((one) => one.name === 'ChargeIndicator' && one.text === String(isCharge)),
    )!;
    found.children.push(buildNode('AllowanceChargeReason', 'Encore'));
  };

/** Changes that keep a condition and that break it. */
const CONDITIONS: Readonly<Record<string, { readonly kept: Change; readonly broken: Change }>> = {
  'UBL-SR-04': {
    kept: having('', reference('130')),
    broken: having('', reference('130'), reference('130')),
  },
  'UBL-SR-12': {
    kept: having('AccountingSupplierParty/Party', taxScheme('TAX')),
    broken: having('AccountingSupplierParty/Party', taxScheme('VAT')),
  },
  'UBL-SR-13': {
    kept: having('AccountingSupplierParty/Party', taxScheme('TAX')),
    broken: having('AccountingSupplierParty/Party', taxScheme('TAX'), taxScheme('LOC')),
  },
  'UBL-SR-18': {
    kept: having('AccountingCustomerParty/Party', taxScheme('TAX')),
    broken: having('AccountingCustomerParty/Party', taxScheme('VAT')),
  },
  'UBL-SR-19': { kept: having('', payee('Factor')), broken: having('', payee('Brasserie du Canal SRL')) },
  'UBL-SR-20': {
    kept: having('', payee('Factor', identified('1', '0088'), identified('2', 'SEPA'))),
    broken: having('', payee('Factor', identified('1'), identified('2'))),
  },
  'UBL-SR-21': {
    kept: having('', payee('Factor', legal('1'))),
    broken: having('', payee('Factor', legal('1'), legal('2'))),
  },
  'UBL-SR-29': {
    kept: having('AccountingSupplierParty/Party', identified('1', 'SEPA'), identified('2', '0088')),
    broken: having('AccountingSupplierParty/Party', identified('1', 'SEPA'), identified('2', 'SEPA')),
  },
  'UBL-SR-30': { kept: reason(true), broken: reason(false) },
  'UBL-SR-31': { kept: reason(false), broken: reason(true) },
  'UBL-SR-43': { kept: having('', reference('130')), broken: having('', reference('50')) },
  'UBL-SR-44': {
    kept: (root) =>
      void root.children.push(structuredClone(root.children.find(({ name }) => name === 'PaymentMeans')!)),
    broken: (root) => {
      const copy = structuredClone(root.children.find(({ name }) => name === 'PaymentMeans')!);
      copy.children.find(({ name }) => name === 'PaymentID')!.text = 'other';
      root.children.push(copy);
    },
  },
  'UBL-SR-46': {
    kept: having('', means('30', { name: 'Transfer' })),
    broken: having('', means('30', { name: 'Transfer' }), means('30', { name: 'Transfer' })),
  },
  'UBL-SR-47': { kept: having('', means('30')), broken: having('', means('48')) },
  'UBL-DT-01': {
    kept: saying('InvoiceLine/Price/PriceAmount', '1.2345'),
    broken: saying('LegalMonetaryTotal/PayableAmount', '1.234'),
  },
  'UBL-DT-18': {
    kept: marked('PaymentMeans/PaymentMeansCode', 'name', 'Transfer'),
    broken: marked('InvoiceTypeCode', 'name', 'Invoice'),
  },
  'UBL-CR-002': {
    kept: having('', buildNode('UBLVersionID', '2.1')),
    broken: having('', buildNode('UBLVersionID', '2.0')),
  },
  'UBL-CR-412': {
    kept: having('', means('30')),
    broken: having('PaymentMeans', buildNode('PaymentDueDate', '2026-04-01')),
  },
  'UBL-CR-665': {
    kept: together(having('', reference('130')), (root) => {
      for (const { name, children } of root.children)
        if (name === 'AdditionalDocumentReference' && children.some(({ text }) => text === '130'))
          children[0]!.attributes['schemeID'] = 'AAA';
    }),
    broken: marked('AdditionalDocumentReference/ID', 'schemeID', 'AAA'),
  },
  'UBL-CR-666': {
    kept: having('', reference('130')),
    broken: having('', reference('130', buildNode('Attachment', []))),
  },
  'UBL-CR-673': {
    kept: having('', reference('130')),
    broken: having('', reference('130', buildNode('DocumentDescription', 'Object'))),
  },
};

describe('the elements of UBL', () => {
  let detailed: Tree;

  before('write an invoice with everything', async () => {
    detailed = await writeTree(DETAILED);
    expect(checkEInvoice(detailed)).to.deep.equal([]);
  });

  for (const [index, rule] of UBL_COUNTING_RULES.entries())
    it(`${rule.id} is kept and is broken (${index + 1}: ${rule.context}, ${rule.path})`, () => {
      const { kept, broken } = breakCount(rule);
      expect(listIds(checkEInvoice(applyChange(detailed, kept))), 'kept').not.to.include(rule.id);
      const found = checkEInvoice(applyChange(detailed, broken)).find(({ id }) => id === rule.id);
      expect(found, 'broken').to.include({ severity: rule.severity });
    });

  for (const { id, severity = 'fatal' } of UBL_CONDITIONS)
    it(`${id} is kept and is broken`, () => {
      const { kept, broken } = CONDITIONS[id]!;
      expect(listIds(checkEInvoice(applyChange(detailed, kept))), 'kept').not.to.include(id);
      const found = checkEInvoice(applyChange(detailed, broken)).find((one) => one.id === id);
      expect(found, 'broken').to.include({ severity });
    });

  it('allow a due date in the payment means of a credit note, and a project as reference', async () => {
    const credit = await writeTree({ ...INVOICE, type: 'credit_note' });
    const changed = applyChange(
      credit,
      together(having('', reference('50')), (root) => void ensure(root, 'PaymentMeans')),
    );
    expect(listIds(checkEInvoice(changed))).not.to.include.members(['UBL-CR-412', 'UBL-SR-43']);
  });

  it('that the standard does not use are warnings, each by its own rule', () => {
    for (const { id, path } of UNUSED_PATHS) {
      const changed = structuredClone(detailed);
      const isOfCredit = path.startsWith('CreditNote');
      const place = path.replace(/^Line\b/, isOfCredit ? 'CreditNoteLine' : 'InvoiceLine');
      ensure(changed, place);
      const found = runAllSteps(checkUnusedInSteps(changed)).filter((one) => one.id === id);
      expect(found, `${id} ${path}`).to.have.length(1);
      expect(found[0]).to.include({ severity: 'warning' });
      expect(listIds(runAllSteps(checkUnusedInSteps(detailed))), id).to.deep.equal([]);
    }
  });

  it('that the standard does not use are elements of the schema', () => {
    for (const { id, path } of UNUSED_PATHS) {
      const names = path.split('/').filter((name) => !name.startsWith('@'));
      const isKnown = ['Invoice', 'CreditNote'].some((root) => {
        let at: Aggregate | null = UBL_SCHEMA.get(root)!;
        return names.every((name) => {
          const child = at?.children.get(name === 'Line' ? `${root}Line` : name);
          at = child?.content ?? null;
          return child !== undefined;
        });
      });
      expect(isKnown, `${id} ${path}`).to.equal(true);
    }
  });

  it('have no attributes that the standard does not use', () => {
    for (const [attribute, id] of UNUSED_ATTRIBUTES) {
      const found = runAllSteps(checkUnusedInSteps(applyChange(detailed, marked('ID', attribute, 'x'))));
      expect(listIds(found), attribute).to.deep.equal([id]);
    }
  });

  it('are told in four languages, with what to do', () => {
    const changed = applyChange(detailed, together(having('', buildNode('UUID', 'x')), marked('ID', 'schemeID', 'x')));
    const found = checkEInvoice(changed);
    expect(listIds(found)).to.include.members(['UBL-CR-005', 'UBL-CR-650']);
    for (const { message, hint } of [...found, ...UBL_CONDITIONS.map((one) => ({ ...one, hint: one.message }))])
      for (const language of LANGUAGES)
        for (const text of [message[language], hint[language]]) {
          expect(text).to.match(/^\p{Lu}.*\.$/u);
          expect(text).to.not.match(/[{}]|undefined/);
        }
  });
});
