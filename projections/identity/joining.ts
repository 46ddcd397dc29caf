import { sql } from 'kysely';
import type pg from 'pg';
import { bigint, text } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { ADDRESS_PROVEN, MOST_OF_ADDRESS, NEEDS_SECOND_FACTOR, PASSWORD_HASH, USER } from './queries.ts';

/** What the owner of several accounts needs to join them. */

const joinableStatement = statement('accounts-to-join', { email: text, userId: bigint }, (db, { email, userId }) =>
  db
    .selectFrom('read.users as u')
    .select(USER)
    .select([PASSWORD_HASH, NEEDS_SECOND_FACTOR, ADDRESS_PROVEN, 'u.joined_into_id'])
    .where((eb) => eb(eb.fn('lower', ['u.email']), '=', eb.fn('lower', [email])))
    .where('u.id', '<>', userId)
    .where('u.external_id', 'is', null)
    .where((eb) => eb.or([eb('u.joined_into_id', 'is', null), eb('u.joined_into_id', '=', userId)]))
    .orderBy(sql`u.joined_into_id is not null`)
    .orderBy('u.id')
    .limit(MOST_OF_ADDRESS),
);

export type JoinableAccount = RowOfStatement<typeof joinableStatement>;

/**
 * The other accounts of the address of a user: those that may be joined into the account of the user, then those that
 * were.
 */
export async function listJoinableAccounts(pool: pg.Pool, email: string, userId: number): Promise<JoinableAccount[]> {
  return joinableStatement.all(pool, { email, userId });
}

const belongingsStatement = statement('belongings-of-user', { userId: bigint }, (db, { userId }) =>
  db
    .selectFrom('read.members as m')
    .select([sql<'team' | 'webhook' | 'file'>`'team'`.as('kind'), 'm.firm_id as stream_id', 'm.firm_id as id'])
    .where('m.user_id', '=', userId)
    .where('m.detached_at', 'is', null)
    .unionAll(
      db
        .selectFrom('read.webhooks as w')
        .select([sql<'webhook'>`'webhook'`.as('kind'), 'w.firm_id as stream_id', 'w.id'])
        .where('w.maker_id', '=', userId)
        .where('w.removed_at', 'is', null),
    )
    .unionAll(
      db
        .selectFrom('read.companies as c')
        .select([sql<'file'>`'file'`.as('kind'), 'c.id as stream_id', 'c.id'])
        .where('c.owner_id', '=', userId)
        .where('c.firm_id', 'is', null),
    ),
);

export type Belonging = RowOfStatement<typeof belongingsStatement>;

/** What an account has a part in: teams, its webhooks, and company files without a firm. */
export async function listBelongings(pool: pg.Pool, userId: number): Promise<Belonging[]> {
  return belongingsStatement.all(pool, { userId });
}
