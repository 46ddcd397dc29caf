import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect } from 'chai';
import { settlePart, takeCarryingAmount, type CarriedItem } from '../../../domain/currency/settlement.ts';

const invoice: CarriedItem = { open: '9090.91', currency_open: '10000.00' };

describe('the carrying amount of an item in foreign currency', () => {
  it('is taken in proportion by a part payment, and the rest by the last one', () => {
    expect(takeCarryingAmount(invoice, '4000.00')).to.equal('3636.36');
    const rest = settlePart(invoice, '4000.00');
    expect(rest).to.deep.equal({ open: '5454.55', currency_open: '6000.00' });
    expect(takeCarryingAmount(rest, '6000.00')).to.equal('5454.55');
  });

  it('has the sign of the item', () => {
    expect(takeCarryingAmount({ open: '-2222.22', currency_open: '-2400.00' }, '-600.00')).to.equal('-555.56');
  });

  it('keeps a cent as long as the item is open in its currency', () => {
    expect(takeCarryingAmount({ open: '0.01', currency_open: '0.02' }, '0.01')).to.equal('0.00');
    expect(takeCarryingAmount({ open: '1.00', currency_open: '1000.00' }, '999.00')).to.equal('0.99');
  });

  it('is the whole amount of a line that has no amount in its currency', () => {
    expect(takeCarryingAmount({ open: '12.34', currency_open: '0.00' }, '0.00')).to.equal('12.34');
  });

  it('of any payments adds up to the carrying amount, and each is within a cent of its proportion', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000_000 });
    fc.assert(
      fc.property(
        cents,
        cents,
        fc.boolean(),
        fc.array(fc.nat({ max: 1000 }), { maxLength: 12 }),
        (a, b, isCredit, cuts) => {
          const toAmount = (size: number) => new Decimal(size).div(isCredit ? -100 : 100).toFixed(2);
          let item: CarriedItem = { open: toAmount(a), currency_open: toAmount(b) };
          let taken = new Decimal(0);
          for (const cut of cuts) {
            const open = new Decimal(item.currency_open).abs().times(100);
            const part = open.times(cut).div(1001).floor();
            if (part.isZero()) continue;
            const signed = toAmount(part.toNumber());
            const carried = new Decimal(takeCarryingAmount(item, signed));
            const exact = new Decimal(item.open).times(signed).div(item.currency_open);
            expect(carried.minus(exact).abs().lte('0.01')).to.equal(true);
            expect(carried.isZero() || carried.isNegative() === isCredit).to.equal(true);
            taken = taken.plus(carried);
            item = settlePart(item, signed);
            expect(new Decimal(item.open).isZero(), 'open in the books while open in the currency').to.equal(false);
          }
          taken = taken.plus(takeCarryingAmount(item, item.currency_open));
          expect(taken.toFixed(2)).to.equal(toAmount(a));
          expect(settlePart(item, item.currency_open)).to.deep.equal({ open: '0.00', currency_open: '0.00' });
        },
      ),
      { numRuns: 100 },
    );
  });
});
