import { expect } from 'chai';
import fc from 'fast-check';
import type { CodedSum, PeriodSum, Sums } from '../../../domain/budgets/actuals.ts';
import { createChart } from '../../../domain/budgets/chart.ts';
import { compareInSteps, type BudgetScene, type ComparedBudget } from '../../../domain/budgets/comparison.ts';
import type { BudgetLine } from '../../../domain/budgets/lines.ts';
import { add, negate, fromCents, subtract, sum } from '../../../domain/money.ts';
import { runAllSteps } from '../../../domain/steps.ts';

const CHART = [
  { number: '240000', type: 'asset' },
  { number: '610000', type: 'expense' },
  { number: '612200', type: 'expense' },
  { number: '640000', type: 'expense' },
  { number: '700000', type: 'income' },
  { number: '740000', type: 'income' },
];
const PERIODS = [
  { starts_on: '2026-01-01', ends_on: '2026-01-31' },
  { starts_on: '2026-02-01', ends_on: '2026-02-28' },
  { starts_on: '2026-03-01', ends_on: '2026-03-31' },
];
const typeOf = (number: string): string => CHART.find((account) => account.number === number)!.type;
const moved = (number: string, period: number, balance: string): PeriodSum => ({
  number,
  type: typeOf(number),
  period,
  balance,
});
const coded = (analytic_code_id: number, number: string, period: number, balance: string): CodedSum => ({
  ...moved(number, period, balance),
  analytic_code_id,
});
const line = (account: string | null, periods: readonly string[], code: number | null = null): BudgetLine => ({
  account,
  analytic_code_id: code,
  amount: sum(periods),
  spread: 'periods',
  weights: null,
  periods,
});
const NOTHING: Sums = { whole: [], coded: [] };

function compared(lines: readonly BudgetLine[], scene: Partial<BudgetScene> = {}): ComparedBudget {
  return runAllSteps(
    compareInSteps({
      lines,
      chart: createChart(CHART),
      periods: PERIODS,
      asOf: '2026-02-15',
      actual: NOTHING,
      committed: NOTHING,
      parents: new Map(),
      ...scene,
    }),
  );
}

