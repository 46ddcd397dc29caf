import type pg from 'pg';
import { buildIsFreeSql, requireHeld, type Term } from '../../database/owners.ts';

/**
 * Exclusive claim on the analysis of a document. If its owner dies or stands still, another process soon takes over, and
 * what the first one finds is not recorded.
 */
export interface Claim {
  /** Number of attempts, including this one. */
  readonly attempts: number;
  /** Saved at most once a second; the latest report is always saved. */
  report(step: string, progress: number): void;
  /** @throws OwnershipLost if another process has taken over */
  requireHeld(): Promise<void>;
  release(): Promise<void>;
}

/** Only ends a claim whose release could not be recorded. */
const LEASE_SECONDS = 60;
const RENEWED_EVERY_MS = 15_000;
const NOTED_EVERY_MS = 1_000;

/** Null if another process holds the claim, or this one. */
export async function claimImport(
  pool: pg.Pool,
  term: Term,
  companyId: number,
  importId: number,
): Promise<Claim | null> {
  const { rows } = await pool.query<{ attempts: number }>({
    name: 'claim-document-analysis',
    text: `INSERT INTO ops.document_analyses AS held (import_id, company_id, claimed_by, claimed_until)
           VALUES ($1, $2, $3, now() + interval '${LEASE_SECONDS} seconds')
           ON CONFLICT (import_id) DO UPDATE SET claimed_by = $3, claimed_until = excluded.claimed_until,
             progress = 0, step = 'queued', attempts = held.attempts + 1
           WHERE ${buildIsFreeSql('held.claimed_until', 'held.claimed_by')} RETURNING attempts`,
    values: [importId, companyId, term.id],
  });
  return rows[0] ? createClaim(pool, importId, term, rows[0].attempts) : null;
}

function createClaim(pool: pg.Pool, importId: number, term: Term, attempts: number): Claim {
  let said = { step: 'queued', progress: 0 };
  let isNoted = true;
  let notedAt = 0;
  let noting: Promise<unknown> = Promise.resolve();
  /** Also renews the claim. Errors are ignored because progress is not essential to the analysis. */
  const saveProgress = (): void => {
    isNoted = true;
    notedAt = performance.now();
    const values = [importId, term.id, said.progress, said.step, attempts];
    noting = pool
      .query({
        name: 'progress-of-document-analysis',
        text: `UPDATE ops.document_analyses SET claimed_until = now() + interval '${LEASE_SECONDS} seconds',
                 progress = $3, step = $4 WHERE import_id = $1 AND claimed_by = $2 AND attempts = $5`,
        values,
      })
      .catch(() => undefined);
  };
  const later = setInterval(() => {
    if (!isNoted || performance.now() - notedAt > RENEWED_EVERY_MS) saveProgress();
  }, NOTED_EVERY_MS);
  later.unref();
  return {
    attempts,
    report(step, progress) {
      const isOther = step !== said.step;
      said = { step, progress: Math.max(0, Math.min(99, Math.round(progress))) };
      isNoted = false;
      if (isOther || performance.now() - notedAt > NOTED_EVERY_MS) saveProgress();
    },
    requireHeld: () => requireHeld(term),
    async release() {
      clearInterval(later);
      await noting;
      await pool.query({
        name: 'release-document-analysis',
        text: 'DELETE FROM ops.document_analyses WHERE import_id = $1 AND claimed_by = $2 AND attempts = $3',
        values: [importId, term.id, attempts],
      });
    },
  };
}
