import { expect } from 'chai';
import fc from 'fast-check';
import { normaliseBudgetLines, type BudgetLine } from '../../../domain/budgets/lines.ts';
import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { absolute, compare, fromCents, subtract, sum } from '../../../domain/money.ts';
import { computeWeights, spreadByWeights } from '../../../domain/budgets/spread.ts';
import { buildCreateRecord, decided, openedEvents, openedFile, replay } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);
const YEAR = 10_000;
const budget = (lines: readonly JsonRecord[], data: JsonRecord = {}) =>
  buildCreateRecord('budgets', 1, { name: 'Plan', fiscal_year_id: YEAR, lines, ...data });
const made = (events: readonly DomainEvent[]): JsonRecord =>
  (events[0]!.data['records'] as readonly { data: JsonRecord }[])[0]!.data;
const linesOf = (data: JsonRecord) => data['lines'] as readonly BudgetLine[];
const kept = (line: JsonRecord): BudgetLine => linesOf(made(given(openedEvents).when(budget([line])).events))[0]!;
const update = (changes: JsonRecord) =>
  ({ type: 'UpdateRecord', resource: 'budgets', id: 1, changes, baseVersion: null }) as const;
const wrong = (line: JsonRecord, ...problems: readonly [field: string, code: string][]) =>
  given(openedEvents)
    .when(budget([line]))
    .then(refusedAt(...problems));
const twelve = (amount: string): string[] => Array<string>(12).fill(amount);

