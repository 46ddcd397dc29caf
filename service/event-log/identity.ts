import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { inTransaction } from '../../database/dedicated-connection.ts';
import { BEGINNING, type EventLog } from '../../eventlog/port.ts';
import { identifyLog, readStandingOfLog, type LogRegister, type LogStanding } from '../../eventlog/register.ts';
import { LOG_CHANNEL } from './guard.ts';
import { NEXT_FEED_BASE } from '../../projections/engine/rebuild.ts';
import { LIVE } from '../../projections/engine/schema.ts';
import { StartProblem, UNUSABLE_EXIT } from '../startup/start-problem.ts';
import { takeLock, type Lock } from '../../workers/projector-lock.ts';
import type { RunnerLogger } from '../../workers/projector.ts';

/**
 * Makes sure that the tables belong to the log of the settings: another address, prefix or engine would make them anew from
 * something else, and every user and file would be gone from sight.
 */

/** The settings name a log that this installation must not go on with. */
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

/** Where a log is, in words, and without the password that an address has in it. */
export function wordsOfPlace({ eventStoreUrl, eventStorePrefix }: LogPlace): string {
  if (eventStoreUrl === null) return IN_POSTGRES;
  const [address = ''] = eventStoreUrl.replace(/^[a-z+]+:\/\//i, '').split('?');
  const hosts = address.slice(address.lastIndexOf('@') + 1).replace(/\/+$/, '');
  return `EventStoreDB at ${hosts} with ${eventStorePrefix === '' ? 'no prefix' : `the prefix ${eventStorePrefix}`}`;
}

const IN_POSTGRES = 'PostgreSQL';

/** What to set so that the log of a place is used. */
export const settingsFor = (place: string): string =>
  place === IN_POSTGRES
    ? 'take EVENTSTORE_URL out of the settings'
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
  /** Tools read a log that was left; a service does not start on it. */
  readonly isTool: boolean;
  /** Whether the tables may be given to a log that they do not belong to. */
  readonly isAdopting: boolean;
  readonly logger: RunnerLogger;
}

/** Gives the identity of the log. @throws WrongLog, LogUnavailable */
export async function recogniseLog(recognition: Recognition): Promise<string> {
  const { pool, register, isTool } = recognition;
  const here = wordsOfPlace(recognition.place);
  const standing = await readStandingOfLog(register);
  const belonging = await readBelonging(pool);
  if (!standing.isComplete)
    throw new WrongLog(
      `the log in ${here} is a copy that is not finished: run npm run log:copy again with the settings of before, ` +
        `or go on with the log of before${belonging.place === null ? '' : `, which is in ${belonging.place}: ${settingsFor(belonging.place)}`}`,
    );
  if (standing.left !== null && standing.id === (belonging.id ?? standing.id) && !isTool) throw leftFor(here, standing);
  if (belonging.id === null) return firstSeen(recognition, here);
  if (belonging.id === standing.id) {
    if (belonging.place !== here) await pool.query('UPDATE ops.log SET place = $1 WHERE id = $2', [here, standing.id]);
    return standing.id;
  }
  if (belonging.successor !== null && belonging.successor === standing.id) {
    await beginWith(recognition, { before: belonging.id, id: standing.id, place: here, isMoved: true });
    return standing.id;
  }
  if (recognition.isAdopting) {
    const { id } = await identifyLog(register);
    await beginWith(recognition, { before: belonging.id, id, place: here, isMoved: false });
    return id;
  }
  throw anotherLog(here, belonging.place ?? 'another place', standing);
}

async function readBelonging(pool: pg.Pool): Promise<Belonging> {
  const { rows } = await pool.query<Belonging>('SELECT id, place, successor FROM ops.log');
  return rows[0]!;
}

function leftFor(here: string, { left }: LogStanding): WrongLog {
  const { place, at } = left!;
  return new WrongLog(
    `the log in ${here} was left on ${at.slice(0, 10)} for ${place}: ${settingsFor(place)}, ` +
      'or go on here with npm run log:copy -- --take-back',
  );
}

