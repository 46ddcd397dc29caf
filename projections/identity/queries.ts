import { sql } from 'kysely';
import type pg from 'pg';
import { MEMBERSHIPS, TOKEN_MEMBERSHIPS, type Membership } from '../firms/memberships.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { bigint, text } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

export type { Membership };

export type UserRow = RowOfStatement<typeof byEmailStatement>;
export type TokenOwner = RowOfStatement<typeof tokenStatement>;

export const USER = [
  'u.id',
  'u.name',
  'u.email',
  'u.email_verified',
  // The requested address, the expiry of its link, and the request that the link must name.
  'u.pending_email',
  'u.pending_email_until',
  'u.pending_email_request',
  'u.password_id',
  // Person id on the external platform, for an account from there.
  'u.external_id',
  'u.locale',
  'u.is_platform_admin',
  // The firm that opened the account for a member of its team.
  'u.opened_by_firm_id',
  // False as long as the account belongs to that firm.
  'u.is_claimed',
  'u.has_second_factor',
] as const;

/** Null if the hash was lost: such a password cannot be used to sign in. */
export const PASSWORD_HASH = sql<
  string | null
>`(select p.hash from ops.passwords p where p.user_id = u.id and p.id = u.password_id)`.as('password_hash');

/** Whether the owner of the address is proven: in rows of earlier versions, unless a firm opened the account. */
export const ADDRESS_PROVEN = sql<boolean>`coalesce(u.is_address_proven, u.opened_by_firm_id is null)`.as(
  'is_address_proven',
);

/** Whether a firm that the user (`u`) has joined requires a second factor. */
export const NEEDS_SECOND_FACTOR = sql<boolean>`exists (select from read.members m join read.firms f on f.id = m.firm_id
  where m.user_id = u.id and m.is_active and not m.is_invited and f.requires_second_factor)`.as('needs_second_factor');

const tokenStatement = statement('find-token', { tokenId: bigint }, (db, { tokenId }) =>
  db
    .selectFrom('read.tokens as t')
    .innerJoin('read.users as u', 'u.id', 't.user_id')
    .leftJoin('ops.token_use as used', 'used.token_id', 't.id')
    .select(['t.id as token_id', 't.kind', 't.secret_hash', 't.abilities', 't.expires_at'])
    .select(['t.created_at as token_created_at', 'used.last_used_at', 't.sign_on_provider', 't.sign_on_firm_id'])
    .select(USER)
    .select([PASSWORD_HASH, NEEDS_SECOND_FACTOR, ADDRESS_PROVEN])
    .select(TOKEN_MEMBERSHIPS)
    .where('t.id', '=', tokenId)
    .where('t.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('t.expires_at', 'is', null), eb('t.expires_at', '>', sql<string>`now()`)])),
);

/** A valid token with its owner and the owner's firms. */
export async function findToken(pool: pg.Pool, tokenId: number): Promise<TokenOwner | undefined> {
  return tokenStatement.first(pool, { tokenId });
}

/** Accounts of one address whose passwords are compared when someone signs in. */
export const MOST_OF_ADDRESS = 20;

const byEmailStatement = statement('find-users-by-email', { email: text }, (db, { email }) =>
  db
    .selectFrom('read.users as u')
    .select(USER)
    .select([PASSWORD_HASH, NEEDS_SECOND_FACTOR, ADDRESS_PROVEN])
    .where((eb) => eb(eb.fn('lower', ['u.email']), '=', eb.fn('lower', [email])))
    .where('u.joined_into_id', 'is', null)
    .where('u.erased_at', 'is', null)
    .orderBy('is_address_proven', 'desc')
    .orderBy('u.is_claimed', 'desc')
    .orderBy('u.id')
    .limit(MOST_OF_ADDRESS),
);

/**
 * The accounts of an address: one whose owner is proven, and one of each firm that has opened an account for it without
 * proof. Proven and claimed accounts come first.
 */
export async function listUsersByEmail(pool: pg.Pool, email: string): Promise<UserRow[]> {
  return byEmailStatement.all(pool, { email });
}

/** The account of the proven owner of an address. All other accounts of the address belong to the firms that opened them. */
export async function findOwnerOfEmail(pool: pg.Pool, email: string): Promise<UserRow | undefined> {
  return (await listUsersByEmail(pool, email)).find(({ is_address_proven }) => is_address_proven);
}

const userStatement = statement('find-user', { id: bigint }, (db, { id }) =>
  db
    .selectFrom('read.users as u')
    .select(USER)
    .select([PASSWORD_HASH, NEEDS_SECOND_FACTOR, ADDRESS_PROVEN])
    .select(MEMBERSHIPS)
    .where('u.id', '=', id),
);

export async function findUser(
  pool: pg.Pool,
  id: number,
): Promise<(UserRow & { memberships: readonly Membership[] }) | undefined> {
  return userStatement.first(pool, { id });
}

export type TokenRow = RowOfStatement<typeof sessionsStatement>;

/** An expired token is shown for a while, so that its owner sees why it stopped working. */
const EXPIRED_SHOWN_DAYS = 90;
const MOST_TOKENS = 500;
const MOST_SESSIONS_ASKED = 50;

const selectTokensWithUse = (db: QueryCreator) =>
  db.selectFrom('read.tokens as t').leftJoin('ops.token_use as used', 'used.token_id', 't.id');

const TOKEN = [
  't.id',
  't.name',
  't.abilities',
  't.created_at',
  't.expires_at',
  'used.last_used_at',
  // Address of the last use, or else the address it was issued to.
  'used.ip',
] as const;

const integrationsStatement = statement('integration-tokens-of', { userId: bigint }, (db, { userId }) =>
  selectTokensWithUse(db)
    .select(TOKEN)
    .where('t.user_id', '=', userId)
    .where('t.kind', '=', 'integration')
    .where('t.revoked_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('t.expires_at', 'is', null),
        eb('t.expires_at', '>', sql<string>`now() - ${sql.lit(`${EXPIRED_SHOWN_DAYS} days`)}::interval`),
      ]),
    )
    .orderBy('t.id', 'desc')
    .limit(MOST_TOKENS),
);

