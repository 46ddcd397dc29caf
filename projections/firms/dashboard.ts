import type pg from 'pg';

/** How a company file stands, in the few figures that tell a firm where work is waiting. */
export interface DashboardRow {
  readonly id: number;
  readonly public_token: string;
  readonly name: string;
  readonly code: string;
  readonly country_pack: string;
  readonly vat_regime: string;
  /** First day of the first fiscal year; null without any. */
  readonly first_day: string | null;
  /** Last day up to which every period is locked; null when the first one is open. */
  readonly locked_until: string | null;
  /** The entry of the latest date, and when it was posted. */
  readonly last_entry_date: string | null;
  readonly last_posted_at: string | null;
}

export async function firmDashboard(
  pool: pg.Pool,
  firmId: number,
  companies: readonly number[] | 'all',
): Promise<DashboardRow[]> {
  const { rows } = await pool.query<DashboardRow>({
    name: 'dashboard-of-firm',
    text: `SELECT c.id, c.public_token, c.name, c.code, c.country_pack, c.vat_regime, y.first_day,
             CASE WHEN y.locked_until >= y.first_day THEN y.locked_until END AS locked_until,
             e.entry_date AS last_entry_date, e.created_at AS last_posted_at
           FROM read.companies c
           CROSS JOIN LATERAL (
             SELECT min((period ->> 'starts_on')::date) AS first_day,
               coalesce(min((period ->> 'starts_on')::date) FILTER (WHERE period ->> 'locked_at' IS NULL) - 1,
                        max((period ->> 'ends_on')::date)) AS locked_until
             FROM read.fiscal_years f, jsonb_array_elements(f.periods) AS period
             WHERE f.company_id = c.id AND f.deleted_at IS NULL
           ) y
           LEFT JOIN LATERAL (
             -- What the closing of a year writes into the next one is nobody's posting.
             SELECT entry_date, created_at FROM read.entries WHERE company_id = c.id AND layer NOT IN ('carried', 'closing')
             ORDER BY entry_date DESC, id DESC LIMIT 1
           ) e ON true
           WHERE c.firm_id = $1 AND c.deleted_at IS NULL AND ($2 OR c.id = ANY($3::bigint[]))`,
    values: [firmId, companies === 'all', companies === 'all' ? [] : companies],
  });
  return rows;
}
