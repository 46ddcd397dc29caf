import type pg from 'pg';
import { buildIsFreeSql, requireHeld, type Term } from '../../database/owners.ts';
import type { AccountMapping } from '../../domain/book-migrations/names.ts';
import type { Span } from '../../domain/book-migrations/calendar.ts';
import type { SourceProblem } from '../../domain/book-migrations/source.ts';
import type { MigrationPlan } from './plan.ts';
import type { TrialBalanceComparison } from './trial-balance-comparison.ts';

/** Stored migrations: the request, the claim and the progress. */

export const MIGRATION_STATUSES = [
  'queued',
  'checking',
  'checked',
  'refused',
  'running',
  'completed',
  'failed',
] as const;
export type MigrationStatus = (typeof MIGRATION_STATUSES)[number];

export type SourceFile = { readonly name: string; readonly sha256: string; readonly bytes: number };

export type MigrationOptions = {
  readonly fiscal_years: readonly Span[];
  readonly account_mapping: AccountMapping;
  readonly opening_journals: readonly string[];
};

export type MigrationCounts = {
  readonly lines: number;
  readonly entries: number;
  readonly accounts: number;
  readonly journals: number;
  readonly third_parties: number;
  readonly fiscal_years: number;
  readonly letterings: number;
};

export interface MigrationRow {
  readonly id: number;
  readonly company_id: number;
  readonly user_id: number | null;
  readonly status: MigrationStatus;
  readonly dry_run: boolean;
  readonly files: readonly SourceFile[];
  readonly options: MigrationOptions;
  readonly plan: MigrationPlan | null;
  readonly counts: Partial<MigrationCounts>;
  readonly done: Partial<MigrationCounts>;
  readonly problems: readonly SourceProblem[];
  readonly errors_count: number;
  readonly warnings_count: number;
  readonly trial_balance: TrialBalanceComparison | null;
  readonly attempts: number;
  readonly created_at: string;
  readonly finished_at: string | null;
}

const COLUMNS = `id, company_id, user_id, status, dry_run, files, options, plan, counts, done, problems, errors_count, warnings_count,
  trial_balance, attempts, created_at, finished_at`;
/** Without the columns that only the worker needs. */
const SHOWN = COLUMNS.replace(' plan,', ' NULL::jsonb AS plan,');

