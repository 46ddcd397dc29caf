import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { runInTransaction } from '../../database/dedicated-connection.ts';
import type { Notifications } from '../../database/notifications.ts';
import { readSeen, writeSeen, type Seen } from '../../database/last-seen-file.ts';
import type { EventLog } from '../../eventlog/port.ts';
import { NEXT_FEED_BASE } from '../../projections/engine/rebuild.ts';
import type { Progress } from '../../projections/engine/progress.ts';
import { LIVE } from '../../projections/engine/schema.ts';
import { FORGET_POSITIONS, readLivePosition } from '../../projections/engine/shards.ts';
import { LAST_INTO_LOG } from '../../projections/webhooks/attempts.ts';
import type { RunnerLogger } from '../../workers/projector.ts';

/**
 * Detects that the database or the log is an earlier state of itself, restored from a backup or to a point in time. In
 * that case feed cursors are no longer valid, stored answers belong to requests that never happened, and announcements
 * would be sent twice. The data folder and the tables both record where the log ended.
 */
export interface Lineage {
  /** Records the current state. */
  recordHeartbeat(): Promise<void>;
  close(): Promise<void>;
}

interface LineageOptions {
  readonly pool: pg.Pool;
  /** For checks, even while requests are delayed. */
  readonly relaxedPool: pg.Pool;
  readonly log: EventLog;
  /** Whether the log is in the same database. */
  readonly isLogHere: boolean;
  readonly dataDir: string;
  /** What this process has seen of the log. */
  readonly progress: Pick<Progress, 'position' | 'onAdvance'>;
  readonly notifications: Notifications;
  readonly logger: RunnerLogger;
  readonly onFatal?: ((error: unknown) => void) | undefined;
}

interface Standing {
  readonly database_id: string;
  readonly lineage: number;
  readonly beat: number;
  readonly position: number;
  readonly event_id: string | null;
  /** Whether it was restored into another database; null if the original is unknown. */
  readonly is_copy: boolean | null;
}

const THIS_DATABASE = '(SELECT oid::bigint FROM pg_database WHERE datname = current_database())';

const BEAT_MS = 10_000;
const CHECK_AGAIN_MS = 200;

/** Must be called before anything is projected. */
export async function recogniseLineage(options: LineageOptions): Promise<Lineage> {
  const { pool, relaxedPool, dataDir, notifications, logger } = options;
  const first = await readStanding(relaxedPool);
  const seen = await readSeen(dataDir, first.database_id);
  let last: Seen | null = null;
  let isRecognised = false;
  let isEnding = false;
  let isClosed = false;
  let reconnects = 0;
  let highest = options.progress.position;
  const forget = options.progress.onAdvance(() => (highest = Math.max(highest, options.progress.position)));

  /** A remote log may be unavailable at startup. It is then checked later, and a detected restore requires a restart. */
  async function checkLineage(isLate: boolean): Promise<void> {
    const reason = await findRestoreReason(options, first, seen);
    isRecognised = true;
    if (reason === null) return;
    logger.warn({ reason }, 'database or event log was restored to an earlier state; clients must resynchronise');
    await startNewLineage(options, first, seen);
    if (isLate) options.onFatal?.(new Error('The log was restored to an earlier state'));
  }

  async function recordHeartbeat(): Promise<void> {
    if (!isRecognised) await checkLineage(true);
    const { position, eventId } = await readLogEnd(options.log);
    // A remote log can be restored without any notification.
    if (!options.isLogHere && last !== null && (await hasDiverged(options.log, position, last))) return endProcess();
    const { rows } = await pool.query<{ lineage: number; beat: number }>({
      name: 'standing-beat',
      text: `UPDATE ops.standing SET beat = beat + 1, position = $1, event_id = $2, made_as = ${THIS_DATABASE} RETURNING lineage, beat`,
      values: [position, eventId],
    });
    const { lineage, beat: number } = rows[0]!;
    last = { lineage, beat: number, position, eventId };
    await writeSeen(dataDir, first.database_id, last);
  }

  /** The in-memory state of a running process cannot be corrected: the process must restart. */
  const endProcess = (): void => {
    if (isEnding) return;
    isEnding = true;
    logger.error(
      {},
      'database or event log was replaced by an earlier state while the service was running; shutting down',
    );
    options.onFatal?.(new Error('The database was restored while the service was running'));
  };
  const checkAgain = async (): Promise<void> => {
    const seenBefore = highest;
    const now = await readStanding(relaxedPool);
    if (now.database_id !== first.database_id || (await findRestoreReason(options, now, last)) !== null)
      return endProcess();
    // A standby has taken over without the last events. The next start would not notice, if fewer are missing than were
    // written since the last heartbeat.
    if (!options.isLogHere || (await options.log.readHead()) >= seenBefore) return;
    logger.warn({ seen: seenBefore }, 'the log ends earlier than it did; clients must resynchronise');
    // Not through the gate, which waits for what is lost.
    await startNewLineage({ ...options, pool: relaxedPool }, now, last);
    endProcess();
  };
  /** The server may be away again at once. */
  const checkUntilDone = async (): Promise<void> => {
    const own = (reconnects += 1);
    while (own === reconnects && !isClosed) {
      const isDone = await checkAgain().then(
        () => true,
        () => false,
      );
      if (isDone) return;
      await pause(CHECK_AGAIN_MS, undefined, { ref: false });
    }
  };

  await checkLineage(false).then(recordHeartbeat, (error: unknown) => {
    if (options.isLogHere) throw error;
    logger.warn({ err: error }, 'event log unavailable; will check later whether it was restored');
  });
  const timer = setInterval(() => void recordHeartbeat().catch(() => undefined), BEAT_MS);
  timer.unref();
  const unsubscribe = notifications.onReconnect(() => void checkUntilDone());
  return {
    recordHeartbeat,
    async close() {
      isClosed = true;
      clearInterval(timer);
      unsubscribe();
      forget();
      if (isEnding) return;
      await recordHeartbeat().catch(() => undefined);
    },
  };
}

