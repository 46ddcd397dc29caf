import { getLastDayOfMonth, addMonths, type PlainDate } from '../dates.ts';
import { findAccountsWithoutRubric, computeRubricAmounts, type Balances } from '../country-packs/annual-accounts.ts';
import type { AnnualAccountsModel, ClosingAccounts, Rubric } from '../country-packs/pack.ts';
import { add, isNegative, isZero, negate, subtract, sum, ZERO, type SignedAmount } from '../money.ts';
import type { ReportYear, Span } from './span.ts';
import { isIncomeOrExpense, type ResultAccount, type TrialBalanceRow } from './trial-balance.ts';

/** Balance sheet, income statement and annual accounts: the rubrics of a model over the balances of one or two years. */

/** Closing balances by account number. Results of earlier open years are on the account where the closing will put them. */
export function extractClosingBalances(rows: readonly TrialBalanceRow[]): Balances {
  const balances = new Map<string, SignedAmount>();
  for (const { number, columns } of rows) {
    const balance = subtract(columns.closing_debit, columns.closing_credit);
    if (!isZero(balance)) balances.set(number, add(balances.get(number) ?? ZERO, balance));
  }
  return balances;
}

/** Balances at the end of the range, but only the movements of the range for income and expense accounts. */
export function extractPeriodBalances(
  rows: readonly TrialBalanceRow[],
  isOfResultAccount: (number: string) => boolean,
): Balances {
  const balances = new Map(extractClosingBalances(rows));
  for (const { number, columns } of rows)
    if (isOfResultAccount(number)) balances.set(number, subtract(columns.period_debit, columns.period_credit));
  return balances;
}

/** The balances for statements over a range of days. If the range begins with the fiscal year, both are the same. */
export interface StatedBalances {
  /**
   * Balances at the end. Income and expenses count from the start of the year, otherwise the balance sheet would not
   * balance.
   */
  readonly atEnd: Balances;
  readonly overDays: Balances;
}

/** The amount of every rubric: assets and liabilities at the end of the range, all others over the range. */
export function computeStatementAmounts(
  model: AnnualAccountsModel,
  { atEnd, overDays }: StatedBalances,
): ReadonlyMap<string, SignedAmount> {
  const standing = computeRubricAmounts(model, atEnd);
  if (overDays === atEnd) return standing;
  const moved = computeRubricAmounts(model, overDays);
  const isBalanceSheetRubric = ({ statement }: Rubric) => statement === 'assets' || statement === 'liabilities';
  return new Map(
    model.rubrics.map((rubric) => [rubric.code, (isBalanceSheetRubric(rubric) ? standing : moved).get(rubric.code)!]),
  );
}

/**
 * Statements ignore the closing entry of a year. A balance on the result account is therefore from earlier years and not
 * yet appropriated: it counts as carried forward, otherwise the balance sheet would show a different result than the
 * income statement. If a country has no such account, nothing changes.
 */
export function withEarlierResultsCarried(balances: Balances, accounts: readonly ResultAccount[]): Balances {
  const listNumbersInRole = (role: string): readonly string[] =>
    accounts
      .filter((account) => account.control_role === role && !isIncomeOrExpense(account))
      .map(({ number }) => number)
      .sort();
  const targets = listNumbersInRole('carried_forward');
  const moved = new Map(balances);
  for (const number of targets.length === 0 ? [] : listNumbersInRole('result')) {
    const balance = moved.get(number);
    if (balance === undefined) continue;
    moved.delete(number);
    // If there are two accounts, the first is for profits.
    const target = (isNegative(balance) ? targets[0] : targets.at(-1))!;
    moved.set(target, add(moved.get(target) ?? ZERO, balance));
  }
  return moved;
}

/**
 * Balances with the appropriation that the closing of an open year will post: earlier results are brought forward, and
 * the total is carried forward. Unchanged if the country appropriates the result in the following year.
 */
export function withDraftAppropriation(balances: Balances, { appropriation }: ClosingAccounts): Balances {
  if (!appropriation) return balances;
  const { broughtForward, profit, loss } = appropriation;
  const sumOf = (prefixes: readonly string[]): SignedAmount =>
    sum(
      [...balances].flatMap(([number, balance]) => (prefixes.some((one) => number.startsWith(one)) ? [balance] : [])),
    );
  // Amounts carried forward by hand belong to this year.
  const earlier = add(sumOf(broughtForward.from), sumOf([profit, loss]));
  const carried = negate(add(sumOf(['6', '7']), earlier));
  const drafted = new Map(balances);
  const addTo = (number: string, amount: SignedAmount): void =>
    void drafted.set(number, add(drafted.get(number) ?? ZERO, amount));
  if (!isZero(earlier)) addTo(isNegative(earlier) ? broughtForward.profit : broughtForward.loss, earlier);
  if (!isZero(carried)) addTo(isNegative(carried) ? loss : profit, carried);
  return drafted;
}

/**
 * The comparison range: the previous year for a whole year, otherwise the same days one year earlier. Null if there are
 * no books for that time, or if the range covers several years.
 */
