import { expect } from 'chai';
import { normaliseCreditorIdentifier } from '../../../domain/numbers/creditor-identifier.ts';

describe('The identifier of a creditor', () => {
  for (const [given, kept] of [
    ['DE98ZZZ09999999999', 'DE98ZZZ09999999999'],
    ['de 98 zzz 09999999999', 'DE98ZZZ09999999999'],
    // The branch of business is not part of the check.
    ['DE98ABC09999999999', 'DE98ABC09999999999'],
    ['DE97ZZZ09999999999', null],
    ['DE98ZZZ09999999998', null],
    ['98ZZZ09999999999', null],
    ['', null],
    [`DE98ZZZ${'9'.repeat(1_000_000)}`, null],
  ] as const)
    it(`is ${kept ?? 'refused'} for ${given.slice(0, 40)}`, () => {
      expect(normaliseCreditorIdentifier(given)).to.equal(kept);
    });
});
