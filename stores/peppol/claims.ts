import type pg from 'pg';

/** Numbers of the network claimed by company files: the first claim wins, also among several processes. */

type Connection = Pick<pg.Pool, 'query'>;

export interface ForeignClaim {
  readonly companyId: number;
  /** Longer ago than a registration takes, so a holder without registration has left or its process has stopped. */
  readonly isOld: boolean;
}

/** Claims a number for a company file. Null on success, otherwise the claim of another file. */
export async function claimNumber(
  pool: Connection,
  identifier: string,
  companyId: number,
): Promise<ForeignClaim | null> {
  const { rowCount } = await pool.query(
    `INSERT INTO ops.peppol_claims AS c (identifier, company_id) VALUES ($1, $2)
     ON CONFLICT (identifier) DO UPDATE SET claimed_at = now() WHERE c.company_id = excluded.company_id`,
    [identifier, companyId],
  );
  if (rowCount === 1) return null;
  const { rows } = await pool.query<{ company_id: number; is_old: boolean }>(
    `SELECT company_id, claimed_at < now() - interval '5 minutes' AS is_old FROM ops.peppol_claims WHERE identifier = $1`,
    [identifier],
  );
  const [claim] = rows;
  return claim ? { companyId: claim.company_id, isOld: claim.is_old } : claimNumber(pool, identifier, companyId);
}

/** Moves a claim from one company file to another. False if the first file does not hold it. */
export async function moveClaim(pool: Connection, identifier: string, from: number, to: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE ops.peppol_claims SET company_id = $3, claimed_at = now() WHERE identifier = $1 AND company_id = $2',
    [identifier, from, to],
  );
  return rowCount === 1;
}

export async function releaseNumber(pool: Connection, identifier: string, companyId: number): Promise<void> {
  await pool.query('DELETE FROM ops.peppol_claims WHERE identifier = $1 AND company_id = $2', [identifier, companyId]);
}
