import type pg from 'pg';

/** Removes what is stored of an account outside the log: passwords, second factors, links and sign-on codes. */
export async function deleteAccountData(pool: pg.Pool, userId: number): Promise<void> {
  for (const statement of [
    'DELETE FROM ops.passwords WHERE user_id = $1',
    'DELETE FROM ops.second_factors WHERE user_id = $1',
    'DELETE FROM ops.recovery_codes WHERE user_id = $1',
    'DELETE FROM ops.account_links WHERE user_id = $1',
    'DELETE FROM ops.sign_on_codes WHERE user_id = $1',
    'DELETE FROM ops.sign_on_sessions WHERE token_id IN (SELECT id FROM read.tokens WHERE user_id = $1)',
    'DELETE FROM ops.token_use WHERE token_id IN (SELECT id FROM read.tokens WHERE user_id = $1)',
    `UPDATE ops.sync_devices SET name = NULL WHERE user_id = $1`,
    `DELETE FROM ops.snapshots WHERE stream = 'user-' || $1::bigint`,
  ])
    await pool.query(statement, [userId]);
}

/** The stored replies to the user, which show the name and the address. Their keys stay used. */
export async function eraseStoredReplies(pool: pg.Pool, userId: number): Promise<void> {
  await pool.query(
    `UPDATE ops.idempotence t SET answer = json_build_object('status', t.status, 'body', '{"erased":true}', 'headers', t.answer -> 'headers')
     WHERE t.user_id = $1 AND t.company_id = 0 AND t.answer IS NOT NULL`,
    [userId],
  );
}
