import type pg from 'pg';

/** Notifies the workers of all processes that documents wait for analysis. */
export const IMPORTS_CHANNEL = 'grandlivre_document_imports';

/** A failure is ignored: workers also look for waiting documents every minute. */
export async function wakeAnalysis(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(`SELECT pg_notify('${IMPORTS_CHANNEL}', '')`).catch(() => undefined);
}
