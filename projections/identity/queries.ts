import type pg from 'pg';
import type { Language } from '../../domain/language.ts';

export interface UserRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly password_hash: string;
  readonly locale: Language | null;
  readonly is_platform_admin: boolean;
}

export interface Membership {
  readonly firm_id: number;
  readonly public_token: string;
  readonly name: string;
  readonly locale: Language;
  readonly role: 'admin' | 'manager' | 'encoder' | 'reviewer';
  readonly all_companies: boolean;
}

export interface TokenOwner extends UserRow {
  readonly token_id: number;
  readonly kind: 'session' | 'integration';
  readonly secret_hash: string;
  readonly abilities: readonly ('read' | 'write' | 'sync')[];
  readonly expires_at: string | null;
  readonly memberships: readonly Membership[];
}

const MEMBERSHIPS = `coalesce((
  SELECT json_agg(json_build_object('firm_id', f.id, 'public_token', f.public_token, 'name', f.name, 'locale', f.locale, 'role', m.role, 'all_companies', m.all_companies) ORDER BY f.id)
  FROM read.members m JOIN read.firms f ON f.id = m.firm_id WHERE m.user_id = u.id AND m.is_active), '[]') AS memberships`;

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
