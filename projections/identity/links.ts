import { sql } from 'kysely';
import type pg from 'pg';
import { bigint } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** A link that is still valid, with its account and, for an invitation, the firm. */
export type LinkRow = RowOfStatement<typeof linkStatement>;

/** How long a firm may contest the claim of an account that it opened. */
const DOUBTED_DAYS = 30;

const linkStatement = statement('find-account-link', { id: bigint }, (db, { id }) =>
  db
    .selectFrom('ops.account_links as l')
    // A link is void once the address of the account has changed.
    .innerJoin('read.users as u', (join) => join.onRef('u.id', '=', 'l.user_id').onRef('u.email', '=', 'l.email'))
    .leftJoin('read.firms as f', 'f.id', 'l.firm_id')
    .leftJoin('read.members as m', (join) =>
      join.onRef('m.firm_id', '=', 'l.firm_id').onRef('m.user_id', '=', 'l.user_id').on('m.detached_at', 'is', null),
    )
    .select([
      'l.id',
      'l.user_id',
      'l.purpose',
      'l.firm_id',
      'l.makes_platform_admin',
      'l.means',
      'l.secret_hash',
      'l.expires_at',
      'u.email',
      'u.locale',
      'u.is_claimed',
      // The claim that the firm which opened the account may still have redone through its own link.
      sql<number | null>`case when u.opened_by_firm_id = l.firm_id and m.is_invited
        and u.doubted_since > now() - make_interval(days => ${sql.lit(DOUBTED_DAYS)}) then u.doubted_link_id end`.as(
        'doubted_link_id',
      ),
      'u.has_second_factor',
      'f.public_token as firm_token',
      'f.name as firm_name',
      'f.locale as firm_locale',
      // Null for a user who is no longer in the team.
      'm.is_invited',
    ])
    .where('l.id', '=', id)
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', sql<string>`now()`),
);

export async function findLinkById(pool: pg.Pool, id: number): Promise<LinkRow | undefined> {
  return linkStatement.first(pool, { id });
}

const teamsStatement = statement('teams-of-user', { userId: bigint }, (db, { userId }) =>
  db
    .selectFrom('read.members as m')
    .select('m.firm_id')
    .where('m.user_id', '=', userId)
    .where('m.detached_at', 'is', null)
    .where('m.is_invited', '=', false),
);

/** The firms whose team a user has joined, active there or not. */
export async function listJoinedFirms(pool: pg.Pool, userId: number): Promise<number[]> {
  return (await teamsStatement.all(pool, { userId })).map(({ firm_id }) => firm_id);
}
