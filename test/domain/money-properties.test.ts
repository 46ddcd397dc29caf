import { expect } from 'chai';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import {
  absolute,
  add,
  toCents,
  compare,
  isNegative,
  isZero,
  max,
  min,
  negate,
  fromCents,
  percent,
  round,
  share,
  subtract,
  sum,
  ZERO,
} from '../../domain/money.ts';

/** Against decimals with more digits than any of the amounts here has. */
const Oracle = Decimal.clone({ precision: 500, rounding: Decimal.ROUND_HALF_UP });
const decimal = (amount: string) => new Oracle(amount);

/** As amounts are written: two places or more, and zero without a sign. */
function written(amount: Decimal): string {
  return amount.isZero() ? ZERO : amount.toFixed(Math.max(2, amount.decimalPlaces()));
}

const twoPlaces = (cents: bigint): string => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** What a number just holds or does not, and where the digits of an amount become one more. */
const EDGES = [0n, 1n, 99n, 100n, 10n ** 14n, 10n ** 15n, 2n ** 53n, 10n ** 16n, 10n ** 30n];
const edge = fc
  .tuple(fc.constantFrom(...EDGES), fc.bigInt({ min: -3n, max: 3n }), fc.boolean())
  .map(([size, off, isNegated]) => (isNegated ? -(size + off) : size + off));
const power = (digits: number) => 10n ** BigInt(digits);
const anySize = fc
  .integer({ min: 1, max: 60 })
  .chain((digits) => fc.bigInt({ min: -power(digits), max: power(digits) }));

/** Amounts with two places, of everyday size and of any other. */
const amount = fc
  .oneof(
    { weight: 4, arbitrary: fc.bigInt({ min: -1_000_000n, max: 1_000_000n }) },
    { weight: 2, arbitrary: edge },
    { weight: 2, arbitrary: anySize },
  )
  .map(twoPlaces);

/** Decimals with any number of places, as rates have them, or as nobody should write amounts. */
const odd = fc
  .tuple(anySize, fc.integer({ min: 0, max: 12 }))
  .map(([digits, places]) => new Oracle(String(digits)).times(new Oracle(10).pow(-places)).toFixed(places));
const number = fc.oneof({ weight: 3, arbitrary: amount }, { weight: 1, arbitrary: odd });

const runs = { numRuns: 500 };

