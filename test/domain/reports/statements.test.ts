import { expect } from 'chai';
import fc from 'fast-check';
import { Decimal } from 'decimal.js';
import { computeRubricAmounts, type Balances } from '../../../domain/country-packs/annual-accounts.ts';
import { countryPacks } from '../../../domain/country-packs/index.ts';
import { QUANTITIES, listQuantityTerms } from '../../../domain/country-packs/key-figures.ts';
import { buildComparison, buildComparisons } from '../../../domain/reports/comparison.ts';
import { splitByMonth, buildCashFlow } from '../../../domain/reports/cash-flow.ts';
import { KEY_FIGURES, computeKeyFigures } from '../../../domain/reports/key-figures.ts';
import { computeCoverage, type ReportYear } from '../../../domain/reports/span.ts';
import {
  extractClosingBalances,
  computeControls,
  findComparisonSpan,
  buildRubricLines,
  getTotalRubric,
  withEarlierResultsCarried,
} from '../../../domain/reports/statements.ts';
import { buildColumns } from '../../../domain/reports/trial-balance.ts';

const year = (code: string, months: readonly (readonly [string, string])[]): ReportYear => ({
  id: Number(code),
  code,
  starts_on: months[0]![0],
  ends_on: months.at(-1)![1],
  periods: months.map(([starts_on, ends_on], index) => ({ id: Number(code) * 100 + index, starts_on, ends_on })),
  closing: null,
  closed_at: null,
});
const years = [
  year('2023', [['2023-01-01', '2023-12-31']]),
  year('2024', [['2024-01-01', '2024-12-31']]),
  year('2025', [['2025-01-01', '2025-12-31']]),
];

describe('The days that are set beside others', () => {
  it('are the year before, or the same days of it', () => {
    expect(findComparisonSpan(years, { from: '2025-01-01', to: '2025-12-31' })).to.deep.equal({
      from: '2024-01-01',
      to: '2024-12-31',
    });
    expect(findComparisonSpan(years, { from: '2025-01-01', to: '2025-02-28' })).to.deep.equal({
      from: '2024-01-01',
      to: '2024-02-29',
    });
    expect(findComparisonSpan(years, { from: '2024-02-29', to: '2024-03-15' })).to.deep.equal({
      from: '2023-02-28',
      to: '2023-03-15',
    });
  });

  it('are none before the first year, or for days of several years', () => {
    expect(findComparisonSpan(years, { from: '2023-01-01', to: '2023-12-31' })).to.equal(null);
    expect(findComparisonSpan(years, { from: '2024-06-01', to: '2025-05-31' })).to.equal(null);
    expect(findComparisonSpan(years, { from: '2031-01-01', to: '2031-12-31' })).to.equal(null);
  });
});

describe('Balances for statements', () => {
  it('count results that were not appropriated among what is carried forward', () => {
    const account = (number: string, control_role: string, type = 'equity') => ({
      id: Number(number),
      number,
      label: number,
      control_role,
      type,
    });
    const french = [
      account('129000', 'result'),
      account('120000', 'result'),
      account('119000', 'carried_forward'),
      account('110000', 'carried_forward'),
    ];
    const balances = new Map([
      ['120000', '-7.00'],
      ['129000', '2.00'],
      ['110000', '-1.00'],
      ['512000', '6.00'],
    ]);
    expect([...withEarlierResultsCarried(balances, french)]).to.have.deep.members([
      ['110000', '-8.00'],
      ['119000', '2.00'],
      ['512000', '6.00'],
    ]);
    const belgian = [account('693000', 'result', 'expense'), account('140000', 'carried_forward')];
    expect(withEarlierResultsCarried(new Map([['693000', '3.00']]), belgian).get('693000')).to.equal('3.00');
    expect(withEarlierResultsCarried(balances, french.slice(0, 2))).to.deep.equal(balances);
  });

  it('keep assets that are written off to the last cent', () => {
    const model = countryPacks.find(({ code }) => code === 'FR')!.annualAccounts.find(({ code }) => code === '2050')!;
    const balances = new Map([
      ['215400', '100.00'],
      ['281540', '-100.00'],
    ]);
    const lines = buildRubricLines(model, computeRubricAmounts(model, balances), null, {
      statements: ['assets'],
      withZero: false,
    });
    const found = lines.filter(({ rubric }) => ['AR', 'AS'].includes(rubric.code));
    expect(found.map(({ rubric, amount }) => [rubric.code, amount])).to.deep.equal([
      ['AR', '0.00'],
      ['AS', '100.00'],
    ]);
  });

  it('add a provisional result to what stands on its account', () => {
    const row = (number: string, opening: string, isProvisional: boolean) => ({
      account: null,
      number,
      isProvisional,
      columns: buildColumns(opening, '0.00', '0.00'),
    });
    const balances = extractClosingBalances([
      row('140000', '-5.00', false),
      row('140000', '-7.00', true),
      row('55', '0.00', false),
    ]);
    expect([...balances]).to.deep.equal([['140000', '-12.00']]);
  });
});

