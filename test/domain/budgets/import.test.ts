import { expect } from 'chai';
import type { BudgetLine } from '../../../domain/budgets/lines.ts';
import { planBudgetImport, type ImportBudgetLines } from '../../../domain/budgets/import.ts';
import { copyFromActuals } from '../../../domain/budgets/copy.ts';
import { companyFile } from '../../../domain/company-file.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { buildCreateRecord, decided, openedEvents, openedFile, replay } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);
const lines = [
  { account: '61', amount: '1200.00' },
  { account: '70', amount: '2400.00' },
];
const history = decided(buildCreateRecord('budgets', 1, { name: 'Plan', fiscal_year_id: 10_000, lines }), openedFile);
const file = replay([...openedEvents, ...history]);
const importing = (rows: readonly JsonRecord[], more: Partial<ImportBudgetLines> = {}): ImportBudgetLines => ({
  type: 'ImportBudgetLines',
  id: 1,
  mode: 'merge',
  baseVersion: null,
  rows: rows.map((data, index) => ({ line: index + 2, data })),
  ...more,
});
const wrong = (rows: readonly JsonRecord[], ...problems: readonly [field: string, code: string][]) =>
  given(openedEvents, history)
    .when(importing(rows))
    .then(refusedAt(...problems));

describe('lines of a budget from a file', () => {
  it('stand beside those of other accounts, or instead of all', () => {
    const rows = [
      { account: '61', amount: '600.00' },
      { account: '64', amount: '12.00' },
    ];
    const { events } = given(openedEvents, history).when(importing(rows));
    const after = (events[0]!.data['changes'] as JsonRecord)['lines'] as readonly BudgetLine[];
    expect(after.map(({ account, amount }) => [account, amount])).to.deep.equal([
      ['61', '600.00'],
      ['70', '2400.00'],
      ['64', '12.00'],
    ]);
    const plan = planBudgetImport(importing(rows, { mode: 'replace' }), file);
    if (isRefusal(plan)) throw new Error('refused');
    expect(plan.lines.map(({ line, action }) => [line, action])).to.deep.equal([
      [2, 'updated'],
      [3, 'created'],
    ]);
    expect(plan.removed).to.equal(1);
  });

  it('change nothing when they are there already', () => {
    given(openedEvents, history).when(importing(lines)).then([]);
  });

  it('are refused as a whole, told by the lines of the file', () => {
    wrong(
      [
        { account: '99', amount: '1.00' },
        { account: '64', periods: ['1.00'] },
      ],
      ['lines.2.account', 'budget_account_unknown'],
      ['lines.3.periods', 'budget_periods_count'],
    );
    const one = { account: '64', amount: '1.00' };
    wrong([one, one], ['lines.3.account', 'import_duplicate_key']);
  });

  it('are judged on the version that the client has read', () => {
    given(openedEvents, history)
      .when(importing(lines, { baseVersion: 9 }))
      .then(refused('conflict', { facts: { server_version: 1 } }));
    given(openedEvents, history)
      .when(importing(lines, { id: 9 }))
      .then(refused('not_found'));
  });
});

describe('a budget from what was booked', () => {
  const sum = (number: string, type: string, period: number, balance: string) => ({ number, type, period, balance });

  it('has income and expenses of each period times the factor, and is what its periods come to', () => {
    const sums = [
      sum('700000', 'income', 0, '-100.05'),
      sum('700000', 'income', 1, '-0.01'),
      sum('612200', 'expense', 1, '33.33'),
      sum('550000', 'asset', 0, '100.00'),
      sum('640000', 'expense', 0, '0.00'),
    ];
    expect(copyFromActuals(sums, '1.05', { from: 2, into: 2 })).to.deep.equal([
      { account: '612200', analytic_code_id: null, amount: '35.00', spread: 'periods', periods: ['0.00', '35.00'] },
      { account: '700000', analytic_code_id: null, amount: '105.06', spread: 'periods', periods: ['105.05', '0.01'] },
    ]);
    expect(copyFromActuals(sums.slice(2, 3), '2', { from: 2, into: 12 })).to.deep.equal([
      { account: '612200', analytic_code_id: null, amount: '66.66', spread: 'even' },
    ]);
  });
});
