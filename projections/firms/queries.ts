import type pg from 'pg';
import type { FirmDetails } from '../../domain/firms/details-events.ts';
import type { CompanyRole, FirmRole } from '../../domain/firms/member-events.ts';
import type { Language } from '../../domain/language.ts';
import { IS_DEMO } from './memberships.ts';

/** The few facts of a firm that access depends on. */
export interface FirmFacts {
  readonly id: number;
  readonly public_token: string;
  readonly name: string;
  readonly locale: Language;
  readonly is_demo: boolean;
}

export async function findFirm(pool: pg.Pool, publicToken: string): Promise<FirmFacts | undefined> {
  const { rows } = await pool.query<FirmFacts>({
    name: 'find-firm',
    text: `SELECT id, public_token, name, locale, ${IS_DEMO} AS is_demo FROM read.firms f WHERE public_token = $1`,
    values: [publicToken],
  });
  return rows[0];
}

export interface FirmRow extends FirmDetails {
  readonly id: number;
  readonly public_token: string;
  readonly logo_file: string | null;
  readonly source: string;
  readonly version: number;
}

/** Those of the ids, or every firm there is. */
export async function listFirms(pool: pg.Pool, ids: readonly number[] | 'all'): Promise<FirmRow[]> {
  const { rows } = await pool.query<FirmRow>({
    name: 'list-firms',
    text: 'SELECT * FROM read.firms WHERE $1 OR id = ANY($2::bigint[])',
    values: [ids === 'all', ids === 'all' ? [] : ids],
  });
  return rows;
}

export interface MemberRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly locale: Language | null;
  readonly role: FirmRole;
  readonly is_active: boolean;
  readonly all_companies: boolean;
  readonly company_role: CompanyRole | null;
  readonly companies: Readonly<Record<string, CompanyRole | null>>;
  readonly version: number;
}

/** The team of a firm, or one of it. */
export async function membersOf(pool: pg.Pool, firmId: number, userId: number | null = null): Promise<MemberRow[]> {
  const { rows } = await pool.query<MemberRow>({
    name: 'members-of-firm',
    text: `SELECT u.id, u.name, u.email, u.locale, m.role, m.is_active, m.all_companies, m.company_role, m.companies, m.version
           FROM read.members m JOIN read.users u ON u.id = m.user_id
           WHERE m.firm_id = $1 AND m.detached_at IS NULL AND ($2::bigint IS NULL OR m.user_id = $2)
           ORDER BY lower(u.name), u.id`,
    values: [firmId, userId],
  });
  return rows;
}

export interface CompanyMemberRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly locale: Language | null;
  /** In the firm; `admin` for the owner of a file that stands alone. */
  readonly role: FirmRole;
  /** What narrows that role in this file; null when nothing does. */
  readonly company_role: CompanyRole | null;
  readonly all_companies: boolean;
  readonly is_active: boolean;
}

/** Who may see a company file: members of its firm with all files or with this one, or the owner of a file without a firm. */
export async function membersOfCompany(pool: pg.Pool, companyId: number): Promise<CompanyMemberRow[]> {
  const { rows } = await pool.query<CompanyMemberRow>({
    name: 'members-of-company',
    text: `SELECT u.id, u.name, u.email, u.locale, m.role,
             CASE WHEN m.all_companies THEN m.company_role ELSE m.companies ->> c.id::text END AS company_role,
             m.all_companies, m.is_active
           FROM read.companies c JOIN read.members m ON m.firm_id = c.firm_id JOIN read.users u ON u.id = m.user_id
           WHERE c.id = $1 AND m.detached_at IS NULL AND (m.all_companies OR m.companies ? c.id::text)
           UNION ALL
           SELECT u.id, u.name, u.email, u.locale, 'admin', NULL, true, true
           FROM read.companies c JOIN read.users u ON u.id = c.owner_id WHERE c.id = $1 AND c.firm_id IS NULL
           ORDER BY name, id`,
    values: [companyId],
  });
  return rows;
}

export interface FirmCompanyRow {
  readonly id: number;
  readonly public_token: string;
  readonly name: string;
  readonly code: string;
  readonly is_active: boolean;
  readonly logo_url: string | null;
  readonly logo_file: string | null;
  readonly icon_file: string | null;
}

/** The company files of a firm, all of them or those of the ids. */
export async function companiesOf(
  pool: pg.Pool,
  firmId: number,
  ids: readonly number[] | 'all',
): Promise<FirmCompanyRow[]> {
  const { rows } = await pool.query<FirmCompanyRow>({
    name: 'companies-of-firm',
    text: `SELECT id, public_token, name, code, is_active, logo_url, logo_file, icon_file FROM read.companies
           WHERE firm_id = $1 AND deleted_at IS NULL AND ($2 OR id = ANY($3::bigint[]))`,
    values: [firmId, ids === 'all', ids === 'all' ? [] : ids],
  });
  return rows;
}

