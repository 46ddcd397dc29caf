import { z } from 'zod';
import { invalid, refuse } from '../../domain/refusal.ts';
import { companiesByIds } from '../../projections/companies/queries.ts';
import type { ListType } from '../../projections/dossiers/lists.ts';
import { fiscalYearsOf } from '../../projections/fiscal-years/queries.ts';
import { dialectQuery, exportQuery, FILE_TYPES, fileReply } from '../exports/reply.ts';
import { choice, text } from '../http/input/fields.ts';
import { ok, passedOn } from '../http/reply/reply.ts';
import { route, type Outcome, type RouteRequest } from '../http/routing/route.ts';
import { todayOfTheBooks } from '../http/reply/time.ts';
import { turns } from '../http/limits/semaphore.ts';
import { unknownField } from '../http/input/unknown-field.ts';
import { partiesOf } from '../reports/document.ts';
import { spanQuery } from '../reports/report.ts';
import { EXPORT_TYPES, REPORT_TYPES, reportRoutes } from './contents.ts';
import { isDated, isList, LIST_TYPES, listDocument } from './lists.ts';
import { EXPORT_NAMES, WORDS } from './words.ts';

const PATH = '/v1/companies/{company}/exports';
const common = { area: 'exports', method: 'get', ability: 'read', role: 'any', demo: 'allowed' } as const;

const FORMATS = Object.keys(FILE_TYPES) as (keyof typeof FILE_TYPES)[];

const Exportable = z
  .object({
    type: z.string().meta({
      description: 'As `GET exports/{type}` takes it; of a whole year, with the id of the fiscal year behind it.',
    }),
    kind: z.enum(['report', 'list', 'fiscal_year']).meta({ description: '`fiscal_year`: a file of a whole year.' }),
    label: z.string(),
    formats: z.array(z.string()).meta({ description: 'What `format` takes; of a whole year, what the file is.' }),
    parameters: z.array(z.string()).meta({ description: 'What narrows it; each is described at its report.' }),
    path: z.string().meta({ description: 'Where it is, on this service.' }),
  })
  .meta({ id: 'Exportable' });

/** Of a whole fiscal year: in which country, and as what. */
const OF_A_YEAR = [
  { type: 'full-dossier', formats: ['ZIP'], country: null },
  { type: 'fec', formats: ['TXT'], country: 'FR' },
  { type: 'faia', formats: ['XML'], country: 'LU' },
] as const;

/** What the reports can be narrowed by, page by page aside: a file has all pages. */
const UNPRINTED = new Set(['page', 'per_page', 'format', 'lang', 'dialect']);
const shapeOf = (query: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> =>
  query instanceof z.ZodObject ? query.shape : {};
const parametersOf = (query: z.ZodType | undefined): string[] =>
  Object.keys(shapeOf(query)).filter((name) => !UNPRINTED.has(name));

const listRoute = route({
  ...common,
  path: PATH,
  summary: 'What can be exported, and in which formats',
  showsNow: 'what can be exported is the same at every moment',
  replies: { 200: z.object({ data: z.array(Exportable) }) },
  async handle({ services, company, language, pathUrl }) {
    const country = (await companiesByIds(services.pool, [company.id]))[0]!.country_pack;
    const shown = (
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
        ...REPORT_TYPES.map((type, index) => shown(type, 'report', FORMATS, parametersOf(reportRoutes[index]!.query))),
        ...LIST_TYPES.map((type) => shown(type, 'list', FORMATS, isDated(type) ? Object.keys(spanQuery) : [])),
        ...OF_A_YEAR.filter((one) => one.country === null || one.country === country).map(({ type, formats }) =>
          shown(type, 'fiscal_year', formats, []),
        ),
      ],
    });
  },
});

/** Whatever one of the reports takes besides days, which it judges itself. */
const ofReports: Readonly<Record<string, z.ZodType<string | undefined>>> = Object.fromEntries(
  [...new Set(reportRoutes.flatMap(({ query }) => parametersOf(query)))].map((name) => [
    name,
    text(100).optional().meta({ type: 'string', description: 'Of the reports that have it; described there.' }),
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
    .meta({ type: 'string', enum: FORMATS, default: 'CSV', description: 'Form of the file; in capitals or not.' }),
});

/** What lists take; those with dates take days besides. */
const OF_LISTS = ['format', 'dialect', 'lang'];

/** Of lists, which wait for no other report of their firm, few are begun at a time. */
const takingTurns = turns(2);

const typeRoute = route({
  ...common,
  path: `${PATH}/{type}`,
  summary: 'A report or a list as a file: PDF, XLSX or CSV',
  params: z.object({ type: text(40) }),
  query: exportedQuery,
  example: { params: { type: 'accounts' }, query: { format: 'CSV' } },
  replies: { 200: z.string().meta({ description: 'The file.' }) },
  fileTypes: Object.values(FILE_TYPES),
  errorCodes: ['export_too_large'],
  async handle(request) {
    const { params, query, company, inner, search, knownAt, language } = request;
    if (!EXPORT_TYPES.includes(params.type)) return refuse('not_found');
    const { type } = params;
    if (isList(type)) return takingTurns(() => listReply(request, type));
    // The report answers itself, through all of its steps.
    const asked = new URLSearchParams(search);
    if (query.format === undefined) asked.set('format', 'CSV');
    if (knownAt !== undefined) asked.set('known_at', knownAt);
    const path = `/v1/companies/${company.publicToken}/reports/${type}?${asked.toString()}`;
    const headers = { 'accept-language': language };
    return passedOn(await inner.run({ method: 'GET', path, headers, body: undefined }));
  },
});

async function listReply(
  { services, company, query, language: callers, knownAt }: RouteRequest<unknown, z.output<typeof exportedQuery>>,
  type: ListType,
): Promise<Outcome> {
  const { format = 'CSV', dialect, lang: language = callers, fiscal_year_id: yearId, from, to } = query;
  const known = isDated(type) ? [...OF_LISTS, ...Object.keys(spanQuery)] : OF_LISTS;
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  if (unknown.length > 0) return invalid(unknown.map((name) => unknownField(name, name, known)));
  return fileReply({ pool: services.pool, format, dialect }, async (db) => {
    const years = yearId === undefined ? [] : await fiscalYearsOf(db, company.id);
    const year = years.find(({ id }) => id === yearId);
    if (yearId !== undefined && !year) return invalid([{ code: 'reference_unknown', field: 'fiscal_year_id' }]);
    const days = { from: from ?? year?.starts_on, to: to ?? year?.ends_on };
    if (days.from !== undefined && days.to !== undefined && days.from > days.to)
      return invalid([{ code: 'period_reversed', field: 'to' }]);
    const parties = await partiesOf(db, services, company.id, language, format);
    const moment = knownAt?.slice(0, 16).replace('T', ' ');
    return listDocument(parties, {
      db,
      companyId: company.id,
      type,
      language,
      title: EXPORT_NAMES[type]![language],
      date: days.to ?? todayOfTheBooks(),
      ...days,
      remark: moment === undefined ? null : WORDS.known_at[language].replace('{moment}', moment),
    });
  });
}

export const exportRoutes = [listRoute, typeRoute];
