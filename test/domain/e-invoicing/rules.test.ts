import { expect } from 'chai';
import { checkEInvoice, RULES, type BrokenRule } from '../../../domain/e-invoicing/index.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { createCheckedDocument } from '../../../domain/e-invoicing/rules/checked-document.ts';
import { PLACES } from '../../../domain/e-invoicing/rules/places.ts';
import type { Rule } from '../../../domain/e-invoicing/rules/rule.ts';
import {
  applyChange,
  BUYER,
  buildNode,
  having,
  INVOICE,
  LINE,
  saying,
  SELLER,
  together,
  without,
  writeTree,
  type Change,
  type Tree,
} from '../../support/e-invoices.ts';
import { addCategoryCases } from './cases/categories.ts';
import { addEn16931Cases } from './cases/en16931.ts';
import { addNationalCases } from './cases/national.ts';
import { addPeppolCases } from './cases/peppol.ts';
import { Cases } from './cases/registry.ts';

const cases = new Cases();
addEn16931Cases(cases);
addCategoryCases(cases);
addPeppolCases(cases);
addNationalCases(cases);

/** Rules that are declared here; those of the syntax have their own tests. */
const DECLARED: readonly Rule[] = RULES;
const IDS = new Set(DECLARED.map(({ id }) => id));

const listBroken = (root: Tree): readonly BrokenRule[] => checkEInvoice(root).filter(({ id }) => IDS.has(id));

/** Whether the document has an element that the rule looks at. */
function isConcerned({ place, category, applies }: Rule, root: Tree): boolean {
  const document = createCheckedDocument(root);
  if (applies && !applies(document)) return false;
  const { of } = document.collectCategories();
  return PLACES[place](document).some(({ element }) => category === undefined || of.get(element) === category);
}

describe('rules of EN 16931 and Peppol', () => {
  for (const rule of DECLARED)
    it(`${rule.id}, of ${rule.place}, is kept and is broken`, async () => {
      const own = cases.byRule.get(rule.id) ?? [];
      let isBroken = false;
      for (const { from, change } of own) {
        const root = await from();
        // Also by the rules of the syntax.
        expect(
          checkEInvoice(root).map(({ id }) => id),
          'before',
        ).to.deep.equal([]);
        const after = listBroken(applyChange(root, change));
        expect(
          after.map(({ id }) => id),
          'after',
        ).to.include(rule.id);
        isBroken ||= after.some(({ id, message }) => id === rule.id && message === rule.message);
      }
      expect(isBroken, 'this message is given').to.equal(true);
    });

  it('are kept by documents that have what they are about', async () => {
    const idle: string[] = [];
    for (const rule of DECLARED) {
      const kept = await Promise.all((cases.byRule.get(rule.id) ?? []).map(({ from }) => from()));
      if (!kept.some((root) => isConcerned(rule, root))) idle.push(rule.id);
    }
    // Empty elements are what that rule is about.
    expect(idle).to.deep.equal(['PEPPOL-EN16931-R008']);
  });

  it('have cases each, and no case is left over', () => {
    expect([...cases.byRule.keys()].toSorted()).to.deep.equal([...new Set(DECLARED.map(({ id }) => id))].toSorted());
  });

  it('are told in four languages, with what to do', () => {
    for (const { id, message, hint } of DECLARED)
      for (const language of LANGUAGES)
        for (const text of [message[language], hint[language]]) {
          expect(text, id).to.match(/^\p{Lu}.*\.$/u);
          expect(text, id).to.not.match(/[{}]|undefined/);
        }
  });

  it('name the place', async () => {
    const root = await writeTree({ ...INVOICE, lines: [LINE, LINE] });
    root.children.at(-1)!.children.find(({ name }) => name === 'Price')!.children[0]!.text = '-1';
    const places = checkEInvoice(root).map(({ id, where }) => `${id} ${where}`);
    expect(places).to.deep.equal([
      'BR-27 /Invoice/cac:InvoiceLine[2]',
      'PEPPOL-EN16931-R120 /Invoice/cac:InvoiceLine[2]',
    ]);
  });

  it('are told at a few of many places', async () => {
    const root = await writeTree({ ...INVOICE, lines: Array.from({ length: 100 }, () => LINE) });
    const broken = checkEInvoice(applyChange(root, without('InvoiceLine/ID')));
    expect(broken.filter(({ id }) => id === 'BR-21')).to.have.length(20);
  });

  it('take a creditor number of a bank from the seller and the payee, and from nobody else', async () => {
    const named = (party: string): Change =>
      having(party, buildNode('PartyIdentification', [buildNode('ID', 'BE02ZZZ0123456789', { schemeID: 'SEPA' })]));
    const root = await writeTree(INVOICE);
    const idsWith = (party: string): string[] => checkEInvoice(applyChange(root, named(party))).map(({ id }) => id);
    expect(idsWith('AccountingSupplierParty/Party')).to.deep.equal([]);
    expect(idsWith('AccountingCustomerParty/Party')).to.deep.equal(['BR-CL-10']);
  });

  it('are not asked of anything but UBL', () => {
    expect(checkEInvoice(buildNode('Invoice', [])).map(({ id }) => id)).to.deep.equal(['UBL-ROOT']);
  });

  it('are kept between German parties with several notes', async () => {
    const german = { country: 'DE', street: 'Weg 1', postalCode: '10115', city: 'Berlin' };
    const root = await writeTree({
      ...INVOICE,
      seller: { ...SELLER, address: german },
      buyer: { ...BUYER, address: german },
    });
    expect(checkEInvoice(applyChange(root, having('', buildNode('Note', 'A'), buildNode('Note', 'B'))))).to.deep.equal(
      [],
    );
  });

  it('know self-billing, with its own process and types', async () => {
    const selfBilled = await writeTree({ ...INVOICE, typeCode: '389' });
    const idsOf = (root: Tree, ...changes: Change[]) =>
      checkEInvoice(applyChange(root, together(...changes))).map(({ id }) => id);
    expect(idsOf(selfBilled)).to.deep.equal([]);
    expect(idsOf(selfBilled, saying('InvoiceTypeCode', '380'))).to.deep.equal(['PEPPOL-EN16931-P0100']);
    const billing = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
    expect(idsOf(selfBilled, saying('ProfileID', billing))).to.deep.equal(['PEPPOL-EN16931-R007']);
    const credit = await writeTree({ ...INVOICE, type: 'credit_note', typeCode: '261' });
    expect(idsOf(credit)).to.deep.equal([]);
    expect(idsOf(credit, saying('CreditNoteTypeCode', '381'))).to.deep.equal(['PEPPOL-EN16931-P0101']);
    const ordinary = await writeTree(INVOICE);
    expect(idsOf(ordinary, saying('InvoiceTypeCode', '389'))).to.deep.equal(['PEPPOL-EN16931-P0100']);
  });
});
