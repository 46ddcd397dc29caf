import { sql } from 'kysely';
import type pg from 'pg';
import type { Allowance, PlanCode } from '../../domain/licence/plans.ts';
import { bigint, text } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

export interface LicenceRow {
  readonly plan: PlanCode;
  readonly key_hint: string;
  readonly users: Allowance;
  readonly companies: Allowance;
  /** `YYYY-MM-DD` */
  readonly valid_from: string;
  readonly valid_until: string | null;
  readonly activated_at: string;
}

export interface LicenceUse {
  /** Null on the free plan. */
  readonly licence: LicenceRow | null;
  /** Active members and company files that count against the licence. */
  readonly users_used: number;
  readonly companies_used: number;
  /** Total bytes of files. */
  readonly storage_used: number;
}

const useStatement = statement('licence-of-firm', { firmId: bigint }, (db, { firmId }) =>
  db.selectNoFrom((eb) => [
    eb
      .selectFrom('read.licences as l')
      .select(
        sql<LicenceRow>`json_build_object('plan', l.plan, 'key_hint', l.key_hint, 'users', l.users, 'companies', l.companies,
          'valid_from', l.valid_from, 'valid_until', l.valid_until, 'activated_at', l.activated_at)`.as('licence'),
      )
      .where('l.firm_id', '=', firmId)
      .where('l.licence_id', 'is not', null)
      .as('licence'),
    eb
      .selectFrom('read.members as m')
      .select((of) => of.fn.countAll<number>().as('users'))
      .where('m.firm_id', '=', firmId)
      .where('m.is_active', '=', true)
      .$asScalar()
      .$notNull()
      .as('users_used'),
    eb
      .selectFrom('read.company_registrations as r')
      .select((of) => of.fn.countAll<number>().as('companies'))
      .where('r.firm_id', '=', firmId)
      .where((of) => of.not('r.is_set_aside'))
      .$asScalar()
      .$notNull()
      .as('companies_used'),
    eb
      .selectFrom('read.companies as c')
      .innerJoin('read.company_storage as s', 's.company_id', 'c.id')
      .select(sql<number>`coalesce(sum(s.bytes), 0)::bigint`.as('bytes'))
      .where('c.firm_id', '=', firmId)
      .$asScalar()
      .$notNull()
      .as('storage_used'),
  ]),
);

export async function readLicenceUse(pool: pg.Pool, firmId: number): Promise<LicenceUse> {
  return (await useStatement.first(pool, { firmId }))!;
}

const elsewhereStatement = statement(
  'licence-elsewhere',
  { licenceId: text, firmId: bigint },
  (db, { licenceId, firmId }) =>
    db
      .selectFrom('read.licences')
      .select('firm_id')
      .where('licence_id', '=', licenceId)
      .where('firm_id', '<>', firmId)
      .limit(1),
);

/** Whether another firm currently has the licence. */
export async function isLicenceElsewhere(pool: pg.Pool, licenceId: string, firmId: number): Promise<boolean> {
  return (await elsewhereStatement.first(pool, { licenceId, firmId })) !== undefined;
}

const filesStatement = statement(
  'own-files-beside',
  { userId: bigint, companyId: bigint },
  (db, { userId, companyId }) =>
    db
      .selectFrom('read.companies')
      .select((eb) => eb.fn.countAll<number>().as('files'))
      .where('firm_id', 'is', null)
      .where('owner_id', '=', userId)
      .where('id', '<>', companyId)
      .where('deleted_at', 'is', null),
);

/** Number of other company files that the user owns without a firm; trashed files do not count. */
export async function countOtherOwnFiles(pool: pg.Pool, userId: number, companyId: number): Promise<number> {
  return (await filesStatement.first(pool, { userId, companyId }))!.files;
}

const ownerStatement = statement('owner-of-company', { companyId: bigint }, (db, { companyId }) =>
  db.selectFrom('read.companies').select('owner_id').where('id', '=', companyId).where('firm_id', 'is', null),
);

/** The owner of a file without a firm. */
export async function findFileOwner(pool: pg.Pool, companyId: number): Promise<number | null> {
  return (await ownerStatement.first(pool, { companyId }))?.owner_id ?? null;
}

const storageStatement = statement('storage-of-file', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.companies as c')
    .leftJoin('read.company_storage as s', 's.company_id', 'c.id')
    .select(['c.firm_id', sql<number>`coalesce(s.bytes, 0)`.as('bytes')])
    .where('c.id', '=', companyId),
);

/** Storage that counts when a file is added: all files of the firm, or those of a company file without a firm. */
export async function readStorageUse(
  pool: pg.Pool,
  companyId: number,
): Promise<{ readonly used: number; readonly licence: LicenceRow | null }> {
  const file = await storageStatement.first(pool, { companyId });
  if (file === undefined || file.firm_id === null) return { used: file?.bytes ?? 0, licence: null };
  const { storage_used: used, licence } = await readLicenceUse(pool, file.firm_id);
  return { used, licence };
}

const quotaStatement = statement('mail-quota-of-file', { companyId: bigint }, (db, { companyId }) =>
  db
    .selectFrom('read.companies as c')
    .leftJoin('read.licences as l', (join) =>
      join.onRef('l.firm_id', '=', 'c.firm_id').on('l.licence_id', 'is not', null),
    )
    .select(['c.firm_id', 'c.owner_id', 'l.plan', 'l.valid_from', 'l.valid_until'])
    .where('c.id', '=', companyId),
);

export interface QuotaHolder {
  /** Whose mails count together: the firm, or the owner of a file without one. */
  readonly holder: string;
  readonly licence: Pick<LicenceRow, 'plan' | 'valid_from' | 'valid_until'> | null;
}

export async function readQuotaHolder(pool: pg.Pool, companyId: number): Promise<QuotaHolder> {
  const { firm_id, owner_id, plan, valid_from, valid_until } = (await quotaStatement.first(pool, { companyId }))!;
  const licence = plan !== null && valid_from !== null ? { plan, valid_from, valid_until } : null;
  return { holder: firm_id === null ? `user ${owner_id}` : `firm ${firm_id}`, licence };
}