export interface AccountStanding {
  readonly name: string;
  /** The firm that opened the account. */
  readonly opened_by_firm_id: number | null;
  readonly is_platform_admin: boolean;
  /** Belongs to another firm than the one asked about, active there or not. */
  readonly is_elsewhere: boolean;
  readonly owns_files: boolean;
  readonly is_demo: boolean;
}

const BELONGS_TO_DEMO = `EXISTS (SELECT FROM read.members m JOIN read.firms f ON f.id = m.firm_id
  WHERE m.user_id = u.id AND m.detached_at IS NULL AND ${IS_DEMO})`;

/** Whose an account is, seen from a firm. */
export async function accountStanding(
  pool: pg.Pool,
  userId: number,
  firmId: number,
): Promise<AccountStanding | undefined> {
  const { rows } = await pool.query<AccountStanding>({
    name: 'account-standing',
    text: `SELECT u.name, u.opened_by_firm_id, u.is_platform_admin,
             EXISTS (SELECT FROM read.members m WHERE m.user_id = u.id AND m.firm_id <> $2 AND m.detached_at IS NULL) AS is_elsewhere,
             EXISTS (SELECT FROM read.companies c WHERE c.owner_id = u.id AND c.firm_id IS NULL) AS owns_files,
             ${BELONGS_TO_DEMO} AS is_demo
           FROM read.users u WHERE u.id = $1`,
    values: [userId, firmId],
  });
  return rows[0];
}

/** Whoever belongs to the demo firm never reaches another one. */
export async function isDemoAccount(pool: pg.Pool, userId: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'is-demo-account',
    text: `SELECT FROM read.users u WHERE u.id = $1 AND ${BELONGS_TO_DEMO}`,
    values: [userId],
  });
  return rowCount === 1;
}

/** The firm that this user's request opened, when an earlier run of it got that far, and who is its first admin. */
export async function firmOpenedBy(
  pool: pg.Pool,
  userId: number,
  clientMutationId: string,
): Promise<{ id: number; public_token: string; admin_id: number; operation_id: string } | undefined> {
  const { rows } = await pool.query<{ id: number; public_token: string; admin_id: number; operation_id: string }>(
    `SELECT f.id, f.public_token, m.user_id AS admin_id, a.operation_id
     FROM read.activity a JOIN read.firms f ON f.id = a.firm_id JOIN read.members m ON m.firm_id = f.id
     WHERE a.user_id = $1 AND a.client_mutation_id = $2 AND a.type = 'FirmOpened' ORDER BY m.created_at, m.user_id LIMIT 1`,
    [userId, clientMutationId],
  );
  return rows[0];
}

/** Files that a firm has taken up but that nobody has opened since: the process died between the two. */
export async function unopenedRegistrations(
  pool: pg.Pool,
  olderThanSeconds: number,
): Promise<{ firm_id: number; revision: number }[]> {
  const { rows } = await pool.query<{ firm_id: number; revision: number }>(
    `SELECT r.firm_id, r.revision FROM read.company_registrations r
     LEFT JOIN read.companies c ON c.id = r.company_id
     WHERE c.id IS NULL AND r.registered_at < now() - make_interval(secs => $1) ORDER BY r.company_id LIMIT 100`,
    [olderThanSeconds],
  );
  return rows;
}

/** A company file that its firm's register does not describe as it is: the process died between the two streams. */
export interface UnsettledRegistration {
  readonly firm_id: number;
  readonly company_id: number;
  /** What the register says; the file follows it. */
  readonly code: string;
  readonly is_recoded: boolean;
  /** What the file says; the register follows it. */
  readonly is_trashed: boolean;
}

export async function unsettledRegistrations(
  pool: pg.Pool,
  olderThanSeconds: number,
): Promise<UnsettledRegistration[]> {
  const { rows } = await pool.query<UnsettledRegistration>(
    `SELECT r.firm_id, r.company_id, r.code, r.code <> c.code AS is_recoded, c.deleted_at IS NOT NULL AS is_trashed
     FROM read.company_registrations r JOIN read.companies c ON c.id = r.company_id
     WHERE (r.code <> c.code OR r.is_set_aside <> (c.deleted_at IS NOT NULL))
       AND greatest(r.updated_at, c.updated_at) < now() - make_interval(secs => $1) ORDER BY r.company_id LIMIT 100`,
    [olderThanSeconds],
  );
  return rows;
}
