import type pg from 'pg';
import type { LinkMeans } from '../../domain/identity/user-events.ts';
import { findLinkById, type LinkRow } from '../../projections/identity/links.ts';
import { hashSecret, isMatchingSecret, createTokenSecret } from './secrets.ts';

/** Links that act for an account without signing in. Each works once, for a limited time and for one address. */

export interface NewLink {
  readonly userId: number;
  /** The current address of the account. */
  readonly email: string;
  readonly purpose: 'invitation' | 'password_reset';
  readonly firmId: number | null;
  readonly makesPlatformAdmin?: boolean;
  readonly means: LinkMeans;
}

export interface IssuedLink {
  /** Token in the link, shown once; only its hash is stored. */
  readonly token: string;
  /** ISO 8601 */
  readonly expiresAt: string;
  readonly means: LinkMeans;
}

const LIFETIME_HOURS = { invitation: 7 * 24, password_reset: 1 } as const;

/** Issues a link and voids earlier links for the same purpose. */
export async function issueLink(
  pool: pg.Pool,
  { userId, email, purpose, firmId, makesPlatformAdmin = false, means }: NewLink,
): Promise<IssuedLink> {
  const secret = createTokenSecret();
  await pool.query({
    name: 'void-account-links',
    text: `DELETE FROM ops.account_links WHERE user_id = $1 AND purpose = $2 AND firm_id IS NOT DISTINCT FROM $3
           AND makes_platform_admin = $4 AND used_at IS NULL`,
    values: [userId, purpose, firmId, makesPlatformAdmin],
  });
  const { rows } = await pool.query<{ id: number; expires_at: string }>({
    name: 'issue-account-link',
    text: `INSERT INTO ops.account_links (user_id, email, purpose, firm_id, makes_platform_admin, means, secret_hash, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(hours => $8)) RETURNING id, expires_at`,
    values: [userId, email, purpose, firmId, makesPlatformAdmin, means, hashSecret(secret), LIFETIME_HOURS[purpose]],
  });
  const { id, expires_at } = rows[0]!;
  return { token: `${id}-${secret}`, expiresAt: expires_at, means };
}

/** Finds the link of a token if it is still valid. */
export async function findLink(
  pool: pg.Pool,
  token: string,
  purpose: NewLink['purpose'],
): Promise<LinkRow | undefined> {
  const [, id, secret] = /^(\d{1,15})-([A-Za-z0-9]{40})$/.exec(token) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const link = await findLinkById(pool, Number(id));
  return link?.purpose === purpose && isMatchingSecret(secret, link.secret_hash) ? link : undefined;
}

/** Marks a link as used, once everything it was for has been done. */
export async function markLinkUsed(pool: pg.Pool, linkId: number): Promise<void> {
  await pool.query({
    name: 'use-account-link',
    text: 'UPDATE ops.account_links SET used_at = now() WHERE id = $1',
    values: [linkId],
  });
}

/** Voids the open password links of an account, except the one in use. Invitations stay: they require the password. */
export async function voidPasswordLinks(pool: pg.Pool, userId: number, keptLinkId: number | null): Promise<void> {
  await pool.query({
    name: 'void-password-links',
    text: `DELETE FROM ops.account_links WHERE user_id = $1 AND purpose = 'password_reset' AND used_at IS NULL
           AND id IS DISTINCT FROM $2`,
    values: [userId, keptLinkId],
  });
}
