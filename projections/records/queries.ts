import type pg from 'pg';
import type { Resource } from '../../domain/records/resource.ts';
import { recordTable, searchable } from './tables.ts';

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
      CASE WHEN a.id IS NULL THEN NULL ELSE json_build_object('id', a.id, 'number', a.number, 'label', a.label, 'labels', a.labels) END AS control_account`,
    join: `LEFT JOIN LATERAL (
        SELECT (array_agg(last_number ORDER BY fiscal_year_id DESC))[1] AS last_number, sum(entries_count) AS entries_count
        FROM read.journal_counters WHERE company_id = t.company_id AND journal_id = t.id) n ON true
      LEFT JOIN read.accounts a ON a.id = t.control_account_id`,
  },
};

export interface RecordFilter {
  readonly equal: Readonly<Record<string, string | number | boolean>>;
  readonly search: string | null;
}

export async function listRecords(
  pool: pg.Pool,
  resource: Resource,
  companyId: number,
  filter: RecordFilter,
): Promise<RecordRow[]> {
  const values: unknown[] = [companyId];
  const conditions = ['t.company_id = $1', 't.deleted_at IS NULL'];
  for (const [column, value] of Object.entries(filter.equal)) conditions.push(`t.${column} = $${values.push(value)}`);
  if (filter.search !== null)
    conditions.push(`t.search LIKE $${values.push(`%${escapeLike(searchable(filter.search))}%`)}`);
  const order = [...(resource.unique[0] ?? []), 'id'].map((column) => `t.${column}`).join(', ');
  const { rows } = await pool.query<RecordRow>(
    `${select(resource)} WHERE ${conditions.join(' AND ')} ORDER BY ${order}`,
    values,
  );
  return rows;
}

/** One record of the company file, living or in the recycle bin. */
export async function findRecord(
  pool: pg.Pool,
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

function select({ name }: Resource): string {
  const extras = EXTRAS[name];
  return `SELECT t.*${extras?.columns ?? ''} FROM read.${recordTable(name).name} t ${extras?.join ?? ''}`;
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
