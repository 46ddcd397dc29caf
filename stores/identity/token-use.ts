import type pg from 'pg';

/** Records the address that a token was issued to. */
export async function recordTokenAddress(pool: pg.Pool, tokenId: number, ip: string | null): Promise<void> {
  await pool.query({
    name: 'token-issued-to',
    text: 'INSERT INTO ops.token_use (token_id, ip) VALUES ($1, $2) ON CONFLICT (token_id) DO NOTHING',
    values: [tokenId, ip],
  });
}
