import { z } from 'zod';
import { ASSET_STATUSES } from '../../domain/fixed-assets/asset-state.ts';
import { RECURRING_KINDS, RECURRING_MODES } from '../../domain/recurring-entries/recurring-events.ts';
import { refuseInvalid, type Problem, type Refusal } from '../../domain/refusal.ts';
import { SEPA_STATUSES, SEPA_TYPES } from '../../domain/sepa/sepa-events.ts';
import { DECLARATION_STATUSES } from '../../domain/vat-declarations/state.ts';
import type { ListFilter } from '../../projections/dossiers/lists.ts';
import { REVISION_OPS, type RevisionFilter } from '../../projections/history/revisions.ts';
import { bool, choice, id, integer, text, uuid } from '../http/input/fields.ts';
import { listProblems } from '../http/input/problems.ts';
import { buildUnknownFieldProblem } from '../http/input/unknown-field.ts';
import { spanQuery } from '../reports/report.ts';
import type { ExportedList } from './list-columns.ts';

/** Filters of the lists, with the names that the list itself has for them. */

const optionalId = id().optional();
const { fiscal_year_id } = spanQuery;

const FILTERS: Readonly<Record<ExportedList, Readonly<Record<string, z.ZodType>>>> = {
  accounts: {},
  'journal-list': {},
  'vat-codes': {},
  'third-parties': {},
  documents: spanQuery,
  'bank-transactions': spanQuery,
  lettering: spanQuery,
  entries: {
    ...spanQuery,
    journal_id: optionalId,
    account_id: optionalId,
    third_party_id: optionalId,
    status: choice(['posted', 'reversed']).optional(),
  },
  'fixed-assets': {
    ...spanQuery,
    status: choice(ASSET_STATUSES).optional(),
    category: text(40).optional(),
    account_id: optionalId,
    supplier_id: optionalId,
  },
  'recurring-entries': {
    kind: choice(RECURRING_KINDS).optional(),
    mode: choice(RECURRING_MODES).optional(),
    is_active: bool().optional(),
  },
  'analytic-codes': { axis: text(20).optional() },
  budgets: { fiscal_year_id },
  'vat-declarations': {
    ...spanQuery,
    year: integer({ min: 1900, max: 9999 }).optional(),
    status: choice(DECLARATION_STATUSES).optional(),
  },
  'sepa-files': {
    ...spanQuery,
    type: choice(SEPA_TYPES).optional(),
    status: choice(SEPA_STATUSES).optional(),
    journal_id: optionalId,
  },
  'coda-files': { ...spanQuery, journal_id: optionalId },
  history: {
    ...spanQuery,
    resource: text(64).optional(),
    record_id: optionalId,
    user_id: optionalId,
    device: text(64).optional(),
    operation_id: uuid().optional(),
    op: choice(REVISION_OPS).optional(),
    field: text(120).optional(),
  },
};

/** Parameters of every list. */
const COMMON = ['format', 'dialect', 'lang'];

export const listFilterNames = (type: ExportedList): string[] => Object.keys(FILTERS[type]);

export const ALL_FILTER_NAMES: readonly string[] = [
  ...new Set(Object.values(FILTERS).flatMap((filters) => Object.keys(filters))),
];

export type ExportFilter = Omit<ListFilter, 'fiscalYearId'> &
  Omit<RevisionFilter, 'from' | 'to'> & { readonly fiscal_year_id?: number | undefined };

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
