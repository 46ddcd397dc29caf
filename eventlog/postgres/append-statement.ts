import type pg from 'pg';
import { formatArrayLiteral } from '../../database/array-literal.ts';
import { encodeJsonArray } from '../../database/binary-array.ts';
import { BRIEF, runInTransaction } from '../../database/dedicated-connection.ts';
import { PROMPT, withTimeout } from '../../database/pool.ts';
import type { SerialisedAppend } from '../port.ts';

/** Stores a batch of appends in one statement; the expected revision is checked for each append. */

export interface Judgement {
  /** Number of the append in its batch, starting at 1. */
  readonly append: number;
  /** `duplicate`: some event ids are already stored; revision and position are those of the last of them. */
  readonly outcome: 'appended' | 'duplicate' | 'wrong_revision';
  /** Revision of the last event; for a wrong revision, the actual one. */
  readonly revision: number;
  readonly position: number;
}

const STATEMENT = {
  name: 'log-append',
  text: `
    WITH head AS (
      SELECT coalesce((SELECT e.position FROM log.events e ORDER BY e.position DESC LIMIT 1), 0) AS position
    ), known AS MATERIALIZED ( -- once, not once for each append
      SELECT a.no, max(e.revision) AS revision, max(e.position) AS position
      FROM (SELECT unnest($4::integer[]) AS no, unnest($6::uuid[]) AS id) a JOIN log.events e ON e.event_id = a.id GROUP BY a.no
    ), asked AS (
      SELECT a.no, a.stream, a.expected, a.n, k.revision AS known_revision, k.position AS known_position,
        coalesce((SELECT e.revision FROM log.events e WHERE e.stream = a.stream ORDER BY e.revision DESC LIMIT 1), -1) AS actual
      FROM (SELECT unnest($1::text[]) AS stream, unnest($2::bigint[]) AS expected, unnest($3::integer[]) AS n,
        generate_subscripts($1::text[], 1) AS no) a
      LEFT JOIN known k ON k.no = a.no
    ), accepted AS (
      SELECT a.no, a.stream, a.expected, a.n, head.position + sum(a.n) OVER (ORDER BY a.no) - a.n AS base
      FROM asked a, head WHERE a.actual = a.expected AND a.known_revision IS NULL
    ), stored AS (
      INSERT INTO log.events (position, stream, revision, event_id, type, version, data, metadata)
      SELECT a.base + e.off, a.stream, a.expected + e.off, e.id, e.type, e.version, e.data, e.metadata
      FROM (SELECT unnest($4::integer[]) AS no, unnest($5::integer[]) AS off, unnest($6::uuid[]) AS id, unnest($7::text[]) AS type,
        unnest($8::integer[]) AS version, unnest($9::json[]) AS data, unnest($10::json[]) AS metadata) e
      JOIN accepted a ON a.no = e.no
    )
    SELECT a.no AS append,
      CASE WHEN a.known_revision IS NOT NULL THEN 'duplicate' WHEN c.no IS NULL THEN 'wrong_revision' ELSE 'appended' END AS outcome,
      coalesce(a.known_revision, CASE WHEN c.no IS NULL THEN a.actual ELSE a.expected + a.n END) AS revision,
      coalesce(a.known_position, (c.base + a.n)::bigint) AS position
    FROM asked a LEFT JOIN accepted c ON c.no = a.no ORDER BY a.no`,
};

/** Fast path for a single event, by far the most frequent batch of a quiet service. Returns no row if it does not fit. */
const ONE_EVENT = {
  name: 'log-append-one',
  text: `
    INSERT INTO log.events (position, stream, revision, event_id, type, version, data, metadata)
    SELECT coalesce((SELECT e.position FROM log.events e ORDER BY e.position DESC LIMIT 1), 0) + 1, $1::text, $2::bigint + 1, $3::uuid, $4::text, $5::integer, $6::json, $7::json
    WHERE coalesce((SELECT e.revision FROM log.events e WHERE e.stream = $1::text ORDER BY e.revision DESC LIMIT 1), -1) = $2::bigint
    RETURNING 1 AS append, 'appended' AS outcome, revision, position`,
};

