import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/**
 * Exclusive claim on the analysis of a document. A claim lasts one minute and is renewed by its holder. If the process
 * dies, another one soon takes over, and no document is analysed by two processes at once.
 */
export interface Claim {
  /** Number of attempts, including this one. */
  readonly attempts: number;
  /** Saved at most once a second; the latest report is always saved. */
  report(step: string, progress: number): void;
  release(): Promise<void>;
}

const LEASE_SECONDS = 60;
const RENEWED_EVERY_MS = 15_000;
const NOTED_EVERY_MS = 1_000;

/** Null if another process holds the claim. */
export async function claimImport(pool: pg.Pool, companyId: number, importId: number): Promise<Claim | null> {
  const holder = randomUUID();
  const { rows } = await pool.query<{ attempts: number }>({
    name: 'claim-document-analysis',
    text: `INSERT INTO ops.document_analyses AS held (import_id, company_id, claimed_by, claimed_until)
           VALUES ($1, $2, $3, now() + interval '${LEASE_SECONDS} seconds')
           ON CONFLICT (import_id) DO UPDATE SET claimed_by = $3, claimed_until = excluded.claimed_until,
             progress = 0, step = 'queued', attempts = held.attempts + 1
           WHERE held.claimed_until < now() RETURNING attempts`,
    values: [importId, companyId, holder],
  });
  return rows[0] ? createClaim(pool, importId, holder, rows[0].attempts) : null;
}

function createClaim(pool: pg.Pool, importId: number, holder: string, attempts: number): Claim {
  let said = { step: 'queued', progress: 0 };
  let isNoted = true;
  let notedAt = 0;
  let noting: Promise<unknown> = Promise.resolve();
  /** Saves the progress and renews the claim. Errors are ignored because progress is not essential to the analysis. */
  const saveProgress = (): void => {
    isNoted = true;
    notedAt = performance.now();
    const values = [importId, holder, said.progress, said.step];
    noting = pool
      .query({
        name: 'renew-document-analysis',
        text: `UPDATE ops.document_analyses SET claimed_until = now() + interval '${LEASE_SECONDS} seconds',
                 progress = $3, step = $4 WHERE import_id = $1 AND claimed_by = $2`,
        values,
      })
      .catch(() => undefined);
  };
  const renewal = setInterval(saveProgress, RENEWED_EVERY_MS);
  const later = setInterval(() => void (isNoted || saveProgress()), NOTED_EVERY_MS);
  renewal.unref();
  later.unref();
  return {
    attempts,
    report(step, progress) {
      const isOther = step !== said.step;
      said = { step, progress: Math.max(0, Math.min(99, Math.round(progress))) };
      isNoted = false;
      if (isOther || performance.now() - notedAt > NOTED_EVERY_MS) saveProgress();
    },
    async release() {
      clearInterval(renewal);
      clearInterval(later);
      await noting;
      await pool.query({
        name: 'release-document-analysis',
        text: 'DELETE FROM ops.document_analyses WHERE import_id = $1 AND claimed_by = $2',
        values: [importId, holder],
      });
    },
  };
}