describe('money, whatever the amounts,', () => {
  it('is added and subtracted exactly', () => {
    fc.assert(
      fc.property(number, number, (one, other) => {
        expect(add(one, other)).to.equal(written(decimal(one).plus(other)));
        expect(subtract(one, other)).to.equal(written(decimal(one).minus(other)));
        expect(subtract(one, one)).to.equal(ZERO);
      }),
      runs,
    );
  });

  it('has an opposite and a size', () => {
    fc.assert(
      fc.property(number, (one) => {
        expect(negate(one)).to.equal(written(decimal(one).negated()));
        expect(negate(negate(one))).to.equal(written(decimal(one)));
        expect(decimal(absolute(one)).eq(decimal(one).abs()), one).to.equal(true);
        expect(absolute(one).startsWith('-')).to.equal(false);
      }),
      runs,
    );
  });

  it('is compared exactly, also when it differs by a cent or is written with other places', () => {
    fc.assert(
      fc.property(number, fc.oneof(number, fc.constantFrom('0.01', '-0.01', ZERO, '0', '0.000')), (one, other) => {
        for (const second of [other, add(one, other), `${add(one, ZERO)}0`]) {
          const expected = decimal(one).comparedTo(second);
          expect(Math.sign(compare(one, second))).to.equal(expected);
          expect(Math.sign(compare(second, one)) + expected).to.equal(0);
          expect(decimal(min(one, second)).eq(Oracle.min(one, second))).to.equal(true);
          expect(decimal(max(one, second)).eq(Oracle.max(one, second))).to.equal(true);
        }
        expect(isZero(one)).to.equal(decimal(one).isZero());
        expect(isNegative(one)).to.equal(decimal(one).lt(0));
      }),
      runs,
    );
    for (const zero of [ZERO, '-0.00', '0', '-0', '0.0', '0.000']) {
      expect(isZero(zero), zero).to.equal(true);
      expect(isNegative(zero), zero).to.equal(false);
      expect(absolute(negate(zero)), zero).to.equal(ZERO);
    }
  });

  it('adds up exactly, in any order', () => {
    fc.assert(
      fc.property(fc.array(number, { maxLength: 60 }), (amounts) => {
        const expected = written(amounts.reduce((total, one) => total.plus(one), new Oracle(0)));
        expect(sum(amounts)).to.equal(expected);
        expect(sum(amounts.toReversed())).to.equal(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('is rounded to two places, halves away from zero', () => {
    const half = amount.map((one) => `${one}5`);
    const cases = { '0.005': '0.01', '-0.005': '-0.01', '0.004999': '0.00', '-0.004': '0.00', '7': '7.00' };
    for (const [one, expected] of Object.entries(cases)) expect(round(one), one).to.equal(expected);
    fc.assert(
      fc.property(fc.oneof(number, half), (one) => {
        expect(round(one)).to.equal(written(decimal(one).toDecimalPlaces(2, Decimal.ROUND_HALF_UP)));
        expect(round(negate(one))).to.equal(negate(round(one)));
      }),
      runs,
    );
  });

  it('has percentages that are rounded once', () => {
    const rate = fc.oneof(
      fc.constantFrom('0.00', '0', '5.50', '6.00', '21', '21.00', '33.33', '100.00', '8.125', '200.00'),
      fc.integer({ min: 0, max: 10_000 }).map((hundredths) => twoPlaces(BigInt(hundredths))),
    );
    fc.assert(
      fc.property(number, rate, (one, percentage) => {
        const exact = decimal(one).times(percentage).times('0.01');
        expect(percent(one, percentage)).to.equal(written(exact.toDecimalPlaces(2, Decimal.ROUND_HALF_UP)));
        expect(percent(negate(one), percentage)).to.equal(negate(percent(one, percentage)));
      }),
      runs,
    );
    expect([percent('0.50', '1.00'), percent('0.49', '1.00'), percent('-0.50', '1.00')]).to.deep.equal([
      '0.01',
      '0.00',
      '-0.01',
    ]);
  });

  it('is shared without losing a cent, each share less than a cent from the exact one', () => {
    fc.assert(
      fc.property(amount, fc.array(number, { minLength: 1, maxLength: 12 }), (whole, weights) => {
        const shares = share(whole, weights);
        expect(shares).to.have.length(weights.length);
        for (const one of shares) expect(one).to.match(/^-?\d+\.\d\d$/);
        expect(sum(shares)).to.equal(whole);
        const base = weights.reduce((total, one) => total.plus(one), new Oracle(0));
        if (base.isZero()) expect(shares).to.deep.equal([whole, ...weights.slice(1).map(() => ZERO)]);
        else
          for (const [index, one] of shares.entries()) {
            // Multiplied rather than divided, so that the comparison is exact.
            const off = decimal(one).times(base).minus(decimal(whole).times(weights[index]!)).abs();
            expect(off.lt(base.abs().times('0.01')), `${index}`).to.equal(true);
          }
      }),
      { numRuns: 300 },
    );
  });

  it('is shared by weights alone, not by the places that they are written with', () => {
    expect(share('10.00', ['1', '1', '1'])).to.deep.equal(['3.34', '3.33', '3.33']);
    expect(share('10.00', ['0.001', '0.0010', '0.001'])).to.deep.equal(['3.34', '3.33', '3.33']);
    expect(() => share('10.00', [])).to.throw();
    expect(() => share('10.001', ['1', '1'])).to.throw();
  });

  it('goes to whole cents and back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n - 1n), max: 10n ** 15n - 1n }), (cents) => {
        expect(toCents(fromCents(cents))).to.equal(Number(cents));
      }),
    );
    fc.assert(fc.property(anySize, (cents) => void expect(fromCents(cents)).to.equal(twoPlaces(cents))));
    for (const other of ['1', '1.0', '1.000', '10000000000000.00', '1e2.00', ''])
      expect(() => toCents(other)).to.throw();
  });

  it('is refused when it is none', () => {
    for (const none of ['', 'x', '1,00', '1.0x', '--1.00', '1.-0'])
      for (const use of [negate, isZero, round, (one: string) => add(one, '1.00'), (one: string) => sum([one])])
        expect(() => use(none), none).to.throw();
  });
});
