import { createHash } from 'node:crypto';
import type pg from 'pg';
import { BRIEF, runInTransaction } from '../../database/dedicated-connection.ts';
import { buildIsGoneSql, type Term } from '../../database/owners.ts';
import type { IntegrationKind, Schedule } from '../../domain/integrations/catalogue.ts';
import { GOES_ON_AFTER_MINUTES, MINUTES_BETWEEN } from '../../domain/integrations/schedule.ts';
import type { JsonRecord } from '../../domain/json.ts';

/** Stored runs: one process at a time owns an integration, and another takes over if it is gone. */

/** Notifies the runners that a run is due. */
export const INTEGRATIONS_CHANNEL = 'grandlivre_integrations';

type Connection = Pick<pg.Pool, 'query'>;

export const wakeRunners = (pool: Connection): Promise<unknown> =>
  pool.query(`SELECT pg_notify('${INTEGRATIONS_CHANNEL}', '')`);

/** Errors stored per run; the counts include all of them. */
export const MOST_ERRORS = 50;

export interface RunError {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** The affected file, message or sale. */
  readonly item: string | null;
}

export type RunStatus = 'succeeded' | 'partial' | 'failed';

export interface DueIntegration {
  readonly id: number;
  readonly company_id: number;
  readonly kind: IntegrationKind;
  readonly settings: JsonRecord;
  readonly sealed_id: string | null;
  readonly schedule: Schedule;
  readonly is_active: boolean;
  readonly fingerprint: string | null;
  readonly term: Term;
}

export interface BegunRun extends DueIntegration {
  readonly run_id: number;
  readonly trigger: 'schedule' | 'request';
}

/** The claim of an owner has no end. Earlier versions limit theirs in time, and name no owner. */
const OWNED = `'infinity'::timestamptz`;
const IS_FREE = `(s.lease_until IS NULL OR s.lease_until < now()
  OR s.lease_until = ${OWNED} AND (${buildIsGoneSql('s.lease_of::uuid')} OR s.lease_of = $2 AND s.integration_id <> ALL($3::bigint[])))`;
const IS_QUEUED = `EXISTS (SELECT FROM ops.integration_runs r WHERE r.integration_id = i.id AND r.status = 'queued')`;
/** One integration per company file at a time, so that a file with many hanging integrations does not block others. */
const IS_ALONE = `NOT EXISTS (SELECT FROM ops.integration_standing o
  WHERE o.company_id = i.company_id AND o.integration_id <> i.id
    AND (o.lease_until < ${OWNED} AND o.lease_until > now() OR o.lease_until = ${OWNED} AND NOT ${buildIsGoneSql('o.lease_of::uuid')}))`;

/** Skips trashed company files and the demo. */
const DUE = `
  FROM read.integrations i
  JOIN read.companies c ON c.id = i.company_id AND c.deleted_at IS NULL
  JOIN read.firms f ON f.id = c.firm_id AND f.source <> 'demo'
  LEFT JOIN ops.integration_standing s ON s.integration_id = i.id
  WHERE i.deleted_at IS NULL AND (s.integration_id IS NULL OR ${IS_FREE})
    AND (${IS_QUEUED} OR i.is_active AND i.schedule <> 'manual' AND coalesce(s.next_run_at, '-infinity') <= now())`;

const CLAIM = `
  WITH due AS (
    SELECT DISTINCT ON (i.company_id) i.id, i.company_id, i.kind, i.settings, i.sealed_id, i.schedule, i.is_active,
      ${IS_QUEUED} AS is_queued, s.next_run_at
    ${DUE} AND ${IS_ALONE}
    ORDER BY i.company_id, is_queued DESC, s.next_run_at NULLS FIRST, i.id
  ), first AS (SELECT * FROM due ORDER BY is_queued DESC, next_run_at NULLS FIRST, id LIMIT $1),
  claimed AS (
    INSERT INTO ops.integration_standing AS s (integration_id, company_id, lease_until, lease_of)
    SELECT id, company_id, ${OWNED}, $2 FROM first
    ON CONFLICT (integration_id) DO UPDATE SET lease_until = excluded.lease_until, lease_of = excluded.lease_of
    WHERE ${IS_FREE} RETURNING integration_id, fingerprint
  )
  SELECT first.id, first.company_id, first.kind, first.settings, first.sealed_id, first.schedule, first.is_active,
    claimed.fingerprint
  FROM claimed JOIN first ON first.id = claimed.integration_id`;

/**
 * Claims due integrations exclusively for this process, which is running those given: another one that is recorded as its
 * own is one whose end could not be recorded.
 */
