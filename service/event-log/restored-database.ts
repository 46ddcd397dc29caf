import type pg from 'pg';
import { inTransaction } from '../../database/dedicated-connection.ts';
import type { Notifications } from '../../database/notifications.ts';
import { readSeen, writeSeen, type Seen } from '../../database/last-seen-file.ts';
import type { EventLog } from '../../eventlog/port.ts';
import { NEXT_FEED_BASE } from '../../projections/engine/rebuild.ts';
import { LIVE } from '../../projections/engine/schema.ts';
import { LAST_INTO_LOG } from '../../projections/webhooks/attempts.ts';
import type { RunnerLogger } from '../../workers/projector.ts';

/**
 * Notices that the database, or the log, is an earlier state of itself: restored from a backup or to a point in time. Then
 * cursors of the feed mean something else than when they were handed out, answers are remembered to requests that never
 * happened, and announcements would go out twice. The data folder and the tables both remember where the log ended.
 */
export interface Lineage {
  /** Remembers where things stand. */
  beat(): Promise<void>;
  close(): Promise<void>;
}

interface LineageOptions {
  readonly pool: pg.Pool;
  /** For looks, also while requests are held up. */
  readonly relaxedPool: pg.Pool;
  readonly log: EventLog;
  /** Whether the log is in the same database. */
  readonly isLogHere: boolean;
  readonly dataDir: string;
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
  /** Restored into another database; null where it is not known which one it was. */
  readonly is_copy: boolean | null;
}

const THIS_DATABASE = '(SELECT oid::bigint FROM pg_database WHERE datname = current_database())';

const BEAT_MS = 10_000;

/** To be called before anything is projected. */
export async function recogniseLineage(options: LineageOptions): Promise<Lineage> {
  const { pool, relaxedPool, dataDir, notifications, logger } = options;
  const first = await readStanding(relaxedPool);
  const seen = await readSeen(dataDir, first.database_id);
  let last: Seen | null = null;
  let isRecognised = false;
  let isEnding = false;

  /** A log elsewhere may be away at the start: then it is looked at later, and what comes of it needs another start. */
  async function recognise(isLate: boolean): Promise<void> {
    const reason = await reasonOfDoubt(options, first, seen);
    isRecognised = true;
    if (reason === null) return;
    logger.warn({ reason }, 'the database or the log was restored to an earlier state: clients must start over');
    await beginAnew(options, first, seen);
    if (isLate) options.onFatal?.(new Error('The log was restored to an earlier state'));
  }

  async function beat(): Promise<void> {
    if (!isRecognised) await recognise(true);
    const { position, eventId } = await endOfLog(options.log);
    // A log elsewhere is restored without a word to anyone here.
    if (!options.isLogHere && last !== null && (await wentAnotherWay(options.log, position, last))) return end();
    const { rows } = await pool.query<{ lineage: number; beat: number }>({
      name: 'standing-beat',
      text: `UPDATE ops.standing SET beat = beat + 1, position = $1, event_id = $2, made_as = ${THIS_DATABASE} RETURNING lineage, beat`,
      values: [position, eventId],
    });
    const { lineage, beat: number } = rows[0]!;
    last = { lineage, beat: number, position, eventId };
    await writeSeen(dataDir, first.database_id, last);
  }

  /** What a running process remembers in its memory cannot be put right: it must start anew. */
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    logger.error({}, 'the database or the log was replaced by an earlier state under the running service, which ends');
    options.onFatal?.(new Error('The database was restored under the running service'));
  };
  const lookAgain = async (): Promise<void> => {
    const now = await readStanding(relaxedPool);
    if (now.database_id !== first.database_id || (await reasonOfDoubt(options, now, last)) !== null) end();
  };

  await recognise(false).then(beat, (error: unknown) => {
    if (options.isLogHere) throw error;
    logger.warn({ err: error }, 'the event log is away: whether it was restored is found out later');
  });
  const timer = setInterval(() => void beat().catch(() => undefined), BEAT_MS);
  timer.unref();
  const unsubscribe = notifications.onReconnect(() => void lookAgain().catch(() => undefined));
  return {
    beat,
    async close() {
      clearInterval(timer);
      unsubscribe();
      await beat().catch(() => undefined);
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
async function reasonOfDoubt(options: LineageOptions, now: Standing, seen: Seen | null): Promise<string | null> {
  if (now.is_copy) return 'the database is a copy of another one';
  const end = await options.log.head();
  // Another process has noticed before: what this folder remembers is of the time before that.
  const known = seen !== null && now.lineage > seen.lineage ? null : seen;
  if (known !== null && now.lineage < known.lineage) return 'the database was restored before and knows nothing of it';
  if (known !== null && now.beat < known.beat) return 'the database is older than the data folder';
  for (const [position, eventId] of [
    [now.position, now.event_id],
    [known?.position ?? -1, known?.eventId ?? null],
  ] as const) {
    if (end < position) return 'the log ends before where it was';
    if (await wentAnotherWay(options.log, end, { position, eventId })) return 'the log went another way';
  }
  return null;
}

interface Place {
  readonly position: number;
  readonly eventId: string | null;
}

async function endOfLog(log: EventLog): Promise<Place> {
  const position = await log.head();
  return { position, eventId: (await log.eventAt(position))?.id ?? null };
}

/** Whether the log, which ends here now, is not the one that had this event at this place. */
async function wentAnotherWay(log: EventLog, end: number, { position, eventId }: Place): Promise<boolean> {
  if (end < position) return true;
  return eventId !== null && (await log.eventAt(position))?.id !== eventId;
}

/** Numbers of announcements begin anew with a database that was filled from a backup. */
const OUTBOX_IS_NEW = 'UPDATE ops.webhook_dispatch SET number = 0';

async function beginAnew({ pool, log }: LineageOptions, now: Standing, seen: Seen | null): Promise<void> {
  const end = await log.head();
  const lastAt = (await log.eventAt(end))?.metadata.recorded_at ?? null;
  await inTransaction(pool, async (connection) => {
    await connection.query('UPDATE ops.standing SET lineage = greatest(lineage, $1) + 1, beat = greatest(beat, $2)', [
      seen?.lineage ?? now.lineage,
      seen?.beat ?? now.beat,
    ]);
    await connection.query(`UPDATE ops.feed_epoch SET epoch = gen_random_uuid()::text, base = ${NEXT_FEED_BASE}`);
    // What was answered after the state that is back now never happened.
    await connection.query(
      'DELETE FROM ops.idempotence WHERE $1::timestamptz IS NULL OR created_at > $1::timestamptz',
      [lastAt],
    );
    // What was announced after it has gone out, as far as anyone can tell.
    await connection.query('DELETE FROM ops.outbox');
    await connection.query(OUTBOX_IS_NEW);
    // What waited then has gone out since, or its receiver has given up on it: people decide whether it is sent again.
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
    const { rows: tables } = await connection.query<{ position: number }>(`SELECT position FROM ${LIVE}.checkpoint`);
    // Tables that are elsewhere than the log are made anew, which announces nothing.
    if (tables[0]?.position !== end) await connection.query(`DROP SCHEMA ${LIVE} CASCADE`);
  });
}
