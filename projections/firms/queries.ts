import { sql, type Expression, type RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
import { FIRM_FIELDS } from '../../domain/firms/details-events.ts';
import type { CompanyRole, FirmRole } from '../../domain/firms/member-events.ts';
import type { Language } from '../../domain/language.ts';
import { queries } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, double, flag, nullable, text } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { selectSyncedAt } from '../support/synced-at.ts';
import { IS_DEMO } from './memberships.ts';

/** The few facts of a firm that access depends on. */
export type FirmFacts = RowOfStatement<typeof factsStatement>;

const factsStatement = statement('find-firm', { publicToken: text }, (db, { publicToken }) =>
  db
    .selectFrom('read.firms as f')
    .select(['f.id', 'f.public_token', 'f.name', 'f.locale', IS_DEMO.as('is_demo')])
    .where('f.public_token', '=', publicToken),
);

export async function findFirm(pool: pg.Pool, publicToken: string): Promise<FirmFacts | undefined> {
  return factsStatement.first(pool, { publicToken });
}

export type FirmRow = RowOfStatement<typeof firmsStatement>;

const firmsStatement = statement('list-firms', { seesAll: flag, ids: bigints }, (db, { seesAll, ids }) =>
  db
    .selectFrom('read.firms as f')
    .select(['id', 'public_token', ...FIRM_FIELDS, 'logo_file', 'requires_second_factor', 'sso', 'source', 'version'])
    .select('requires_acceptance')
    .select(['external_id', 'is_partner', selectSyncedAt('firm', 'f.id').as('synced_at')])
    .where((eb) => eb.or([seesAll, eb('id', '=', anyOf(ids))])),
);

/** The firms with these ids, or all firms. */
export async function listFirms(pool: Queryable, ids: readonly number[] | 'all'): Promise<FirmRow[]> {
  const seesAll = ids === 'all';
  return firmsStatement.all(pool, { seesAll, ids: seesAll ? [] : ids });
}

/** For an invited user who has not joined, a firm sees only what it entered itself: the address. */
const TOLD_NAME = sql<string>`case when m.is_invited then u.email else u.name end`;
const TOLD_LOCALE = sql<Language | null>`case when m.is_invited then null else u.locale end`;
const IS_ACTING = sql<boolean>`(m.is_active and not m.is_invited)`;
/** Expiry of the invitation link; null if there is none. */
const LINK_EXPIRY = sql<string | null>`(select max(l.expires_at) from ops.account_links l where m.is_invited
  and l.user_id = m.user_id and l.firm_id = m.firm_id and l.used_at is null and l.expires_at > now())`;

export type MemberRow = RowOfStatement<typeof membersStatement>;

const membersStatement = statement(
  'members-of-firm',
  { firmId: bigint, userId: nullable(bigint) },
  (db, { firmId, userId }) =>
    db
      .selectFrom('read.members as m')
      .innerJoin('read.users as u', 'u.id', 'm.user_id')
      .select([
        'u.id',
        TOLD_NAME.as('name'),
        'u.email',
        TOLD_LOCALE.as('locale'),
        'm.role',
        IS_ACTING.as('is_active'),
        'm.is_invited',
        LINK_EXPIRY.as('invitation_expires_at'),
        'u.external_id',
        'm.all_companies',
        'm.company_role',
        'm.companies',
        'm.version',
      ])
      .where('m.firm_id', '=', firmId)
      .where('m.detached_at', 'is', null)
      .where(sql<boolean>`(${userId} is null or m.user_id = ${userId})`)
      .orderBy(sql`lower(${TOLD_NAME})`)
      .orderBy('u.id'),
);

/** The team of a firm, or one of its members. */
export async function listMembers(pool: pg.Pool, firmId: number, userId: number | null = null): Promise<MemberRow[]> {
  return membersStatement.all(pool, { firmId, userId });
}

export type CompanyMemberRow = RowOfStatement<typeof companyMembersStatement>;