export async function claimIntegrations(
  pool: Connection,
  term: Term,
  running: readonly number[],
  most: number,
): Promise<readonly DueIntegration[]> {
  const { rows } = await pool.query<Omit<DueIntegration, 'term'>>({
    name: 'integrations-claim',
    text: CLAIM,
    values: [most, term.id, running],
  });
  return rows.map((row) => ({ ...row, term }));
}

/** Milliseconds until the next integration is due; null if none is. */
export async function readNextIntegrationMs(pool: Connection): Promise<number | null> {
  const { rows } = await pool.query<{ ms: number | null }>({
    name: 'integrations-next',
    text: `SELECT ceil(1000 * extract(epoch FROM min(greatest(s.next_run_at, coalesce(nullif(s.lease_until, ${OWNED}), '-infinity'))) - now()))::float8 AS ms
      FROM ops.integration_standing s JOIN read.integrations i ON i.company_id = s.company_id AND i.id = s.integration_id
      WHERE i.deleted_at IS NULL AND i.is_active AND i.schedule <> 'manual'`,
  });
  return rows[0]?.ms ?? null;
}

const INTERRUPTED = JSON.stringify([{ code: 'integration_interrupted', params: {}, item: null }]);

/**
 * Begins the requested run of a claim, or a new one. First ends a run left behind by an owner that is gone. Null if
 * another process has taken over.
 */
export function beginRun(pool: pg.Pool, due: DueIntegration): Promise<BegunRun | null> {
  return runInTransaction(
    pool,
    async (connection) => {
      const { rowCount } = await connection.query(
        'SELECT FROM ops.integration_standing WHERE integration_id = $1 AND lease_of = $2 FOR UPDATE',
        [due.id, due.term.id],
      );
      if (rowCount === 0) return null;
      await connection.query(
        `UPDATE ops.integration_runs SET status = 'failed', finished_at = now(), errors = $2
       WHERE integration_id = $1 AND status = 'running'`,
        [due.id, INTERRUPTED],
      );
      const { rows } = await connection.query<{ id: number }>(
        `UPDATE ops.integration_runs SET status = 'running', started_at = now()
       WHERE integration_id = $1 AND status = 'queued' RETURNING id`,
        [due.id],
      );
      if (rows[0]) return { ...due, run_id: rows[0].id, trigger: 'request' };
      const inserted = await connection.query<{ id: number }>(
        `INSERT INTO ops.integration_runs (integration_id, company_id, trigger, status, started_at)
       VALUES ($1, $2, 'schedule', 'running', now()) RETURNING id`,
        [due.id, due.company_id],
      );
      return { ...due, run_id: inserted.rows[0]!.id, trigger: 'schedule' };
    },
    BRIEF,
  );
}

export interface RunOutcome {
  readonly status: RunStatus;
  readonly counts: Readonly<Record<string, number>>;
  readonly errors: readonly RunError[];
  /** Items are left for a later run. */
  readonly hasMore: boolean;
}

export async function endRun(pool: pg.Pool, run: BegunRun, outcome: RunOutcome): Promise<void> {
  const minutes = outcome.hasMore ? GOES_ON_AFTER_MINUTES : MINUTES_BETWEEN[run.schedule];
  await runInTransaction(
    pool,
    async (connection) => {
      await connection.query(
        `UPDATE ops.integration_runs SET status = $2, finished_at = now(), counts = $3, errors = $4
       WHERE id = $1 AND status = 'running'`,
        [run.run_id, outcome.status, outcome.counts, JSON.stringify(outcome.errors.slice(0, MOST_ERRORS))],
      );
      // Randomised slightly, so that integrations connected together do not always run together.
      await connection.query(
        `UPDATE ops.integration_standing SET lease_until = NULL, lease_of = NULL,
         next_run_at = CASE WHEN $3::integer IS NULL THEN 'infinity'::timestamptz
           ELSE now() + make_interval(secs => 60 * $3::integer * (0.97 + random() * 0.06)) END
       WHERE integration_id = $1 AND lease_of = $2`,
        [run.id, run.term.id, minutes],
      );
      await connection.query(
        `DELETE FROM ops.integration_runs WHERE integration_id = $1 AND id <= (
         SELECT id FROM ops.integration_runs WHERE integration_id = $1 ORDER BY id DESC OFFSET ${KEPT_RUNS} LIMIT 1)`,
        [run.id],
      );
    },
    BRIEF,
  );
}

const KEPT_RUNS = 500;

