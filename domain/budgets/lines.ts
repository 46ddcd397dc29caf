import { analyticCodes } from '../analytics/code.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { Json, JsonRecord } from '../json.ts';
import { absolute, compare, isZero, MAX_AMOUNT, sum, type SignedAmount } from '../money.ts';
import { getRecords } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { readChart, type Chart } from './chart.ts';
import { spreadEvenly, computeWeights, SPREADS, spreadByWeights, type Spread } from './spread.ts';

/** Budget lines: how they are stored, and their validation. */

/** Limited by the size of a change event, which also contains the previous lines. */
export const MOST_LINES = 1_000;
/** No realistic weight is higher. */
export const MAX_WEIGHT = '999999.99';

export type BudgetLine = {
  /** Account number, or the first digits of a group of accounts; null: all income and expenses of the code. */
  readonly account: string | null;
  readonly analytic_code_id: number | null;
  /** Amount of the year. Income is positive as a credit, everything else as a debit. */
  readonly amount: SignedAmount;
  readonly spread: Spread;
  /** For the spread `weights` only. */
  readonly weights: readonly string[] | null;
  /** One per period of the year; they add up to the amount. */
  readonly periods: readonly SignedAmount[];
};

/** For the spread `last_year`: the amounts of each period last year. Not stored, only the result is. */
export const LAST_YEAR = 'last_year';

/**
 * Adds the period amounts. Wrong values stay as they are, so that they can be reported. `count` is null for an unknown
 * year.
 */
export function normaliseBudgetLines(lines: Json, count: number | null): Json {
  if (!isList(lines)) return lines;
  return lines.map((line) => (isRecord(line) ? normaliseLine(line, count) : line));
}

function normaliseLine(line: JsonRecord, count: number | null): JsonRecord {
  const periods = line['periods'] ?? null;
  const spread = line['spread'] ?? (periods === null ? 'even' : 'periods');
  const isGiven = spread === 'periods' && isAmountList(periods);
  const amount = line['amount'] ?? (isGiven ? sum(periods) : null);
  const weights = spread === 'weights' ? (line['weights'] ?? null) : null;
  const spreadOver = typeof amount === 'string' && count !== null ? computePeriods(line, spread, amount, count) : null;
  return {
    account: line['account'] ?? null,
    analytic_code_id: line['analytic_code_id'] ?? null,
    amount,
    spread,
    weights,
    periods: spreadOver ?? periods,
  };
}

/** Null if the amounts are given, or cannot be computed. */
function computePeriods(line: JsonRecord, spread: Json, amount: string, count: number): SignedAmount[] | null {
  const { weights = null, periods = null, [LAST_YEAR]: lastYear = null } = line;
  switch (spread) {
    case 'even':
      return spreadEvenly(amount, count);
    case 'weights':
      return isAmountList(weights) && weights.length === count ? spreadByWeights(amount, weights) : null;
    case 'last_year':
      if (isAmountList(lastYear) && lastYear.length === count) return spreadByWeights(amount, computeWeights(lastYear));
      // A line may be sent back as it was presented: it keeps its proportions.
      return isAmountList(periods) && periods.length === count
        ? spreadByWeights(amount, computeWeights(periods))
        : null;
    default:
      return null;
  }
}

export function findLineProblems(lines: Json, count: number | null, file: CompanyFile): readonly Problem[] {
  if (lines === null) return [];
  if (!isList(lines)) return [{ code: 'not_a_list', field: 'lines' }];
  if (lines.length > MOST_LINES) return [{ code: 'list_too_long', field: 'lines', params: { max: MOST_LINES } }];
  const chart = readChart(file);
  const places = new Map<string, number>();
  const axes = createAxisCheck(file);
  return lines.flatMap((line, index) => {
    if (!isRecord(line)) return [{ code: 'not_an_object', field: `lines.${index}` }];
    const prefix = `lines.${index}.`;
    return [
      ...findAccountProblems(line, prefix, chart),
      ...findRepeatedProblems(line, index, places),
      ...axes(line, prefix),
      ...(count === null ? [] : findAmountProblems(line, prefix, count)),
    ];
  });
}

function findAccountProblems(line: JsonRecord, prefix: string, chart: Chart): readonly Problem[] {
  const field = `${prefix}account`;
  const { account = null, analytic_code_id: code = null } = line;
  if (account === null) return code === null ? [{ code: 'required', field }] : [];
  if (typeof account !== 'string' || !/^\d{1,20}$/.test(account)) return [{ code: 'digits_only', field }];
  return chart.findType(account) === null ? [{ code: 'budget_account_unknown', field }] : [];
}

/** Identifies a line. */
export const buildLineKey = ({ account, analytic_code_id }: JsonRecord): string =>
  JSON.stringify([account ?? null, analytic_code_id ?? null]);

function findRepeatedProblems(line: JsonRecord, index: number, places: Map<string, number>): readonly Problem[] {
  const key = buildLineKey(line);
  const before = places.get(key);
  if (before === undefined) places.set(key, index);
  return before === undefined
    ? []
    : [{ code: 'budget_line_repeated', field: `lines.${index}.account`, params: { line: before + 1 } }];
}

/** All lines must use one axis: with several axes every amount would count several times. */
function createAxisCheck({ records }: CompanyFile): (line: JsonRecord, prefix: string) => readonly Problem[] {
  const codes = getRecords(records, analyticCodes).byId;
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

function findAmountProblems(line: JsonRecord, prefix: string, count: number): readonly Problem[] {
  const { amount = null, spread = null, weights = null, periods = null } = line;
  if (!SPREADS.some((known) => known === spread))
    return [{ code: 'not_one_of', field: `${prefix}spread`, params: { values: SPREADS.join(', ') } }];
  if (spread === 'weights' && !(isAmountList(weights) && weights.length === count))
    return [{ code: 'budget_periods_count', field: `${prefix}weights`, params: { count } }];
  if (spread === 'weights' && isAmountList(weights) && weights.every(isZero))
    return [{ code: 'budget_weights_nothing', field: `${prefix}weights` }];
  if (spread === 'periods' && !(isAmountList(periods) && periods.length === count))
    return [{ code: 'budget_periods_count', field: `${prefix}periods`, params: { count } }];
  if (!isSignedAmount(amount)) return [{ code: 'required', field: `${prefix}amount` }];
  if (compare(absolute(amount), MAX_AMOUNT) > 0)
    return [{ code: 'amount_too_large', field: `${prefix}amount`, params: { max: MAX_AMOUNT } }];
  if (spread === 'last_year' && !isAmountList(periods))
    return [{ code: 'budget_without_last_year', field: `${prefix}spread` }];
  if (!isAmountList(periods)) return [{ code: 'required', field: `${prefix}periods` }];
  const total = sum(periods);
  return compare(total, amount) === 0
    ? []
    : [{ code: 'budget_periods_sum', field: `${prefix}periods`, params: { total, amount } }];
}

const SIGNED = /^-?(0|[1-9]\d{0,14})\.\d{2}$/;
const isSignedAmount = (value: Json): value is SignedAmount => typeof value === 'string' && SIGNED.test(value);
const isAmountList = (value: Json): value is readonly SignedAmount[] => isList(value) && value.every(isSignedAmount);
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
export const isRecord = (value: Json): value is JsonRecord =>
  typeof value === 'object' && value !== null && !isList(value);
