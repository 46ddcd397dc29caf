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

  it('takes away as well, and goes on beyond what a number holds', () => {
    expect(sum(['0.10', '0.20', '-0.31'])).to.equal('-0.01');
    expect(sum(['5.00', '-5.00'])).to.equal(ZERO);
    expect(sum(['-12.34'])).to.equal('-12.34');
    expect(sum(['12345678901234567.89', '0.02', '-1.00'])).to.equal('12345678901234566.91');
    expect(
      sum(
        (function* () {
          yield* ['9999999999.99', MAX_AMOUNT, '0.01'];
        })(),
      ),
    ).to.equal('1009999999999.99');
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
