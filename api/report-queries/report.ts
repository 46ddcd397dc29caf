import type { Readable } from 'node:stream';
import { budgets } from '../../domain/budgets/budget.ts';
import { checkBudgetSpan } from '../../domain/report-queries/budget-parts.ts';
import {
  computeQueryDays,
  resolveComparedDay,
  resolveComparedDays,
  type ComparedDays,
  type QueryDays,
} from '../../domain/report-queries/days.ts';
import { MOST_CELLS, type ReportQuery } from '../../domain/report-queries/query.ts';
import { buildTableInSteps, type Part } from '../../domain/report-queries/table.ts';
import { isRefusal, refuse, refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import type { Span } from '../../domain/reports/span.ts';
import { findRecord } from '../../projections/records/queries.ts';
import type { SumRow } from '../../projections/report-queries/kept-sums.ts';
import { listQueryParties } from '../../projections/report-queries/names.ts';
import { runInTurns } from '../../support/yielding.ts';
import type { ShownBudget } from '../budgets/labelled.ts';
import { formatDate } from '../exports/notation.ts';
import { buildEntityTag } from '../http/reply/entity-tag.ts';
import type { HttpRefusal } from '../http/reply/errors.ts';
import type { Reply } from '../http/reply/reply.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { presentPeriod, respondWithReport, type MadeReport, type ReportScene } from '../reports/report.ts';
import { buildColumns, buildRows } from './answer.ts';
import { buildQueryDocument } from './document.ts';
import { buildBudgetParts, buildParts, type PartsScene } from './parts.ts';
import { resolveQuery, type ResolvedQuery } from './resolve.ts';
import { readSums } from './sums.ts';
import type { FileOptions } from './parameters.ts';

/** Answers a query as JSON or as a file. */

type QueryRequest = Pick<RouteRequest, 'services' | 'company' | 'language' | 'knownAt' | 'beginDownload'>;

/** `name` is that of a saved query. */
export async function respondWithQuery(
  request: QueryRequest,
  query: ReportQuery,
  files: FileOptions,
  name: string | null = null,
): Promise<Reply | HttpRefusal> {
  const { services, company, language, knownAt } = request;
  const budget = await findBudget(request, query);
  if (isRefusal(budget)) return budget;
  const asked = {
    services,
    company,
    language,
    query: { ...files, ...toRequestedSpan(query, budget) },
    beginDownload: (stream: Readable) => request.beginDownload(stream),
    ...(knownAt !== undefined && { knownAt }),
  };
  return withQueryTag(await respondWithReport(asked, (scene) => buildQueryReport(scene, query, budget, name)));
}

/** Machines ask again and again: an unchanged answer is not sent twice. */
function withQueryTag(outcome: Reply | HttpRefusal): Reply | HttpRefusal {
  if (isRefusal(outcome) || typeof outcome.raw !== 'string') return outcome;
  return { ...outcome, headers: { ...outcome.headers, ETag: buildEntityTag(outcome.raw) } };
}

async function findBudget(
  { services, company }: Pick<QueryRequest, 'services' | 'company'>,
  { compare }: ReportQuery,
): Promise<ShownBudget | null | Refusal> {
  if (compare?.kind !== 'budget') return null;
  const budget = await findRecord(services.pool, budgets, company.id, compare.budgetId);
  if (budget && budget.deleted_at === null) return budget;
  const value = `budget:${compare.budgetId}`;
  return refuseInvalid([{ code: 'report_query_value_unknown', field: 'compare', params: { value } }]);
}

/** Without days: the current fiscal year, or that of the budget. */
function toRequestedSpan({ from, to, asOf }: ReportQuery, budget: ShownBudget | null) {
  if (asOf !== undefined) return { to: asOf };
  if (budget && from === undefined && to === undefined) return { fiscal_year_id: budget.fiscal_year_id };
  return { from, to };
}

interface Compared {
  readonly span: Span | null;
  readonly days: QueryDays | null;
  readonly months: number;
  readonly rows: readonly SumRow[];
}

async function buildQueryReport(
  scene: ReportScene,
  query: ReportQuery,
  budget: ShownBudget | null,
  name: string | null,
): Promise<MadeReport | Refusal> {
  const { span, years, language, knownAt } = scene;
  const resolved = await resolveQuery(scene, query);
  if (isRefusal(resolved)) return resolved;
  const days = computeQueryDays(query, years, span);
  const rows = await readSums(scene, resolved, days);
  const compared = rows && (await readCompared(scene, resolved));
  if (rows === null || compared === null) return refuseTooLarge();
  if (isRefusal(compared)) return compared;
  const parties = await readParties(scene, [...rows, ...compared.rows]);
  const found: PartsScene = { resolved, years, parties };
  const then = budget ? findBudgetParts(found, scene, budget) : listComparedParts(found, compared);
  if (isRefusal(then)) return then;
  const columns = buildColumns(query, language, describeCompared(scene, compared.span, budget));
  const now = buildParts(found, rows, days, 0);
  const table = await runInTurns(buildTableInSteps(query, { now, then }, columns.length));
  if (table === 'too_large') return refuseTooLarge();
  const shown = { columns, ...buildRows(found, table, language) };
  return {
    body: {
      ...presentPeriod(span, years),
      compared_period: compared.span,
      as_of: query.asOf ?? null,
      known_at: knownAt,
      ...shown,
      truncated: table.isTruncated,
    },
    buildDocument: (parts) => buildQueryDocument(parts, scene, shown, { name, asOf: query.asOf ?? null }),
  };
}

const refuseTooLarge = (): Refusal => refuse('query_too_large', { params: { max: MOST_CELLS } });

const NOTHING: Compared = { span: null, days: null, months: 0, rows: [] };

/** Null: too many groups. */
async function readCompared(scene: ReportScene, resolved: ResolvedQuery): Promise<Compared | Refusal | null> {
  const { query } = resolved;
  const compared = resolveCompared(scene, query);
  if (compared === null) return NOTHING;
  if (isRefusal(compared)) return compared;
  const { span, months } = compared;
  const ofThen = query.asOf === undefined ? query : { ...query, asOf: span.to };
  const days = computeQueryDays(ofThen, scene.years, span);
  const rows = await readSums(scene, resolved, days);
  return rows && { span, days, months: months ?? 0, rows };
}

function resolveCompared({ span, years }: ReportScene, query: ReportQuery): ComparedDays | Refusal | null {
  if (query.compare === null || query.compare.kind === 'budget') return null;
  return query.asOf === undefined ? resolveComparedDays(query, span) : resolveComparedDay(query.asOf, years);
}

const listComparedParts = (scene: PartsScene, { days, rows, months }: Compared): Iterable<Part> =>
  days === null ? [] : buildParts(scene, rows, days, months);

function findBudgetParts(found: PartsScene, { span }: ReportScene, budget: ShownBudget): Iterable<Part> | Refusal {
  const year = found.years.find(({ id }) => id === budget.fiscal_year_id);
  if (!year) return [];
  return checkBudgetSpan(year, span) ?? buildBudgetParts(found, budget, year, span);
}

async function readParties({ db, companyId }: ReportScene, rows: readonly SumRow[]) {
  const ids = new Set<number>();
  for (const { third_party_id: id } of rows) if (id !== null) ids.add(id);
  return ids.size === 0 ? [] : listQueryParties(db, companyId, [...ids]);
}

function describeCompared({ language }: ReportScene, span: Span | null, budget: ShownBudget | null): string {
  if (budget) return budget.name;
  return span ? `${formatDate(span.from, language)} – ${formatDate(span.to, language)}` : '';
}
