import type pg from 'pg';

/**
 * Recipients of mails per day in UTC, one row per firm. The row is locked while it is changed, so that concurrent
 * requests, also of other processes, never exceed the maximum together.
 */

type Queryable = Pick<pg.Pool, 'query'>;

export interface Reserved {
  /** The day whose recipients were counted. */
  readonly day: string;
  readonly recipients: number;
}

// A request that waited for the lock over midnight counts on the later day.
const COUNTED = 'CASE WHEN known.day >= excluded.day THEN known.recipients ELSE 0 END + excluded.recipients';

/** Counts these recipients if all of them are within the maximum; null if not. */
export async function reserveRecipients(
  pool: Queryable,
  holder: string,
  recipients: number,
  most: number,
): Promise<Reserved | null> {
  const { rows } = await pool.query<{ day: string }>({
    name: 'reserve-mail-recipients',
    text: `INSERT INTO ops.mail_recipients AS known (holder, day, recipients)
           SELECT $1, (now() AT TIME ZONE 'UTC')::date, $2::integer WHERE $2::integer <= $3::integer
           ON CONFLICT (holder) DO UPDATE SET day = greatest(known.day, excluded.day), recipients = ${COUNTED}
             WHERE ${COUNTED} <= $3::integer
           RETURNING day::text`,
    values: [holder, recipients, most],
  });
  return rows[0] ? { day: rows[0].day, recipients } : null;
}

/** Gives back recipients to whom nothing will be sent. */
export async function releaseRecipients(pool: Queryable, holder: string, { day, recipients }: Reserved): Promise<void> {
  await pool.query({
    name: 'release-mail-recipients',
    text: `UPDATE ops.mail_recipients SET recipients = greatest(recipients - $3, 0)
           WHERE holder = $1 AND day = $2::date`,
    values: [holder, day, recipients],
  });
}

export interface RecipientsUse {
  /** Recipients counted today. */
  readonly used: number;
  /** When the quota renews; ISO 8601. */
  readonly renewsAt: string;
  readonly seconds: number;
}

export async function readRecipientsUse(pool: Queryable, holder: string): Promise<RecipientsUse> {
  const { rows } = await pool.query<{ used: number; renews_at: string; seconds: number }>({
    name: 'read-mail-recipients',
    text: `SELECT coalesce((SELECT recipients FROM ops.mail_recipients WHERE holder = $1 AND day = today), 0) AS used,
             to_char(today + 1, 'YYYY-MM-DD"T00:00:00.000000Z"') AS renews_at,
             ceil(extract(epoch FROM (today + 1)::timestamp - now() AT TIME ZONE 'UTC'))::integer AS seconds
           FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today) AS clock`,
    values: [holder],
  });
  const { used, renews_at: renewsAt, seconds } = rows[0]!;
  return { used, renewsAt, seconds };
}
