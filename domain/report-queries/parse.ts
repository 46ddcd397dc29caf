import { getLastDayOfMonth, type PlainDate } from '../dates.ts';
import type { Json } from '../json.ts';
import type { Checked, Problem } from '../refusal.ts';
import {
  listComparedMeasures,
  MEASURES,
  MOST_CELLS,
  MOST_DIMENSIONS,
  MOST_VALUES,
  PLAIN_DIMENSIONS,
  QUERY_NAMES,
  toComparedKey,
  type AccountSpan,
  type Comparison,
  type Dimension,
  type Measure,
  type QueryName,
  type ReportQuery,
  type SortKey,
} from './query.ts';

/**
 * Reads a query from the parameters of a URL, or from a saved object with the same names. There is no expression
 * language: each parameter is a list of known words and codes, and whatever else it has is reported under its name.
 */

export type GivenQuery = Readonly<Partial<Record<string, Json>>>;

/** Longest value of a list, such as a code. */
const MAX_VALUE = 60;
const MAX_PREFIX = 20;

type Report = (field: QueryName, code: string, params?: Problem['params']) => void;

/** The query is only usable if there are no problems. Problems name the parameter as their field. */
export function parseQuery(given: GivenQuery): Checked<ReportQuery> {
  const problems: Problem[] = [];
  const report: Report = (field, code, params) => problems.push({ code, field, ...(params && { params }) });
  for (const name of Object.keys(given))
    if (!QUERY_NAMES.some((known) => known === name))
      problems.push({ code: 'report_query_name_unknown', field: name, params: { names: QUERY_NAMES.join(', ') } });
  const list = (name: QueryName): readonly string[] => readList(given[name] ?? null, name, report);
  const measures = readMeasures(list('measures'), report);
  const by = readDimensions(list('by'), report);
  const compare = readComparison(given['compare'] ?? null, report);
  const query: ReportQuery = {
    measures,
    by,
    accounts: readAccounts(list('accounts'), report),
    journals: list('journals'),
    thirdParties: list('third_parties'),
    analytics: list('analytics'),
    vatCodes: list('vat_codes'),
    from: readDate(given['from'] ?? null, 'from', report),
    to: readDate(given['to'] ?? null, 'to', report),
    asOf: readDate(given['as_of'] ?? null, 'as_of', report),
    compare,
    sort: readSort(list('sort'), { measures, by, compare }, report),
    limit: readLimit(given['limit'] ?? null, report),
  };
  checkTogether(query, report);
  return { value: query, problems };
}

/** `60,700-709` or `["60", "700-709"]`. */
function readList(given: Json, name: QueryName, report: Report): readonly string[] {
  if (given === null || given === '') return [];
  const parts = typeof given === 'string' ? given.split(',') : typeof given === 'number' ? [given] : given;
  if (!Array.isArray(parts)) return (report(name, 'not_text'), []);
  const values: string[] = [];
  for (const part of parts as readonly Json[]) {
    const value = typeof part === 'number' ? String(part) : typeof part === 'string' ? part.trim() : null;
    if (value === null) return (report(name, 'not_text'), []);
    if (value.length > MAX_VALUE) return (report(name, 'text_too_long', { max: MAX_VALUE }), []);
    if (value !== '' && !values.includes(value)) values.push(value);
  }
  if (values.length <= MOST_VALUES) return values;
  report(name, 'list_too_long', { max: MOST_VALUES });
  return [];
}

function readMeasures(values: readonly string[], report: Report): readonly Measure[] {
  if (values.length === 0) report('measures', 'required');
  const known = MEASURES.filter((measure) => values.includes(measure));
  if (known.length < values.length) report('measures', 'not_one_of', { values: MEASURES.join(', ') });
  return values.flatMap((value) => known.filter((measure) => measure === value));
}

function readDimensions(values: readonly string[], report: Report): readonly Dimension[] {
  if (values.length === 0) report('by', 'required');
  if (values.length > MOST_DIMENSIONS) report('by', 'list_too_long', { max: MOST_DIMENSIONS });
  const dimensions = values.flatMap((value): Dimension[] => {
    const dimension = readDimension(value);
    if (dimension) return [dimension];
    const words = [...PLAIN_DIMENSIONS, 'account_prefix:3', 'analytic:<axis>'].join(', ');
    report('by', 'report_query_by_unknown', { value, values: words });
    return [];
  });
  if (dimensions.filter(({ kind }) => kind === 'analytic').length > 1) report('by', 'report_query_one_axis');
  return dimensions;
}

