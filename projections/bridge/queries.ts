import { sql } from 'kysely';
import type pg from 'pg';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, text, texts } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Links between local records and the external platform. */

const firmStatement = statement('firm-by-external-id', { externalId: text }, (db, { externalId }) =>
  db
    .selectFrom('read.firms')
    .select(['id', 'public_token', 'name', 'locale', 'external_id'])
    .where('external_id', '=', externalId),
);

export type LinkedFirm = RowOfStatement<typeof firmStatement>;

export const findFirmByExternalId = (pool: pg.Pool, externalId: string): Promise<LinkedFirm | undefined> =>
  firmStatement.first(pool, { externalId });

const linkedFirmsStatement = statement('linked-firms-of-user', { userId: bigint }, (db, { userId }) =>
  db
    .selectFrom('read.members as m')
    .innerJoin('read.firms as f', 'f.id', 'm.firm_id')
    .select(['f.id', 'f.external_id'])
    .where('m.user_id', '=', userId)
    .where('m.detached_at', 'is', null)
    .where('f.external_id', 'is not', null),
);

/** Firms linked to the platform of which the user is a member here. */
export const listLinkedFirms = (
  pool: pg.Pool,
  userId: number,
): Promise<RowOfStatement<typeof linkedFirmsStatement>[]> => linkedFirmsStatement.all(pool, { userId });

const externalIdStatement = statement('external-id-of-firm', { firmId: bigint }, (db, { firmId }) =>
  db.selectFrom('read.firms').select('external_id').where('id', '=', firmId),
);

/** Null if the firm is not linked. */
export const findFirmExternalId = async (pool: pg.Pool, firmId: number): Promise<string | null> =>
  (await externalIdStatement.first(pool, { firmId }))?.external_id ?? null;

const companyIdStatement = statement('external-id-of-company', { companyId: bigint }, (db, { companyId }) =>
  db.selectFrom('read.companies').select('external_id').where('id', '=', companyId),
);

/** Null if the company file is not linked. */
export const findCompanyExternalId = async (pool: pg.Pool, companyId: number): Promise<string | null> =>
  (await companyIdStatement.first(pool, { companyId }))?.external_id ?? null;

const peopleStatement = statement('people-of-platform', { externalIds: texts, emails: texts }, (db, given) =>
  db
    .selectFrom('read.users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.external_id'])
    .where((eb) =>
      eb.or([
        eb('u.external_id', '=', anyOf(given.externalIds)),
        eb(eb.fn('lower', ['u.email']), '=', anyOf(given.emails)),
      ]),
    )
    .where('u.joined_into_id', 'is', null),
);

export type KnownPerson = RowOfStatement<typeof peopleStatement>;

/** Users with these platform ids or email addresses; the addresses must be in lower case. */
export const listKnownPeople = (
  pool: pg.Pool,
  externalIds: readonly string[],
  emails: readonly string[],
): Promise<KnownPerson[]> => peopleStatement.all(pool, { externalIds, emails });

const ofPlatformStatement = statement('members-of-platform', { firmId: bigint }, (db, { firmId }) =>
  db
    .selectFrom('read.members as m')
    .innerJoin('read.users as u', 'u.id', 'm.user_id')
    .select('u.id')
    .where('m.firm_id', '=', firmId)
    .where('m.detached_at', 'is', null)
    .where('u.external_id', 'is not', null),
);

/** Members of a firm whose accounts come from the platform. */
export const listPlatformMembers = async (pool: pg.Pool, firmId: number): Promise<readonly number[]> =>
  (await ofPlatformStatement.all(pool, { firmId })).map(({ id }) => id);

const companiesStatement = statement('linked-companies', { externalIds: texts }, (db, { externalIds }) =>
  db
    .selectFrom('read.company_registrations as r')
    .leftJoin('read.companies as c', 'c.id', 'r.company_id')
    .select([
      'r.company_id as id',
      'r.firm_id',
      // A registered file that is not opened yet is also linked.
      sql<string>`coalesce(c.external_id, r.external_id)`.as('external_id'),
      'c.public_token',
      'c.name',
      'c.locale',
      'c.told',
      'c.told_revision',
      sql<boolean>`c.id is not null`.as('is_open'),
      sql<boolean>`c.deleted_at is not null`.as('is_trashed'),
    ])
    // Each part uses its own index.
    .where('r.company_id', 'in', (eb) =>
      eb
        .selectFrom('read.companies')
        .select('id')
        .where('external_id', '=', anyOf(externalIds))
        .union(
          eb
            .selectFrom('read.company_registrations')
            .select('company_id as id')
            .where('external_id', '=', anyOf(externalIds)),
        ),
    ),
);

