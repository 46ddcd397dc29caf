import type pg from 'pg';
import type { Language } from '../../domain/language.ts';
import { MEMBERSHIPS, type Membership } from '../firms/memberships.ts';

export type { Membership };

export interface UserRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
  /** The address asked for, until when its link works, and which request the link must name. */
  readonly pending_email: string | null;
  readonly pending_email_until: string | null;
  readonly pending_email_request: string | null;
  readonly password_hash: string;
  readonly locale: Language | null;
  readonly is_platform_admin: boolean;
  /** The firm that opened the account for someone of its team. */
  readonly opened_by_firm_id: number | null;
}

export interface TokenOwner extends UserRow {
  readonly token_id: number;
  readonly kind: 'session' | 'integration';
  readonly secret_hash: string;
  readonly abilities: readonly ('read' | 'write' | 'sync')[];
  readonly expires_at: string | null;
  readonly memberships: readonly Membership[];
}

/** A living token with its owner and the firms that the owner belongs to. */
export async function findToken(pool: pg.Pool, tokenId: number): Promise<TokenOwner | undefined> {
  const { rows } = await pool.query<TokenOwner>({
    name: 'find-token',
    text: `SELECT t.id AS token_id, t.kind, t.secret_hash, t.abilities, t.expires_at, u.*, ${MEMBERSHIPS}
           FROM read.tokens t JOIN read.users u ON u.id = t.user_id
           WHERE t.id = $1 AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())`,
    values: [tokenId],
  });
  return rows[0];
}

export async function findUserByEmail(pool: pg.Pool, email: string): Promise<UserRow | undefined> {
  const { rows } = await pool.query<UserRow>({
    name: 'find-user-by-email',
    text: 'SELECT * FROM read.users WHERE lower(email) = lower($1)',
    values: [email],
  });
  return rows[0];
}

export async function findUser(
  pool: pg.Pool,
  id: number,
): Promise<(UserRow & { memberships: readonly Membership[] }) | undefined> {
  const { rows } = await pool.query<UserRow & { memberships: readonly Membership[] }>({
    name: 'find-user',
    text: `SELECT u.*, ${MEMBERSHIPS} FROM read.users u WHERE u.id = $1`,
    values: [id],
  });
  return rows[0];
}

export interface TokenRow {
  readonly id: number;
  readonly name: string;
  readonly abilities: readonly ('read' | 'write' | 'sync')[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  /** Address that the token was last used from, else the one that it was issued to. */
  readonly ip: string | null;
}

/** A token that has expired is shown for a while, so that its owner sees why it stopped working. */
const EXPIRED_SHOWN_DAYS = 90;
const MOST_TOKENS = 500;

const TOKEN_COLUMNS = 't.id, t.name, t.abilities, t.created_at, t.expires_at, used.last_used_at, used.ip';

/** The integration tokens of a user, newest first. */
export async function integrationTokensOf(pool: pg.Pool, userId: number): Promise<TokenRow[]> {
  const { rows } = await pool.query<TokenRow>({
    name: 'integration-tokens-of',
    text: `SELECT ${TOKEN_COLUMNS} FROM read.tokens t LEFT JOIN ops.token_use used ON used.token_id = t.id
           WHERE t.user_id = $1 AND t.kind = 'integration' AND t.revoked_at IS NULL
             AND (t.expires_at IS NULL OR t.expires_at > now() - interval '${EXPIRED_SHOWN_DAYS} days')
           ORDER BY t.id DESC LIMIT ${MOST_TOKENS}`,
    values: [userId],
  });
  return rows;
}

const LAST_USED_FIRST = 'ORDER BY coalesce(used.last_used_at, t.created_at) DESC, t.id DESC';
const LIVING_SESSIONS = `FROM read.tokens t LEFT JOIN ops.token_use used ON used.token_id = t.id
  WHERE t.user_id = $1 AND t.kind = 'session' AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())`;

/** The open sessions of a user, the one used last first. */
export async function sessionsOf(pool: pg.Pool, userId: number): Promise<TokenRow[]> {
  const { rows } = await pool.query<TokenRow>({
    name: 'sessions-of',
    text: `SELECT ${TOKEN_COLUMNS} ${LIVING_SESSIONS} ${LAST_USED_FIRST} LIMIT ${MOST_TOKENS}`,
    values: [userId],
  });
  return rows;
}

/** The sessions beyond so many, those used longest ago. */
export async function sessionsBeyond(pool: pg.Pool, userId: number, kept: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'sessions-beyond',
    text: `SELECT t.id ${LIVING_SESSIONS} ${LAST_USED_FIRST} OFFSET $2 LIMIT ${MOST_TOKENS}`,
    values: [userId, kept],
  });
  return rows.map(({ id }) => id);
}