/** Any ledger: entries between any accounts of the chart. */
const ledgers = (numbers: readonly string[]) =>
  fc.array(fc.tuple(fc.constantFrom(...numbers), fc.constantFrom(...numbers), fc.integer({ min: 1, max: 10 ** 9 })), {
    maxLength: 25,
  });

function balancesFrom(entries: readonly (readonly [string, string, number])[]): Balances {
  const cents = new Map<string, number>();
  for (const [debit, credit, amount] of entries) {
    cents.set(debit, (cents.get(debit) ?? 0) + amount);
    cents.set(credit, (cents.get(credit) ?? 0) - amount);
  }
  return new Map([...cents].map(([number, amount]) => [number, new Decimal(amount).div(100).toFixed(2)]));
}

for (const pack of countryPacks)
  describe(`The statements of ${pack.code}`, () => {
    for (const model of pack.annualAccounts) {
      const accounts = pack.charts
        .find(({ variant }) => variant === model.chart)!
        .accounts.filter(({ isPostable, type }) => isPostable && type !== 'off_balance');

      it(`balance and pass their controls whatever is posted: ${model.code}`, () => {
        fc.assert(
          fc.property(ledgers(accounts.map(({ number }) => number)), (entries) => {
            const balances = balancesFrom(entries);
            const typed = accounts.map(({ number, type }) => ({
              number,
              type,
              balance: balances.get(number) ?? '0.00',
            }));
            for (const control of computeControls(model, balances, typed)) {
              // Only what is appropriated as a whole can be carried forward as a whole.
              if (control.code === 'carried_result_agrees') continue;
              expect(control, control.code).to.include({ holds: true });
            }
          }),
          { numRuns: 15 },
        );
      });
    }

    it('name rubrics of the full model in every ratio', () => {
      for (const model of pack.annualAccounts.filter(({ scheme }) => scheme === 'full')) {
        const codes = model.rubrics.map(({ code }) => code);
        for (const quantity of QUANTITIES)
          for (const { rubric } of listQuantityTerms(pack.code, model.chart, quantity))
            expect(codes, quantity).to.include(rubric);
      }
    });

    it('are whole and empty for a year without entries', () => {
      const model = pack.annualAccounts[0]!;
      const lines = buildRubricLines(model, computeRubricAmounts(model, new Map()), null, {
        statements: ['assets', 'liabilities'],
        withZero: false,
      });
      expect(lines.map(({ amount, previous }) => [amount, previous])).to.deep.equal(lines.map(() => ['0.00', null]));
      expect(lines.map(({ rubric }) => rubric.code)).to.include.members([
        getTotalRubric(model, 'assets'),
        getTotalRubric(model, 'liabilities'),
      ]);
      expect(computeControls(model, new Map(), []).every(({ holds }) => holds)).to.equal(true);
    });
  });

describe('The controls of annual accounts', () => {
  const model = countryPacks.find(({ code }) => code === 'BE')!.annualAccounts[0]!;

  it('tell an account that stands in no rubric, and a side that lacks it', () => {
    const controls = computeControls(
      model,
      new Map([
        ['550000', '10.00'],
        ['999', '-10.00'],
      ]),
      [],
    );
    const failed = controls.filter(({ holds }) => !holds);
    expect(failed.map(({ code, rubrics }) => [code, rubrics])).to.deep.equal([
      ['balance_sheet_balances', ['20/58', '10/49']],
      ['accounts_have_rubrics', ['999']],
    ]);
  });

  it('hold what is carried forward against the balance sheet', () => {
    const carried = (equity: string) =>
      computeControls(
        model,
        new Map([
          ['693000', '5.00'],
          ['700000', '-5.00'],
          ['140000', equity],
          ['550000', '5.00'],
        ]),
        [
          { number: '700000', type: 'income', balance: '-5.00' },
          { number: '693000', type: 'expense', balance: '5.00' },
        ],
      ).find(({ code }) => code === 'carried_result_agrees');
    expect(carried('-5.00')).to.include({ expected: '5.00', found: '5.00', holds: true });
    expect(carried('-4.00')).to.include({ found: '4.00', holds: false });
  });

  it('tell a result that the accounts do not have', () => {
    const typed = [{ number: '700000', type: 'income', balance: '-9.00' }];
    const [, result] = computeControls(
      model,
      new Map([
        ['700000', '-8.00'],
        ['550000', '8.00'],
      ]),
      typed,
    );
    expect(result).to.deep.include({ code: 'result_agrees', expected: '9.00', found: '8.00', holds: false });
  });
});