const companyMembersStatement = statement('members-of-company', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.companies as c')
    .innerJoin('read.members as m', 'm.firm_id', 'c.firm_id')
    .innerJoin('read.users as u', 'u.id', 'm.user_id')
    .select([
      'u.id',
      TOLD_NAME.as('name'),
      'u.email',
      TOLD_LOCALE.as('locale'),
      // Role in the firm; `admin` for the owner of a file without a firm.
      'm.role',
      // Restricts that role in this file; null if there is no restriction.
      sql<CompanyRole | null>`case when m.all_companies then m.company_role else m.companies ->> c.id::text end`.as(
        'company_role',
      ),
      'm.all_companies',
      IS_ACTING.as('is_active'),
    ])
    .where('c.id', '=', companyId)
    .where('m.detached_at', 'is', null)
    .where(sql<boolean>`(m.all_companies or m.companies ? c.id::text)`)
    .unionAll(
      db
        .selectFrom('read.companies as c')
        .innerJoin('read.users as u', 'u.id', 'c.owner_id')
        .select([
          'u.id',
          'u.name',
          'u.email',
          'u.locale',
          sql<FirmRole>`'admin'`.as('role'),
          sql<CompanyRole | null>`null`.as('company_role'),
          sql<boolean>`true`.as('all_companies'),
          sql<boolean>`true`.as('is_active'),
        ])
        .where('c.id', '=', companyId)
        .where('c.firm_id', 'is', null),
    )
    .orderBy('name')
    .orderBy('id'),
);

/** Users who can see a company file: members of its firm with all files or this one, or the owner of a file without a firm. */
export async function listCompanyMembers(pool: pg.Pool, companyId: number): Promise<CompanyMemberRow[]> {
  return companyMembersStatement.all(pool, { companyId });
}

export type FirmCompanyRow = RowOfStatement<typeof companiesStatement>;

const companiesStatement = statement(
  'companies-of-firm',
  { firmId: bigint, seesAll: flag, ids: bigints },
  (db, { firmId, seesAll, ids }) =>
    db
      .selectFrom('read.companies')
      .select(['id', 'public_token', 'name', 'code', 'is_active', 'logo_url', 'logo_file', 'icon_file'])
      .where('firm_id', '=', firmId)
      .where('deleted_at', 'is', null)
      .where((eb) => eb.or([seesAll, eb('id', '=', anyOf(ids))])),
);

/** The company files of a firm: all of them, or those with these ids. */
export async function listFirmCompanies(
  pool: pg.Pool,
  firmId: number,
  ids: readonly number[] | 'all',
): Promise<FirmCompanyRow[]> {
  const seesAll = ids === 'all';
  return companiesStatement.all(pool, { firmId, seesAll, ids: seesAll ? [] : ids });
}

export type AccountStanding = RowOfStatement<typeof standingStatement>;

const exists = (query: Expression<unknown>): RawBuilder<boolean> => sql`exists ${query}`;

/** For a user (`u`). */
const memberships = queries
  .selectFrom('read.members as m')
  .select('m.user_id')
  .where('m.user_id', '=', sql.ref<number>('u.id'))
  .where('m.detached_at', 'is', null);
const BELONGS_TO_DEMO = exists(memberships.innerJoin('read.firms as f', 'f.id', 'm.firm_id').where(IS_DEMO));
const OWNS_FILES = exists(
  queries
    .selectFrom('read.companies as c')
    .select('c.id')
    .where('c.owner_id', '=', sql.ref<number>('u.id'))
    .where('c.firm_id', 'is', null),
);

const standingStatement = statement('account-standing', { userId: bigint, firmId: bigint }, (db, { userId, firmId }) =>
  db
    .selectFrom('read.users as u')
    .select([
      'u.name',
      // The firm that opened the account.
      'u.opened_by_firm_id',
      'u.is_claimed',
      'u.is_platform_admin',
      // Belongs to a firm other than this one, active there or not.
      exists(memberships.where('m.firm_id', '<>', firmId)).as('is_elsewhere'),
      OWNS_FILES.as('owns_files'),
      BELONGS_TO_DEMO.as('is_demo'),
    ])
    .where('u.id', '=', userId),
);