function anotherLog(here: string, place: string, { left }: LogStanding): WrongLog {
  if (left !== null)
    return new WrongLog(
      `the log in ${here} was left on ${left.at.slice(0, 10)}, and the service has gone on with the one in ${place}: ` +
        `${settingsFor(place)}; npm run log:copy moves a log back as well`,
    );
  return new WrongLog(
    `the tables of this database belong to the log in ${place}, and the settings name another one, in ${here}: ` +
      `to go on with the log of before, ${settingsFor(place)}; to move it, do that and run npm run log:copy; ` +
      'if it is lost and the one of the settings is to be used, run npm run rebuild -- --adopt-log',
  );
}

/** An installation that has never asked: its log gets an identity, unless the tables tell of another one. */
async function firstSeen(recognition: Recognition, here: string): Promise<string> {
  const { pool, log, register, isAdopting } = recognition;
  const isAnother = await tellsOfAnotherLog(pool, log);
  if (isAnother && !isAdopting)
    throw new WrongLog(
      `the tables of this database were made from another log than the one of the settings, in ${here}: put EVENTSTORE_URL and ` +
        'EVENTSTORE_PREFIX back to what they were (without EVENTSTORE_URL the log is in PostgreSQL), and start once; ' +
        'then npm run log:copy moves it. If that log is lost, run npm run rebuild -- --adopt-log',
    );
  const { id } = await identifyLog(register);
  if (isAnother) {
    await beginWith(recognition, { before: null, id, place: here, isMoved: false });
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
 * The first event that the tables know, which a log that was restored to an earlier state still holds; without tables, the
 * first one of a stream that was signed. A log that is empty holds none of what was written.
 */
async function tellsOfAnotherLog(pool: pg.Pool, log: EventLog): Promise<boolean> {
  const trace = await firstTrace(pool);
  if (trace === null) {
    const { rows } = await pool.query<{ position: number }>('SELECT position FROM ops.standing');
    return rows[0]!.position > BEGINNING && (await log.head()) === BEGINNING;
  }
  for await (const event of log.readStream(trace.stream, { from: trace.revision, limit: 1 }))
    return trace.position === null ? event.metadata.hash !== trace.hash : event.position !== trace.position;
  return true;
}

async function firstTrace(pool: pg.Pool): Promise<Trace | null> {
  const { rows: there } = await pool.query<{ there: boolean }>(
    `SELECT to_regclass('${LIVE}.activity') IS NOT NULL AS there`,
  );
  const { rows } = await pool.query<Trace>(
    there[0]?.there
      ? `SELECT stream, revision, position, NULL AS hash FROM ${LIVE}.activity ORDER BY position LIMIT 1`
      : 'SELECT stream, revision, NULL AS position, hash FROM ops.heads ORDER BY day, stream LIMIT 1',
  );
  return rows[0] ?? null;
}

/** How long a start waits for a process that still projects the log of before. */
const PATIENCE_MS = 30_000;
const LOOK_AGAIN_MS = 250;

interface Change {
  readonly before: string | null;
  readonly id: string;
  readonly place: string;
  /** The same events in another place, or another log altogether. */
  readonly isMoved: boolean;
}

/**
 * From now on the tables belong to another log. Positions mean something else there: the tables are made anew, which announces
 * nothing, and clients of the feed start over. Events, ids and revisions of a log that was moved are the same, so that what was
 * answered and what is still to be announced hold. Nobody may project meanwhile: it would be from the log of before.
 */
async function beginWith({ pool, databaseUrl, logger }: Recognition, change: Change): Promise<void> {
  const lock = await takeProjectorLock(databaseUrl);
  try {
    const isDone = await inTransaction(pool, async (connection) => {
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
      if (!change.isMoved) for (const table of OF_ANOTHER_LOG) await connection.query(`DELETE FROM ops.${table}`);
      await connection.query(`DROP SCHEMA IF EXISTS ${LIVE} CASCADE`);
      await connection.query(`SELECT pg_notify('${LOG_CHANNEL}', '')`);
      return true;
    });
    if (isDone)
      logger.warn({ log: change.place }, 'the read tables are made anew from another log: clients must start over');
  } finally {
    await lock.release();
  }
}

/** Ids of another log mean something else, and what it has announced is nothing that this one announces. */
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
    const lock = await takeLock(databaseUrl);
    if (lock !== 'taken') return lock;
    if (performance.now() > deadline)
      throw new WrongLog(
        'another process of this installation still works with the log of before: stop all of them, then start this one',
      );
    await pause(LOOK_AGAIN_MS);
  }
}
