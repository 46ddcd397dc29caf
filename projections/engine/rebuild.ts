import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { inTransaction } from '../../database/dedicated-connection.ts';
import type { EventLog, RecordedEvent } from '../../eventlog/port.ts';
import { whileAlone } from './exclusive-work.ts';
import { createProjector } from './projector.ts';
import { createReadIndexes, createReadSchema, LIVE, standingOf } from './schema.ts';
import { NEWEST_SHAPE } from './shapes.ts';
import type { HaltedStream } from './batch-statement.ts';
import { raiseIdCounters } from './ids.ts';

/** Makes every read table anew from the log, beside the live ones, and swaps them in one transaction. */

export interface RebuildReport {
  readonly events: number;
  readonly position: number;
  readonly milliseconds: number;
  /** Streams that hold an event which this version does not understand. */
  readonly halted: readonly HaltedStream[];
}

const NEXT = 'read_next';
const BATCH = 250;
const SWAP_ATTEMPTS = 60;
const SWAP_PAUSE_MS = 300;
/** Below the second after which the server looks for deadlocks: it is the swap that gives way, never a reader. */
const SWAP_LOCK_TIMEOUT_MS = 500;

/** `connection` commits without waiting for the disk: what is lost in a crash is made again from the log. */
export function rebuild(
  connection: pg.Pool,
  log: EventLog,
  onProgress: (events: number) => void = () => undefined,
): Promise<RebuildReport> {
  return whileAlone(connection, 'rebuild', () => rebuildAlone(connection, log, onProgress));
}

async function rebuildAlone(
  connection: pg.Pool,
  log: EventLog,
  onProgress: (events: number) => void,
): Promise<RebuildReport> {
  const started = performance.now();
  await createReadSchema(connection, NEXT);
  const filling = await fillSchema(connection, log, NEXT);
  let events = 0;
  await filling.upTo(await endOf(connection, log), (taken) => onProgress((events += taken)));
  await createReadIndexes(connection, NEXT);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await swap(connection, log, filling);
      break;
    } catch (error) {
      if (attempt === SWAP_ATTEMPTS || !isLockTrouble(error)) throw error;
      await pause(SWAP_PAUSE_MS);
    }
  }
  await raiseIdCounters(connection);
  return {
    events,
    position: filling.position,
    milliseconds: Math.round(performance.now() - started),
    halted: filling.halted,
  };
}

/**
 * As far as the live tables stand, never beyond: what comes after is for the live projector to project, because it alone
 * announces it. Without live tables, the end of the log.
 */
async function endOf(connection: Pick<pg.Pool, 'query'>, log: EventLog): Promise<number> {
  const { rows: tables } = await connection.query<{ there: boolean }>(
    `SELECT to_regclass('${LIVE}.checkpoint') IS NOT NULL AS there`,
  );
  if (!tables[0]?.there) return log.head();
  const { rows } = await connection.query<{ position: number }>(`SELECT position FROM ${LIVE}.checkpoint`);
  return rows[0]!.position;
}

/** Requests the next batch while the current one is worked on. */
async function* ahead<T>(batches: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = batches[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (let current = await next; !current.done; current = await next) {
      next = iterator.next();
      // Its failure is thrown when its turn comes.
      next.catch(() => undefined);
      yield current.value;
    }
  } finally {
    await next.catch(() => undefined);
    await iterator.return?.();
  }
}

export type Filling = Awaited<ReturnType<typeof fillSchema>>;

/** A schema that is filled from the log, up to any position and in any number of steps. */
export async function fillSchema(connection: Pick<pg.Pool, 'query'>, log: EventLog, schema: string) {
  const { generation, ...standing } = await standingOf(connection, schema);
  const halted: HaltedStream[] = [];
  const projector = createProjector({
    connection,
    schema,
    generation,
    isLive: false,
    onHalted: (stream) => halted.push(stream),
  });
  let { position } = standing;
  const take = async (events: readonly RecordedEvent[], from: number): Promise<void> => {
    if (events.length > 0) await projector.project(events, from, (moved) => (position = moved));
  };
  return {
    get position() {
      return position;
    },
    /** Streams that could not be digested: loud wherever they are used. */
    halted,
    /** Takes what lies between here and the position, and not an event more. */
    async upTo(end: number, onTaken: (events: number) => void = () => undefined): Promise<void> {
      if (position >= end) return;
      let from = position;
      let earlier = Promise.resolve();
      for await (const batch of ahead(log.readAll(position, BATCH))) {
        const included = batch.filter((event) => event.position <= end);
        const taken = take(included, from).then(() => onTaken(included.length));
        taken.catch(() => undefined); // thrown where it is waited for
        from = included.at(-1)?.position ?? from;
        await earlier;
        earlier = taken;
        if (included.length < batch.length || from >= end) break;
      }
      await earlier;
    },
  };
}

/**
 * Stops the live projector by taking its checkpoint, brings the new tables to exactly where it stands, and gives them
 * the name of the old ones, which are gone in the same moment. Readers wait for an instant and then see the new ones.
 */
async function swap(connection: pg.Pool, log: EventLog, filling: Filling): Promise<void> {
  await filling.upTo(await endOf(connection, log));
  await inTransaction(connection, async (client) => {
    await client.query(`SET LOCAL lock_timeout = ${SWAP_LOCK_TIMEOUT_MS}`);
    const { rows } = await client.query<{ there: boolean }>(
      `SELECT to_regclass('${LIVE}.checkpoint') IS NOT NULL AS there`,
    );
    if (rows[0]?.there) {
      await client.query(`LOCK TABLE ${LIVE}.checkpoint IN ACCESS EXCLUSIVE MODE`);
      const { rows: live } = await client.query<{ position: number }>(`SELECT position FROM ${LIVE}.checkpoint`);
      await filling.upTo(live[0]?.position ?? -1);
      await client.query(EPOCH_IF_CHANGED);
      await client.query(`DROP SCHEMA ${LIVE} CASCADE`);
    }
    await client.query('DELETE FROM ops.halted_streams');
    for (const { stream, next_revision, position, error } of filling.halted) {
      await client.query(
        'INSERT INTO ops.halted_streams (stream, next_revision, position, error) VALUES ($1, $2, $3, $4)',
        [stream, next_revision, position, error],
      );
    }
    await client.query(NEWEST_SHAPE);
    await client.query(`ALTER SCHEMA ${NEXT} RENAME TO ${LIVE}`);
  });
}

/** What cursors stand on: the number of each change and what it is of, whatever shape the tables have. */
function feedOf(schema: string): string {
  return `SELECT company_id, max(seq), sum(hashtextextended(concat_ws(':', resource, record_id, op, version), seq)::numeric)
    FROM ${schema}.changes GROUP BY company_id`;
}

/**
 * The numbers of a feed that is another one begin so far above that no cursor of an earlier one is taken for its own; by the
 * minute, because a database that was restored does not know how often that has happened already.
 */
export const NEXT_FEED_BASE = `greatest(base + ${2 ** 29}, floor(extract(epoch FROM now() - '2026-01-01'::timestamptz) / 60)::bigint * ${2 ** 29})`;

/** Cursors handed out before stay good as long as the feed is the same; else clients must start over. */
const EPOCH_IF_CHANGED = `
  UPDATE ops.feed_epoch SET epoch = gen_random_uuid()::text, base = ${NEXT_FEED_BASE}
  WHERE EXISTS (${feedOf(LIVE)} EXCEPT ${feedOf(NEXT)})`;

function isLockTrouble(error: unknown): boolean {
  return ['40P01', '55P03'].includes(String((error as { code?: unknown }).code));
}
