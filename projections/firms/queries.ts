import type pg from 'pg';
import type { Language } from '../../domain/language.ts';

export interface FirmRow {
  readonly id: number;
  readonly public_token: string;
  readonly name: string;
  readonly locale: Language;
}

export async function findFirm(pool: pg.Pool, publicToken: string): Promise<FirmRow | undefined> {
  const { rows } = await pool.query<FirmRow>({
    name: 'find-firm',
    text: 'SELECT id, public_token, name, locale FROM read.firms WHERE public_token = $1',
    values: [publicToken],
  });
  return rows[0];
}

/** Files that a firm has taken up but that nobody has opened since: the process died between the two. */
export async function unopenedRegistrations(
  pool: pg.Pool,
  olderThanSeconds: number,
): Promise<{ firm_id: number; revision: number }[]> {
  const { rows } = await pool.query<{ firm_id: number; revision: number }>(
    `SELECT r.firm_id, r.revision FROM read.company_registrations r
     LEFT JOIN read.companies c ON c.id = r.company_id
     WHERE c.id IS NULL AND r.registered_at < now() - make_interval(secs => $1) ORDER BY r.company_id LIMIT 100`,
    [olderThanSeconds],
  );
  return rows;
}
