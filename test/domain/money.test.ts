import { expect } from 'chai';
import fc from 'fast-check';
import { divide, isAmount, MAX_AMOUNT, multiply, sum, ZERO } from '../../domain/money.ts';

const fromCents = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

describe('money', () => {
  it('multiplies exactly', () => {
    expect(multiply('4', '62.50')).to.equal('250.00');
    expect(multiply('0.333', '0.333')).to.equal('0.110889');
    expect(multiply('-3', '0.10')).to.equal('-0.30');
    expect(multiply('0', '-5.00')).to.equal(ZERO);
    expect(multiply('999999999999999.99', '999999999999999.99')).to.equal('999999999999999980000000000000.0001');
  });

  it('divides to as many places as are asked for, a half away from zero', () => {
    expect(divide('1.00', '3', 8)).to.equal('0.33333333');
    expect(divide('-2', '3', 2)).to.equal('-0.67');
    expect(divide('0.005', '1', 2)).to.equal('0.01');
    expect(divide('100.00', '4', 8)).to.equal('25.00');
    expect(() => divide('1.00', '0.00', 2)).to.throw(RangeError);
  });

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
