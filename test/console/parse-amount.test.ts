import { expect } from 'chai';
import { parseAmount } from '../../console/support/parse-amount.ts';

describe('Amounts as people type them', () => {
  it('are read with either decimal separator in every language', () => {
    for (const language of ['fr', 'nl', 'en', 'de'] as const) {
      const read = (typed: string) => parseAmount(typed, language);
      for (const [typed, amount] of [
        ['1.234,56', '1234.56'],
        ['1,234.56', '1234.56'],
        ['1 234,56', '1234.56'],
        ['1\u202f234,56', '1234.56'],
        ["1'234.56", '1234.56'],
        ['1.234.567', '1234567.00'],
        ['1,234,567.8', '1234567.80'],
        ['€ 12,5', '12.50'],
        ['12.5', '12.50'],
        ['12,', '12.00'],
        [',5', '0.50'],
        ['0007', '7.00'],
        ['-5,5', '-5.50'],
        ['-0', '0.00'],
        ['1234567', '1234567.00'],
      ] as const)
        expect(read(typed), `${typed} in ${language}`).to.equal(amount);
    }
  });

  it('group thousands by the separator of the language', () => {
    expect(parseAmount('1,234', 'en')).to.equal('1234.00');
    expect(parseAmount('1.234', 'nl')).to.equal('1234.00');
    expect(parseAmount('1.234', 'en')).to.equal(null);
    expect(parseAmount('1,234', 'fr')).to.equal(null);
  });

  it('are refused if they can be read in no way', () => {
    for (const typed of ['', '-', '.', 'abc', '12a', '1,2,3', '1.23.45', '12,345,6', '1.234,567', '1,,2', '--1', '5-'])
      expect(parseAmount(typed, 'de'), typed).to.equal(null);
  });
});
