import { z } from 'zod';
import type { JsonRecord } from '../../domain/json.ts';
import { reportQueries } from '../../domain/report-queries/saved-query.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { getPresentPool } from '../../projections/engine/known-at.ts';
import { findRecord, listRecords, type RecordFilter, type ShownRow } from '../../projections/records/queries.ts';
import { listSharedQueries } from '../../projections/report-queries/shared.ts';
import { id } from '../http/input/fields.ts';
import { ok } from '../http/reply/reply.ts';
import { withSharedRecord } from '../http/routing/example.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { createRecordApi } from '../records/record-api.ts';
import { createRecordRoutes } from '../records/routes.ts';
import { buildFilterQuery } from '../records/schemas.ts';
import { report, reportQuery } from '../reports/report.ts';
import { QueryAnswer } from './answer.ts';
import { pickFileOptions, pickQuery, queryParameters, readQuery } from './parameters.ts';
import { respondWithQuery } from './report.ts';

/** Saved queries: of a company file, and those that other files of the firm share. */

export const reportQueryApi = createRecordApi(
  reportQueries,
  {
    create: ({ next }) => ({
      name: `Turnover by month ${next()}`,
      query: { measures: 'balance', by: 'month', accounts: ['70'], compare: 'year' },
      is_shared: false,
    }),
    change: { query: { measures: 'balance', by: 'quarter', accounts: '70' } },
  },
  {
    shows: {
      company: z
        .object({ public_token: z.string(), name: z.string() })
        .nullable()
        .meta({ description: 'Null if the query is shared with all company files of the firm.' }),
    },
    present: (row) => ({
      company: row['is_shared'] ? null : { public_token: row['company_token'], name: row['company_name'] },
    }),
  },
);

type SavedRow = ShownRow<typeof reportQueries>;
type Request = Pick<RouteRequest, 'services' | 'company' | 'knownAt'>;

/** Only without `known_at`: other company files are not read as of an earlier moment. */
async function listShared({ services, company, knownAt }: Request, queryId?: number): Promise<SavedRow[]> {
  if (company.firmId === null || knownAt !== undefined) return [];
  return listSharedQueries(services.pool, company.id, company.firmId, queryId);
}

const read = { area: 'reports', method: 'get', ability: 'read', role: 'any', demo: 'allowed' } as const;
const PATH = '/v1/companies/{company}/report-queries';

interface ListQuery {
  readonly q?: string;
  readonly sort?: string;
  readonly limit?: number;
  readonly is_shared?: boolean;
}

const listRoute = route({
  ...read,
  path: PATH,
  summary: 'List the saved queries of the company file, and those that other files of the firm share',
  query: buildFilterQuery(reportQueries),
  replies: { 200: z.array(reportQueryApi.answer) },
  async handle(request) {
    const { query, services, company, language } = request;
    const { q, sort, limit, ...equal } = query as ListQuery & RecordFilter['equal'];
    const filter = { equal, search: q ?? null, ...(sort && { sort }) };
    const own = await listRecords(services.pool, reportQueries, company.id, filter);
    const words = (q ?? '').toLowerCase().split(/\s+/);
    const others = equal['is_shared'] === false ? [] : await listShared(request);
    const shared = others.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
    return ok([...own, ...shared].slice(0, limit).map((row) => reportQueryApi.present(row, language)));
  },
});

const getRoute = route({
  ...read,
  path: `${PATH}/{id}`,
  summary: 'Get a saved query',
  params: z.object({ id: id() }),
  example: withSharedRecord(reportQueries.name),
  replies: { 200: reportQueryApi.answer },
  async handle(request) {
    const { params, services, company, language } = request;
    const own = await findRecord(services.pool, reportQueries, company.id, params.id);
    const [row] = own ? [own] : await listShared(request, params.id);
    if (!row || row.deleted_at !== null) return refuse('not_found');
    return ok(reportQueryApi.present(row, language), { version: row.version, showsMore: true });
  },
});

/** The days of a request replace those that were saved. */
function withGiven(saved: JsonRecord, given: JsonRecord): JsonRecord {
  const { from, to, as_of: asOf, ...others } = saved;
  const hasDays = ['from', 'to', 'as_of'].some((name) => given[name] !== undefined);
  return { ...others, ...(!hasDays && { from, to, as_of: asOf }), ...given };
}

const runRoute = route({
  ...report,
  path: `${PATH}/{id}/run`,
  operationId: 'runReportQuery',
  summary: 'Run a saved query; parameters replace those that were saved',
  params: z.object({ id: id() }),
  query: z.object({ ...reportQuery, ...queryParameters }),
  example: withSharedRecord(reportQueries.name),
  replies: { 200: QueryAnswer },
  errorCodes: ['export_too_large', 'query_too_large'],
  async handle(request) {
    const { params, company, query: parameters } = request;
    // The current version of the query, even if it reads the books of an earlier moment.
    const services = { ...request.services, pool: getPresentPool(request.services.pool) };
    const own = await findRecord(services.pool, reportQueries, company.id, params.id);
    const [saved] = own ? [own] : await listShared({ services, company }, params.id);
    if (!saved || saved.deleted_at !== null) return refuse('not_found');
    const query = readQuery(dropAbsent(withGiven(saved.query, pickQuery(parameters))));
    return isRefusal(query) ? query : respondWithQuery(request, query, pickFileOptions(parameters), saved.name);
  },
});

const dropAbsent = (query: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

/** Creating, changing and trashing are those of every record. */
const writeRoutes = createRecordRoutes(reportQueryApi, 'reports').filter(({ method }) => method !== 'get');

export const savedQueryRoutes = [listRoute, getRoute, runRoute, ...writeRoutes];
