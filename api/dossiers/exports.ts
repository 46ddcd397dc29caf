import { z } from 'zod';
import { isRefusal, refuseInvalid, refuse } from '../../domain/refusal.ts';
import { loadCompaniesByIds } from '../../projections/companies/queries.ts';
import { listFiscalYears } from '../../projections/fiscal-years/queries.ts';
import { dialectQuery, exportQuery, FILE_TYPES, replyWithFile } from '../exports/reply.ts';
import { choice, text } from '../http/input/fields.ts';
import { ok, passOnAnswer } from '../http/reply/reply.ts';
import { route, type Outcome, type RouteRequest } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { readReportParties } from '../reports/document.ts';
import { spanQuery } from '../reports/report.ts';
import { EXPORT_TYPES, REPORT_TYPES, reportRoutes } from './contents.ts';
import type { ExportedList } from './list-columns.ts';
import { ALL_FILTER_NAMES, listFilterNames, readFilter } from './list-filters.ts';
import { isList, LIST_TYPES, buildListDocument } from './lists.ts';
import { EXPORT_NAMES, WORDS } from './words.ts';
const common = { area: 'exports', method: 'get', ability: 'read', role: 'any', demo: 'allowed' } as const;

const FORMATS = Object.keys(FILE_TYPES) as (keyof typeof FILE_TYPES)[];

const Exportable = z
  .object({
    type: z.string().meta({
      description: 'Type as accepted by `GET exports/{type}`; for a whole year, followed by the id of the fiscal year.',
    }),
    kind: z
      .enum(['report', 'list', 'fiscal_year'])
      .meta({ description: '`fiscal_year`: a file for a whole fiscal year.' }),
    label: z.string(),
    formats: z.array(z.string()).meta({ description: 'Values of `format`; for a whole year, the type of the file.' }),
    parameters: z.array(z.string()).meta({ description: 'Filters; each is described with its report.' }),
    path: z.string().meta({ description: 'Path on this service.' }),
  })
  .meta({ id: 'Exportable' });

/** Exports of a whole fiscal year, with their format and country. */
const OF_A_YEAR = [
  { type: 'full-dossier', formats: ['ZIP'], country: null },
  { type: 'fec', formats: ['TXT'], country: 'FR' },
  { type: 'faia', formats: ['XML'], country: 'LU' },
] as const;

/** Query parameters that do not apply to files: a file contains all pages. */
const UNPRINTED = new Set(['page', 'per_page', 'format', 'lang', 'dialect']);
const getShape = (query: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> =>
  query instanceof z.ZodObject ? query.shape : {};
const listParameters = (query: z.ZodType | undefined): string[] =>
  Object.keys(getShape(query)).filter((name) => !UNPRINTED.has(name));

const listRoute = route({
  ...common,
  path: '/v1/companies/{company}/exports',
  summary: 'List available exports and their formats',
  showsNow: 'available exports do not depend on time',
  replies: { 200: z.object({ data: z.array(Exportable) }) },
  async handle({ services, company, language, pathUrl }) {
    const country = (await loadCompaniesByIds(services.pool, [company.id]))[0]!.country_pack;
    const presentExport = (
      type: string,
      kind: z.infer<typeof Exportable>['kind'],
      formats: readonly string[],
      parameters: string[],
    ) => ({
      type,
      kind,
      label: EXPORT_NAMES[type]![language],
      formats: [...formats],
      parameters,
      path: `${new URL(pathUrl).pathname}/${type}${kind === 'fiscal_year' ? '/{fiscalYear}' : ''}`,
    });
    return ok({
      data: [
        ...REPORT_TYPES.map((type, index) =>
          presentExport(type, 'report', FORMATS, listParameters(reportRoutes[index]!.query)),
        ),
        ...LIST_TYPES.map((type) => presentExport(type, 'list', FORMATS, listFilterNames(type))),
        ...OF_A_YEAR.filter((one) => one.country === null || one.country === country).map(({ type, formats }) =>
          presentExport(type, 'fiscal_year', formats, []),
        ),
      ],
    });
  },
});

/** Every parameter of the reports and lists besides dates; each of them validates its own. */
const ofReports: Readonly<Record<string, z.ZodType<string | undefined>>> = Object.fromEntries(
  [...new Set([...reportRoutes.flatMap(({ query }) => listParameters(query)), ...ALL_FILTER_NAMES])].map((name) => [
    name,
    text(200)
      .optional()
      .meta({ type: 'string', description: 'Only for reports and lists that have it; described there.' }),
  ]),
);

const exportedQuery = z.object({
  ...ofReports,
  ...spanQuery,
  ...dialectQuery,
  lang: exportQuery.lang,
  format: z
    .preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), choice(FORMATS))
    .optional()
    .meta({ type: 'string', enum: FORMATS, default: 'CSV', description: 'Format of the file; upper or lower case.' }),
});

