import { expect } from 'chai';
import {
  extractCommunications,
  extractMentions,
  compactReference,
  listComparableReferences,
} from '../../../domain/lettering/clues.ts';
import { isCreditorReference } from '../../../domain/numbers/creditor-reference.ts';

describe('clues in the texts of lines', () => {
  const COMMUNICATIONS: readonly (readonly [string, readonly string[]])[] = [
    ['+++010/8068/17183+++', ['010806817183']],
    ['Paiement +++010/8068/17183+++ merci', ['010806817183']],
    ['***010/8068/17183***', ['010806817183']],
    ['+++ 010 8068 17183 +++', ['010806817183']],
    ['010/8068/17183', ['010806817183']],
    ['communication 010806817183.', ['010806817183']],
    // A wrong check, too many digits, or digits that belong to something else.
    ['+++010/8068/17184+++', []],
    ['0108068171830', []],
    ['BE68539007547034', []],
    ['010 8068 17183', []],
    ['+++010/8068/17183', ['010806817183']],
    ['RF18539007547034', ['RF18539007547034']],
    ['rf18 5390 0754 7034 facture', ['RF18539007547034']],
    ['RF18 5390 0754 7034', ['RF18539007547034']],
    ['RF19539007547034', []],
    ['XRF18539007547034', []],
    ['+++010/8068/17183+++ RF18539007547034', ['010806817183', 'RF18539007547034']],
    ['', []],
  ];
  for (const [text, expected] of COMMUNICATIONS)
    it(`finds ${expected.join(' and ') || 'no communication'} in "${text}"`, () => {
      expect(extractCommunications(text)).to.deep.equal(expected);
    });

  it('knows creditor references by their check', () => {
    for (const right of ['RF18539007547034', 'RF712348231', 'RF18000000000539007547034'])
      expect(isCreditorReference(right), right).to.equal(true);
    for (const wrong of [
      'RF00539007547034',
      'RF18',
      'RF18539007547035',
      'FR18539007547034',
      'rf18539007547034',
      `RF18${'0'.repeat(22)}`,
    ])
      expect(isCreditorReference(wrong), wrong).to.equal(false);
  });

  it('takes references for the same whatever separates their parts', () => {
    for (const written of ['F-2026/001', 'f 2026 001', 'F2026001', 'F.2026-001'])
      expect(compactReference(written)).to.equal('F2026001');
    expect(compactReference('Été-1')).to.equal('ETE1');
    expect(listComparableReferences(['A', '', 'F-1', 'f1'])).to.deep.equal(['F1']);
  });

  it('finds references among words, and no words that stand there by chance', () => {
    expect(extractMentions('Paiement F-2026/001 et F-2026/002')).to.include.members(['F2026001', 'F2026002']);
    expect(extractMentions('virement 20261234')).to.include('20261234');
    const chance = extractMentions('loyer janvier 2026, 12 rue Haute');
    expect(chance).to.not.include('2026');
    expect(chance).to.not.include('12');
    expect(chance).to.not.include('LOYER');
    expect(extractMentions('x'.repeat(200))).to.deep.equal([]);
    expect(extractMentions(Array.from({ length: 100 }, (_, index) => index).join(' ')).length).to.be.at.most(500);
  });
});
