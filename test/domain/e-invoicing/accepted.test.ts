import { expect } from 'chai';
import { checkEInvoice, RULES } from '../../../domain/e-invoicing/index.ts';
import {
  applyChange,
  buildInCategory,
  BUYER,
  buildNode,
  having,
  INVOICE,
  saying,
  SELLER,
  together,
  without,
  writeTree,
  type Change,
  type Tree,
} from '../../support/e-invoices.ts';
import { emptySubtotal } from './cases/documents.ts';
import { listOfficialRules, NEVER_BROKEN, NO_LONGER_OFFICIAL, WARNINGS } from './cases/official.ts';

const listBroken = (root: Tree, ...changes: readonly Change[]): string[] =>
  checkEInvoice(applyChange(root, together(...changes))).map(({ id, severity }) => `${id} ${severity}`);

const IDS = new Set(RULES.map(({ id }) => id));

describe('the rules of the release', () => {
  it('are all here, without those that cannot be broken', () => {
    const official = listOfficialRules();
    expect(official.filter((id) => !IDS.has(id)).toSorted()).to.deep.equal(NEVER_BROKEN.toSorted());
    expect([...IDS].filter((id) => !official.includes(id)).toSorted()).to.deep.equal(NO_LONGER_OFFICIAL.toSorted());
  });

  it('have the severities of the release', () => {
    const warnings = RULES.filter(({ severity }) => severity === 'warning').map(({ id }) => id);
    expect([...new Set(warnings)].toSorted()).to.deep.equal(WARNINGS.toSorted());
  });
});

describe('valid documents', () => {
  it('are credit notes without a due date, and invoices without one with a warning', async () => {
    const credit = await writeTree({ ...INVOICE, type: 'credit_note', dueDate: null });
    expect(listBroken(credit)).to.deep.equal([]);
    expect(listBroken(await writeTree(INVOICE), without('DueDate'))).to.deep.equal(['BR-CO-25 warning']);
  });

  it('have subtotals of zero that no line belongs to, except at a rate', async () => {
    const root = await writeTree(INVOICE);
    const reasoned = (code: string): Tree => {
      const subtotal = emptySubtotal(code, '0');
      subtotal.children.at(-1)!.children.splice(2, 0, buildNode('TaxExemptionReason', 'Motif'));
      return subtotal;
    };
    expect(listBroken(root, having('TaxTotal', emptySubtotal('Z', '0')))).to.deep.equal([]);
    for (const code of ['E', 'AE', 'G'])
      expect(listBroken(root, having('TaxTotal', reasoned(code))), code).to.deep.equal([]);
    expect(listBroken(root, having('TaxTotal', emptySubtotal('S', '6')))).to.deep.equal(['BR-S-08 fatal']);
    expect(listBroken(root, having('TaxTotal', reasoned('E'), reasoned('E')))).to.deep.equal(['BR-E-01 fatal']);
  });

  it('follow one of the processes of the release', async () => {
    const shared = [
      'urn:peppol:france:billing:regulated',
      'urn:peppol:france:billing:non-regulated',
      'urn:peppol:bis:billing_with_response',
    ];
    const root = await writeTree(INVOICE);
    for (const profile of ['urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', ...shared]) {
      expect(listBroken(root, saying('ProfileID', profile))).to.deep.equal([]);
      expect(listBroken(root, saying('ProfileID', profile), saying('InvoiceTypeCode', '389'))).to.deep.equal([
        'PEPPOL-EN16931-P0100 fatal',
      ]);
    }
    const selfBilled = await writeTree({ ...INVOICE, typeCode: '389' });
    for (const profile of ['urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0', ...shared])
      for (const type of ['389', '527'])
        expect(listBroken(selfBilled, saying('ProfileID', profile), saying('InvoiceTypeCode', type))).to.deep.equal([]);
  });

  it('are self-billed without the rules of a country', async () => {
    const address = { ...SELLER.address, country: 'NL', city: null };
    const root = await writeTree({ ...INVOICE, typeCode: '389', seller: { ...SELLER, address } });
    expect(listBroken(root)).to.deep.equal([]);
    const billed = await writeTree({ ...INVOICE, seller: { ...SELLER, address } });
    expect(listBroken(billed)).to.include.members(['NL-R-002 fatal', 'NL-R-003 fatal']);
  });

  it('owe the tax abroad with the register number of the buyer alone', async () => {
    const root = await writeTree(buildInCategory('AE', '0.00'));
    expect(listBroken(root, without('AccountingCustomerParty/Party/PartyTaxScheme'))).to.deep.equal([]);
    expect(BUYER.enterpriseNumber).not.to.equal(null);
  });

  it('state rates with any number of zeros', async () => {
    const root = await writeTree(INVOICE);
    expect(listBroken(root, saying('TaxTotal/TaxSubtotal/TaxCategory/Percent', '21.000'))).to.deep.equal([]);
  });
});
