import { expect } from 'chai';
import fc from 'fast-check';
import { isAmount, MAX_AMOUNT, sum, ZERO } from '../../domain/money.ts';

const fromCents = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

describe('money', () => {
  it('has one way to write each amount', () => {
    for (const amount of [ZERO, '0.01', '1.00', '10.50', MAX_AMOUNT]) expect(isAmount(amount), amount).to.equal(true);
    for (const other of [
      '00.00',
      '01.00',
      '1',
      '1.0',
      '1.000',
      '-1.00',
      '+1.00',
      '.50',
      '1,00',
      ' 1.00',
      '1e2',
      'NaN',
      '',
      '1000000000000.00',
      1,
      null,
    ]) {
      expect(isAmount(other), String(other)).to.equal(false);
    }
  });

  it('of nothing is zero', () => {
    expect(sum([])).to.equal(ZERO);
    expect(sum([ZERO, ZERO])).to.equal(ZERO);
  });

  it('adds up to the cent, for any thousand amounts', () => {
    const cents = fc.bigInt({ min: 0n, max: 99_999_999_999_999n });
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 1000 }), (amounts) => {
        expect(sum(amounts.map(fromCents))).to.equal(fromCents(amounts.reduce((total, amount) => total + amount, 0n)));
      }),
      { numRuns: 50 },
    );
  });
});
