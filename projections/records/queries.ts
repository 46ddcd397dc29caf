import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
import type { Resource } from '../../domain/records/resource.ts';
import { searchable } from '../../domain/text.ts';
import { anywhere, searchedParts } from '../support/search.ts';
import { compactNumber } from './search-text.ts';
import { recordTable } from './tables.ts';

/** Reads of every resource that the generic machinery serves. */

export type RecordRow = Readonly<Record<string, unknown>> & {
  readonly id: number;
  readonly company_id: number;
  readonly version: number;
  readonly deleted_at: string | null;
};

/** Columns that a resource shows besides its own, from what is counted about it. */
const EXTRAS: Readonly<Record<string, { readonly columns: string; readonly join: string }>> = {
  journals: {
    columns: `, coalesce(n.last_number, 0) AS last_number, coalesce(n.entries_count, 0)::bigint AS entries_count,
      CASE WHEN a.id IS NULL THEN NULL ELSE json_build_object('id', a.id, 'number', a.number, 'label', a.label, 'labels', a.labels) END AS control_account,
      coalesce((SELECT json_agg(json_build_object('id', r.id, 'position', r.position, 'label', r.label, 'direction', r.direction,
          'document_type', r.document_type, 'third_party_id', r.third_party_id, 'amount_min', r.amount_min::text,
          'amount_max', r.amount_max::text, 'keyword', r.keyword, 'account_id', r.account_id, 'vat_code_id', r.vat_code_id,
          'is_active', r.is_active, 'version', r.version) ORDER BY r.position, r.id)
        FROM read.journal_rules r WHERE r.company_id = t.company_id AND r.journal_id = t.id AND r.deleted_at IS NULL), '[]') AS rules`,
    join: `LEFT JOIN LATERAL (
        SELECT (array_agg(last_number ORDER BY fiscal_year_id DESC))[1] AS last_number, sum(entries_count) AS entries_count
        FROM read.journal_counters WHERE company_id = t.company_id AND journal_id = t.id) n ON true
      LEFT JOIN read.accounts a ON a.id = t.control_account_id`,
  },
};

export interface RecordFilter {
  readonly equal: Readonly<Record<string, string | number | boolean>>;
  readonly search: string | null;
  /** At most so many, in the order of the list; absent: all. */
  readonly limit?: number;
}

export async function listRecords(
  pool: pg.Pool,
  resource: Resource,
  companyId: number,
  filter: RecordFilter,
): Promise<RecordRow[]> {
  const { rows } = await pool.query<RecordRow>(listStatement(resource, companyId, filter));
  return rows;
}

/** The statement is exported for the benchmark. */
export function listStatement(resource: Resource, companyId: number, filter: RecordFilter) {
  return statementOf(resource, companyId, filter, 'list', select(resource));
}

/** The ids of a list in its order, to read the records themselves bit by bit. */
export async function listRecordIds(
  pool: pg.Pool,
  resource: Resource,
  companyId: number,
  filter: RecordFilter,
): Promise<number[]> {
  const from = `SELECT t.id FROM read.${recordTable(resource.name).name} t`;
  const { rows } = await pool.query<{ id: number }>(statementOf(resource, companyId, filter, 'ids', from));
  return rows.map(({ id }) => id);
}

/** Living records in the order of these ids. */
export async function recordsInOrder(
  pool: pg.Pool,
  resource: Resource,
  companyId: number,
  ids: readonly number[],
): Promise<RecordRow[]> {
  const { rows } = await pool.query<RecordRow>({
    name: `in-order-${resource.name}`,
    text: `${select(resource)} JOIN unnest($2::bigint[]) WITH ORDINALITY AS wanted(id, place) ON wanted.id = t.id
           WHERE t.company_id = $1 AND t.deleted_at IS NULL ORDER BY wanted.place`,
    values: [companyId, ids],
  });
  return rows;
}

function statementOf(resource: Resource, companyId: number, filter: RecordFilter, kind: string, from: string) {
  const values: unknown[] = [companyId];
  const conditions = ['t.company_id = $1', 't.deleted_at IS NULL'];
  for (const [column, value] of Object.entries(filter.equal)) conditions.push(`t.${column} = $${values.push(value)}`);
  if (filter.search !== null) conditions.push(searchCondition(filter.search, values));
  const order = [...(resource.unique[0] ?? []), 'id'].map((column) => `t.${column}`).join(', ');
  const limit = filter.limit === undefined ? '' : ` LIMIT $${values.push(filter.limit)}`;
  const text = `${from} WHERE ${conditions.join(' AND ')} ORDER BY ${order}${limit}`;
  // How a search is best done depends on what is searched for: it is planned each time.
  if (filter.search !== null) return { text, values };
  const name = [kind, resource.name, ...Object.keys(filter.equal), filter.limit === undefined ? 'all' : 'some'].join(
    ' ',
  );
  return { name, text, values };
}

/** Every word must be there, in any order; a number also counts without its separators. */
function searchCondition(search: string, values: unknown[]): string {
  const parts = searchedParts(search);
  if (parts.length === 0) return 'true';
  const like = (part: string) => `t.search LIKE $${values.push(anywhere(part))}`;
  const all = parts.map(like).join(' AND ');
  const number = compactNumber(searchable(search));
  return number === null ? all : `((${all}) OR ${like(number)})`;
}

/** One record of the company file, living or in the recycle bin. */
export async function findRecord(
  pool: Queryable,
  resource: Resource,
  companyId: number,
  id: number,
): Promise<RecordRow | undefined> {
  const { rows } = await pool.query<RecordRow>({
    name: `find-${resource.name}`,
    text: `${select(resource)} WHERE t.company_id = $1 AND t.id = $2`,
    values: [companyId, id],
  });
  return rows[0];
}

export async function recordsByIds(
  pool: pg.Pool,
  resource: Resource,
  companyId: number,
  ids: readonly number[],
): Promise<RecordRow[]> {
  const { rows } = await pool.query<RecordRow>({
    name: `by-ids-${resource.name}`,
    text: `${select(resource)} WHERE t.company_id = $1 AND t.id = ANY($2::bigint[])`,
    values: [companyId, ids],
  });
  return rows;
}

/** Only what is shown: the text of a search is longer than all the rest. */
function select(resource: Resource): string {
  let statement = selects.get(resource.name);
  if (statement === undefined) {
    const fields = Object.entries(resource.fields).filter(([name, { hidden }]) => !hidden || name === 'labels');
    const columns = ['id', 'company_id', ...fields.map(([name]) => name), ...BOOKKEEPING].map((name) => `t.${name}`);
    const extras = EXTRAS[resource.name];
    statement = `SELECT ${columns.join(', ')}${extras?.columns ?? ''} FROM read.${recordTable(resource.name).name} t ${extras?.join ?? ''}`;
    selects.set(resource.name, statement);
  }
  return statement;
}

const BOOKKEEPING = ['version', 'created_at', 'updated_at', 'deleted_at', 'deleted_by'];
const selects = new Map<string, string>();