/** Ownership of an account from the point of view of a firm. */
export async function findAccountStanding(
  pool: pg.Pool,
  userId: number,
  firmId: number,
): Promise<AccountStanding | undefined> {
  return standingStatement.first(pool, { userId, firmId });
}

const demoStatement = statement('is-demo-account', { userId: bigint }, (db, { userId }) =>
  db.selectFrom('read.users as u').select('u.id').where('u.id', '=', userId).where(BELONGS_TO_DEMO),
);

/** Members of the demo firm never reach another firm. */
export async function isDemoAccount(pool: pg.Pool, userId: number): Promise<boolean> {
  return (await demoStatement.first(pool, { userId })) !== undefined;
}

const openedStatement = statement(
  'firm-opened-by',
  { userId: bigint, clientMutationId: text },
  (db, { userId, clientMutationId }) =>
    db
      .selectFrom('read.activity as a')
      .innerJoin('read.firms as f', 'f.id', 'a.firm_id')
      .innerJoin('read.members as m', 'm.firm_id', 'f.id')
      .select(['f.id', 'f.public_token', 'm.user_id as admin_id', 'a.operation_id'])
      .where('a.user_id', '=', userId)
      .where('a.client_mutation_id', '=', clientMutationId)
      .where('a.type', '=', 'FirmOpened')
      .orderBy('m.created_at')
      .orderBy('m.user_id')
      .limit(1),
);

/** The firm opened by this user's request in an earlier attempt, with its first admin. */
export async function findFirmOpenedBy(
  pool: pg.Pool,
  userId: number,
  clientMutationId: string,
): Promise<RowOfStatement<typeof openedStatement> | undefined> {
  return openedStatement.first(pool, { userId, clientMutationId });
}

/** The moment this many seconds ago. */
const subtractSeconds = (seconds: Expression<number>): RawBuilder<string> =>
  sql`now() - make_interval(secs => ${seconds})`;

const unopenedStatement = statement('unopened-registrations', { seconds: double }, (db, { seconds }) =>
  db
    .selectFrom('read.company_registrations as r')
    .leftJoin('read.companies as c', 'c.id', 'r.company_id')
    .select(['r.firm_id', 'r.revision'])
    .where('c.id', 'is', null)
    .where('r.registered_at', '<', subtractSeconds(seconds))
    .orderBy('r.company_id')
    .limit(100),
);

/** Files that a firm has registered but that were never opened: the process died in between. */
export async function listUnopenedRegistrations(
  pool: pg.Pool,
  olderThanSeconds: number,
): Promise<RowOfStatement<typeof unopenedStatement>[]> {
  return unopenedStatement.all(pool, { seconds: olderThanSeconds });
}

/** A company file that differs from its firm's register: the process died between the two streams. */
export type UnsettledRegistration = RowOfStatement<typeof unsettledStatement>;

const unsettledStatement = statement('unsettled-registrations', { seconds: double }, (db, { seconds }) =>
  db
    .selectFrom('read.company_registrations as r')
    .innerJoin('read.companies as c', 'c.id', 'r.company_id')
    .select([
      'r.firm_id',
      'r.company_id',
      // Value of the register; the file follows it.
      'r.code',
      sql<boolean>`r.code <> c.code`.as('is_recoded'),
      // Value of the file; the register follows it.
      sql<boolean>`c.deleted_at is not null`.as('is_trashed'),
    ])
    .where(sql<boolean>`(r.code <> c.code or r.is_set_aside <> (c.deleted_at is not null))`)
    .where(sql<string>`greatest(r.updated_at, c.updated_at)`, '<', subtractSeconds(seconds))
    .orderBy('r.company_id')
    .limit(100),
);

export async function listUnsettledRegistrations(
  pool: pg.Pool,
  olderThanSeconds: number,
): Promise<UnsettledRegistration[]> {
  return unsettledStatement.all(pool, { seconds: olderThanSeconds });
}
