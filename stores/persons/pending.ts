import type pg from 'pg';
import type { ErasedPart } from '../../domain/persons/person-events.ts';

/** Notified with the name of a stream whose personal data were erased: states in memory are loaded again. */
export const ERASURE_CHANNEL = 'grandlivre_erasures';

export interface PendingErasure {
  readonly company_id: number;
  readonly third_party_id: number;
  readonly version: number;
  readonly part: ErasedPart;
  readonly keys: readonly string[];
  readonly position: number;
}

/** Erasures that are recorded but not complete, oldest first; of one company file, or of all. */
export async function listPendingErasures(
  pool: pg.Pool,
  companyId: number | null = null,
): Promise<readonly PendingErasure[]> {
  const { rows } = await pool.query<PendingErasure>({
    name: 'pending-erasures',
    text: `SELECT e.company_id, e.third_party_id, e.version, e.part, e.keys, e.position FROM read.person_erasures e
           WHERE ($1::bigint IS NULL OR e.company_id = $1) AND NOT EXISTS (
             SELECT FROM ops.completed_erasures c
             WHERE c.company_id = e.company_id AND c.third_party_id = e.third_party_id AND c.version = e.version)
           ORDER BY e.position`,
    values: [companyId],
  });
  return rows;
}

export async function markErasuresComplete(
  pool: pg.Pool,
  erasures: readonly Pick<PendingErasure, 'company_id' | 'third_party_id' | 'version'>[],
): Promise<void> {
  await pool.query({
    name: 'complete-erasures',
    text: `INSERT INTO ops.completed_erasures (company_id, third_party_id, version)
           SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::integer[]) ON CONFLICT DO NOTHING`,
    values: [
      erasures.map(({ company_id }) => company_id),
      erasures.map(({ third_party_id }) => third_party_id),
      erasures.map(({ version }) => version),
    ],
  });
}

/** In every process, the state of the stream is loaded from the log again, without its snapshot. */
export async function forgetStreamState(pool: pg.Pool, stream: string): Promise<void> {
  await pool.query({ name: 'forget-snapshot', text: 'DELETE FROM ops.snapshots WHERE stream = $1', values: [stream] });
  await pool.query({ name: 'announce-erasure', text: `SELECT pg_notify('${ERASURE_CHANNEL}', $1)`, values: [stream] });
}