/** Requests a run. Returns a queued or current run if there is one. */
export async function queueRun(pool: pg.Pool, companyId: number, integrationId: number): Promise<number> {
  const id = await runInTransaction(pool, async (connection) => {
    await connection.query(
      `INSERT INTO ops.integration_runs (integration_id, company_id, trigger, status) VALUES ($1, $2, 'request', 'queued')
       ON CONFLICT (integration_id) WHERE status IN ('queued', 'running') DO NOTHING`,
      [integrationId, companyId],
    );
    const { rows } = await connection.query<{ id: number }>(
      `SELECT max(id) AS id FROM ops.integration_runs WHERE integration_id = $1`,
      [integrationId],
    );
    return rows[0]!.id;
  });
  await wakeRunners(pool);
  return id;
}

/** Hashed because places may be long. The same place at another source is a different item. */
export const hashItem = (source: string, place: string): string =>
  createHash('sha256')
    .update(JSON.stringify([source, place]))
    .digest('hex');

export interface NotedItem {
  readonly outcome: 'begun' | 'taken' | 'failed';
  readonly tries: number;
}

/** Reads the recorded state of these items, by item. */
export async function readItemStates(
  pool: Connection,
  integrationId: number,
  items: readonly string[],
): Promise<ReadonlyMap<string, NotedItem>> {
  const { rows } = await pool.query<NotedItem & { item: string }>({
    name: 'integration-items',
    text: 'SELECT item, outcome, tries FROM ops.integration_items WHERE integration_id = $1 AND item = ANY($2::text[])',
    values: [integrationId, items],
  });
  return new Map(rows.map(({ item, outcome, tries }) => [item, { outcome, tries }]));
}

/** Called before the item is fetched, so that attempts that crash the process are counted too. */
export async function beginItem(pool: Connection, integrationId: number, item: string): Promise<void> {
  await pool.query({
    name: 'integration-item-begin',
    text: `INSERT INTO ops.integration_items AS known (integration_id, item, outcome, tries) VALUES ($1, $2, 'begun', 1)
      ON CONFLICT (integration_id, item) DO UPDATE SET outcome = 'begun', tries = known.tries + 1, noted_at = now()`,
    values: [integrationId, item],
  });
}

export async function endItem(
  pool: Connection,
  integrationId: number,
  item: string,
  outcome: 'taken' | 'failed',
): Promise<void> {
  await pool.query({
    name: 'integration-item-end',
    text: `UPDATE ops.integration_items SET outcome = $3, noted_at = now() WHERE integration_id = $1 AND item = $2`,
    values: [integrationId, item, outcome],
  });
}

/** Resets the state after a change of settings: the server may be another one, and failed items are retried soon. */
export async function resetIntegration(pool: Connection, integrationId: number): Promise<void> {
  await pool.query(
    'UPDATE ops.integration_standing SET fingerprint = NULL, next_run_at = now() WHERE integration_id = $1',
    [integrationId],
  );
  await pool.query(`UPDATE ops.integration_items SET tries = 0 WHERE integration_id = $1 AND outcome <> 'taken'`, [
    integrationId,
  ]);
}

export async function saveFingerprint(pool: Connection, integrationId: number, fingerprint: string): Promise<void> {
  await pool.query('UPDATE ops.integration_standing SET fingerprint = $2 WHERE integration_id = $1', [
    integrationId,
    fingerprint,
  ]);
}

/** Deletes everything about a disconnected integration except its events in the log. */
export async function deleteIntegrationData(pool: Connection, integrationId: number): Promise<void> {
  await pool.query('DELETE FROM ops.integration_items WHERE integration_id = $1', [integrationId]);
  await pool.query('DELETE FROM ops.integration_runs WHERE integration_id = $1', [integrationId]);
  await pool.query('DELETE FROM ops.integration_standing WHERE integration_id = $1', [integrationId]);
}

/** Tables with leftovers of integrations whose disconnecting process died, and the SQL condition on a row `t`. */
export const DISCONNECTED_TABLES = ['ops.integration_items', 'ops.integration_runs', 'ops.integration_standing'];
export const IS_DISCONNECTED = `EXISTS (SELECT FROM read.integrations i
  WHERE i.id = t.integration_id AND i.deleted_at < now() - interval '1 day')`;

/** SQL condition on a secret `t`: no event refers to it. */
export const IS_UNUSED_SECRET = `t.created_at < now() - interval '1 day' AND NOT EXISTS
  (SELECT FROM read.integrations i WHERE i.id = t.integration_id AND i.sealed_id = t.id AND i.deleted_at IS NULL)`;

/** Records an item that was imported without being fetched first. */
export async function recordTakenItem(pool: Connection, integrationId: number, item: string): Promise<void> {
  await pool.query({
    name: 'integration-item-taken',
    text: `INSERT INTO ops.integration_items (integration_id, item, outcome, tries) VALUES ($1, $2, 'taken', 1)
      ON CONFLICT (integration_id, item) DO UPDATE SET outcome = 'taken', noted_at = now()`,
    values: [integrationId, item],
  });
}
