import { expect } from 'chai';
import fc from 'fast-check';
import { findCountryPack } from '../../../domain/country-packs/index.ts';
import { add, isZero, negate, ZERO } from '../../../domain/money.ts';
import { resolveBoxParts } from '../../../domain/vat-declarations/computation.ts';
import { getReturnForm } from '../../../domain/vat-declarations/form.ts';
import { isCountedIn, buildBoxShape } from '../../../domain/vat-declarations/shape.ts';
import { documentIn, fileOf, postedBy } from '../ledger/documents.ts';

describe('The boxes that a code fills, in short', () => {
  it('tell boxes of the same amount from others, whatever their order and their amounts', () => {
    const boxes = [
      { box: '82', amount: '100.00' },
      { box: '88', amount: '100.00' },
      { box: '55', amount: '21.00' },
      { box: '59', amount: '21.00' },
    ];
    expect(buildBoxShape(boxes)).to.equal('+55 +59|+82 +88');
    expect(buildBoxShape(boxes.reverse().map(({ box, amount }) => ({ box, amount: add(amount, amount) })))).to.equal(
      '+55 +59|+82 +88',
    );
    expect(buildBoxShape([{ box: '81', amount: '-50.00' }])).to.equal('-81');
    expect(buildBoxShape([])).to.equal('');
  });

  it('leave out of a total what is added there and taken off again', () => {
    const form = getReturnForm('BE', 'monthly', 'monthly');
    expect(isCountedIn('+55 +59|+82 +88', resolveBoxParts(form, 'XX'))).to.equal(true);
    expect(isCountedIn('+55 +59|+82 +88', resolveBoxParts(form, '71'))).to.equal(false);
    // Half of it is not deducted.
    expect(isCountedIn('+55|+59|+82|+88', resolveBoxParts(form, '71'))).to.equal(true);
    expect(isCountedIn('-81|+85', resolveBoxParts(form, '81'))).to.equal(true);
    expect(isCountedIn('', resolveBoxParts(form, '81'))).to.equal(false);
  });

  for (const country of ['BE', 'FR', 'LU'] as const)
    it(`tell of every box of every form whether a document counts there, in ${country}`, () => {
      const { file } = fileOf(country, 'monthly');
      const forms = (['monthly', 'yearly'] as const).map((type) => getReturnForm(country, 'monthly', type));
      const line = fc.record({
        code: fc.constantFrom(...findCountryPack(country)!.vatCodes),
        kind: fc.constantFrom('invoice', 'credit_note'),
        cents: fc.integer({ min: 1, max: 10_000_000 }),
      });
      fc.assert(
        fc.property(line, ({ code, kind, cents }) => {
          const amount = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
          const [effect] = postedBy(documentIn(country, code.direction, kind, [[amount, code.code]]), file).vat ?? [];
          for (const form of forms)
            for (const { box } of form.boxes) {
              const parts = resolveBoxParts(form, box);
              const told = (effect?.boxes ?? []).reduce((sum, one) => {
                const sign = parts.get(one.box);
                return sign === undefined ? sum : add(sum, sign === 1 ? one.amount : negate(one.amount));
              }, ZERO);
              if (!isZero(told))
                expect(isCountedIn(buildBoxShape(effect!.boxes), parts), `${code.code} in ${box}`).to.equal(true);
            }
        }),
        { numRuns: 40 },
      );
    });
});
