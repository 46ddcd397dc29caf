import type { PlainDate } from '../dates.ts';
import { add, compare, isNegative, isZero, subtract, sum, ZERO, type SignedAmount } from '../money.ts';
import type { Steps } from '../steps.ts';
import { assignAmounts, createLineTaker, type Parents, type PeriodSum, type Sums } from './actuals.ts';
import { toLineSign, toLineType, type Chart, type LineType } from './chart.ts';
import type { BudgetLine } from './lines.ts';

/** Compares a budget with actual and committed amounts, period by period. */

export interface Figures {
  readonly budget: SignedAmount;
  readonly actual: SignedAmount;
  /** Known but not yet booked: waiting documents, recurring entries. */
  readonly committed: SignedAmount;
  /** Actual minus budget. */
  readonly variance: SignedAmount;
  /** Expected amount at the end of the year. */
  readonly forecast: SignedAmount;
}

export interface ComparedFigures extends Figures {
  readonly periods: readonly Figures[];
  /** Up to and including the period of the given date. */
  readonly toDate: Figures;
}

export interface ComparedLine extends ComparedFigures {
  readonly line: BudgetLine;
  readonly type: LineType;
  /** Already included in a line without a code: not counted in the totals. */
  readonly isPart: boolean;
}

export interface ComparedBudget {
  readonly rows: readonly ComparedLine[];
  /** Income and expenses without a budget line. */
  readonly unbudgeted: { readonly income: ComparedFigures; readonly expense: ComparedFigures };
  /** Including unbudgeted amounts. */
  readonly totals: {
    readonly income: ComparedFigures;
    readonly expense: ComparedFigures;
    readonly result: ComparedFigures;
  };
}

export interface BudgetScene {
  readonly lines: readonly BudgetLine[];
  readonly chart: Chart;
  readonly periods: readonly { readonly starts_on: PlainDate; readonly ends_on: PlainDate }[];
  /** Periods that end before this date are over. */
  readonly asOf: PlainDate;
  readonly actual: Sums;
  readonly committed: Sums;
  readonly parents: Parents;
}

export function* compareInSteps(scene: BudgetScene): Steps<ComparedBudget> {
  const { lines, chart, periods, actual, committed, parents } = scene;
  const types = lines.map(({ account }): LineType =>
    account === null ? 'result' : (chart.findType(account) ?? 'balance'),
  );
  const count = periods.length;
  const booked = assignAmounts(lines, types, count, actual, parents);
  yield;
  const awaited = assignAmounts(lines, types, count, committed, parents);
  yield;
  const rows: ComparedLine[] = [];
  const plain = lines.flatMap(({ account, analytic_code_id }) => (analytic_code_id === null ? [account ?? ''] : []));
  for (const [index, line] of lines.entries()) {
    const isPart =
      line.analytic_code_id !== null && plain.some((account) => isOverlapping(account, line.account ?? ''));
    const figures = line.periods.map((budget, period) =>
      buildFigures(budget, booked[index]![period]!, awaited[index]![period]!, isOver(scene, period)),
    );
    rows.push({ line, type: types[index]!, isPart, ...withTotals(figures, scene) });
    yield;
  }
  const counted = lines.map((_, index) => !rows[index]!.isPart);
  const computeUnbudgeted = (type: 'income' | 'expense'): ComparedFigures => {
    const [moved, coming] = [actual, committed].map((sums) => computeUntaken(type, lines, counted, sums, scene));
    return withTotals(
      periods.map((_, period) => buildFigures(ZERO, moved![period]!, coming![period]!, isOver(scene, period))),
      scene,
    );
  };
  const unbudgeted = { income: computeUnbudgeted('income'), expense: computeUnbudgeted('expense') };
  yield;
  const filterRows = (type: LineType): ComparedFigures[] => rows.filter((row) => !row.isPart && row.type === type);
  const income = addFigures([...filterRows('income'), unbudgeted.income], scene);
  const expense = addFigures([...filterRows('expense'), unbudgeted.expense], scene);
  yield;
  const result = addFigures([income, negateFigures(expense, scene), ...filterRows('result')], scene);
  return { rows, unbudgeted, totals: { income, expense, result } };
}

/** True if one group of accounts contains the other. */
const isOverlapping = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

const isOver = ({ periods, asOf }: BudgetScene, period: number): boolean => periods[period]!.ends_on < asOf;

/**
 * A past period ends with its actual and committed amounts. Any other period follows the plan, unless the known amounts
 * already exceed it.
 */
function buildFigures(budget: SignedAmount, actual: SignedAmount, committed: SignedAmount, isPast: boolean): Figures {
  const known = isZero(committed) ? actual : add(actual, committed);
  const beyond = isNegative(budget) ? compare(known, budget) < 0 : compare(known, budget) > 0;
  const forecast = isPast || isZero(budget) || beyond ? known : budget;
  return { budget, actual, committed, variance: subtract(actual, budget), forecast };
}

function withTotals(periods: readonly Figures[], { periods: calendar, asOf }: BudgetScene): ComparedFigures {
  const begun = periods.filter((_, period) => calendar[period]!.starts_on <= asOf);
  return { ...sumFigures(periods), periods, toDate: sumFigures(begun) };
}

const MEMBERS = ['budget', 'actual', 'committed', 'variance', 'forecast'] as const;

function sumFigures(figures: readonly Figures[]): Figures {
  const [budget, actual, committed, variance, forecast] = MEMBERS.map((name) => sum(figures.map((one) => one[name])));
  return { budget: budget!, actual: actual!, committed: committed!, variance: variance!, forecast: forecast! };
}

const addFigures = (all: readonly ComparedFigures[], scene: BudgetScene): ComparedFigures =>
  withTotals(
    scene.periods.map((_, period) => sumFigures(all.map(({ periods }) => periods[period]!))),
    scene,
  );

const negateFigures = ({ periods }: ComparedFigures, scene: BudgetScene): ComparedFigures =>
  withTotals(
    periods.map(({ budget, actual, committed, variance, forecast }) => ({
      budget: subtract(ZERO, budget),
      actual: subtract(ZERO, actual),
      committed: subtract(ZERO, committed),
      variance: subtract(ZERO, variance),
      forecast: subtract(ZERO, forecast),
    })),
    scene,
  );

/** Income or expenses that no counted line has taken, period by period. */
function computeUntaken(
  type: 'income' | 'expense',
  lines: readonly BudgetLine[],
  counted: readonly boolean[],
  { whole, coded }: Sums,
  { periods, parents }: BudgetScene,
): SignedAmount[] {
  const taker = createLineTaker(lines, parents);
  const left = Array<SignedAmount>(periods.length).fill(ZERO);
  const addAmount = ({ period, balance }: PeriodSum, isTaken: boolean): void => {
    const amount = toLineSign(type, balance);
    left[period] = isTaken ? subtract(left[period]!, amount) : add(left[period]!, amount);
  };
  for (const one of whole)
    if (toLineType(one.type) === type && taker.findWholeLine(one) === null) addAmount(one, false);
  for (const one of coded) {
    if (toLineType(one.type) !== type) continue;
    const place = taker.findCodedLine(one);
    if (place !== null && counted[place]) addAmount(one, true);
  }
  return left;
}
