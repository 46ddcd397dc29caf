import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { runInTransaction } from '../../database/dedicated-connection.ts';
import { BEGINNING, type EventLog } from '../../eventlog/port.ts';
import { identifyLog, readLogStanding, type LogRegister, type LogStanding } from '../../eventlog/register.ts';
import { LOG_CHANNEL } from './guard.ts';
import { NEXT_FEED_BASE } from '../../projections/engine/rebuild.ts';
import { LIVE } from '../../projections/engine/schema.ts';
import { FORGET_POSITIONS } from '../../projections/engine/shards.ts';
import { StartProblem, UNUSABLE_EXIT } from '../startup/start-problem.ts';
import { acquireProjectorLock, type Lock } from '../../workers/projector-lock.ts';
import type { RunnerLogger } from '../../workers/projector.ts';

/**
 * Makes sure that the tables belong to the configured log. With another address, prefix or engine they would be rebuilt
 * from different events, and all users and files would disappear from view.
 */

/** The settings name a log that this installation must not use. */
export class WrongLog extends StartProblem {
  constructor(message: string) {
    super(message, null, UNUSABLE_EXIT);
    this.name = 'WrongLog';
  }
}

export interface LogPlace {
  readonly eventStoreUrl: string | null;
  readonly eventStorePrefix: string;
}

