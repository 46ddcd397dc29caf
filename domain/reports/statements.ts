import { lastDayOfMonth, monthsLater, type PlainDate } from '../dates.ts';
import { accountsWithoutRubric, rubricAmounts, type Balances } from '../country-packs/annual-accounts.ts';
import type { AnnualAccountsModel, Rubric } from '../country-packs/pack.ts';
import { add, isNegative, isZero, negate, subtract, sum, ZERO, type SignedAmount } from '../money.ts';
import type { ReportYear, Span } from './span.ts';
import { isOfResult, type ResultAccount, type TrialBalanceRow } from './trial-balance.ts';

/** Balance sheet, income statement and annual accounts: the rubrics of a model over the balances of one year or two. */

/** Closing balances by number. A result of earlier years that are not closed stands where the closing will put it. */
export function balancesOf(rows: readonly TrialBalanceRow[]): Balances {
  const balances = new Map<string, SignedAmount>();
  for (const { number, columns } of rows) {
    const balance = subtract(columns.closing_debit, columns.closing_credit);
    if (!isZero(balance)) balances.set(number, add(balances.get(number) ?? ZERO, balance));
  }
  return balances;
}

/** As at the end of the days, but of income and expenses what moved within them alone. */
export function balancesOverDays(
  rows: readonly TrialBalanceRow[],
  isOfResultAccount: (number: string) => boolean,
): Balances {
  const balances = new Map(balancesOf(rows));
  for (const { number, columns } of rows)
    if (isOfResultAccount(number)) balances.set(number, subtract(columns.period_debit, columns.period_credit));
  return balances;
}

/** What statements over some days are made from. Days that begin with the fiscal year have the same balances for both. */
export interface StatedBalances {
  /** Where every account stands when they end: income and expenses since the year began, or the balance sheet would not balance. */
  readonly atEnd: Balances;
  readonly overDays: Balances;
}

/** The amount of every rubric: assets and liabilities at the end of the days, all others over them. */
export function statedAmounts(
  model: AnnualAccountsModel,
  { atEnd, overDays }: StatedBalances,
): ReadonlyMap<string, SignedAmount> {
  const standing = rubricAmounts(model, atEnd);
  if (overDays === atEnd) return standing;
  const moved = rubricAmounts(model, overDays);
  const ofBalanceSheet = ({ statement }: Rubric) => statement === 'assets' || statement === 'liabilities';
  return new Map(
    model.rubrics.map((rubric) => [rubric.code, (ofBalanceSheet(rubric) ? standing : moved).get(rubric.code)!]),
  );
}

/**
 * Statements are read without the entry that closes a year. What stands on the account of the result is therefore of earlier years and
 * was not appropriated yet: it counts among what is carried forward, or the balance sheet would show another result than the income
 * statement. Where a country has no account of that kind, nothing moves.
 */
export function withEarlierResultsCarried(balances: Balances, accounts: readonly ResultAccount[]): Balances {
  const inRole = (role: string): readonly string[] =>
    accounts
      .filter((account) => account.control_role === role && !isOfResult(account))
      .map(({ number }) => number)
      .sort();
  const targets = inRole('carried_forward');
  const moved = new Map(balances);
  for (const number of targets.length === 0 ? [] : inRole('result')) {
    const balance = moved.get(number);
    if (balance === undefined) continue;
    moved.delete(number);
    // Of two, the first number is for profits.
    const target = (isNegative(balance) ? targets[0] : targets.at(-1))!;
    moved.set(target, add(moved.get(target) ?? ZERO, balance));
  }
  return moved;
}

/**
 * What an accountant sets beside these days: the year before for a whole year, else the same days a year earlier. Null where
 * there are no books of that time, or where the days are of several years.
 */
export function daysBefore(years: readonly ReportYear[], { from, to }: Span): Span | null {
  const place = years.findIndex(({ starts_on, ends_on }) => starts_on <= from && from <= ends_on);
  const year = years[place];
  const before = years[place - 1];
  if (!year || !before || to > year.ends_on) return null;
  if (from === year.starts_on && to === year.ends_on) return { from: before.starts_on, to: before.ends_on };
  const days = { from: later(yearEarlier(from), before.starts_on), to: earlier(endEarlier(to), before.ends_on) };
  return days.from > days.to ? null : days;
}

const yearEarlier = (day: PlainDate): PlainDate => monthsLater(day, -12);
/** The end of a month stands for the end of that month, also where it was a day longer. */
const endEarlier = (day: PlainDate): PlainDate =>
  day === lastDayOfMonth(day) ? lastDayOfMonth(yearEarlier(day)) : yearEarlier(day);
const earlier = (one: PlainDate, other: PlainDate) => (one < other ? one : other);
const later = (one: PlainDate, other: PlainDate) => (one > other ? one : other);

