import type pg from 'pg';
import { LIVE } from './schema.ts';
import { readTables } from './tables.ts';

/** Ids come from counters named after the read table of the resource. Fiscal periods have their own counter. */
export const PERIOD_IDS = 'periods';
/** The lines of a document are stored in its row. */
export const DOCUMENT_LINE_IDS = 'document_lines';

/** Raises every counter to at least the highest id in the log, according to the rebuilt tables. */
export async function raiseIdCounters(connection: Pick<pg.Pool, 'query'>): Promise<void> {
  const highest = readTables
    .filter((table) => 'id' in table.columns)
    .map((table) => `SELECT '${table.name}' AS resource, (SELECT max(id) FROM ${LIVE}.${table.name}) AS last_id`);
  highest.push(
    `SELECT 'companies', (SELECT max(company_id) FROM ${LIVE}.company_registrations)`,
    // A firm may name its first admin before the account exists.
    `SELECT 'users', (SELECT max(user_id) FROM ${LIVE}.members)`,
    `SELECT '${DOCUMENT_LINE_IDS}', (SELECT max(last_line_id) FROM ${LIVE}.documents)`,
    `SELECT '${PERIOD_IDS}', (SELECT max((period->>'id')::bigint) FROM ${LIVE}.fiscal_years, jsonb_array_elements(periods) AS period)`,
  );
  await connection.query(`
    INSERT INTO ops.id_counters AS counter (resource, last_id)
    SELECT resource, max(last_id) FROM (${highest.join(' UNION ALL ')}) AS used WHERE last_id IS NOT NULL GROUP BY resource
    ON CONFLICT (resource) DO UPDATE SET last_id = greatest(counter.last_id, excluded.last_id)`);
}