/** Describes the location of a log, without the password of its URL. */
export function describePlace({ eventStoreUrl, eventStorePrefix }: LogPlace): string {
  if (eventStoreUrl === null) return IN_POSTGRES;
  const [address = ''] = eventStoreUrl.replace(/^[a-z+]+:\/\//i, '').split('?');
  const hosts = address.slice(address.lastIndexOf('@') + 1).replace(/\/+$/, '');
  return `EventStoreDB at ${hosts} with ${eventStorePrefix === '' ? 'no prefix' : `the prefix ${eventStorePrefix}`}`;
}

const IN_POSTGRES = 'PostgreSQL';

/** Explains which settings select the log of a place. */
export const describeSettings = (place: string): string =>
  place === IN_POSTGRES
    ? 'remove EVENTSTORE_URL from the settings'
    : `set EVENTSTORE_URL and EVENTSTORE_PREFIX to ${place}`;

interface Belonging {
  readonly id: string | null;
  readonly place: string | null;
  readonly successor: string | null;
}

export interface Recognition {
  readonly pool: pg.Pool;
  readonly databaseUrl: string;
  readonly log: EventLog;
  readonly register: LogRegister;
  readonly place: LogPlace;
  /** Tools may read an abandoned log; a service does not start on it. */
  readonly isTool: boolean;
  /** Whether the tables may be assigned to a log that they do not belong to. */
  readonly isAdopting: boolean;
  readonly logger: RunnerLogger;
}

/** Returns the identity of the log. @throws WrongLog, LogUnavailable */
export async function recogniseLog(recognition: Recognition): Promise<string> {
  const { pool, register, isTool } = recognition;
  const here = describePlace(recognition.place);
  // In this order: a process that starts at the same time identifies the log before it assigns the tables to it.
  const belonging = await readBelonging(pool);
  const standing = await readLogStanding(register);
  if (!standing.isComplete)
    throw new WrongLog(
      `the log in ${here} is an incomplete copy: run npm run log:copy again with the previous settings, ` +
        `or continue with the previous log${belonging.place === null ? '' : `, which is in ${belonging.place}: ${describeSettings(belonging.place)}`}`,
    );
  if (standing.left !== null && standing.id === (belonging.id ?? standing.id) && !isTool)
    throw toAbandonedError(here, standing);
  if (belonging.id === null) return identifyFirstTime(recognition, here);
  if (belonging.id === standing.id) {
    if (belonging.place !== here) await pool.query('UPDATE ops.log SET place = $1 WHERE id = $2', [here, standing.id]);
    return standing.id;
  }
  if (belonging.successor !== null && belonging.successor === standing.id) {
    await switchToLog(recognition, { before: belonging.id, id: standing.id, place: here, isMoved: true });
    return standing.id;
  }
  if (recognition.isAdopting) {
    const { id } = await identifyLog(register);
    await switchToLog(recognition, { before: belonging.id, id, place: here, isMoved: false });
    return id;
  }
  throw toWrongLogError(here, belonging.place ?? 'another place', standing);
}

async function readBelonging(pool: pg.Pool): Promise<Belonging> {
  const { rows } = await pool.query<Belonging>('SELECT id, place, successor FROM ops.log');
  return rows[0]!;
}

function toAbandonedError(here: string, { left }: LogStanding): WrongLog {
  const { place, at } = left!;
  return new WrongLog(
    `the log in ${here} was replaced on ${at.slice(0, 10)} by the one in ${place}: ${describeSettings(place)}, ` +
      'or go on here with npm run log:copy -- --take-back',
  );
}

function toWrongLogError(here: string, place: string, { left }: LogStanding): WrongLog {
  if (left !== null)
    return new WrongLog(
      `the log in ${here} was replaced on ${left.at.slice(0, 10)}, and the service has continued with the one in ${place}: ` +
        `${describeSettings(place)}; npm run log:copy also moves a log back`,
    );
  return new WrongLog(
    `the tables of this database belong to the log in ${place}, but the settings name another one, in ${here}: ` +
      `to continue with the previous log, ${describeSettings(place)}; to move it, do that and run npm run log:copy; ` +
      'if it is lost and the configured one must be used, run npm run rebuild -- --adopt-log',
  );
}

/** First start of an installation without a known identity: the log gets one, unless the tables belong to another log. */
async function identifyFirstTime(recognition: Recognition, here: string): Promise<string> {
  const { pool, log, register, isAdopting } = recognition;
  const isAnother = await isAnotherLog(pool, log);
  if (isAnother && !isAdopting)
    throw new WrongLog(
      `the tables of this database were built from another log than the configured one, in ${here}: restore EVENTSTORE_URL and ` +
        'EVENTSTORE_PREFIX to their previous values (without EVENTSTORE_URL the log is in PostgreSQL), and start once; ' +
        'then npm run log:copy can move it. If that log is lost, run npm run rebuild -- --adopt-log',
    );
  const { id } = await identifyLog(register);
  if (isAnother) {
    await switchToLog(recognition, { before: null, id, place: here, isMoved: false });
    return id;
  }
  await pool.query('UPDATE ops.log SET id = $1, place = $2 WHERE id IS NULL', [id, here]);
  const { id: now } = await readBelonging(pool);
  if (now !== id) return recogniseLog(recognition);
  return id;
}

interface Trace {
  readonly stream: string;
  readonly revision: number;
  readonly position: number | null;
  readonly hash: string | null;
}

/**
 * Compares the first event known to the tables, which a log restored to an earlier state still holds; without tables, the
 * first event of a signed stream. An empty log holds none of the written events.
 */
async function isAnotherLog(pool: pg.Pool, log: EventLog): Promise<boolean> {
  const trace = await readFirstTrace(pool);
  if (trace === null) {
    const { rows } = await pool.query<{ position: number }>('SELECT position FROM ops.standing');
    return rows[0]!.position > BEGINNING && (await log.readHead()) === BEGINNING;
  }
  for await (const event of log.readStream(trace.stream, { from: trace.revision, limit: 1 }))
    return trace.position === null ? event.metadata.hash !== trace.hash : event.position !== trace.position;
  return true;
}

async function readFirstTrace(pool: pg.Pool): Promise<Trace | null> {
  const { rows: there } = await pool.query<{ there: boolean }>(
    `SELECT to_regclass('${LIVE}.activity') IS NOT NULL AS there`,
  );
  const { rows } = await pool.query<Trace>(
    there[0]?.there
      ? `SELECT stream, revision, position, NULL AS hash FROM ${LIVE}.activity ORDER BY company_id, position LIMIT 1`
      : 'SELECT stream, revision, NULL AS position, hash FROM ops.heads ORDER BY day, stream LIMIT 1',
  );
  return rows[0] ?? null;
}

/** How long a start waits for a process that still projects the previous log. */
const PATIENCE_MS = 30_000;
const LOOK_AGAIN_MS = 250;

interface Change {
  readonly before: string | null;
  readonly id: string;
  readonly place: string;
  /** Whether it is the same log in another place, or a different log. */
  readonly isMoved: boolean;
}

/**
 * Assigns the tables to another log. Positions differ there, so the tables are rebuilt, which announces nothing, and feed
 * clients start over. A moved log keeps its events, ids and revisions, so stored answers and pending announcements remain
 * valid. No process may project meanwhile, because it would use the previous log.
 */
async function switchToLog({ pool, databaseUrl, logger }: Recognition, change: Change): Promise<void> {
  const lock = await takeProjectorLock(databaseUrl);
  try {
    const isDone = await runInTransaction(pool, async (connection) => {
      const { rowCount } = await connection.query(
        `UPDATE ops.log SET id = $2, place = $3, moving_to = NULL, mover = NULL, pause = NULL, successor = NULL
         WHERE id IS NOT DISTINCT FROM $1::uuid AND (successor = $2::uuid OR NOT $4::boolean)`,
        [change.before, change.id, change.place, change.isMoved],
      );
      // Another process was faster.
      if (rowCount === 0) return false;
      await connection.query('DELETE FROM ops.log_pauses');
      await connection.query(`UPDATE ops.feed_epoch SET epoch = gen_random_uuid()::text, base = ${NEXT_FEED_BASE}`);
      await connection.query(`UPDATE ops.standing SET lineage = lineage + 1, position = ${BEGINNING}, event_id = NULL`);
      await connection.query('UPDATE ops.heads SET is_of_earlier_log = true');
      await connection.query('UPDATE ops.outbox SET position = NULL WHERE position IS NOT NULL');
      if (!change.isMoved) for (const table of OF_ANOTHER_LOG) await connection.query(`DELETE FROM ops.${table}`);
      await connection.query(FORGET_POSITIONS);
      await connection.query(`DROP SCHEMA IF EXISTS ${LIVE} CASCADE`);
      await connection.query(`SELECT pg_notify('${LOG_CHANNEL}', '')`);
      return true;
    });
    if (isDone)
      logger.warn({ log: change.place }, 'read tables will be rebuilt from another log; clients must resynchronise');
  } finally {
    await lock.release();
  }
}

/** Data that is only valid for one log: ids differ in another log, and its announcements do not apply. */
const OF_ANOTHER_LOG = [
  ...[
    'idempotence',
    'outbox',
    'snapshots',
    'webhook_secrets',
    'webhook_bodies',
    'webhook_claims',
    'webhook_deliveries',
    'webhook_health',
  ],
  ...['webhook_hours', 'webhook_sequences'],
];

async function takeProjectorLock(databaseUrl: string): Promise<Lock> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const lock = await acquireProjectorLock(databaseUrl);
    if (lock !== 'taken') return lock;
    if (performance.now() > deadline)
      throw new WrongLog(
        'another process of this installation still uses the previous log: stop all processes, then start this one',
      );
    await pause(LOOK_AGAIN_MS);
  }
}
