import type pg from 'pg';

/** Pages of a table that one statement looks through: 8 MB, which takes far less than a statement may take. */
const PAGES_AT_ONCE = 1_000;

/**
 * Deletes the rows of a table for which the condition on `t` holds, part after part of the table, so that no statement
 * grows with it. Each part is looked at once, whether there is an index or not. Once the signal is aborted, what is left
 * stays.
 */
export async function deleteInPieces(
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  condition: string,
  { pagesAtOnce = PAGES_AT_ONCE, signal }: { readonly pagesAtOnce?: number; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const { rows } = await pool.query<{ pages: number }>(
    `SELECT pg_relation_size('${table}') / current_setting('block_size')::integer AS pages`,
  );
  for (let from = 0; from < rows[0]!.pages && !signal?.aborted; from += pagesAtOnce)
    await pool.query(
      `DELETE FROM ${table} t WHERE t.ctid >= '(${from},0)' AND t.ctid < '(${from + pagesAtOnce},0)' AND (${condition})`,
    );
}
