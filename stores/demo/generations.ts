import type pg from 'pg';
import { buildIsConnectedSql } from '../../database/live-processes.ts';
import { runInTransaction } from '../../database/dedicated-connection.ts';

/**
 * The demo firm on offer, and its successor: a reset opens another firm with other company files, so that the log keeps
 * what visitors have done but it is no longer visible.
 */
export interface Generation {
  readonly firm_id: number;
  /** Last revision of each stream when it was first offered; anything later was done by visitors. */
  readonly heads: Readonly<Record<string, number>>;
  readonly started_at: string;
  /** When it was last created or found unchanged. */
  readonly offered_at: string;
}

export async function findOfferedGeneration(pool: pg.Pool): Promise<Generation | null> {
  const { rows } = await pool.query<Generation>({
    name: 'offered-demo',
    text: `SELECT d.firm_id, d.heads, d.started_at, d.offered_at FROM ops.demo_generations d
           JOIN read.firms f ON f.id = d.firm_id AND f.source = 'demo' WHERE d.state = 'offered'`,
  });
  return rows[0] ?? null;
}

/** True for the one process that fills it; a process that has ended loses its claim. */
export async function beginGeneration(pool: pg.Pool, firmId: number, processId: string): Promise<boolean> {
  await pool.query(
    `UPDATE ops.demo_generations SET state = 'retired' WHERE state = 'loading' AND NOT ${buildIsConnectedSql('process_id')}`,
  );
  const { rowCount } = await pool.query(
    `INSERT INTO ops.demo_generations (firm_id, process_id, state) VALUES ($1, $2, 'loading') ON CONFLICT DO NOTHING`,
    [firmId, processId],
  );
  return rowCount === 1;
}

/** Sends visitors to this generation from now on. */
export async function offerGeneration(pool: pg.Pool, firmId: number, heads: Generation['heads']): Promise<void> {
  await runInTransaction(pool, async (connection) => {
    await connection.query(`UPDATE ops.demo_generations SET state = 'retired' WHERE state = 'offered'`);
    await connection.query(
      `UPDATE ops.demo_generations SET state = 'offered', heads = $2, offered_at = now() WHERE firm_id = $1`,
      [firmId, JSON.stringify(heads)],
    );
  });
}

/** Renews an offer that no visitor has changed. */
export async function renewOffer(pool: pg.Pool, firmId: number): Promise<void> {
  await pool.query(`UPDATE ops.demo_generations SET offered_at = now() WHERE firm_id = $1 AND state = 'offered'`, [
    firmId,
  ]);
}

export async function abandonGeneration(pool: pg.Pool, firmId: number): Promise<void> {
  await pool.query(`UPDATE ops.demo_generations SET state = 'retired' WHERE firm_id = $1 AND state = 'loading'`, [
    firmId,
  ]);
}

/** Company files of retired firms that are not in the recycle bin yet. */
export async function listRetiredFiles(
  pool: pg.Pool,
): Promise<readonly { readonly id: number; readonly firm_id: number }[]> {
  const { rows } = await pool.query<{ id: number; firm_id: number }>(
    `SELECT c.id, c.firm_id FROM read.companies c JOIN ops.demo_generations d ON d.firm_id = c.firm_id
     WHERE d.state = 'retired' AND c.deleted_at IS NULL ORDER BY c.id`,
  );
  return rows;
}
