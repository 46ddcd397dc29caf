import { expect } from 'chai';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { countryPacks } from '../../../domain/country-packs/index.ts';
import type { CountryCode } from '../../../domain/country-packs/pack.ts';
import type { EntryLine, PostedEntry } from '../../../domain/ledger/entry-events.ts';
import { sumBoxes } from '../../../domain/ledger/vat.ts';
import { share } from '../../../domain/money.ts';
import { findAccountId } from '../../support/company-file-samples.ts';
import { COST, documentIn, fileOf, INCOME, movedBy, postedBy } from './documents.ts';

describe('tax that is not deducted', () => {
  const cases: readonly (readonly [amount: string, over: readonly string[], shares: readonly string[]])[] = [
    ['10.00', ['100.00'], ['10.00']],
    ['10.00', ['100.00', '100.00', '100.00'], ['3.34', '3.33', '3.33']],
    ['0.01', ['1.00', '2.00', '1.00'], ['0.00', '0.01', '0.00']],
    ['0.02', ['1.00', '1.00', '1.00'], ['0.01', '0.01', '0.00']],
    ['10.50', ['100.00', '-50.00'], ['21.00', '-10.50']],
    ['-10.00', ['-100.00', '-100.00', '-100.00'], ['-3.33', '-3.33', '-3.34']],
    ['0.00', ['100.00', '50.00'], ['0.00', '0.00']],
    ['0.50', ['100.00', '-100.00'], ['0.50', '0.00']],
    ['104999999999.99', ['333333333333.33', '166666666666.62'], ['70000000000.00', '34999999999.99']],
  ];
  for (const [amount, over, expected] of cases)
    it(`${amount} over ${over.join(', ')} is ${expected.join(', ')}`, () => {
      expect(share(amount, over)).to.deep.equal(expected);
    });

  it('is shared out to the cent, and each share is less than a cent from the exact one', () => {
    const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => new Decimal(cents).dividedBy(100));
    fc.assert(
      fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 8 }), (whole, over) => {
        const parts = share(
          whole.toFixed(2),
          over.map((one) => one.toFixed(2)),
        ).map((part) => new Decimal(part));
        expect(sum(parts).toFixed(2)).to.equal(whole.toFixed(2));
        const base = sum(over);
        if (base.isZero()) return;
        for (const [index, part] of parts.entries())
          expect(part.minus(whole.times(over[index]!).dividedBy(base)).abs().lt('0.01'), String(index)).to.equal(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the boxes of an entry', () => {
  it('are those of its codes together', () => {
    const { file } = fileOf('BE');
    const lines = [
      ['50.00', 'P-S-EX'],
      ['100.00', 'P-S-6'],
      ['10.00', 'P-M-21'],
    ] as const;
    const { vat } = postedBy(documentIn('BE', 'purchase', 'invoice', lines), file);
    expect(sumBoxes(vat!)).to.deep.equal([
      { box: '82', amount: '150.00' },
      { box: '59', amount: '8.10' },
      { box: '81', amount: '10.00' },
    ]);
  });
});

/** A document of any lines and codes of a country, in any of its directions. */
interface Wanted {
  readonly country: CountryCode;
  readonly direction: 'purchase' | 'sale';
  readonly regime: 'quarterly' | 'exempt';
  readonly lines: readonly (readonly [amount: string, code: string])[];
}

const anyDocument: fc.Arbitrary<Wanted> = fc
  .tuple(
    fc.constantFrom(...countryPacks),
    fc.constantFrom('purchase' as const, 'sale' as const),
    fc.constantFrom('quarterly' as const, 'exempt' as const),
  )
  .chain(([{ code: country, vatCodes }, direction, regime]) => {
    const codes = vatCodes.filter((code) => code.direction === direction).map(({ code }) => code);
    const cents = fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 1, max: 500_000 }) },
      { weight: 2, arbitrary: fc.integer({ min: -300, max: 0 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1_000_000_000_000, max: 3_000_000_000_000 }) },
    );
    const line = fc.tuple(
      cents.map((amount) => (amount / 100).toFixed(2)),
      fc.constantFrom(...codes),
    );
    // Few codes and several lines, so that lines share a code.
    return fc.record({
      country: fc.constant(country),
      direction: fc.constant(direction),
      regime: fc.constant(regime),
      lines: fc
        .array(line, { minLength: 1, maxLength: 7 })
        .map((lines) => [['3000.00', lines[0]![1]] as const, ...lines]),
    });
  });

