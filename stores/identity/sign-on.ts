import { hash } from 'node:crypto';
import type pg from 'pg';
import type { SignOnSession } from '../../domain/identity/user-events.ts';
import type { SecretBox } from './secret-box.ts';
import { createTokenSecret, hashSecret } from './secrets.ts';

/** One-time codes that end a sign-in at a provider, and what signing out there needs. */

/** Long enough for a redirect and one request. */
export const CODE_SECONDS = 60;

export interface SignOnGrant {
  readonly userId: number;
  readonly session: SignOnSession;
  /** SHA-256 in base64url of a secret of the app that started; null if it gave none. */
  readonly challenge: string | null;
  /** Sealed; the provider expects it when the person signs out. */
  readonly sealedIdToken: string;
}

/** Returns the code, which is shown once; only its hash is stored. */
export async function issueSignOnCode(
  pool: pg.Pool,
  { userId, session, challenge, sealedIdToken }: SignOnGrant,
): Promise<string> {
  const code = createTokenSecret();
  await pool.query({
    name: 'issue-sign-on-code',
    text: `INSERT INTO ops.sign_on_codes (code_hash, user_id, provider, firm_id, challenge, sealed_id_token, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    values: [hashSecret(code), userId, session.provider, session.firm_id, challenge, sealedIdToken, CODE_SECONDS],
  });
  return code;
}

/** Uses up a code; null if it is unknown, used or expired, or if it belongs to another app. */
export async function consumeSignOnCode(
  pool: pg.Pool,
  code: string,
  verifier: string | null,
): Promise<SignOnGrant | null> {
  const { rows } = await pool.query<{
    user_id: number;
    provider: string;
    firm_id: number | null;
    challenge: string | null;
    sealed_id_token: string;
    is_valid: boolean;
  }>({
    name: 'use-sign-on-code',
    text: `DELETE FROM ops.sign_on_codes WHERE code_hash = $1
           RETURNING user_id, provider, firm_id, challenge, sealed_id_token, expires_at > now() AS is_valid`,
    values: [hashSecret(code)],
  });
  const [found] = rows;
  if (!found?.is_valid || found.challenge !== deriveChallenge(verifier)) return null;
  const { user_id: userId, provider, firm_id, challenge, sealed_id_token: sealedIdToken } = found;
  return { userId, session: { provider, firm_id }, challenge, sealedIdToken };
}

/** The challenge of a verifier (RFC 7636, S256). */
export const deriveChallenge = (verifier: string | null): string | null =>
  verifier === null ? null : hash('sha256', verifier, 'base64url');

export async function saveSignOnSession(pool: pg.Pool, tokenId: number, sealedIdToken: string): Promise<void> {
  await pool.query({
    name: 'save-sign-on-session',
    text: `INSERT INTO ops.sign_on_sessions (token_id, sealed_id_token) VALUES ($1, $2) ON CONFLICT (token_id) DO NOTHING`,
    values: [tokenId, sealedIdToken],
  });
}

/** Takes the token of the provider that a session was opened with; null if it is not known. */
export async function takeIdToken(pool: pg.Pool, box: SecretBox, tokenId: number): Promise<string | null> {
  const { rows } = await pool.query<{ sealed_id_token: string }>({
    name: 'take-sign-on-session',
    text: 'DELETE FROM ops.sign_on_sessions WHERE token_id = $1 RETURNING sealed_id_token',
    values: [tokenId],
  });
  return rows[0] === undefined ? null : box.open(rows[0].sealed_id_token);
}