async function readStanding(pool: pg.Pool): Promise<Standing> {
  const { rows } = await pool.query<Standing>(
    `SELECT database_id, lineage, beat, position, event_id, made_as <> ${THIS_DATABASE} AS is_copy FROM ops.standing`,
  );
  return rows[0]!;
}

/** Null when everything is at least where it was. */
async function findRestoreReason(options: LineageOptions, now: Standing, seen: Seen | null): Promise<string | null> {
  if (now.is_copy) return 'the database is a copy of another one';
  const end = await options.log.readHead();
  // Another process has already detected it: the state recorded in this folder is older.
  const known = seen !== null && now.lineage > seen.lineage ? null : seen;
  if (known !== null && now.lineage < known.lineage) return 'the database is from before an earlier restore';
  if (known !== null && now.beat < known.beat) return 'the database is older than the data folder';
  for (const [position, eventId] of [
    [now.position, now.event_id],
    [known?.position ?? -1, known?.eventId ?? null],
  ] as const) {
    if (end < position) return 'the log ends earlier than before';
    if (await hasDiverged(options.log, end, { position, eventId })) return 'the log has diverged';
  }
  return null;
}

interface Place {
  readonly position: number;
  readonly eventId: string | null;
}

async function readLogEnd(log: EventLog): Promise<Place> {
  const position = await log.readHead();
  return { position, eventId: (await log.findEventAt(position))?.id ?? null };
}

/** Whether the log, which ends at `end`, no longer has this event at this position. */
async function hasDiverged(log: EventLog, end: number, { position, eventId }: Place): Promise<boolean> {
  if (end < position) return true;
  return eventId !== null && (await log.findEventAt(position))?.id !== eventId;
}

/** Announcement numbers restart with a database that was filled from a backup. */
const OUTBOX_IS_NEW = 'UPDATE ops.webhook_dispatch SET number = 0; UPDATE ops.outbox_cursors SET number = 0';

async function startNewLineage({ pool, log }: LineageOptions, now: Standing, seen: Seen | null): Promise<void> {
  const end = await log.readHead();
  const lastAt = (await log.findEventAt(end))?.metadata.recorded_at ?? null;
  await runInTransaction(pool, async (connection) => {
    await connection.query('SET LOCAL synchronous_commit = on');
    await connection.query('UPDATE ops.standing SET lineage = greatest(lineage, $1) + 1, beat = greatest(beat, $2)', [
      seen?.lineage ?? now.lineage,
      seen?.beat ?? now.beat,
    ]);
    await connection.query(`UPDATE ops.feed_epoch SET epoch = gen_random_uuid()::text, base = ${NEXT_FEED_BASE}`);
    // Answers given after the restored state never happened.
    await connection.query(
      'DELETE FROM ops.idempotence WHERE $1::timestamptz IS NULL OR created_at > $1::timestamptz',
      [lastAt],
    );
    // Announcements made after it must be assumed to have been sent.
    await connection.query('DELETE FROM ops.outbox');
    await connection.query(OUTBOX_IS_NEW);
    // Pending deliveries have since been sent or given up: users decide whether to send them again.
    await connection.query(
      `UPDATE ops.webhook_deliveries d SET status = 'failed', finished_at = now(), next_attempt_at = NULL, leased_by = NULL,
         lease_until = NULL, response_excerpt = 'the database was restored', ${LAST_INTO_LOG} WHERE status = 'pending'`,
    );
    await connection.query('DELETE FROM ops.webhook_claims');
    await connection.query('DELETE FROM ops.snapshots');
    const { rows } = await connection.query<{ there: boolean }>(
      `SELECT to_regclass('${LIVE}.checkpoint') IS NOT NULL AS there`,
    );
    if (!rows[0]?.there) return;
    // Tables at another position than the log are rebuilt, which announces nothing.
    if ((await readLivePosition(connection)) === end) return;
    await connection.query(FORGET_POSITIONS);
    await connection.query(`DROP SCHEMA ${LIVE} CASCADE`);
  });
}
