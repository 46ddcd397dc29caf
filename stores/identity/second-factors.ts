import type pg from 'pg';

/** Secrets and recovery codes of second factors. They are stored outside the log. */

/** Replaces an earlier secret. */
export async function saveFactorSecret(pool: pg.Pool, userId: number, sealedSecret: string): Promise<void> {
  await pool.query({
    name: 'prepare-second-factor',
    text: `INSERT INTO ops.second_factors (user_id, sealed_secret) VALUES ($1, $2)
           ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, last_step = 0, created_at = now()`,
    values: [userId, sealedSecret],
  });
}

export async function findFactorSecret(pool: pg.Pool, userId: number): Promise<string | null> {
  const { rows } = await pool.query<{ sealed_secret: string }>({
    name: 'second-factor-of',
    text: 'SELECT sealed_secret FROM ops.second_factors WHERE user_id = $1',
    values: [userId],
  });
  return rows[0]?.sealed_secret ?? null;
}

/** Returns false if this step or a later one was used before. */
export async function consumeFactorStep(pool: pg.Pool, userId: number, step: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'use-second-factor',
    text: 'UPDATE ops.second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2',
    values: [userId, step],
  });
  return rowCount === 1;
}

export async function replaceRecoveryCodes(pool: pg.Pool, userId: number, hashes: readonly string[]): Promise<void> {
  await pool.query({
    name: 'replace-recovery-codes',
    text: `WITH gone AS (DELETE FROM ops.recovery_codes WHERE user_id = $1)
           INSERT INTO ops.recovery_codes (user_id, code_hash) SELECT $1, unnest($2::text[])`,
    values: [userId, hashes],
  });
}

/** Returns false if the code is unknown or was used before. */
export async function consumeRecoveryCode(pool: pg.Pool, userId: number, codeHash: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'use-recovery-code',
    text: 'DELETE FROM ops.recovery_codes WHERE user_id = $1 AND code_hash = $2',
    values: [userId, codeHash],
  });
  return rowCount === 1;
}

export async function deleteSecondFactor(pool: pg.Pool, userId: number): Promise<void> {
  await pool.query('DELETE FROM ops.second_factors WHERE user_id = $1', [userId]);
  await pool.query('DELETE FROM ops.recovery_codes WHERE user_id = $1', [userId]);
}

/** Deletes a secret that no code has confirmed yet. */
export async function deleteUnconfirmedFactor(pool: pg.Pool, userId: number): Promise<void> {
  await pool.query({
    name: 'delete-unconfirmed-factor',
    text: `DELETE FROM ops.second_factors WHERE user_id = $1
           AND NOT EXISTS (SELECT FROM read.users WHERE id = $1 AND has_second_factor)`,
    values: [userId],
  });
}