/** The integration tokens of a user, newest first. */
export async function listIntegrationTokens(pool: pg.Pool, userId: number): Promise<TokenRow[]> {
  return integrationsStatement.all(pool, { userId });
}

const selectLivingSessions = (db: QueryCreator) =>
  selectTokensWithUse(db)
    .where('t.kind', '=', 'session')
    .where('t.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('t.expires_at', 'is', null), eb('t.expires_at', '>', sql<string>`now()`)]))
    .orderBy((eb) => eb.fn.coalesce('used.last_used_at', 't.created_at'), 'desc')
    .orderBy('t.id', 'desc')
    .limit(MOST_TOKENS);

const sessionsStatement = statement('sessions-of', { userId: bigint }, (db, { userId }) =>
  selectLivingSessions(db).select(TOKEN).where('t.user_id', '=', userId),
);

/** The open sessions of a user, most recently used first. */
export async function listSessions(pool: pg.Pool, userId: number): Promise<TokenRow[]> {
  return sessionsStatement.all(pool, { userId });
}

const beyondStatement = statement('sessions-beyond', { userId: bigint, kept: bigint }, (db, { userId, kept }) =>
  selectLivingSessions(db).select('t.id').where('t.user_id', '=', userId).offset(kept),
);

/** The least recently used sessions beyond the given number. */
export async function listExcessSessions(pool: pg.Pool, userId: number, kept: number): Promise<number[]> {
  return (await beyondStatement.all(pool, { userId, kept })).map(({ id }) => id);
}

const networksStatement = statement('networks-of-user', { userId: bigint }, (db, { userId }) =>
  selectTokensWithUse(db)
    .select('used.ip')
    .where('t.user_id', '=', userId)
    .where('t.kind', '=', 'session')
    .where('t.revoked_at', 'is', null)
    .where('used.ip', 'is not', null)
    .where((eb) =>
      eb(eb.fn.coalesce('used.last_used_at', 't.created_at'), '>', sql<string>`now() - interval '30 days'`),
    )
    .orderBy('t.id', 'desc')
    .limit(MOST_SESSIONS_ASKED)
    .$narrowType<{ ip: string }>(),
);

/** Addresses recently used by the sessions of a user. */
export async function listRecentNetworks(pool: pg.Pool, userId: number): Promise<string[]> {
  return (await networksStatement.all(pool, { userId })).map(({ ip }) => ip);
}

const inLogStatement = statement('passwords-in-log', { after: bigint }, (db, { after }) =>
  db
    .selectFrom('read.users as u')
    .select(['u.id', 'u.password_id'])
    .where('u.id', '>', after)
    .where('u.password_id', 'like', 'log-%')
    .where(sql<boolean>`not exists (select from ops.passwords p where p.user_id = u.id and p.id = u.password_id)`)
    .orderBy('u.id')
    .limit(1_000),
);

/** Accounts whose password is only in the log, a batch at a time, by id. */
export async function listPasswordsInLog(
  pool: pg.Pool,
  after: number,
): Promise<RowOfStatement<typeof inLogStatement>[]> {
  return inLogStatement.all(pool, { after });
}
