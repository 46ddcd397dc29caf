import { sql } from 'kysely';
import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
import { IS_DEMO } from '../firms/memberships.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, flag, text } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';
import { selectSyncedAt } from '../support/synced-at.ts';

/** The requesting user, as far as lists of company files depend on it. */
export interface Viewer {
  readonly userId: number;
  readonly isPlatformAdmin: boolean;
  /** Firms whose files are all visible to the user. */
  readonly firmIds: readonly number[];
  /** Single files of other firms that are visible to the user. */
  readonly companyIds: readonly number[];
}

export type CompanyFacts = RowOfStatement<typeof factsStatement>;

const isDemo = sql<boolean>`coalesce(${IS_DEMO}, false)`;

const factsStatement = statement('find-company-facts', { publicToken: text }, (db, { publicToken }) =>
  db
    .selectFrom('read.companies as c')
    .leftJoin('read.firms as f', 'f.id', 'c.firm_id')
    .select(['c.id', 'c.public_token', 'c.firm_id', 'c.owner_id', 'c.name', 'c.locale', 'c.is_migrating'])
    .select(isDemo.as('is_demo'))
    .where('c.public_token', '=', publicToken)
    .where('c.deleted_at', 'is', null),
);

/** The few facts of a company file that access control depends on. */
export async function findCompanyFacts(pool: pg.Pool, publicToken: string): Promise<CompanyFacts | undefined> {
  return factsStatement.first(pool, { publicToken });
}

const inBinStatement = statement('company-in-bin', { publicToken: text }, (db, { publicToken }) =>
  db
    .selectFrom('read.companies')
    .select('id')
    .where('public_token', '=', publicToken)
    .where('deleted_at', 'is not', null),
);

export async function findTrashedCompany(pool: pg.Pool, publicToken: string): Promise<number | null> {
  return (await inBinStatement.first(pool, { publicToken }))?.id ?? null;
}

const openedStatement = statement(
  'company-opened-by',
  { userId: bigint, clientMutationId: text },
  (db, { userId, clientMutationId }) =>
    db
      .selectFrom('read.activity')
      .select(['company_id', 'operation_id'])
      .where('user_id', '=', userId)
      .where('client_mutation_id', '=', clientMutationId)
      .where('type', '=', 'CompanyFileOpened')
      .orderBy('position')
      .limit(1)
      .$narrowType<{ company_id: number }>(),
);

/** The file opened by an earlier run of the same request, if any. */
export async function findCompanyOpenedBy(
  pool: pg.Pool,
  userId: number,
  clientMutationId: string,
): Promise<RowOfStatement<typeof openedStatement> | undefined> {
  return openedStatement.first(pool, { userId, clientMutationId });
}

export type CompanyRow = RowOfStatement<typeof byIdsStatement>;

/** Without the number of entries: for an earlier moment, all of them would have to be counted. */
export type CompanyIdentity = Omit<CompanyRow, 'journal_entries_count'>;

/** Null once the person has left the firm. Looked up only where there is one: lists have hundreds of files. */
const RESPONSIBLE = sql<{
  readonly id: number;
  readonly name: string;
} | null>`case when c.responsible_id is null then null
  else (select json_build_object('id', u.id, 'name', u.name) from read.members m join read.users u on u.id = m.user_id
    where m.firm_id = c.firm_id and m.user_id = c.responsible_id and m.detached_at is null) end`;