describe('a budget and what became of it', () => {
  it('counts income in credits and everything else in debits', () => {
    const whole = [moved('700000', 0, '-90.00'), moved('612200', 0, '40.00'), moved('240000', 0, '500.00')];
    const { rows, totals } = compared(
      [
        line('70', ['100.00', '0.00', '0.00']),
        line('61', ['30.00', '0.00', '0.00']),
        line('24', ['600.00', '0.00', '0.00']),
      ],
      { actual: { whole, coded: [] } },
    );
    expect(rows.map(({ type, actual, variance }) => [type, actual, variance])).to.deep.equal([
      ['income', '90.00', '-10.00'],
      ['expense', '40.00', '10.00'],
      ['balance', '500.00', '-100.00'],
    ]);
    expect(totals.result).to.deep.include({ budget: '70.00', actual: '50.00', variance: '-20.00' });
  });

  it('gives an account to the line that names it most exactly, and the rest to nobody’s line', () => {
    const whole = [moved('610000', 0, '1.00'), moved('612200', 0, '2.00'), moved('640000', 0, '4.00')];
    const { rows, unbudgeted, totals } = compared(
      [line('61', ['0.00', '0.00', '0.00']), line('612200', ['0.00', '0.00', '0.00'])],
      { actual: { whole, coded: [] } },
    );
    expect(rows.map(({ actual }) => actual)).to.deep.equal(['1.00', '2.00']);
    expect(unbudgeted.expense.actual).to.equal('4.00');
    expect(totals.expense.actual).to.equal('7.00');
  });

  it('expects of a period that is over what is known, and of others the budget unless more is known', () => {
    const budget = line('61', ['100.00', '100.00', '100.00']);
    const whole = [moved('610000', 0, '70.00'), moved('610000', 1, '20.00')];
    const waiting = [moved('610000', 0, '5.00'), moved('610000', 1, '10.00'), moved('610000', 2, '130.00')];
    const [row] = compared([budget], {
      actual: { whole, coded: [] },
      committed: { whole: waiting, coded: [] },
    }).rows;
    expect(row!.periods.map(({ forecast }) => forecast)).to.deep.equal(['75.00', '100.00', '130.00']);
    expect(row).to.deep.include({ budget: '300.00', actual: '90.00', committed: '145.00', forecast: '305.00' });
    expect(row!.toDate).to.deep.include({ budget: '200.00', actual: '90.00', variance: '-110.00' });
  });

  it('expects of a negative budget what is farther below', () => {
    const [row] = compared([line('61', ['-10.00', '-10.00', '-10.00'])], {
      asOf: '2025-12-31',
      actual: { whole: [moved('610000', 0, '-15.00'), moved('610000', 1, '-5.00')], coded: [] },
    }).rows;
    expect(row!.periods.map(({ forecast }) => forecast)).to.deep.equal(['-15.00', '-10.00', '-10.00']);
  });

  it('measures lines with a code by what has it, or one below it, and counts them once', () => {
    const [PROJECT, PHASE] = [1, 2];
    const parents = new Map([
      [PROJECT, null],
      [PHASE, PROJECT],
    ]);
    const actual = {
      whole: [moved('612200', 0, '100.00'), moved('700000', 0, '-50.00')],
      coded: [
        coded(PHASE, '612200', 0, '30.00'),
        coded(PROJECT, '612200', 0, '20.00'),
        coded(PROJECT, '700000', 0, '-50.00'),
      ],
    };
    const zero = ['0.00', '0.00', '0.00'];
    const alone = compared([line('61', zero, PROJECT)], { actual, parents });
    expect(alone.rows[0]).to.deep.include({ actual: '50.00', isPart: false });
    expect(alone.unbudgeted.expense.actual).to.equal('50.00');
    expect(alone.totals.expense.actual).to.equal('100.00');
    const beside = compared([line('61', zero), line('61', zero, PROJECT), line('61', zero, PHASE)], {
      actual,
      parents,
    });
    expect(beside.rows.map((row) => [row.actual, row.isPart])).to.deep.equal([
      ['100.00', false],
      ['20.00', true],
      ['30.00', true],
    ]);
    expect(beside.totals.expense.actual).to.equal('100.00');
    const [result] = compared([line(null, zero, PROJECT)], { actual, parents }).rows;
    expect([result!.type, result!.actual]).to.deep.equal(['result', '0.00']);
  });

  it('comes to the books, whatever the lines are', () => {
    const cents = fc.bigInt({ min: -10_000n, max: 10_000n }).map(fromCents);
    const period = fc.integer({ min: 0, max: 2 });
    const number = fc.constantFrom(...CHART.map((account) => account.number));
    const one = fc.tuple(number, period, cents).map(([of, at, amount]) => moved(of, at, amount));
    const key = fc.tuple(fc.constantFrom('2', '6', '61', '6122', '612200', '64', '7', '70', '740000'), fc.boolean());
    fc.assert(
      fc.property(
        fc.array(one, { maxLength: 30 }),
        fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
        fc.uniqueArray(key, { maxLength: 8, selector: String }),
        (whole, isCoded, keys) => {
          // A code has some of what is booked.
          const withCode = whole.filter((_, at) => isCoded[at]).map((moving) => ({ ...moving, analytic_code_id: 1 }));
          const lines = keys.map(([account, hasCode]) => line(account, ['1.00', '2.00', '3.00'], hasCode ? 1 : null));
          const { rows, unbudgeted, totals } = compared(lines, { actual: { whole, coded: withCode } });
          const booked = (type: string) =>
            sum(whole.filter((moving) => moving.type === type).map(({ balance }) => balance));
          expect(totals.expense.actual).to.equal(booked('expense'));
          expect(totals.income.actual).to.equal(negate(booked('income')));
          expect(totals.result.actual).to.equal(subtract(totals.income.actual, totals.expense.actual));
          for (const all of [...rows, ...Object.values(unbudgeted), ...Object.values(totals)]) {
            expect(all.actual).to.equal(sum(all.periods.map(({ actual }) => actual)));
            expect(all.actual).to.equal(add(all.budget, all.variance));
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
