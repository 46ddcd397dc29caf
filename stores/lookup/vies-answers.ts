import type pg from 'pg';
import type { ViesResult } from '../../outside/vies/vies.ts';

/** Answers of VIES, reused for a day. */

/** Finds the answer of the last day. */
export async function findCachedAnswer(
  pool: pg.Pool,
  vatNumber: string,
  requester: string | null,
): Promise<{ readonly answer: ViesResult; readonly asked_at: string } | undefined> {
  const { rows } = await pool.query<{ answer: ViesResult; asked_at: string }>({
    name: 'known-vat-lookup',
    text: `SELECT answer, asked_at FROM ops.vat_lookups
           WHERE vat_number = $1 AND requester = $2 AND asked_at > now() - interval '1 day'`,
    values: [vatNumber, requester ?? ''],
  });
  return rows[0];
}

/** Returns the time of the answer. */
export async function saveAnswer(
  pool: pg.Pool,
  vatNumber: string,
  requester: string | null,
  answer: ViesResult,
): Promise<string> {
  const { rows } = await pool.query<{ asked_at: string }>({
    name: 'keep-vat-lookup',
    text: `INSERT INTO ops.vat_lookups (vat_number, requester, answer, asked_at) VALUES ($1, $2, $3, now())
           ON CONFLICT (vat_number, requester) DO UPDATE SET answer = excluded.answer, asked_at = excluded.asked_at
           RETURNING asked_at`,
    values: [vatNumber, requester ?? '', answer],
  });
  return rows[0]!.asked_at;
}
