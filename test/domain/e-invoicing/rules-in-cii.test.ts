import { expect } from 'chai';
import { checkEInvoice, RULES, type BrokenRule } from '../../../domain/e-invoicing/index.ts';
import type { Rule } from '../../../domain/e-invoicing/rules/rule.ts';
import { applyChange, type Tree } from '../../support/e-invoices.ts';
import { addCiiCases } from './cases/cii.ts';
import { Cases } from './cases/registry.ts';

const cases = new Cases();
addCiiCases(cases);

/** The network has rules for UBL alone. */
const DECLARED: readonly Rule[] = RULES.filter(({ id }) => id.startsWith('BR-'));
const IDS = new Set(DECLARED.map(({ id }) => id));

const listBroken = (root: Tree): readonly BrokenRule[] =>
  checkEInvoice(root, { syntax: 'cii' }).filter(({ id }) => IDS.has(id));

describe('rules of EN 16931 in a Cross Industry Invoice', () => {
  for (const rule of DECLARED)
    it(`${rule.id}, of ${rule.place}, is kept and is broken`, async () => {
      let isBroken = false;
      for (const { from, change } of cases.byRule.get(rule.id) ?? []) {
        const root = await from();
        expect(
          listBroken(root).map(({ id }) => id),
          'before',
        ).to.deep.equal([]);
        const after = listBroken(applyChange(root, change));
        const [own] = after.filter(({ id }) => id === rule.id);
        expect(
          after.map(({ id }) => id),
          'after',
        ).to.include(rule.id);
        expect(own!.where).to.match(/^\/CrossIndustryInvoice/);
        isBroken ||= after.some(({ id, message }) => id === rule.id && message === rule.message);
      }
      expect(isBroken, 'this message is given').to.equal(true);
    });

  it('have cases each, and no case is left over', () => {
    expect([...cases.byRule.keys()].toSorted()).to.deep.equal([...IDS].toSorted());
  });
});