const typeRoute = route({
  ...common,
  path: '/v1/companies/{company}/exports/{type}',
  summary: 'Export a report or list as a PDF, XLSX or CSV file',
  params: z.object({ type: text(40) }),
  query: exportedQuery,
  example: { params: { type: 'accounts' }, query: { format: 'CSV' } },
  replies: { 200: z.string().meta({ description: 'The file.' }) },
  fileTypes: Object.values(FILE_TYPES),
  errorCodes: ['export_too_large'],
  heavy: 'always',
  async handle(request) {
    const { params, query, company, inner, search, knownAt, language } = request;
    if (!EXPORT_TYPES.includes(params.type)) return refuse('not_found');
    const { type } = params;
    if (isList(type)) return replyWithList(request, type);
    // The report route handles the request itself, with all its checks.
    const asked = new URLSearchParams(search);
    if (query.format === undefined) asked.set('format', 'CSV');
    if (knownAt !== undefined) asked.set('known_at', knownAt);
    const path = `/v1/companies/${company.publicToken}/reports/${type}?${asked.toString()}`;
    const headers = { 'accept-language': language };
    return passOnAnswer(await inner.runRequest({ method: 'GET', path, headers, body: undefined }));
  },
});

async function replyWithList(
  request: RouteRequest<unknown, z.output<typeof exportedQuery>>,
  type: ExportedList,
): Promise<Outcome> {
  const { services, company, query, language: callers, knownAt } = request;
  const { format = 'CSV', dialect, lang: language = callers } = query;
  const filter = readFilter(type, query);
  if (isRefusal(filter)) return filter;
  const { fiscal_year_id: yearId, from, to } = filter;
  return replyWithFile({ request, format, dialect }, async (db) => {
    // Nothing can be exported as known before the company file existed.
    if (knownAt !== undefined && (await loadCompaniesByIds(db, [company.id])).length === 0) return refuse('not_found');
    const years = yearId === undefined ? [] : await listFiscalYears(db, company.id);
    const year = years.find(({ id }) => id === yearId);
    if (yearId !== undefined && !year) return refuseInvalid([{ code: 'reference_unknown', field: 'fiscal_year_id' }]);
    const days = { from: from ?? year?.starts_on, to: to ?? year?.ends_on };
    if (days.from !== undefined && days.to !== undefined && days.from > days.to)
      return refuseInvalid([{ code: 'period_reversed', field: 'to' }]);
    const parties = await readReportParties(db, services, company.id, language, format);
    const moment = knownAt?.slice(0, 16).replace('T', ' ');
    return buildListDocument(parties, {
      db,
      services,
      companyId: company.id,
      type,
      filter,
      language,
      title: EXPORT_NAMES[type]![language],
      date: days.to ?? getBookToday(),
      ...days,
      remark: moment === undefined ? null : WORDS.known_at[language].replace('{moment}', moment),
    });
  });
}

export const exportRoutes = [listRoute, typeRoute];
