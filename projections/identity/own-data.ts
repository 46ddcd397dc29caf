import type pg from 'pg';

/** What the tables know of a user, and where the user is the only administrator. Plain SQL: one statement over many tables. */

export interface SoleAdministration {
  readonly firms: readonly { readonly public_token: string; readonly name: string }[];
  /** Company files without a firm, which only their owner can see. */
  readonly companies: readonly { readonly public_token: string; readonly name: string }[];
}

const SOLE = {
  name: 'sole-administration-of-user',
  text: `SELECT 'firm' AS kind, f.public_token, f.name FROM read.members m JOIN read.firms f ON f.id = m.firm_id
      WHERE m.user_id = $1 AND m.role = 'admin' AND m.is_active AND NOT m.is_invited AND m.detached_at IS NULL
        AND NOT EXISTS (SELECT FROM read.members o WHERE o.firm_id = m.firm_id AND o.user_id <> m.user_id
          AND o.role = 'admin' AND o.is_active AND NOT o.is_invited AND o.detached_at IS NULL)
    UNION ALL SELECT 'company', c.public_token, c.name FROM read.companies c
      WHERE c.owner_id = $1 AND c.firm_id IS NULL AND c.deleted_at IS NULL
    ORDER BY kind, name, public_token`,
};

export async function findSoleAdministration(pool: pg.Pool, userId: number): Promise<SoleAdministration> {
  const { rows } = await pool.query<{ kind: 'firm' | 'company'; public_token: string; name: string }>({
    ...SOLE,
    values: [userId],
  });
  const listKind = (wanted: 'firm' | 'company') =>
    rows.filter(({ kind }) => kind === wanted).map(({ public_token, name }) => ({ public_token, name }));
  return { firms: listKind('firm'), companies: listKind('company') };
}

/** Accounts of the same person that were joined into this one. */
export async function listJoinedAccounts(pool: pg.Pool, userId: number): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'accounts-joined-into',
    text: 'SELECT id FROM read.users WHERE joined_into_id = $1 ORDER BY id',
    values: [userId],
  });
  return rows.map(({ id }) => id);
}

/** Accounts that were deleted by their owner. */
export async function listErasedAccounts(pool: pg.Pool): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'erased-accounts',
    text: `SELECT u.id FROM read.users u WHERE u.erased_at IS NOT NULL AND NOT EXISTS (
             SELECT FROM ops.completed_erasures c
             WHERE c.company_id = 0 AND c.third_party_id = u.id AND c.version = 0)`,
  });
  return rows.map(({ id }) => id);
}

export interface OwnUse {
  readonly resource: string;
  readonly count: number;
  readonly first_at: string | null;
  readonly last_at: string | null;
}

const USES = {
  name: 'uses-of-user',
  text: `SELECT 'activity' AS resource, count(*)::integer AS count, min(recorded_at) AS first_at, max(recorded_at) AS last_at
      FROM read.activity WHERE user_id = $1
    UNION ALL SELECT 'auth/tokens', count(*)::integer, min(created_at), max(created_at) FROM read.tokens WHERE user_id = $1
    UNION ALL SELECT 'members', count(*)::integer, min(created_at), max(updated_at) FROM read.members WHERE user_id = $1
    UNION ALL SELECT 'webhooks', count(*)::integer, min(created_at), max(created_at) FROM read.webhooks WHERE maker_id = $1`,
};

export async function listOwnUses(pool: pg.Pool, userId: number): Promise<readonly OwnUse[]> {
  const { rows } = await pool.query<OwnUse>({ ...USES, values: [userId] });
  return rows.filter(({ count }) => count > 0);
}

export interface OwnFirm {
  readonly public_token: string;
  readonly name: string;
  readonly role: string;
  readonly joined_at: string;
  readonly left_at: string | null;
}

/** Present and former teams. */
export async function listOwnFirms(pool: pg.Pool, userId: number): Promise<readonly OwnFirm[]> {
  const { rows } = await pool.query<OwnFirm>({
    name: 'firms-of-user',
    text: `SELECT f.public_token, f.name, m.role, m.created_at AS joined_at, m.detached_at AS left_at
           FROM read.members m JOIN read.firms f ON f.id = m.firm_id WHERE m.user_id = $1 ORDER BY m.created_at, f.id`,
    values: [userId],
  });
  return rows;
}

export interface OwnToken {
  readonly kind: string;
  readonly name: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly ip: string | null;
}

export async function listOwnTokens(pool: pg.Pool, userId: number): Promise<readonly OwnToken[]> {
  const { rows } = await pool.query<OwnToken>({
    name: 'tokens-of-user',
    text: `SELECT t.kind, t.name, t.created_at, t.expires_at, t.revoked_at, u.last_used_at, u.ip
           FROM read.tokens t LEFT JOIN ops.token_use u ON u.token_id = t.id
           WHERE t.user_id = $1 ORDER BY t.id DESC LIMIT 500`,
    values: [userId],
  });
  return rows;
}
