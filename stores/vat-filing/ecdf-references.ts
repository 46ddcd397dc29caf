import type pg from 'pg';
import { MOST_PER_SECOND, type EcdfStamp } from '../../domain/vat-filing/ecdf.ts';

/**
 * Takes the next reference of a sender: the current second, or a later one if its numbers are used up. A reference is
 * never given twice, also by several processes.
 */
export async function takeEcdfStamp(pool: pg.Pool, prefix: string, now: Date): Promise<EcdfStamp> {
  const { rows } = await pool.query<{ at: string; sequence: number }>({
    name: 'take-ecdf-reference',
    text: `INSERT INTO ops.ecdf_references AS known (prefix, second, sequence)
           VALUES ($1, date_trunc('second', $2::timestamptz), 1)
           ON CONFLICT (prefix) DO UPDATE SET
             second = CASE WHEN excluded.second > known.second THEN excluded.second
               WHEN known.sequence >= $3 THEN known.second + interval '1 second' ELSE known.second END,
             sequence = CASE WHEN excluded.second > known.second OR known.sequence >= $3 THEN 1 ELSE known.sequence + 1 END
           RETURNING to_char(second AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at, sequence`,
    values: [prefix, now.toISOString(), MOST_PER_SECOND],
  });
  return rows[0]!;
}
