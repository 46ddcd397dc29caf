import type { DraftOf } from '../records/declaration.ts';
import { objectField } from '../records/field.ts';
import { resource } from '../records/resource.ts';
import type { RecordOf } from '../records/state.ts';
import type { Json, JsonRecord } from '../json.ts';
import type { Problem } from '../refusal.ts';
import { parseQuery } from './parse.ts';

const fields = {
  name: { kind: 'text', max: 200, required: true },
  /** As the client sent it, with the names of the URL. Codes are looked up when it runs. */
  query: { ...objectField<JsonRecord>('report_query'), required: true },
  /** Also offered in the other company files of the firm. */
  is_shared: { kind: 'boolean', initial: false },
} as const;

type Draft = DraftOf<typeof fields>;

/** Queries over the ledger that are saved under a name. */
export const reportQueries = resource({
  name: 'report-queries',
  namedBy: ['report_query_id'],
  writtenBy: 'encoder',
  fields,
  unique: [['name']],
  searched: ['name'],
  normalise: (data, _file, changed) =>
    changed.has('query') ? { ...data, query: dropEmpty(data.query ?? null) } : data,
  check: (data, _file, changed): readonly Problem[] => (changed.has('query') ? findQueryProblems(data) : []),
});

export type SavedQuery = RecordOf<typeof reportQueries>;

const isRecord = (value: Json): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null means the same as absent. */
const dropEmpty = (query: Json): Json =>
  isRecord(query) ? Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null)) : query;

function findQueryProblems({ query = null }: Draft): readonly Problem[] {
  if (query === null) return [];
  if (!isRecord(query)) return [{ code: 'not_an_object', field: 'query' }];
  return parseQuery(query).problems.map((problem) => ({ ...problem, field: `query.${problem.field}` }));
}
