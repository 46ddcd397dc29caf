import type pg from 'pg';
import { refuse, type Refusal } from '../../domain/refusal.ts';

/** Limits look-ups per user, because external registers count all our requests together. */
export async function countLookup(pool: pg.Pool, userId: number, mostADay: number): Promise<Refusal | null> {
  const { rows } = await pool.query<{ asked: number; seconds: number }>({
    name: 'count-lookup',
    text: `INSERT INTO ops.lookup_counts AS known (user_id, day, asked) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 1)
           ON CONFLICT (user_id) DO UPDATE SET day = excluded.day,
             asked = CASE WHEN known.day = excluded.day THEN least(known.asked, $2) + 1 ELSE 1 END
           RETURNING asked, ceil(extract(epoch FROM (day + 1)::timestamp - now() AT TIME ZONE 'UTC'))::integer AS seconds`,
    values: [userId, mostADay],
  });
  const { asked, seconds } = rows[0]!;
  return asked > mostADay ? refuse('lookup_quota_reached', { params: { max: mostADay, seconds } }) : null;
}