describe('any document', () => {
  it('balances, taxes each code on the sum of its bases, and is undone by a credit note of the same lines', () => {
    fc.assert(
      fc.property(anyDocument, ({ country, direction, regime, lines }) => {
        const { file } = fileOf(country, regime);
        const invoice = postedBy(documentIn(country, direction, 'invoice', lines), file);
        expect(movedBy(invoice.lines).toFixed(2)).to.equal('0.00');

        for (const { vat_code, base, due, deductible, non_deductible } of invoice.vat ?? []) {
          const own = lines.filter(([, code]) => code === vat_code).map(([amount]) => new Decimal(amount));
          expect(base, vat_code).to.equal(sum(own).toFixed(2));
          const code = countryPacks
            .find((pack) => pack.code === country)!
            .vatCodes.find((one) => one.code === vat_code)!;
          const tax = sum(own).times(code.rate).dividedBy(100).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed(2);
          const reported = direction === 'sale' ? due : new Decimal(deductible).plus(non_deductible).toFixed(2);
          expect(reported, vat_code).to.equal(tax);
        }

        const note = postedBy(documentIn(country, direction, 'credit_note', lines), file);
        const both = byAccount([...invoice.lines, ...note.lines]);
        for (const [account, amount] of both) expect(amount.toFixed(2), String(account)).to.equal('0.00');
      }),
      { numRuns: 300 },
    );
  });

  it('comes to the same in the return of the country as on the accounts of its tax, also as a credit note', () => {
    fc.assert(
      fc.property(
        anyDocument,
        fc.constantFrom('invoice', 'credit_note'),
        ({ country, direction, regime, lines }, kind) => {
          const { file } = fileOf(country, regime);
          const entry = postedBy(documentIn(country, direction, kind, lines), file);
          const subject = findAccountId((direction === 'sale' ? INCOME : COST)[country], file);
          const tax = entry.lines.filter((line) => line.account_id !== subject && line.third_party_id === null);
          expect(resultOf(country, entry).toFixed(2)).to.equal(movedBy(tax).negated().toFixed(2));
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** The boxes of the tax owed, and of the tax that comes off it. */
const RESULT: Readonly<Record<CountryCode, readonly [owed: string, deducted: string]>> = {
  BE: ['XX', 'YY'],
  FR: ['16', '23'],
  LU: ['103', '104'],
};

/** What the company owes by the return that this entry alone would make; negative: what it gets back. */
function resultOf(country: CountryCode, { vat = [] }: PostedEntry): Decimal {
  const { boxes } = countryPacks.find(({ code }) => code === country)!;
  const filled = new Map(sumBoxes(vat).map(({ box, amount }) => [box, new Decimal(amount)]));
  const amountOf = (box: string): Decimal => {
    const formula = boxes.find((one) => one.box === box)!.formula;
    return formula
      ? sum(formula.terms.map((term) => amountOf(term.box).times(term.sign)))
      : (filled.get(box) ?? new Decimal(0));
  };
  const [owed, deducted] = RESULT[country];
  return amountOf(owed).minus(amountOf(deducted));
}

const sum = (amounts: readonly Decimal[]): Decimal => amounts.reduce((total, one) => total.plus(one), new Decimal(0));

function byAccount(lines: readonly EntryLine[]): ReadonlyMap<number, Decimal> {
  const accounts = new Map<number, Decimal>();
  for (const line of lines)
    accounts.set(line.account_id, (accounts.get(line.account_id) ?? new Decimal(0)).plus(movedBy([line])));
  return accounts;
}
