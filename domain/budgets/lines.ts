import { analyticCodes } from '../analytics/code.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { Json, JsonRecord } from '../json.ts';
import { absolute, compare, isZero, MAX_AMOUNT, sum, type SignedAmount } from '../money.ts';
import { recordsOf } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { chartIn, type Chart } from './chart.ts';
import { evenly, shapeOf, SPREADS, weighted, type Spread } from './spread.ts';

/** The lines of a budget, as they are kept, and everything that is wrong with them. */

/** As many as one change of a budget, which tells what was before too, can carry. */
export const MOST_LINES = 1_000;
/** Nobody weighs periods by more. */
export const MAX_WEIGHT = '999999.99';

export type BudgetLine = {
  /** The number of an account, or how the numbers of a group of accounts begin; null: all income and expenses of the code. */
  readonly account: string | null;
  readonly analytic_code_id: number | null;
  /** Of the year. Income counts when it is a credit, everything else when it is a debit. */
  readonly amount: SignedAmount;
  readonly spread: Spread;
  /** Of the spread by weights alone. */
  readonly weights: readonly string[] | null;
  /** Of each period of the year: together they are the amount. */
  readonly periods: readonly SignedAmount[];
};

/** Of a line that is to go like the year before: what each period had then. Not kept, but what follows from it is. */
export const LAST_YEAR = 'last_year';

/** With the amounts of their periods. What is wrong stays as it is, to be told. `count` of periods is null of an unknown year. */
export function keptLines(lines: Json, count: number | null): Json {
  if (!isList(lines)) return lines;
  return lines.map((line) => (isRecord(line) ? keptLine(line, count) : line));
}

function keptLine(line: JsonRecord, count: number | null): JsonRecord {
  const periods = line['periods'] ?? null;
  const spread = line['spread'] ?? (periods === null ? 'even' : 'periods');
  const isGiven = spread === 'periods' && areAmounts(periods);
  const amount = line['amount'] ?? (isGiven ? sum(periods) : null);
  const weights = spread === 'weights' ? (line['weights'] ?? null) : null;
  const spreadOver = typeof amount === 'string' && count !== null ? spreadPeriods(line, spread, amount, count) : null;
  return {
    account: line['account'] ?? null,
    analytic_code_id: line['analytic_code_id'] ?? null,
    amount,
    spread,
    weights,
    periods: spreadOver ?? periods,
  };
}

/** Null where the amounts are given, or cannot be known. */
function spreadPeriods(line: JsonRecord, spread: Json, amount: string, count: number): SignedAmount[] | null {
  const { weights = null, periods = null, [LAST_YEAR]: lastYear = null } = line;
  switch (spread) {
    case 'even':
      return evenly(amount, count);
    case 'weights':
      return areAmounts(weights) && weights.length === count ? weighted(amount, weights) : null;
    case 'last_year':
      if (areAmounts(lastYear) && lastYear.length === count) return weighted(amount, shapeOf(lastYear));
      // What a line has been shown with may be sent back: it keeps its proportions.
      return areAmounts(periods) && periods.length === count ? weighted(amount, shapeOf(periods)) : null;
    default:
      return null;
  }
}

export function lineProblems(lines: Json, count: number | null, file: CompanyFile): readonly Problem[] {
  if (lines === null) return [];
  if (!isList(lines)) return [{ code: 'not_a_list', field: 'lines' }];
  if (lines.length > MOST_LINES) return [{ code: 'list_too_long', field: 'lines', params: { max: MOST_LINES } }];
  const chart = chartIn(file);
  const places = new Map<string, number>();
  const axes = axesOf(file);
  return lines.flatMap((line, index) => {
    if (!isRecord(line)) return [{ code: 'not_an_object', field: `lines.${index}` }];
    const prefix = `lines.${index}.`;
    return [
      ...accountProblems(line, prefix, chart),
      ...repeatedProblems(line, index, places),
      ...axes(line, prefix),
      ...(count === null ? [] : amountProblems(line, prefix, count)),
    ];
  });
}

function accountProblems(line: JsonRecord, prefix: string, chart: Chart): readonly Problem[] {
  const field = `${prefix}account`;
  const { account = null, analytic_code_id: code = null } = line;
  if (account === null) return code === null ? [{ code: 'required', field }] : [];
  if (typeof account !== 'string' || !/^\d{1,20}$/.test(account)) return [{ code: 'digits_only', field }];
  return chart.typeOf(account) === null ? [{ code: 'budget_account_unknown', field }] : [];
}

/** What a line is told by. */
export const keyOf = ({ account, analytic_code_id }: JsonRecord): string =>
  JSON.stringify([account ?? null, analytic_code_id ?? null]);

function repeatedProblems(line: JsonRecord, index: number, places: Map<string, number>): readonly Problem[] {
  const key = keyOf(line);
  const before = places.get(key);
  if (before === undefined) places.set(key, index);
  return before === undefined
    ? []
    : [{ code: 'budget_line_repeated', field: `lines.${index}.account`, params: { line: before + 1 } }];
}

/** What a line has on one axis it has on every other too: a budget of several axes would count everything as often. */
function axesOf({ records }: CompanyFile): (line: JsonRecord, prefix: string) => readonly Problem[] {
  const codes = recordsOf(records, analyticCodes).byId;
  let first: string | null = null;
  return ({ analytic_code_id: id }, prefix) => {
    const axis = typeof id === 'number' ? codes.get(id)?.data.axis : undefined;
    if (axis === undefined) return [];
    first ??= axis;
    return axis === first
      ? []
      : [{ code: 'budget_axes', field: `${prefix}analytic_code_id`, params: { axis: first, other: axis } }];
  };
}

function amountProblems(line: JsonRecord, prefix: string, count: number): readonly Problem[] {
  const { amount = null, spread = null, weights = null, periods = null } = line;
  if (!SPREADS.some((known) => known === spread))
    return [{ code: 'not_one_of', field: `${prefix}spread`, params: { values: SPREADS.join(', ') } }];
  if (spread === 'weights' && !(areAmounts(weights) && weights.length === count))
    return [{ code: 'budget_periods_count', field: `${prefix}weights`, params: { count } }];
  if (spread === 'weights' && areAmounts(weights) && weights.every(isZero))
    return [{ code: 'budget_weights_nothing', field: `${prefix}weights` }];
  if (spread === 'periods' && !(areAmounts(periods) && periods.length === count))
    return [{ code: 'budget_periods_count', field: `${prefix}periods`, params: { count } }];
  if (!isSigned(amount)) return [{ code: 'required', field: `${prefix}amount` }];
  if (compare(absolute(amount), MAX_AMOUNT) > 0)
    return [{ code: 'amount_too_large', field: `${prefix}amount`, params: { max: MAX_AMOUNT } }];
  if (spread === 'last_year' && !areAmounts(periods))
    return [{ code: 'budget_without_last_year', field: `${prefix}spread` }];
  if (!areAmounts(periods)) return [{ code: 'required', field: `${prefix}periods` }];
  const total = sum(periods);
  return compare(total, amount) === 0
    ? []
    : [{ code: 'budget_periods_sum', field: `${prefix}periods`, params: { total, amount } }];
}

const SIGNED = /^-?(0|[1-9]\d{0,14})\.\d{2}$/;
const isSigned = (value: Json): value is SignedAmount => typeof value === 'string' && SIGNED.test(value);
const areAmounts = (value: Json): value is readonly SignedAmount[] => isList(value) && value.every(isSigned);
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
export const isRecord = (value: Json): value is JsonRecord =>
  typeof value === 'object' && value !== null && !isList(value);
