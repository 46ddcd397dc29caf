import { expect } from 'chai';
import fc from 'fast-check';
import { findBroken, listChecks, type FilingCheck } from '../../../../domain/annual-filings/belgium/checks.ts';
import { findCountryPack, getChartFor, type ChartVariant } from '../../../../domain/country-packs/index.ts';
import { negate, sum } from '../../../../domain/money.ts';
import { buildInputs, computeAmounts, getForm, LEGAL_FORMS, type Given } from './support.ts';

const all = listChecks('no_capital', () => true);
const breakWith = (check: FilingCheck, values: Readonly<Record<string, string>>) =>
  findBroken(check, (code) => values[code] ?? null);
const find = (wanted: string) => all.find(({ code }) => code === wanted)!;

describe('The arithmetic checks of the National Bank', () => {
  it('are 49 legal ones that refuse a file, and 122 that warn', () => {
    expect(all.filter(({ severity }) => severity === 'blocking')).to.have.length(49);
    expect(all.filter(({ severity }) => severity === 'warning')).to.have.length(122);
  });

  it('can hold and can break, each of them', () => {
    const any = fc.array(fc.constantFrom(null, null, null, '0.00', '1.00', '2.00', '9.00'), {
      minLength: 12,
      maxLength: 12,
    });
    const guesses = fc.sample(any, { numRuns: 600, seed: 1 });
    const unchanging = all.filter((check) => {
      const doesBreak = (guess: readonly (string | null)[]) =>
        findBroken(check, (code) => guess[check.boxes.indexOf(code) % guess.length] ?? null) !== null;
      return !guesses.some(doesBreak) || guesses.every(doesBreak);
    });
    expect(unchanging.map(({ code }) => code)).to.deep.equal([]);
  });

  it('say both sides of an equation', () => {
    const values = { '20/58': '100.00', '10/49': '99.99' };
    expect(breakWith(find('va_03.01.0_0015'), values)).to.deep.equal({
      ...{ code: 'va_03.01.0_0015', severity: 'blocking', equation: '20/58 = 10/49', left: '100.00', right: '99.99' },
    });
    // 10/15 = 10/11 + 12 + 13 + 14 + 15 − 19
    const equity = { '10/15': '60.00', '10/11': '100.00', '14': '-30.00', '19': '10.00' };
    expect(breakWith(find('va_03.02.0_0006'), equity)).to.equal(null);
  });

  it('apply under their condition only', () => {
    const check = find('cs_11.00.0_0002');
    expect(breakWith(check, { '1001': '2.00', '1003': '1.00' })).to.include({ left: '1.00', right: '2.00' });
    expect(breakWith(check, { '1001': '2.00', '1002': '1.00', '1003': '2.50' })).to.equal(null);
    const mortgage = find('ca_06.03.0_0019');
    expect(breakWith(mortgage, {})).to.equal(null);
    expect(breakWith(mortgage, { '91611': '5.00' })).to.include({ severity: 'warning' });
    expect(breakWith(mortgage, { '91611': '5.00', '91631': '1.00' })).to.equal(null);
  });
});

const FORMS: Readonly<Record<ChartVariant, readonly string[]>> = {
  capital: ['m02', 'm01', 'm07'],
  no_capital: ['m82', 'm81', 'm87'],
  association: ['m05', 'm04', 'm08'],
};

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 15);
const cents = fc.integer({ min: -10_000_000, max: 10_000_000 });
const toAmount = (amount: number): string => (amount / 100).toFixed(2);

/** A trial balance over the accounts of a chart, whose class 2 moved in several entries. */
function anyBooks(variant: keyof typeof LEGAL_FORMS): fc.Arbitrary<Given> {
  const chart = getChartFor(findCountryPack('BE')!, LEGAL_FORMS[variant]);
  const numbers = chart.accounts
    // Class 0 is not in the balance sheet.
    .filter(({ isPostable, number }) => isPostable && !number.startsWith('0'))
    .map(({ number }) => number);
  const line = fc.record({ number: fc.constantFrom(...numbers), amount: cents, entry: fc.integer({ min: 1, max: 4 }) });
  return fc.array(line, { minLength: 1, maxLength: 60 }).map((lines) => {
    const balances: Record<string, string> = {};
    for (const { number, amount } of lines) balances[number] = sum([balances[number] ?? '0.00', toAmount(amount)]);
    balances['550000'] = negate(
      sum(Object.entries(balances).flatMap(([one, amount]) => (one === '550000' ? [] : [amount]))),
    );
    const assetLines = lines
      .filter(({ number }) => number.startsWith('2'))
      .map(({ number, amount, entry }) => ({
        ...{ entry_id: entry, account: number },
        debit: toAmount(Math.max(amount, 0)),
        credit: toAmount(Math.max(-amount, 0)),
      }));
    return { balances, assetLines, company: { legal_form_code: LEGAL_FORMS[variant] } };
  });
}

describe('Statements of any trial balance that balances', () => {
  for (const variant of ['capital', 'no_capital', 'association'] as const)
    it(`hold the legal equations: ${variant}`, () => {
      fc.assert(
        fc.property(anyBooks(variant), (given) => {
          for (const code of FORMS[variant]) {
            const broken = getForm(code)
              .compute(buildInputs(given))
              // Signs and comparisons depend on the amounts; an equation never does.
              .checks.filter((check) => check.code.startsWith('va_') && check.equation.includes(' = '));
            expect(broken, code).to.deep.equal([]);
          }
        }),
        { numRuns: RUNS },
      );
    });

  it('add up to what the class of each rubric says', () => {
    const balances = {
      '550000': '100.00',
      '101000': '50.00',
      '100000': '-200.00',
      '700000': '-10.00',
      '612000': '60.00',
    };
    const amounts = computeAmounts('m01', { balances, company: { legal_form_code: '014' } });
    expect(amounts).to.include({ '100': '200.00', '101': '50.00', '10': '150.00', '14': '-50.00', '10/15': '100.00' });
  });
});
