import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
import type { ReadTable } from '../../projections/support/table.ts';

/** How many rows of each table statements read, whether they keep them or not: a measure that is the same on any machine. */

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

export interface RowCounter {
  /** Runs statements like a pool, and counts what they read. */
  readonly db: Queryable;
  /** Rows of the table itself; those that an index alone answers for are counted apart. */
  countRows(table: string): number;
  countIndexEntries(table: string): number;
}

export function countRowsRead(pool: pg.Pool): RowCounter {
  const rows = new Map<string, number>();
  const indexed = new Map<string, number>();
  const visit = (plan: Plan): void => {
    const table = plan['Relation Name'];
    if (table !== undefined) {
      const counts = plan['Node Type'] === 'Index Only Scan' ? indexed : rows;
      const each =
        plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
      counts.set(table, (counts.get(table) ?? 0) + Math.round(each * plan['Actual Loops']));
    }
    plan.Plans?.forEach(visit);
  };
  const query = async ({ text, values }: pg.QueryConfig): Promise<unknown> => {
    const explained = await pool.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>({
      text: `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
      values: values!,
    });
    visit(explained.rows[0]!['QUERY PLAN'][0]!.Plan);
    return pool.query({ text, values: values! });
  };
  return {
    // The statements under test use nothing else of it.
    db: { query } as unknown as Queryable,
    countRows: (table) => rows.get(table) ?? 0,
    countIndexEntries: (table) => indexed.get(table) ?? 0,
  };
}

/** Adds rows `n` = 1 … `count`; columns that are required and not given have an empty value. */
export async function fillTable(
  pool: pg.Pool,
  { name, columns }: Pick<ReadTable, 'name' | 'columns'>,
  count: number,
  given: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(columns).filter((column) => column in given || columns[column]!.includes('NOT NULL'));
  const values = names.map((column) => given[column] ?? findEmptyValue(columns[column]!));
  await pool.query(
    `INSERT INTO read.${name} (${names.join(', ')}) SELECT ${values.join(', ')} FROM generate_series(1, ${count}) n`,
  );
}

function findEmptyValue(type: string): string {
  if (type.startsWith('text')) return `''`;
  if (type.startsWith('timestamptz')) return `'2026-01-01'`;
  if (type.startsWith('date')) return `'2026-01-01'`;
  if (type.startsWith('jsonb')) return `'[]'`;
  return type.startsWith('boolean') ? 'false' : '0';
}