export interface RubricLine {
  readonly rubric: Rubric;
  readonly amount: SignedAmount;
  /** Null where nothing is set beside. */
  readonly previous: SignedAmount | null;
}

export interface StatementOptions {
  readonly statements: readonly Rubric['statement'][];
  /** Also lines on which nothing stands in either year. Those of the first two levels are always shown. */
  readonly withZero: boolean;
}

const ALWAYS_SHOWN_LEVEL = 2;

export function rubricLines(
  model: AnnualAccountsModel,
  amounts: ReadonlyMap<string, SignedAmount>,
  before: ReadonlyMap<string, SignedAmount> | null,
  { statements, withZero }: StatementOptions,
): readonly RubricLine[] {
  return model.rubrics
    .filter(({ statement }) => statements.includes(statement))
    .map((rubric) => ({
      rubric,
      amount: amounts.get(rubric.code)!,
      previous: before && before.get(rubric.code)!,
    }))
    .filter(
      ({ rubric, amount, previous: other }) =>
        withZero ||
        (rubric.level <= ALWAYS_SHOWN_LEVEL && rubric.isMemo !== true) ||
        !isZero(amount) ||
        !isZero(other ?? ZERO) ||
        // Written off to the last cent, and still there.
        (rubric.writtenOffIn !== undefined && !isZero(amounts.get(rubric.writtenOffIn)!)),
    );
}

/** The total of assets, of liabilities or of income. */
export const totalOf = (model: AnnualAccountsModel, statement: Rubric['statement']): string =>
  model.rubrics.find((rubric) => rubric.statement === statement && rubric.level === 1)!.code;

export type ControlCode =
  | 'balance_sheet_balances'
  | 'sums_add_up'
  | 'result_agrees'
  | 'carried_result_agrees'
  | 'accounts_have_rubrics';

export interface Control {
  readonly code: ControlCode;
  /** The rubrics that it is about. */
  readonly rubrics: readonly string[];
  readonly expected: SignedAmount;
  readonly found: SignedAmount;
  readonly holds: boolean;
}

/** Balances with the types of their accounts. */
export interface TypedBalance {
  readonly number: string;
  readonly type: string;
  readonly balance: SignedAmount;
}

/**
 * The arithmetic controls of the annual accounts: both sides of the balance sheet, every sum against its parts, the result of the
 * income statement against the accounts themselves, and what is carried forward against where it stands.
 */
export function controlsOf(
  model: AnnualAccountsModel,
  balances: Balances,
  typed: readonly TypedBalance[],
): readonly Control[] {
  const amounts = rubricAmounts(model, balances);
  const of = (code: string): SignedAmount => amounts.get(code) ?? ZERO;
  const [assets, liabilities, income] = [
    totalOf(model, 'assets'),
    totalOf(model, 'liabilities'),
    totalOf(model, 'income'),
  ];
  const control = (code: ControlCode, rubrics: readonly string[], expected: string, found: string): Control => ({
    ...{ code, rubrics, expected, found },
    holds: isZero(subtract(expected, found)),
  });
  const sums = model.rubrics.flatMap(({ code, content }) => {
    if (!('sum' in content)) return [];
    const parts = sum(content.sum.map(({ rubric, sign }) => (sign === 1 ? of(rubric) : negate(of(rubric)))));
    return [control('sums_add_up', [code], parts, of(code))];
  });
  const failed = sums.filter(({ holds }) => !holds);
  const result = sum(
    typed
      .filter((account) => isOfResult(account) && !isAppropriated(model, account.number))
      .map(({ balance }) => negate(balance)),
  );
  const lost = accountsWithoutRubric(model, balances);
  const hasCarried = amounts.has('(14)') && amounts.has('14') && !isZero(of('(14)'));
  return [
    control('balance_sheet_balances', [assets, liabilities], of(assets), of(liabilities)),
    control('result_agrees', [income], result, of(income)),
    ...(hasCarried ? [control('carried_result_agrees', ['(14)', '14'], of('(14)'), of('14'))] : []),
    ...(failed.length > 0
      ? failed
      : [
          control(
            'sums_add_up',
            sums.flatMap(({ rubrics }) => rubrics),
            ZERO,
            ZERO,
          ),
        ]),
    control('accounts_have_rubrics', lost, ZERO, sum(lost.map((number) => balances.get(number)!))),
  ].map((one) => (one.code === 'accounts_have_rubrics' ? { ...one, holds: lost.length === 0 } : one));
}

/** Accounts of classes 6 and 7 that say what becomes of the result, and are no part of it. */
function isAppropriated(model: AnnualAccountsModel, number: string): boolean {
  return model.rubrics.some(
    ({ statement, content }) =>
      statement === 'appropriation' &&
      'accounts' in content &&
      content.accounts.some((prefix) => number.startsWith(prefix)),
  );
}