export type LinkedCompany = RowOfStatement<typeof companiesStatement>;

export const listCompaniesByExternalId = (pool: pg.Pool, externalIds: readonly string[]): Promise<LinkedCompany[]> =>
  companiesStatement.all(pool, { externalIds });

const sameEnterpriseStatement = statement(
  'unlinked-companies-of-enterprise',
  { firmId: bigint, enterpriseNumber: text },
  (db, { firmId, enterpriseNumber }) =>
    db
      .selectFrom('read.companies')
      .select('id')
      .where('firm_id', '=', firmId)
      .where('enterprise_number', '=', enterpriseNumber)
      .where('external_id', 'is', null)
      .where('deleted_at', 'is', null)
      .limit(2),
);

/** Unlinked files of a firm with this enterprise number; at most two. */
export const listUnlinkedCompanies = async (
  pool: pg.Pool,
  firmId: number,
  enterpriseNumber: string,
): Promise<readonly number[]> =>
  (await sameEnterpriseStatement.all(pool, { firmId, enterpriseNumber })).map(({ id }) => id);

const countsStatement = statement('linked-counts', {}, (db) =>
  db.selectNoFrom((eb) => [
    eb
      .selectFrom('read.firms')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('external_id', 'is not', null)
      .$asScalar()
      .$notNull()
      .as('firms'),
    eb
      .selectFrom('read.companies')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('external_id', 'is not', null)
      .where('deleted_at', 'is', null)
      .$asScalar()
      .$notNull()
      .as('companies'),
    eb
      .selectFrom('read.external_documents')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('status', '=', 'requested')
      .$asScalar()
      .$notNull()
      .as('pushes_waiting'),
  ]),
);

export const countLinked = async (pool: pg.Pool): Promise<RowOfStatement<typeof countsStatement>> =>
  (await countsStatement.first(pool, {}))!;

const documentsStatement = statement('external-documents', { companyId: bigint, ids: bigints }, (db, given) =>
  db
    .selectFrom('read.external_documents')
    .select(['id', 'external_id', 'status', 'token', 'is_locked', 'locked_at', 'fingerprint', 'reason'])
    .where('company_id', '=', given.companyId)
    .where('id', '=', anyOf(given.ids)),
);

export type ExternalDocumentRow = RowOfStatement<typeof documentsStatement>;

export const findExternalDocument = async (
  pool: pg.Pool,
  companyId: number,
  documentId: number,
): Promise<ExternalDocumentRow | undefined> => documentsStatement.first(pool, { companyId, ids: [documentId] });

const byExternalIdStatement = statement('documents-by-external-id', { externalId: text }, (db, { externalId }) =>
  db
    .selectFrom('read.external_documents')
    .select(['id', 'company_id', 'external_id', 'status', 'is_locked', 'locked_at', 'fingerprint'])
    .where('external_id', '=', externalId)
    .orderBy('id')
    .limit(1),
);

/** Platform ids are unique: at most one document has this id, in whichever company file. */
export const findDocumentByExternalId = (
  pool: pg.Pool,
  externalId: string,
): Promise<RowOfStatement<typeof byExternalIdStatement> | undefined> =>
  byExternalIdStatement.first(pool, { externalId });

const changedEntriesStatement = statement(
  'changed-entries',
  { companyId: bigint, since: bigint, limit: bigint },
  (db, { companyId, since, limit }) =>
    db
      .selectFrom('read.changes as c')
      .innerJoin('read.entries as e', 'e.id', 'c.record_id')
      .select(['c.seq', 'c.record_id as id', 'e.lines_count as lines'])
      .where('c.company_id', '=', companyId)
      .where('c.resource', '=', 'entries')
      .where('c.seq', '>', since)
      .orderBy('c.seq')
      .limit(limit),
);

export type ChangedEntry = RowOfStatement<typeof changedEntriesStatement>;

/** Entries posted or changed after a cursor, in that order; an entry that changed twice appears twice. */
export const listChangedEntries = (
  pool: pg.Pool,
  companyId: number,
  since: number,
  limit: number,
): Promise<ChangedEntry[]> => changedEntriesStatement.all(pool, { companyId, since, limit });
