import type pg from 'pg';

/**
 * Whether the settings that a connection asks for reach its session. A connection pooler in between drops them, and one
 * that shares sessions between transactions also breaks prepared statements, session locks and notifications.
 */
export async function keepsSettings(relaxedPool: pg.Pool): Promise<boolean> {
  const { rows } = await relaxedPool.query<{ kept: boolean }>(
    `SELECT current_setting('synchronous_commit') = 'off' AND current_setting('TimeZone') = 'UTC'
       AND current_setting('statement_timeout') <> '0' AS kept`,
  );
  return rows[0]!.kept;
}
