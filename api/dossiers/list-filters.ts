import { z } from 'zod';
import { accounts } from '../../domain/accounts/account.ts';
import { analyticCodes } from '../../domain/analytics/code.ts';
import { budgets } from '../../domain/budgets/budget.ts';
import { journals } from '../../domain/journals/journal.ts';
import type { Resource } from '../../domain/records/resource.ts';
import { refuseInvalid, type Problem, type Refusal } from '../../domain/refusal.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { vatCodes } from '../../domain/vat-codes/vat-code.ts';
import type { ListFilter } from '../../projections/dossiers/lists.ts';
import type { RevisionFilter } from '../../projections/history/revisions.ts';
import { fileRoutes } from '../bank/file-routes.ts';
import { transactionRoutes } from '../bank/transaction-routes.ts';
import { documentRoutes } from '../documents/routes.ts';
import { assetRoutes } from '../fixed-assets/routes.ts';
import { revisionRoutes } from '../history/revisions.ts';
import { listProblems } from '../http/input/problems.ts';
import { buildUnknownFieldProblem } from '../http/input/unknown-field.ts';
import type { Route } from '../http/routing/route.ts';
import { entryRoutes } from '../ledger/routes.ts';
import { letteringRoutes } from '../lettering/routes.ts';
import { buildFilterQuery } from '../records/schemas.ts';
import { recurringRoutes } from '../recurring-entries/routes.ts';
import { spanQuery } from '../reports/report.ts';
import { sepaRoutes } from '../sepa/routes.ts';
import { vatDeclarationRoutes } from '../vat-declarations/routes.ts';
import type { ExportedList } from './list-columns.ts';

/** Filters of the lists: those of the list itself, and the days of what has dates. A file contains all pages. */

type Filters = Readonly<Record<string, z.ZodType>>;

/** Parameters that choose a part of the list or its order. */
const PAGING = new Set(['page', 'per_page', 'sort', 'limit', 'known_at']);

const withoutPaging = (query: z.ZodType | undefined): Filters =>
  query instanceof z.ZodObject
    ? Object.fromEntries(Object.entries(query.shape as Filters).filter(([name]) => !PAGING.has(name)))
    : {};

/** The first route of a subject that reads is its list. */
const takeFilters = (routes: readonly Pick<Route, 'method' | 'query'>[]): Filters =>
  withoutPaging(routes.find(({ method }) => method === 'get')?.query);
const takeRecordFilters = (resource: Resource): Filters => withoutPaging(buildFilterQuery(resource));

const FILTERS: Readonly<Record<ExportedList, Filters>> = {
  accounts: takeRecordFilters(accounts),
  'journal-list': takeRecordFilters(journals),
  'vat-codes': takeRecordFilters(vatCodes),
  'third-parties': takeRecordFilters(thirdParties),
  'analytic-codes': takeRecordFilters(analyticCodes),
  budgets: takeRecordFilters(budgets),
  documents: { ...spanQuery, ...takeFilters(documentRoutes) },
  'bank-transactions': { ...spanQuery, ...takeFilters(transactionRoutes) },
  lettering: { ...spanQuery, ...takeFilters(letteringRoutes) },
  entries: { ...spanQuery, ...takeFilters(entryRoutes) },
  'fixed-assets': { ...spanQuery, ...takeFilters(assetRoutes) },
  'recurring-entries': takeFilters(recurringRoutes),
  'vat-declarations': { ...spanQuery, ...takeFilters(vatDeclarationRoutes) },
  'sepa-files': { ...spanQuery, ...takeFilters(sepaRoutes) },
  'coda-files': { ...spanQuery, ...takeFilters(fileRoutes) },
  history: { ...spanQuery, ...takeFilters(revisionRoutes) },
};

/** Parameters of every list. */
const COMMON = ['format', 'dialect', 'lang'];

export const listFilterNames = (type: ExportedList): string[] => Object.keys(FILTERS[type]);

export const ALL_FILTER_NAMES: readonly string[] = [
  ...new Set(Object.values(FILTERS).flatMap((filters) => Object.keys(filters))),
];

export type ExportFilter = ListFilter & RevisionFilter & { readonly fiscal_year_id?: number | undefined };

/** Checks the filters of a list; `query` has the parameters of all lists and reports as text. */
export function readFilter(type: ExportedList, query: object): ExportFilter | Refusal {
  const filters = FILTERS[type];
  const known = [...COMMON, ...Object.keys(filters)];
  const problems: Problem[] = Object.keys(query)
    .filter((name) => !known.includes(name))
    .map((name) => buildUnknownFieldProblem(name, name, known));
  const parsed = z.object(filters).safeParse(query, { reportInput: true });
  if (!parsed.success) problems.push(...listProblems(parsed.error, 'query'));
  const filter = (parsed.data ?? {}) as ExportFilter;
  // Ids are unique only within a resource.
  if (filter.record_id !== undefined && filter.resource === undefined)
    problems.push({ code: 'required', field: 'resource' });
  return problems.length > 0 ? refuseInvalid(problems) : filter;
}