export function findComparisonSpan(years: readonly ReportYear[], { from, to }: Span): Span | null {
  const place = years.findIndex(({ starts_on, ends_on }) => starts_on <= from && from <= ends_on);
  const year = years[place];
  const before = years[place - 1];
  if (!year || !before || to > year.ends_on) return null;
  if (from === year.starts_on && to === year.ends_on) return { from: before.starts_on, to: before.ends_on };
  const days = {
    from: getLater(getYearEarlier(from), before.starts_on),
    to: getEarlier(getEndYearEarlier(to), before.ends_on),
  };
  return days.from > days.to ? null : days;
}

const getYearEarlier = (day: PlainDate): PlainDate => addMonths(day, -12);
/** A month end stays a month end, even if the month was a day longer. */
const getEndYearEarlier = (day: PlainDate): PlainDate =>
  day === getLastDayOfMonth(day) ? getLastDayOfMonth(getYearEarlier(day)) : getYearEarlier(day);
const getEarlier = (one: PlainDate, other: PlainDate) => (one < other ? one : other);
const getLater = (one: PlainDate, other: PlainDate) => (one > other ? one : other);

export interface RubricLine {
  readonly rubric: Rubric;
  readonly amount: SignedAmount;
  /** Null if there is no comparison. */
  readonly previous: SignedAmount | null;
}

export interface StatementOptions {
  readonly statements: readonly Rubric['statement'][];
  /** True: include lines that are zero in both years. The first two levels are always shown. */
  readonly withZero: boolean;
}

const ALWAYS_SHOWN_LEVEL = 2;

export function buildRubricLines(
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
        // Fully written off, but still present.
        (rubric.writtenOffIn !== undefined && !isZero(amounts.get(rubric.writtenOffIn)!)),
    );
}

/** The rubric code of the total of assets, liabilities or income. */
export const getTotalRubric = (model: AnnualAccountsModel, statement: Rubric['statement']): string =>
  model.rubrics.find((rubric) => rubric.statement === statement && rubric.level === 1)!.code;

export type ControlCode =
  | 'balance_sheet_balances'
  | 'sums_add_up'
  | 'result_agrees'
  | 'carried_result_agrees'
  | 'accounts_have_rubrics';

export interface Control {
  readonly code: ControlCode;
  /** The rubrics concerned. */
  readonly rubrics: readonly string[];
  readonly expected: SignedAmount;
  readonly found: SignedAmount;
  readonly holds: boolean;
}

/** Balances with their account types. */
export interface TypedBalance {
  readonly number: string;
  readonly type: string;
  readonly balance: SignedAmount;
}

/**
 * Arithmetic checks of the annual accounts: both sides of the balance sheet, every sum against its parts, the result of
 * the income statement against the accounts, and the amount carried forward against its rubric.
 */
export function computeControls(
  model: AnnualAccountsModel,
  balances: Balances,
  typed: readonly TypedBalance[],
): readonly Control[] {
  const amounts = computeRubricAmounts(model, balances);
  const getAmount = (code: string): SignedAmount => amounts.get(code) ?? ZERO;
  const [assets, liabilities, income] = [
    getTotalRubric(model, 'assets'),
    getTotalRubric(model, 'liabilities'),
    getTotalRubric(model, 'income'),
  ];
  const buildControl = (code: ControlCode, rubrics: readonly string[], expected: string, found: string): Control => ({
    code,
    rubrics,
    expected,
    found,
    holds: isZero(subtract(expected, found)),
  });
  const sums = model.rubrics.flatMap(({ code, content }) => {
    if (!('sum' in content)) return [];
    const parts = sum(
      content.sum.map(({ rubric, sign }) => (sign === 1 ? getAmount(rubric) : negate(getAmount(rubric)))),
    );
    return [buildControl('sums_add_up', [code], parts, getAmount(code))];
  });
  const failed = sums.filter(({ holds }) => !holds);
  const result = sum(
    typed
      .filter((account) => isIncomeOrExpense(account) && !isAppropriation(model, account.number))
      .map(({ balance }) => negate(balance)),
  );
  const lost = findAccountsWithoutRubric(model, balances);
  const hasCarried = amounts.has('(14)') && amounts.has('14') && !isZero(getAmount('(14)'));
  return [
    buildControl('balance_sheet_balances', [assets, liabilities], getAmount(assets), getAmount(liabilities)),
    buildControl('result_agrees', [income], result, getAmount(income)),
    ...(hasCarried ? [buildControl('carried_result_agrees', ['(14)', '14'], getAmount('(14)'), getAmount('14'))] : []),
    ...(failed.length > 0
      ? failed
      : [
          buildControl(
            'sums_add_up',
            sums.flatMap(({ rubrics }) => rubrics),
            ZERO,
            ZERO,
          ),
        ]),
    buildControl('accounts_have_rubrics', lost, ZERO, sum(lost.map((number) => balances.get(number)!))),
  ].map((one) => (one.code === 'accounts_have_rubrics' ? { ...one, holds: lost.length === 0 } : one));
}

/** Appropriation accounts in classes 6 and 7, which are not part of the result. */
function isAppropriation(model: AnnualAccountsModel, number: string): boolean {
  return model.rubrics.some(
    ({ statement, content }) =>
      statement === 'appropriation' &&
      'accounts' in content &&
      content.accounts.some((prefix) => number.startsWith(prefix)),
  );
}