describe('Key figures', () => {
  const pack = countryPacks.find(({ code }) => code === 'BE')!;
  const model = pack.annualAccounts.find(({ code }) => code === 'm02')!;
  const balances = new Map([
    ['100000', '-5000.00'],
    ['400000', '3000.00'],
    ['440000', '-1000.00'],
    ['340000', '500.00'],
    ['550000', '3500.00'],
    ['700000', '-4000.00'],
    ['604000', '3000.00'],
  ]);
  const figure = (key: string, of = balances as Balances) =>
    computeKeyFigures('BE', model, computeRubricAmounts(model, of), 365).find((one) => one.key === key)!;

  it('are computed from rubrics, which they name', () => {
    const values = ['working_capital', 'current_ratio', 'quick_ratio', 'solvency', 'net_margin', 'days_receivable'].map(
      (key) => figure(key).value,
    );
    expect(values).to.deep.equal(['6000.00', '7.00', '6.50', '85.71', '25.00', '273.75']);
    expect(figure('quick_ratio').terms.map(({ rubric, sign, part }) => [rubric, sign, part])).to.deep.equal([
      ['29/58', 1, 'numerator'],
      ['29', -1, 'numerator'],
      ['3', -1, 'numerator'],
      ['42/48', 1, 'denominator'],
      ['492/3', 1, 'denominator'],
    ]);
    expect(computeRubricAmounts(model, balances).get('29/58')).to.equal('7000.00');
  });

  it('are nothing where they would be divided by nothing', () => {
    const empty = computeKeyFigures('BE', model, computeRubricAmounts(model, new Map()), 365);
    expect(empty).to.have.length(KEY_FIGURES.length);
    for (const { unit, value } of empty) expect(value).to.equal(unit === 'amount' ? '0.00' : null);
  });
});

describe('A comparison', () => {
  it('tells the difference and its percentage of what was, whatever the sign', () => {
    expect(buildComparison('150.00', '100.00')).to.deep.equal({
      amount: '150.00',
      compared: '100.00',
      difference: '50.00',
      percent: '50.00',
    });
    expect(buildComparison('-150.00', '-100.00')).to.include({ difference: '-50.00', percent: '-50.00' });
    expect(buildComparison('1.00', '3.00').percent).to.equal('-66.67');
    expect(buildComparison('5.00', '0.00').percent).to.equal(null);
  });

  it('has what stands on either side, in order', () => {
    const rows = buildComparisons(
      new Map([
        ['7', '1.00'],
        ['4', '2.00'],
        ['9', '0.00'],
      ]),
      new Map([['5', '3.00']]),
    );
    expect(rows.map(({ key, difference }) => [key, difference])).to.deep.equal([
      ['4', '2.00'],
      ['5', '-3.00'],
      ['7', '1.00'],
    ]);
  });
});

describe('A cash flow', () => {
  const span = { from: '2025-01-01', to: '2025-12-31' };

  it('goes on from what was booked to what is overdue and what falls due', () => {
    const parts = [
      { first: '2025-01-01', debit: '10.00', credit: '4.00' },
      { first: '2025-02-01', debit: '0.00', credit: '1.00' },
    ];
    const items = [
      { due: '2025-01-31', open: '5.00' },
      { due: '2025-02-20', open: '-2.00' },
      { due: '2026-03-01', open: '7.00' },
    ];
    const rows = buildCashFlow('100.00', span, '2025-02-10', parts, items);
    expect(rows.map(({ month, nature, net, cash_at_end }) => [month, nature, net, cash_at_end])).to.deep.equal([
      ['2025-01-01', 'actual', '6.00', '106.00'],
      ['2025-02-01', 'actual', '-1.00', '105.00'],
      ['2025-02-01', 'overdue', '5.00', '110.00'],
      ['2025-02-01', 'expected', '-2.00', '108.00'],
      ['2026-03-01', 'expected', '7.00', '115.00'],
    ]);
  });

  it('has no actual months before its first day', () => {
    expect(buildCashFlow('1.00', span, '2024-05-05', [], [])).to.deep.equal([]);
  });

  it('reads longer periods by the month', () => {
    const quarters = [
      year('2025', [
        ['2025-01-01', '2025-01-31'],
        ['2025-02-01', '2025-04-30'],
        ['2025-05-01', '2025-12-31'],
      ]),
    ];
    const coverage = splitByMonth(computeCoverage(quarters, { from: '2025-01-01', to: '2025-06-15' }));
    expect(coverage.inside.map(({ starts_on }) => starts_on)).to.deep.equal(['2025-01-01']);
    expect(coverage.partial).to.deep.equal([
      { from: '2025-05-01', to: '2025-05-31' },
      { from: '2025-06-01', to: '2025-06-15' },
      { from: '2025-02-01', to: '2025-02-28' },
      { from: '2025-03-01', to: '2025-03-31' },
      { from: '2025-04-01', to: '2025-04-30' },
    ]);
  });
});