export async function addMigration(
  pool: pg.Pool,
  row: Pick<MigrationRow, 'id' | 'company_id' | 'user_id' | 'dry_run' | 'files' | 'options'>,
): Promise<void> {
  await pool.query({
    name: 'add-migration',
    text: `INSERT INTO ops.migrations (id, company_id, user_id, dry_run, files, options) VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [row.id, row.company_id, row.user_id, row.dry_run, JSON.stringify(row.files), JSON.stringify(row.options)],
  });
}

export async function findMigration(pool: pg.Pool, companyId: number, id: number): Promise<MigrationRow | undefined> {
  const { rows } = await pool.query<MigrationRow>({
    name: 'find-migration',
    text: `SELECT ${SHOWN} FROM ops.migrations WHERE company_id = $1 AND id = $2`,
    values: [companyId, id],
  });
  return rows[0];
}

/** Counts the unfinished migrations of this company file. */
export async function countUnfinishedMigrations(
  pool: pg.Pool,
  companyId: number,
): Promise<{ readonly real: number; readonly previews: number }> {
  const { rows } = await pool.query<{ real: number; previews: number }>({
    name: 'migrations-under-way',
    text: `SELECT count(*) FILTER (WHERE NOT dry_run)::integer AS real, count(*) FILTER (WHERE dry_run)::integer AS previews
           FROM ops.migrations WHERE company_id = $1 AND finished_at IS NULL`,
    values: [companyId],
  });
  return rows[0]!;
}

const LEASE_SECONDS = 60;
const RENEWED_EVERY_MS = 15_000;
const NOTED_EVERY_MS = 500;

/** Exclusive right to work on a migration, renewed while it is held. */
export interface Claim {
  readonly row: MigrationRow;
  /** To be awaited before each write that names no owner. @throws OwnershipLost if another process has taken over */
  requireHeld(): Promise<void>;
  /** Saves the progress from time to time. */
  report(done: Partial<MigrationCounts>): void;
  /** @throws ClaimLost if another process has taken over */
  saveChanges(changes: Partial<Noted>): Promise<void>;
  end(status: MigrationStatus, changes?: Partial<Noted>): Promise<void>;
  /** Lets any process take over after this delay; if not counted, the attempt is not charged. */
  release(inSeconds: number, isCounted: boolean): Promise<void>;
}

type Noted = Pick<
  MigrationRow,
  'status' | 'plan' | 'counts' | 'done' | 'problems' | 'errors_count' | 'warnings_count' | 'trial_balance' | 'attempts'
>;

export class ClaimLost extends Error {
  constructor(id: number) {
    super(`Migration ${id} has been taken over by another process`);
    this.name = 'ClaimLost';
  }
}

/** Claims the first migration that no live process holds. Null if there is none. */
export async function claimMigration(pool: pg.Pool, term: Term): Promise<Claim | null> {
  const { rows } = await pool.query<MigrationRow>({
    name: 'claim-migration',
    text: `UPDATE ops.migrations SET claimed_by = $1, claimed_until = now() + interval '${LEASE_SECONDS} seconds', attempts = attempts + 1
           WHERE id = (SELECT m.id FROM ops.migrations m WHERE m.finished_at IS NULL AND ${buildIsFreeSql('m.claimed_until', 'm.claimed_by')}
             AND EXISTS (SELECT FROM read.companies c WHERE c.id = m.company_id AND c.deleted_at IS NULL)
             ORDER BY m.id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING ${COLUMNS}`,
    values: [term.id],
  });
  return rows[0] ? createClaim(pool, rows[0], term) : null;
}

function createClaim(pool: pg.Pool, row: MigrationRow, term: Term): Claim {
  const { id } = row;
  let noting: Promise<unknown> = Promise.resolve();
  let notedAt = 0;
  const updateRow = async (changes: Partial<Noted>, isOver = false): Promise<void> => {
    const names = Object.keys(changes) as (keyof Noted)[];
    const values = names.map((name) => {
      const value = changes[name];
      return value !== null && typeof value === 'object' ? JSON.stringify(value) : value;
    });
    const sets = names.map((name, index) => `, ${name} = $${index + 3}`).join('');
    const until = isOver
      ? `finished_at = now(), claimed_until = NULL`
      : `claimed_until = now() + interval '${LEASE_SECONDS} seconds'`;
    const { rowCount } = await pool.query(
      `UPDATE ops.migrations SET ${until}${sets} WHERE id = $1 AND claimed_by = $2 AND finished_at IS NULL`,
      [id, term.id, ...values],
    );
    if (rowCount === 0) throw new ClaimLost(id);
  };
  // A failed renewal does not affect the work; it is retried at the next interval.
  const renewal = setInterval(() => void (noting = updateRow({}).catch(() => undefined)), RENEWED_EVERY_MS);
  renewal.unref();
  const stopRenewal = async (): Promise<void> => {
    clearInterval(renewal);
    await noting;
  };
  return {
    row,
    requireHeld: () => requireHeld(term),
    report(done) {
      if (performance.now() - notedAt < NOTED_EVERY_MS) return;
      notedAt = performance.now();
      noting = updateRow({ done }).catch(() => undefined);
    },
    async saveChanges(changes) {
      await noting;
      await updateRow(changes);
    },
    async end(status, changes = {}) {
      await stopRenewal();
      await updateRow({ ...changes, status }, true);
    },
    async release(inSeconds, isCounted) {
      await stopRenewal();
      await pool.query(
        `UPDATE ops.migrations SET claimed_until = now() + make_interval(secs => $3), attempts = attempts - $4
         WHERE id = $1 AND claimed_by = $2`,
        [id, term.id, inSeconds, isCounted ? 0 : 1],
      );
    },
  };
}

/** Releases all claims; only for a process that has exclusive use of its database. */
export const releaseAllClaims = (pool: pg.Pool): Promise<unknown> =>
  pool.query('UPDATE ops.migrations SET claimed_until = NULL WHERE claimed_until IS NOT NULL');

/** SQL condition on a finished migration `t`: it imported nothing. Its files are kept as long as the row. */
export const HAS_IMPORTED_NOTHING = `t.status IN ('checked', 'refused', 'failed')`;
