import type { PlainDate } from '../dates.ts';
import { add, compare, isNegative, isZero, subtract, sum, ZERO, type SignedAmount } from '../money.ts';
import type { Steps } from '../steps.ts';
import { takenBy, takerOf, type Parents, type PeriodSum, type Sums } from './actuals.ts';
import { inSenseOf, typeOfAccount, type Chart, type LineType } from './chart.ts';
import type { BudgetLine } from './lines.ts';

/** A budget held against what is booked and what is going to be, period by period. */

export interface Figures {
  readonly budget: SignedAmount;
  readonly actual: SignedAmount;
  /** What is not booked yet but known: documents that wait, entries that repeat. */
  readonly committed: SignedAmount;
  /** Actual less budget. */
  readonly variance: SignedAmount;
  /** What it is going to be at the end of the year. */
  readonly forecast: SignedAmount;
}

export interface ComparedFigures extends Figures {
  readonly periods: readonly Figures[];
  /** Up to the period of the day, with that period. */
  readonly toDate: Figures;
}

export interface ComparedLine extends ComparedFigures {
  readonly line: BudgetLine;
  readonly type: LineType;
  /** A part of what a line without a code has already: it does not count in the totals. */
  readonly isPart: boolean;
}

export interface ComparedBudget {
  readonly rows: readonly ComparedLine[];
  /** Income and expenses that no line has. */
  readonly unbudgeted: { readonly income: ComparedFigures; readonly expense: ComparedFigures };
  /** With what is not budgeted. */
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
  /** Periods that end before this day are over. */
  readonly asOf: PlainDate;
  readonly actual: Sums;
  readonly committed: Sums;
  readonly parents: Parents;
}

export function* comparedInSteps(scene: BudgetScene): Steps<ComparedBudget> {
  const { lines, chart, periods, actual, committed, parents } = scene;
  const types = lines.map(({ account }): LineType =>
    account === null ? 'result' : (chart.typeOf(account) ?? 'balance'),
  );
  const count = periods.length;
  const booked = takenBy(lines, types, count, actual, parents);
  yield;
  const awaited = takenBy(lines, types, count, committed, parents);
  yield;
  const rows: ComparedLine[] = [];
  const plain = lines.flatMap(({ account, analytic_code_id }) => (analytic_code_id === null ? [account ?? ''] : []));
  for (const [index, line] of lines.entries()) {
    const isPart = line.analytic_code_id !== null && plain.some((account) => overlaps(account, line.account ?? ''));
    const figures = line.periods.map((budget, period) =>
      figuresOf(budget, booked[index]![period]!, awaited[index]![period]!, isOver(scene, period)),
    );
    rows.push({ line, type: types[index]!, isPart, ...totalled(figures, scene) });
    yield;
  }
  const counted = lines.map((_, index) => !rows[index]!.isPart);
  const rest = (type: 'income' | 'expense'): ComparedFigures => {
    const [moved, coming] = [actual, committed].map((sums) => untaken(type, lines, counted, sums, scene));
    return totalled(
      periods.map((_, period) => figuresOf(ZERO, moved![period]!, coming![period]!, isOver(scene, period))),
      scene,
    );
  };
  const unbudgeted = { income: rest('income'), expense: rest('expense') };
  yield;
  const of = (type: LineType): ComparedFigures[] => rows.filter((row) => !row.isPart && row.type === type);
  const income = added([...of('income'), unbudgeted.income], scene);
  const expense = added([...of('expense'), unbudgeted.expense], scene);
  yield;
  const result = added([income, opposite(expense, scene), ...of('result')], scene);
  return { rows, unbudgeted, totals: { income, expense, result } };
}

/** Whether one group of accounts is within the other. */
const overlaps = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

const isOver = ({ periods, asOf }: BudgetScene, period: number): boolean => periods[period]!.ends_on < asOf;

/**
 * What is over ends with what is booked and still comes in. Any other period goes as planned, unless more than that is known of it
 * already.
 */
function figuresOf(budget: SignedAmount, actual: SignedAmount, committed: SignedAmount, isPast: boolean): Figures {
  const known = isZero(committed) ? actual : add(actual, committed);
  const beyond = isNegative(budget) ? compare(known, budget) < 0 : compare(known, budget) > 0;
  const forecast = isPast || isZero(budget) || beyond ? known : budget;
  return { budget, actual, committed, variance: subtract(actual, budget), forecast };
}

function totalled(periods: readonly Figures[], { periods: calendar, asOf }: BudgetScene): ComparedFigures {
  const begun = periods.filter((_, period) => calendar[period]!.starts_on <= asOf);
  return { ...sumOf(periods), periods, toDate: sumOf(begun) };
}

const MEMBERS = ['budget', 'actual', 'committed', 'variance', 'forecast'] as const;

function sumOf(figures: readonly Figures[]): Figures {
  const [budget, actual, committed, variance, forecast] = MEMBERS.map((name) => sum(figures.map((one) => one[name])));
  return { budget: budget!, actual: actual!, committed: committed!, variance: variance!, forecast: forecast! };
}

const added = (all: readonly ComparedFigures[], scene: BudgetScene): ComparedFigures =>
  totalled(
    scene.periods.map((_, period) => sumOf(all.map(({ periods }) => periods[period]!))),
    scene,
  );

const opposite = ({ periods }: ComparedFigures, scene: BudgetScene): ComparedFigures =>
  totalled(
    periods.map(({ budget, actual, committed, variance, forecast }) => ({
      budget: subtract(ZERO, budget),
      actual: subtract(ZERO, actual),
      committed: subtract(ZERO, committed),
      variance: subtract(ZERO, variance),
      forecast: subtract(ZERO, forecast),
    })),
    scene,
  );

/** What of income or expenses no line of the totals has taken, period by period. */
function untaken(
  type: 'income' | 'expense',
  lines: readonly BudgetLine[],
  counted: readonly boolean[],
  { whole, coded }: Sums,
  { periods, parents }: BudgetScene,
): SignedAmount[] {
  const taker = takerOf(lines, parents);
  const left = Array<SignedAmount>(periods.length).fill(ZERO);
  const put = ({ period, balance }: PeriodSum, isTaken: boolean): void => {
    const amount = inSenseOf(type, balance);
    left[period] = isTaken ? subtract(left[period]!, amount) : add(left[period]!, amount);
  };
  for (const one of whole) if (typeOfAccount(one.type) === type && taker.whole(one) === null) put(one, false);
  for (const one of coded) {
    if (typeOfAccount(one.type) !== type) continue;
    const place = taker.coded(one);
    if (place !== null && counted[place]) put(one, true);
  }
  return left;
}