const APPEND_LOCK = 7_201_002;
const MAX_ATTEMPTS = 20;
/** Throughput of a very slow disk. */
const CHARACTERS_A_MS = 1_000;
/** How long to take turns after a collision with another writer. */
const TURNS_MS = 5_000;

/**
 * Two processes that append concurrently draw the same position, and the second one fails without side effects. This
 * never happens to a single process. After a collision, a process takes turns under a lock for a while, then tries
 * without it again.
 */
export function createAppendStatement(
  pool: pg.Pool,
): (batch: readonly SerialisedAppend[]) => Promise<readonly Judgement[]> {
  let takesTurnsUntil = -Infinity;

  return async (batch) => {
    const values = buildParameters(batch);
    const patience = withTimeout(computeTimeoutMs(values));
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (performance.now() < takesTurnsUntil) return await appendUnderLock(pool, values, patience);
        const stored =
          attempt === 1 && isSingleEvent(batch)
            ? (await pool.query<Judgement>({ ...ONE_EVENT, values: buildSingleEventValues(batch[0]!), ...patience }))
                .rows
            : [];
        return stored.length > 0 ? stored : (await pool.query<Judgement>({ ...STATEMENT, values, ...patience })).rows;
      } catch (error) {
        if (!isUniqueViolation(error) || attempt === MAX_ATTEMPTS) throw error;
        // A known event id also fails on the fast path; the full statement then reports the duplicate.
        if (!isKnownIdError(error)) takesTurnsUntil = performance.now() + TURNS_MS;
      }
    }
  };
}

/** The statement takes its snapshot after acquiring the lock, so it sees every append of earlier turns. */
function appendUnderLock(
  pool: pg.Pool,
  values: (string | Buffer)[],
  patience: ReturnType<typeof withTimeout>,
): Promise<readonly Judgement[]> {
  return runInTransaction(
    pool,
    async (client) => {
      await client.query({ name: 'log-turn', text: `SELECT pg_advisory_xact_lock(${APPEND_LOCK})` });
      return (await client.query<Judgement>({ ...STATEMENT, values, ...patience })).rows;
    },
    BRIEF,
  );
}

/** A large import may take longer to reach the disk than a single entry. */
function computeTimeoutMs(values: readonly (string | Buffer)[]): number {
  const characters = values.reduce((total, { length }) => total + length, 0);
  return PROMPT.answerMs + Math.floor(characters / CHARACTERS_A_MS);
}

function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23505';
}

function isKnownIdError(error: unknown): boolean {
  return (error as { constraint?: unknown }).constraint === 'events_event_id_key';
}

const isSingleEvent = (batch: readonly SerialisedAppend[]): boolean =>
  batch.length === 1 && batch[0]!.append.events.length === 1;

function buildSingleEventValues({ append, serialised }: SerialisedAppend): unknown[] {
  const { id, type, version } = append.events[0]!;
  return [append.stream, append.expectedRevision, id, type, version, serialised[0]!.data, serialised[0]!.metadata];
}

function buildParameters(batch: readonly SerialisedAppend[]): (string | Buffer)[] {
  const events = batch.flatMap(({ append, serialised }, index) =>
    append.events.map((event, offset) => ({ event, body: serialised[offset]!, append: index + 1, offset: offset + 1 })),
  );
  return [
    formatArrayLiteral(batch.map(({ append }) => append.stream)),
    formatArrayLiteral(batch.map(({ append }) => append.expectedRevision)),
    formatArrayLiteral(batch.map(({ append }) => append.events.length)),
    formatArrayLiteral(events.map(({ append }) => append)),
    formatArrayLiteral(events.map(({ offset }) => offset)),
    formatArrayLiteral(events.map(({ event }) => event.id)),
    formatArrayLiteral(events.map(({ event }) => event.type)),
    formatArrayLiteral(events.map(({ event }) => event.version)),
    encodeJsonArray(events.map(({ body }) => body.data)),
    encodeJsonArray(events.map(({ body }) => body.metadata)),
  ];
}
