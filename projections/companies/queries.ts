import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
import type { Language } from '../../domain/language.ts';
import { IS_DEMO } from '../firms/memberships.ts';

/** Who asks, as far as lists of company files depend on it. */
export interface Viewer {
  readonly userId: number;
  readonly isPlatformAdmin: boolean;
  /** Firms all of whose files the user sees. */
  readonly firmIds: readonly number[];
  /** Single files that the user sees in other firms. */
  readonly companyIds: readonly number[];
}

export interface CompanyFacts {
  readonly id: number;
  readonly public_token: string;
  readonly firm_id: number | null;
  readonly owner_id: number | null;
  readonly name: string;
  readonly locale: Language;
  readonly is_demo: boolean;
}

/** The few facts of a company file that access depends on. */
export async function findCompanyFacts(pool: pg.Pool, publicToken: string): Promise<CompanyFacts | undefined> {
  const { rows } = await pool.query<CompanyFacts>({
    name: 'find-company-facts',
    text: `SELECT c.id, c.public_token, c.firm_id, c.owner_id, c.name, c.locale, coalesce(${IS_DEMO}, false) AS is_demo
           FROM read.companies c LEFT JOIN read.firms f ON f.id = c.firm_id
           WHERE c.public_token = $1 AND c.deleted_at IS NULL`,
    values: [publicToken],
  });
  return rows[0];
}

/** The file that this user's request opened, when an earlier run of it got that far. */
export async function companyOpenedBy(
  pool: pg.Pool,
  userId: number,
  clientMutationId: string,
): Promise<{ company_id: number; operation_id: string } | undefined> {
  const { rows } = await pool.query<{ company_id: number; operation_id: string }>(
    `SELECT company_id, operation_id FROM read.activity WHERE user_id = $1 AND client_mutation_id = $2 AND type = 'CompanyFileOpened' ORDER BY position LIMIT 1`,
    [userId, clientMutationId],
  );
  return rows[0];
}

export type CompanyRow = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number };

const COMPANY = `SELECT c.*,
    CASE WHEN f.id IS NULL THEN NULL ELSE json_build_object('id', f.id, 'public_token', f.public_token, 'name', f.name) END AS firm,
    coalesce(${IS_DEMO}, false) AS is_demo,
    y.starts_on AS fiscal_year_start, y.ends_on AS fiscal_year_end,
    coalesce((SELECT sum(entries_count) FROM read.journal_counters j WHERE j.company_id = c.id), 0)::bigint AS journal_entries_count
  FROM read.companies c
  LEFT JOIN read.firms f ON f.id = c.firm_id
  LEFT JOIN LATERAL (SELECT starts_on, ends_on FROM read.fiscal_years WHERE company_id = c.id AND deleted_at IS NULL ORDER BY starts_on DESC LIMIT 1) y ON true`;

/** In no particular order: how names are sorted depends on the reader's language. */
export async function listCompanies(pool: pg.Pool, viewer: Viewer): Promise<CompanyRow[]> {
  const { rows } = await pool.query<CompanyRow>({
    name: 'list-companies',
    text: `${COMPANY} WHERE c.deleted_at IS NULL
             AND ($1 OR c.firm_id = ANY($2::bigint[]) OR c.id = ANY($4::bigint[]) OR (c.firm_id IS NULL AND c.owner_id = $3))`,
    values: [viewer.isPlatformAdmin, viewer.firmIds, viewer.userId, viewer.companyIds],
  });
  return rows;
}

/** Files in the recycle bin, of the firms given and of the user alone; the latest first. */
export async function trashedCompanies(pool: pg.Pool, viewer: Viewer): Promise<CompanyRow[]> {
  const { rows } = await pool.query<CompanyRow>({
    name: 'trashed-companies',
    text: `${COMPANY} WHERE c.deleted_at IS NOT NULL AND ($1 OR c.firm_id = ANY($2::bigint[]) OR (c.firm_id IS NULL AND c.owner_id = $3))
           ORDER BY c.deleted_at DESC, c.id`,
    values: [viewer.isPlatformAdmin, viewer.firmIds, viewer.userId],
  });
  return rows;
}

export async function companiesByIds(pool: Queryable, ids: readonly number[]): Promise<CompanyRow[]> {
  const { rows } = await pool.query<CompanyRow>({
    name: 'companies-by-ids',
    text: `${COMPANY} WHERE c.id = ANY($1::bigint[])`,
    values: [ids],
  });
  return rows;
}
