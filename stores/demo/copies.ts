import type pg from 'pg';

/** Copies of the books within an instance of the demo: prepared ahead, and given to one visitor each. */

export interface OriginalBooks {
  readonly firm_id: number;
  /** The streams to copy, in the order of copying. */
  readonly streams: readonly string[];
}

export async function saveOriginal(pool: pg.Pool, firmId: number, streams: readonly string[]): Promise<void> {
  await pool.query(`INSERT INTO ops.demo_copies (number, firm_id, streams, state) VALUES (0, $1, $2, 'original')`, [
    firmId,
    streams,
  ]);
}

export async function findOriginal(pool: pg.Pool): Promise<OriginalBooks | null> {
  const { rows } = await pool.query<OriginalBooks>(
    `SELECT firm_id, streams FROM ops.demo_copies WHERE state = 'original'`,
  );
  return rows[0] ?? null;
}

/** Copies of one night: no more visitors are received then. A copy takes about 20 MB of disk space. */
export const MOST_COPIES = 100;

export interface CopyCounts {
  readonly ready: number;
  readonly given: number;
}

export async function countCopies(pool: pg.Pool): Promise<CopyCounts> {
  const { rows } = await pool.query<CopyCounts>({
    name: 'count-demo-copies',
    text: `SELECT count(*) FILTER (WHERE state = 'ready') AS ready, count(*) FILTER (WHERE state = 'given') AS given
           FROM ops.demo_copies`,
  });
  return rows[0]!;
}

/** Reserves a number for a copy; the number of one that fails is not used again. */
export async function beginCopy(pool: pg.Pool): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ number: number }>(
      `INSERT INTO ops.demo_copies (number, firm_id, state) SELECT max(number) + 1, 0, 'making' FROM ops.demo_copies
       ON CONFLICT DO NOTHING RETURNING number`,
    );
    // Another process may have taken the number at the same moment.
    if (rows[0]) return rows[0].number;
  }
}

export async function finishCopy(pool: pg.Pool, number: number, firmId: number): Promise<void> {
  await pool.query(`UPDATE ops.demo_copies SET firm_id = $2, state = 'ready' WHERE number = $1`, [number, firmId]);
}

/** Gives one prepared copy away and returns its firm; null if none is ready. */
export async function takeCopy(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ firm_id: number }>({
    name: 'take-demo-copy',
    text: `UPDATE ops.demo_copies SET state = 'given', given_at = now() WHERE number =
             (SELECT number FROM ops.demo_copies WHERE state = 'ready' ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED)
           RETURNING firm_id`,
  });
  return rows[0]?.firm_id ?? null;
}