function readDimension(key: string): Dimension | null {
  const plain = PLAIN_DIMENSIONS.find((known) => known === key);
  if (plain) return { kind: plain, key };
  const colon = key.indexOf(':');
  const [kind, parameter] = [key.slice(0, Math.max(colon, 0)), key.slice(colon + 1)];
  if (
    kind === 'account_prefix' &&
    /^\d{1,2}$/.test(parameter) &&
    Number(parameter) >= 1 &&
    Number(parameter) <= MAX_PREFIX
  )
    return { kind, key: `${kind}:${Number(parameter)}`, digits: Number(parameter) };
  return kind === 'analytic' && parameter !== '' ? { kind, key, axis: parameter } : null;
}

function readAccounts(values: readonly string[], report: Report): readonly AccountSpan[] {
  return values.flatMap((value) => {
    const [, first, last = first] = /^(\d{1,20})(?:-(\d{1,20}))?$/.exec(value) ?? [];
    if (first !== undefined && last !== undefined && first.slice(0, last.length) <= last) return [{ first, last }];
    report('accounts', 'report_query_accounts_invalid', { value });
    return [];
  });
}

const DATE = /^(19|2\d)\d{2}-(0[1-9]|1[0-2])-\d{2}$/;

function readDate(given: Json, name: QueryName, report: Report): PlainDate | undefined {
  if (given === null || given === '') return undefined;
  const isDate =
    typeof given === 'string' &&
    DATE.test(given) &&
    given.slice(8) >= '01' &&
    given <= getLastDayOfMonth(`${given.slice(0, 8)}01`);
  if (isDate) return given;
  report(name, 'not_a_date');
  return undefined;
}

function readComparison(given: Json, report: Report): Comparison | null {
  if (given === null || given === '') return null;
  if (given === 'year' || given === 'period') return { kind: given };
  const [, id] = typeof given === 'string' ? (/^budget:([1-9]\d{0,14})$/.exec(given) ?? []) : [];
  if (id !== undefined) return { kind: 'budget', budgetId: Number(id) };
  report('compare', 'not_one_of', { values: 'year, period, budget:<id>' });
  return null;
}

function readSort(
  values: readonly string[],
  { measures, by, compare }: Pick<ReportQuery, 'measures' | 'by' | 'compare'>,
  report: Report,
): readonly SortKey[] {
  const keys = [
    ...by.map(({ key }) => key),
    ...measures,
    ...listComparedMeasures({ measures, compare }).map(toComparedKey),
  ];
  return values.flatMap((value) => {
    const isDescending = value.startsWith('-');
    const key = isDescending ? value.slice(1) : value;
    if (keys.includes(key)) return [{ key, isDescending }];
    report('sort', 'report_query_sort_unknown', { value, values: keys.join(', ') });
    return [];
  });
}

function readLimit(given: Json, report: Report): number | null {
  if (given === null || given === '') return null;
  const limit = typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : given;
  if (typeof limit !== 'number' || !Number.isInteger(limit)) return (report('limit', 'not_an_integer'), null);
  if (limit < 1) return (report('limit', 'number_too_small', { min: 1 }), null);
  if (limit > MOST_CELLS) return (report('limit', 'number_too_large', { max: MOST_CELLS }), null);
  return limit;
}

/** A budget knows accounts, periods and analytic codes. */
const NOT_IN_BUDGETS = ['journal', 'third_party', 'vat_code'];
const FILTERS_NOT_IN_BUDGETS = { journals: 'journals', thirdParties: 'third_parties', vatCodes: 'vat_codes' } as const;

function checkTogether(query: ReportQuery, report: Report): void {
  const { from, to, asOf, compare, measures, by } = query;
  if (asOf !== undefined && (from !== undefined || to !== undefined)) report('as_of', 'report_query_as_of_or_days');
  if (from !== undefined && to !== undefined && from > to) report('to', 'period_reversed');
  if (asOf !== undefined && compare !== null && compare.kind !== 'year')
    report('compare', 'report_query_as_of_compare');
  if (compare?.kind !== 'budget') return;
  if (measures.length > 0 && !measures.includes('balance')) report('measures', 'report_query_budget_measure');
  for (const { kind, key } of by)
    if (NOT_IN_BUDGETS.includes(kind)) report('by', 'report_query_budget_without', { value: key });
  for (const [name, parameter] of Object.entries(FILTERS_NOT_IN_BUDGETS))
    if (query[name as keyof typeof FILTERS_NOT_IN_BUDGETS].length > 0)
      report(parameter, 'report_query_budget_without', { value: parameter });
}