describe('budgets', () => {
  it('spread an amount evenly to the cent, the cents that are left over the first periods', () => {
    const { amount, spread, weights, periods } = kept({ account: '612200', amount: '100.00' });
    expect({ amount, spread, weights }).to.deep.equal({ amount: '100.00', spread: 'even', weights: null });
    expect(periods).to.deep.equal([...Array<string>(4).fill('8.34'), ...Array<string>(8).fill('8.33')]);
  });

  it('spread by weights, like the year before, and as the periods are given', () => {
    const weights = ['0.00', '1.00', '3.00', ...Array<string>(9).fill('0.00')];
    expect(kept({ account: '61', amount: '100.00', spread: 'weights', weights }).periods.slice(0, 4)).to.deep.equal([
      ...['0.00', '25.00', '75.00', '0.00'],
    ]);
    const last_year = ['10.00', '-5.00', '30.00', ...Array<string>(9).fill('0.00')];
    const line = kept({ account: '61', amount: '400.00', spread: 'last_year', last_year });
    expect(line.periods.slice(0, 4)).to.deep.equal(['100.00', '0.00', '300.00', '0.00']);
    expect(line).not.to.have.property('last_year');
    const asGiven = kept({ account: '61', periods: twelve('1.50') });
    expect([asGiven.amount, asGiven.spread]).to.deep.equal(['18.00', 'periods']);
  });

  it('keep what went like the year before when it is sent back, and its proportions when the amount is another', () => {
    const last_year = ['10.00', '30.00', ...Array<string>(10).fill('0.00')];
    const line = { account: '61', amount: '99.99', spread: 'last_year', last_year };
    const history = decided(budget([line]), openedFile);
    const shown = linesOf(made(history))[0]!;
    given(openedEvents, history)
      .when(update({ lines: [shown] }))
      .then([]);
    const { events } = given(openedEvents, history).when(update({ lines: [{ ...shown, amount: '200.00' }] }));
    const [after] = linesOf(events[0]!.data['changes'] as JsonRecord);
    expect(sum(after!.periods)).to.equal('200.00');
    expect(after!.periods.slice(0, 3)).to.deep.equal(['50.01', '149.99', '0.00']);
  });

  it('come to their amount in every period of any line, whatever the rule', () => {
    const cents = fc.bigInt({ min: -99_999_999_999n, max: 99_999_999_999n }).map(fromCents);
    const weight = fc.bigInt({ min: 0n, max: 99_999_999n }).map(fromCents);
    const rule = fc.oneof(
      fc.record({ spread: fc.constant('even') }),
      fc.record({ spread: fc.constant('weights'), weights: fc.array(weight, { minLength: 12, maxLength: 12 }) }),
      fc.record({ spread: fc.constant('last_year'), last_year: fc.array(cents, { minLength: 12, maxLength: 12 }) }),
    );
    fc.assert(
      fc.property(cents, rule, (amount, how) => {
        fc.pre(!('weights' in how) || how.weights.some((one) => one !== '0.00'));
        const [line] = normaliseBudgetLines([{ account: '61', amount, ...how }], 12) as readonly [BudgetLine];
        expect(line.periods).to.have.length(12);
        expect(compare(sum(line.periods), amount)).to.equal(0);
        // Nobody gets a sign that the amount does not have.
        for (const period of line.periods) expect(period.startsWith('-') && !amount.startsWith('-')).to.equal(false);
      }),
      { numRuns: 200 },
    );
  });

  it('are shared in proportion to within a cent', () => {
    const cents = fc.bigInt({ min: 0n, max: 9_999_999_999n }).map(fromCents);
    fc.assert(
      fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 24 }), (amount, amounts) => {
        const weights = computeWeights(amounts);
        const shares = spreadByWeights(amount, weights);
        const total = Number(sum(weights));
        shares.forEach((one, place) => {
          const share = total === 0 ? 1 / weights.length : Number(weights[place]) / total;
          expect(Number(absolute(subtract(one, (Number(amount) * share).toFixed(2))))).to.be.below(0.03);
        });
      }),
      { numRuns: 100 },
    );
  });

  it('tell everything that is wrong with a line', () => {
    wrong({ amount: '1.00' }, ['lines.0.account', 'required']);
    wrong({ account: '6x', amount: '1.00' }, ['lines.0.account', 'digits_only']);
    wrong({ account: '99', amount: '1.00' }, ['lines.0.account', 'budget_account_unknown']);
    wrong({ account: '61' }, ['lines.0.amount', 'required']);
    wrong({ account: '61', amount: '1.00', spread: 'weights' }, ['lines.0.weights', 'budget_periods_count']);
    wrong({ account: '61', amount: '1.00', spread: 'weights', weights: twelve('0.00') }, [
      'lines.0.weights',
      'budget_weights_nothing',
    ]);
    wrong({ account: '61', periods: ['1.00'] }, ['lines.0.periods', 'budget_periods_count']);
    wrong({ account: '61', amount: '1.00', periods: twelve('1.00') }, ['lines.0.periods', 'budget_periods_sum']);
    wrong({ account: '61', periods: twelve('999999999999.99') }, ['lines.0.amount', 'amount_too_large']);
    wrong({ account: '61', amount: '1.00', spread: 'last_year' }, ['lines.0.spread', 'budget_without_last_year']);
    wrong({ account: '61', amount: '1.00', spread: 'sometimes' }, ['lines.0.spread', 'not_one_of']);
    given(openedEvents)
      .when(
        budget([
          { account: '61', amount: '1.00' },
          { account: '61', amount: '2.00' },
        ]),
      )
      .then(refusedAt(['lines.1.account', 'budget_line_repeated']));
  });

  it('go by one analytic axis', () => {
    const code = (id: number, axis: string) =>
      decided(buildCreateRecord('analytic-codes', id, { axis, code: `C${id}`, label: 'Code' }), openedFile);
    const line = (account: string, analytic_code_id: number) => ({ account, amount: '1.00', analytic_code_id });
    given(openedEvents, code(1, 'PROJECT'), code(2, 'BRANCH'))
      .when(budget([line('61', 1), line('62', 2)]))
      .then(refusedAt(['lines.1.analytic_code_id', 'budget_axes']));
    given(openedEvents)
      .when(budget([line('61', 1)]))
      .then(refusedAt(['lines.0.analytic_code_id', 'reference_unknown']));
  });

  it('belong to one year, which they keep, and are told by their names in it', () => {
    given(openedEvents)
      .when(budget([], { fiscal_year_id: 77 }))
      .then(refusedAt(['fiscal_year_id', 'reference_unknown']));
    const history = decided(budget([]), openedFile);
    expect(made(history)['kind']).to.equal('initial');
    given(openedEvents, history)
      .when(update({ fiscal_year_id: 77 }))
      .then(refusedAt(['fiscal_year_id', 'not_editable']));
    given(openedEvents, history)
      .when(buildCreateRecord('budgets', 2, { name: 'Plan', fiscal_year_id: YEAR }))
      .then(refusedAt(['name', 'record_taken']));
  });

  it('hold their year: it neither goes nor gets other periods while one is there', () => {
    const next = { code: null, starts_on: '2027-01-01', ends_on: '2027-12-31' };
    const open = { type: 'OpenFiscalYear', id: 2, periodIds: twelve('').map((_, at) => 20_000 + at) } as const;
    const opened = [...openedEvents, ...decided({ ...open, requested: next }, openedFile)];
    const history = decided(buildCreateRecord('budgets', 1, { name: 'Next', fiscal_year_id: 2 }), replay(opened));
    const drop = { type: 'DeleteFiscalYear', id: 2, baseVersion: null } as const;
    given(opened, history)
      .when(drop)
      .then(refused('fiscal_year_has_budgets', { field: 'id' }));
    const shorter = { type: 'UpdateFiscalYear', id: 2, periodIds: [], changes: { ends_on: '2027-06-30' } } as const;
    given(opened, history)
      .when({ ...shorter, baseVersion: null })
      .then(refusedAt(['ends_on', 'fiscal_year_has_budgets']));
    const trashed = { type: 'TrashRecord', resource: 'budgets', id: 1, baseVersion: null } as const;
    const gone = decided(trashed, replay([...opened, ...history]));
    expect(given(opened, history, gone).when(drop).events).to.have.length(1);
    // Without its year it does not come back.
    const deleted = decided(drop, replay([...opened, ...history, ...gone]));
    given(opened, history, gone, deleted)
      .when({ type: 'RestoreRecord', resource: 'budgets', id: 1 })
      .then(refusedAt(['fiscal_year_id', 'reference_unknown']));
  });
});
