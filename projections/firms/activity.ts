import type pg from 'pg';

/** One event, as whoever looks after a firm wants to read it. */
export interface ActivityRow {
  readonly position: number;
  readonly type: string;
  readonly operation_id: string;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly token_kind: string;
  readonly origin: string;
  readonly device_id: string | null;
  readonly device_name: string | null;
  readonly occurred_at: string | null;
  readonly recorded_at: string;
  readonly company_token: string | null;
  readonly company_code: string | null;
  readonly company_name: string | null;
}

export interface ActivityPage {
  /** Rows from the newest one on that are passed over. */
  readonly offset: number;
  readonly limit: number;
}

const WITH_NAMES = `SELECT a.position, a.type, a.operation_id, a.user_id, u.name AS user_name, a.token_kind, a.origin,
    a.device_id, a.device_name, a.occurred_at, a.recorded_at,
    c.public_token AS company_token, c.code AS company_code, c.name AS company_name
  FROM found a LEFT JOIN read.users u ON u.id = a.user_id LEFT JOIN read.companies c ON c.id = a.company_id
  ORDER BY a.position DESC`;

/** What happened in a firm and in those of its company files that are seen, the latest first. */
export async function firmActivity(
  pool: pg.Pool,
  firmId: number,
  companies: readonly number[] | 'all',
  { offset, limit }: ActivityPage,
): Promise<ActivityRow[]> {
  if (companies === 'all') {
    const { rows } = await pool.query<ActivityRow>({
      name: 'activity-of-firm',
      text: `WITH found AS (SELECT * FROM read.activity WHERE firm_id = $1 ORDER BY position DESC OFFSET $2 LIMIT $3) ${WITH_NAMES}`,
      values: [firmId, offset, limit],
    });
    return rows;
  }
  // As many of each file as the page could need: the index gives them at once, however much the others have.
  const { rows } = await pool.query<ActivityRow>({
    name: 'activity-of-firm-in-part',
    text: `WITH found AS (
             SELECT * FROM (
               (SELECT * FROM read.activity WHERE firm_id = $1 AND company_id IS NULL ORDER BY position DESC LIMIT $2::bigint + $3::bigint)
               UNION ALL
               SELECT latest.* FROM unnest($4::bigint[]) AS seen(id) CROSS JOIN LATERAL (
                 SELECT * FROM read.activity WHERE company_id = seen.id AND firm_id = $1 ORDER BY position DESC LIMIT $2::bigint + $3::bigint
               ) latest
             ) parts ORDER BY position DESC OFFSET $2 LIMIT $3
           ) ${WITH_NAMES}`,
    values: [firmId, offset, limit, companies],
  });
  return rows;
}
