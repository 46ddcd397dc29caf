import type pg from 'pg';
import { buildIsFreeSql, type Term } from '../../database/owners.ts';

/** Claims and attempts of documents that are sent to the external platform. */

const buildIsFree = (table: string): string => buildIsFreeSql(`${table}.claimed_until`, `${table}.leased_by`);

/** Longer than an attempt can take. */
const CLAIM_SECONDS = 120;
/** Minutes until the next attempt, by number of attempts; the last one repeats. */
const PAUSES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_440];

/** Returns false if another process holds the claim. */
export async function claimPush(pool: pg.Pool, term: Term, documentId: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'claim-bridge-push',
    text: `INSERT INTO ops.bridge_pushes AS held (document_id, attempts, claimed_until, leased_by)
           VALUES ($1, 1, now() + interval '${CLAIM_SECONDS} seconds', $2)
           ON CONFLICT (document_id) DO UPDATE
             SET claimed_until = excluded.claimed_until, leased_by = excluded.leased_by, attempts = held.attempts + 1
           WHERE ${buildIsFree('held')}`,
    values: [documentId, term.id],
  });
  return rowCount === 1;
}

/** Forgets a finished push, or schedules the next attempt, unless another process has taken over. */
export async function finishAttempt(
  pool: pg.Pool,
  { id: owner }: Pick<Term, 'id'>,
  documentId: number,
  isDone: boolean,
): Promise<void> {
  if (isDone) {
    await pool.query({
      name: 'forget-bridge-push',
      text: 'DELETE FROM ops.bridge_pushes WHERE document_id = $1 AND leased_by = $2',
      values: [documentId, owner],
    });
    return;
  }
  await pool.query({
    name: 'delay-bridge-push',
    text: `UPDATE ops.bridge_pushes SET claimed_until = now(), leased_by = NULL,
             next_attempt_at = now() + make_interval(mins => ($2::integer[])[least(attempts, ${PAUSES.length})])
           WHERE document_id = $1 AND leased_by = $3`,
    values: [documentId, PAUSES, owner],
  });
}

const AT_ONCE = 20;

/** Lists pending documents whose next attempt is due. */
export async function listDuePushes(pool: pg.Pool): Promise<readonly { id: number; company_id: number }[]> {
  const { rows } = await pool.query<{ id: number; company_id: number }>({
    name: 'due-bridge-pushes',
    text: `SELECT d.id, d.company_id FROM read.external_documents d
           JOIN read.companies c ON c.id = d.company_id AND c.deleted_at IS NULL
           LEFT JOIN ops.bridge_pushes p ON p.document_id = d.id
           WHERE d.status = 'requested' AND coalesce(p.next_attempt_at, d.created_at + interval '1 minute') <= now()
             AND ${buildIsFree('p')}
           ORDER BY p.attempts NULLS FIRST, d.id LIMIT ${AT_ONCE}`,
  });
  return rows;
}
