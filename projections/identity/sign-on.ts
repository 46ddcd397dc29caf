import { sql } from 'kysely';
import type pg from 'pg';
import { bigint, nullable, text } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** What single sign-on reads: linked accounts, the firms of a provider, and the teams of a person. */

const linkedStatement = statement('find-sign-on-link', { issuer: text, subject: text }, (db, { issuer, subject }) =>
  db
    .selectFrom('read.sign_on_links as l')
    .select('l.user_id')
    .where('l.issuer', '=', issuer)
    .where('l.subject', '=', subject)
    .where('l.is_linked', '=', true),
);

/** Id of the account that this person of a provider signs in to; null if there is none yet. */
export async function findLinkedAccount(
  pool: pg.Pool,
  identity: { readonly issuer: string; readonly subject: string },
): Promise<number | null> {
  return (await linkedStatement.first(pool, identity))?.user_id ?? null;
}

export type SignOnFirm = RowOfStatement<typeof firmsStatement>;

const firmsStatement = statement(
  'firms-of-provider',
  { provider: text, firm: nullable(text) },
  (db, { provider, firm }) =>
    db
      .selectFrom('read.firms as f')
      .select(['f.id', 'f.public_token', 'f.sso'])
      .where(
        sql<boolean>`(case when ${firm} is null then f.sso ->> 'provider' = ${provider} else f.public_token = ${firm} end)`,
      )
      .orderBy('f.id'),
);

/** The firms that use a provider of the whole service, or the firm that a provider belongs to. */
export async function listSignOnFirms(pool: pg.Pool, provider: string, firm: string | null): Promise<SignOnFirm[]> {
  return firmsStatement.all(pool, { provider, firm });
}

export type SignOnMembership = RowOfStatement<typeof teamsStatement>;

const teamsStatement = statement('teams-for-sign-on', { userId: bigint }, (db, { userId }) =>
  db
    .selectFrom('read.members as m')
    .select(['m.firm_id', 'm.role', 'm.is_active', 'm.is_invited'])
    .where('m.user_id', '=', userId)
    .where('m.detached_at', 'is', null),
);

/** The teams of a user, invitations and suspended members included. */
export async function listTeams(pool: pg.Pool, userId: number): Promise<SignOnMembership[]> {
  return teamsStatement.all(pool, { userId });
}

const passwordStatement = statement('is-password-disabled', { userId: bigint }, (db, { userId }) =>
  db
    .selectFrom('read.users as u')
    .select(
      sql<boolean | null>`(select bool_and(f.sso_required_since is not null) from read.members m
        join read.firms f on f.id = m.firm_id
        where m.user_id = u.id and m.is_active and not m.is_invited)`.as('is_disabled'),
    )
    .where('u.id', '=', userId)
    .where('u.is_platform_admin', '=', false),
);

/** Whether a password opens nothing: every firm of the user requires its provider. Never for platform admins. */
export async function isPasswordDisabled(pool: pg.Pool, userId: number): Promise<boolean> {
  return (await passwordStatement.first(pool, { userId }))?.is_disabled === true;
}

const requiringStatement = statement('firms-requiring-sign-on', {}, (db) =>
  db
    .selectFrom('read.firms as f')
    .select(['f.public_token', sql<string>`f.sso ->> 'provider'`.as('provider')])
    .where('f.sso_required_since', 'is not', null),
);

/** Firms that only sessions of their provider see. */
export async function listFirmsRequiringSignOn(pool: pg.Pool): Promise<RowOfStatement<typeof requiringStatement>[]> {
  return requiringStatement.all(pool, {});
}
