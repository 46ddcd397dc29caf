import type pg from 'pg';
import type { Allowance, PlanCode } from '../../domain/licence/plans.ts';

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
  /** Active members and company files that count against what is allowed. */
  readonly users_used: number;
  readonly companies_used: number;
}

export async function licenceOf(pool: pg.Pool, firmId: number): Promise<LicenceUse> {
  const { rows } = await pool.query<LicenceUse>({
    name: 'licence-of-firm',
    text: `SELECT
        (SELECT to_json(l) FROM read.licences l WHERE l.firm_id = $1 AND l.licence_id IS NOT NULL) AS licence,
        (SELECT count(*) FROM read.members m WHERE m.firm_id = $1 AND m.is_active) AS users_used,
        (SELECT count(*) FROM read.company_registrations r WHERE r.firm_id = $1 AND NOT r.is_set_aside) AS companies_used`,
    values: [firmId],
  });
  return rows[0]!;
}

/** Whether a firm other than this one has the licence now. */
export async function isLicenceElsewhere(pool: pg.Pool, licenceId: string, firmId: number): Promise<boolean> {
  const { rows } = await pool.query({
    name: 'licence-elsewhere',
    text: 'SELECT 1 FROM read.licences WHERE licence_id = $1 AND firm_id <> $2 LIMIT 1',
    values: [licenceId, firmId],
  });
  return rows.length > 0;
}

/** Company files besides this one that the user keeps without a firm; those in the recycle bin do not count. */
export async function ownFilesBeside(pool: pg.Pool, userId: number, companyId: number): Promise<number> {
  const { rows } = await pool.query<{ files: number }>({
    name: 'own-files-beside',
    text: `SELECT count(*) AS files FROM read.companies
           WHERE firm_id IS NULL AND owner_id = $1 AND id <> $2 AND deleted_at IS NULL`,
    values: [userId, companyId],
  });
  return rows[0]!.files;
}

/** Whose file this is, when it stands alone. */
export async function ownerOf(pool: pg.Pool, companyId: number): Promise<number | null> {
  const { rows } = await pool.query<{ owner_id: number | null }>({
    name: 'owner-of-company',
    text: 'SELECT owner_id FROM read.companies WHERE id = $1 AND firm_id IS NULL',
    values: [companyId],
  });
  return rows[0]?.owner_id ?? null;
}
