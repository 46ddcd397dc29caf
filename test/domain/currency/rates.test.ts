import { expect } from 'chai';
import fc from 'fast-check';
import { countMinorUnits, CURRENCY_CODES, isCurrencyCode } from '../../../domain/currency/codes.ts';
import {
  computeRate,
  convertFromBase,
  convertToBase,
  disagrees,
  invertRate,
  isExchangeRate,
  isSameRate,
  trimRate,
} from '../../../domain/currency/rates.ts';
import { fromCents, negate } from '../../../domain/money.ts';

describe('Exchange rates', () => {
  it('convert to the currency of the file and round half-up to cents', () => {
    expect(convertToBase('10000.00', '1.1000')).to.equal('9090.91');
    expect(convertToBase('4000.00', '1.12')).to.equal('3571.43');
    expect(convertToBase('2400.00', '1.0800')).to.equal('2222.22');
    expect(convertToBase('1000.00', '0.8500')).to.equal('1176.47');
    expect(convertToBase('210.00', '0.8500')).to.equal('247.06');
    expect(convertToBase('0.01', '2')).to.equal('0.01');
    expect(convertToBase('-0.01', '2')).to.equal('-0.01');
    expect(convertToBase('0.00', '1.1')).to.equal('0.00');
  });

  it('convert to the foreign currency', () => {
    expect(convertFromBase('9090.91', '1.1000')).to.equal('10000.00');
    expect(convertFromBase('-100.00', '163.06')).to.equal('-16306.00');
  });

  it('are computed from two amounts to eight decimals, whatever the signs', () => {
    expect(computeRate('10000.00', '9090.91')).to.equal('1.09999989');
    expect(computeRate('-110.00', '100.00')).to.equal('1.10');
    expect(computeRate('0.00', '100.00')).to.equal(null);
    expect(computeRate('100.00', '0.00')).to.equal(null);
    expect(computeRate('0.01', '99999999.00')).to.equal(null);
  });

  it('disagree with two amounts that are more than a cent apart', () => {
    expect(disagrees('1.1000', '10000.00', '9090.91')).to.equal(false);
    expect(disagrees('1.1000', '10000.00', '9090.92')).to.equal(false);
    expect(disagrees('1.1000', '10000.00', '9090.93')).to.equal(true);
    expect(disagrees('1.1000', '-10000.00', '-9090.91')).to.equal(false);
    expect(disagrees('1.1000', '-10000.00', '9090.91')).to.equal(true);
    expect(disagrees('1.1000', '0.00', '0.02')).to.equal(true);
  });

  it('agree with the amounts that they were computed from, however large', () => {
    const amount = fc.bigInt({ min: 100n, max: 10n ** 14n - 1n }).map(fromCents);
    fc.assert(
      fc.property(amount, amount, (currencyAmount, base) => {
        const rate = computeRate(currencyAmount, base);
        if (rate === null) return;
        expect(disagrees(rate, currencyAmount, base)).to.equal(false);
        expect(disagrees(rate, negate(currencyAmount), negate(base))).to.equal(false);
        expect(disagrees(rate, negate(currencyAmount), base)).to.equal(true);
      }),
    );
  });

  it('have up to eight decimals and are never zero', () => {
    for (const rate of ['1', '1.1000', '0.00000001', '999999999.99999999']) expect(isExchangeRate(rate)).to.equal(true);
    for (const other of ['0', '0.00', '-1', '1.123456789', '1e3', '', '.5', '1234567890'])
      expect(isExchangeRate(other), other).to.equal(false);
  });

  it('are the same whatever zeros they end with, and can be turned round', () => {
    expect(isSameRate('1.1', '1.1000')).to.equal(true);
    expect(isSameRate('1.1', '1.1001')).to.equal(false);
    expect(isSameRate(null, null)).to.equal(true);
    expect(isSameRate(null, '1.1')).to.equal(false);
    expect(invertRate('0.8')).to.equal('1.25');
    expect(['1.1000', '100', '100.00', '0.5'].map(trimRate)).to.deep.equal(['1.1', '100', '100', '0.5']);
  });
});

describe('Currency codes', () => {
  it('are those of ISO 4217 that payments are made in', () => {
    for (const code of ['EUR', 'USD', 'GBP', 'JPY', 'KWD']) expect(isCurrencyCode(code), code).to.equal(true);
    for (const code of ['eur', 'XAU', 'XXX', 'DEM', 'toString', '']) expect(isCurrencyCode(code), code).to.equal(false);
    expect(CURRENCY_CODES.length).to.be.greaterThan(150);
  });

  it('have their decimals, at most two', () => {
    expect(['EUR', 'JPY', 'KWD'].map(countMinorUnits)).to.deep.equal([2, 0, 2]);
  });
});