const selectIdentities = (db: QueryCreator) =>
  db
    .selectFrom('read.companies as c')
    .leftJoin('read.firms as f', 'f.id', 'c.firm_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('read.fiscal_years')
          .select(['starts_on', 'ends_on'])
          .whereRef('company_id', '=', 'c.id')
          .where('deleted_at', 'is', null)
          .orderBy('starts_on', 'desc')
          .limit(1)
          .as('y'),
      (join) => join.onTrue(),
    )
    .select([
      'c.id',
      'c.public_token',
      'c.firm_id',
      'c.owner_id',
      'c.code',
      'c.name',
      'c.legal_form',
      'c.legal_form_code',
      'c.enterprise_number',
      'c.vat_number',
      'c.country_pack',
      'c.vat_regime',
      'c.currency',
      'c.locale',
      'c.address',
      'c.street',
      'c.house_number',
      'c.box',
      'c.postal_code',
      'c.city',
      'c.country',
      'c.latitude',
      'c.longitude',
      'c.nace_codes',
      'c.main_nace_code',
      'c.logo_url',
      'c.logo_file',
      'c.icon_file',
      'c.company_sheet_at',
      'c.settings',
      'c.is_active',
      'c.source',
      'c.external_id',
      selectSyncedAt('company', 'c.id').as('synced_at'),
      'c.version',
      'c.created_at',
      'c.updated_at',
      'c.deleted_at',
      'c.deleted_by',
      sql<{
        readonly id: number;
        readonly public_token: string;
        readonly name: string;
      } | null>`case when f.id is null then null else json_build_object('id', f.id, 'public_token', f.public_token, 'name', f.name) end`.as(
        'firm',
      ),
      RESPONSIBLE.as('responsible'),
      isDemo.as('is_demo'),
      'y.starts_on as fiscal_year_start',
      'y.ends_on as fiscal_year_end',
    ]);

const selectCompanies = (db: QueryCreator) =>
  selectIdentities(db).select((eb) =>
    sql<number>`coalesce(${eb
      .selectFrom('read.journal_counters as j')
      .select(({ fn }) => fn.sum('j.entries_count').as('entries'))
      .whereRef('j.company_id', '=', 'c.id')}, 0)::bigint`.as('journal_entries_count'),
  );

const identityStatement = statement('company-identity', { companyId: bigint }, (db, { companyId }) =>
  selectIdentities(db).where('c.id', '=', companyId),
);

/** The company that a report is about. */
export async function findCompanyIdentity(db: Queryable, companyId: number): Promise<CompanyIdentity | undefined> {
  return identityStatement.first(db, { companyId });
}

const listStatement = statement(
  'list-companies',
  { seesAll: flag, firmIds: bigints, companyIds: bigints, userId: bigint },
  (db, { seesAll, firmIds, companyIds, userId }) =>
    selectCompanies(db)
      .where('c.deleted_at', 'is', null)
      .where((eb) =>
        eb.or([
          seesAll,
          eb('c.firm_id', '=', anyOf(firmIds)),
          eb('c.id', '=', anyOf(companyIds)),
          eb.and([eb('c.firm_id', 'is', null), eb('c.owner_id', '=', userId)]),
        ]),
      ),
);

/** Unsorted, because the sort order of names depends on the language of the reader. */
export async function listCompanies(
  pool: pg.Pool,
  { isPlatformAdmin: seesAll, firmIds, companyIds, userId }: Viewer,
): Promise<CompanyRow[]> {
  return listStatement.all(pool, { seesAll, firmIds, companyIds, userId });
}

const trashedStatement = statement(
  'trashed-companies',
  { seesAll: flag, firmIds: bigints, userId: bigint },
  (db, { seesAll, firmIds, userId }) =>
    selectCompanies(db)
      .where('c.deleted_at', 'is not', null)
      .where((eb) =>
        eb.or([
          seesAll,
          eb('c.firm_id', '=', anyOf(firmIds)),
          eb.and([eb('c.firm_id', 'is', null), eb('c.owner_id', '=', userId)]),
        ]),
      )
      .orderBy('c.deleted_at', 'desc')
      .orderBy('c.id'),
);

/** Trashed files of the given firms and of the user, latest first. */
export async function listTrashedCompanies(
  pool: pg.Pool,
  { isPlatformAdmin: seesAll, firmIds, userId }: Viewer,
): Promise<CompanyRow[]> {
  return trashedStatement.all(pool, { seesAll, firmIds, userId });
}

const byIdsStatement = statement('companies-by-ids', { ids: bigints }, (db, { ids }) =>
  selectCompanies(db).where('c.id', '=', anyOf(ids)),
);

export async function loadCompaniesByIds(pool: Queryable, ids: readonly number[]): Promise<CompanyRow[]> {
  return byIdsStatement.all(pool, { ids });
}
