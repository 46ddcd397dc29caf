import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { onOneConnection } from './dedicated-connection.ts';
import type { Gate } from './gate.ts';
import { DatabaseSilent, trackSockets, type Pulse } from './unresponsive-server.ts';

export interface PoolOptions {
  readonly max?: number;
  readonly applicationName?: string;
  /** Server settings of every connection, such as `RELAXED`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How long a statement may take; unless told, as `WORK`. */
  readonly patience?: Patience;
  /** While it is lost everything is refused at once. */
  readonly pulse?: Pulse;
  /** While it is closed nobody gets a connection. */
  readonly gate?: Gate;
  /** Told of every statement that fails. */
  readonly onFailure?: (error: unknown) => void;
  /** Told when an idle connection breaks; without a listener that would end the process. */
  readonly onError?: (error: Error) => void;
}

/** Commits do not wait for the disk: only for what can be made again. */
export const RELAXED = { synchronous_commit: 'off' };

/**
 * For connections that run the same few large statements for ever. Left to itself the server plans them anew each time,
 * because the arrays that they unnest look different each time; planning then takes longer than the work.
 */
export const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan' };

export const UNDEFINED_TABLE = '42P01';
export const SECOND_ATTEMPT_AFTER_MS = 20;
const CONNECT_TIMEOUT_MS = 3_000;

export interface Patience {
  /** The server ends a statement that takes longer. */
  readonly statementMs: number;
  /** A query that gets no answer at all is given up after this time, together with its connection. */
  readonly answerMs: number;
}

/** Someone waits: within five seconds there is an answer, if only that there is none. */
export const PROMPT: Patience = { statementMs: 4_000, answerMs: 4_500 };
/** Nobody waits for this very statement, or it has much to do. */
export const WORK: Patience = { statementMs: 30_000, answerMs: 35_000 };

/** One statement whose patience differs from that of its pool, by the clock of this process. */
export const within = (milliseconds: number): { readonly query_timeout: number } => ({ query_timeout: milliseconds });

export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const sockets = trackSockets(() => options.pulse?.isLost ?? false);
  const pool = new pg.Pool({
    ...connectionOptions(url, options),
    stream: sockets.open,
    max: options.max ?? 10,
    // Connections are few and stay: a timer at each use would cost more than it saves.
    idleTimeoutMillis: 0,
  });
  pool.on('error', (error) => options.onError?.(error));
  pool.on('connect', (client) =>
    readInTurns((client as pg.PoolClient & Pick<pg.Client, 'connection'>).connection.stream),
  );
  if (options.gate) waitAtGate(pool, options.gate);
  // Outside of the gate: nobody waits there for a server that does not answer.
  if (options.pulse) refuseWhileLost(pool, options.pulse, sockets.destroyAll);
  return withSecondAttempt(pool, options.onFailure);
}

function refuseWhileLost(pool: pg.Pool, pulse: Pulse, giveUpAll: () => void): void {
  const forget = pulse.onLost(giveUpAll);
  const connect = pool.connect.bind(pool);
  type Callback = Parameters<typeof connect>[0];
  const given = (callback?: Callback): Promise<pg.PoolClient> | void => {
    if (!pulse.isLost) return callback ? connect(callback) : connect();
    if (!callback) return Promise.reject(new DatabaseSilent());
    callback(new DatabaseSilent(), undefined, () => undefined);
  };
  const end = pool.end.bind(pool);
  Object.assign(pool, {
    connect: given,
    // What is given up stays so while it ends.
    end: () => end().finally(forget),
  });
}

function waitAtGate(pool: pg.Pool, gate: Gate): void {
  const connect = pool.connect.bind(pool);
  type Callback = Parameters<typeof connect>[0];
  const given = (callback?: Callback): Promise<pg.PoolClient> | void => {
    if (!gate.isClosed) return callback ? connect(callback) : connect();
    if (!callback) return gate.passed().then(() => connect());
    gate.passed().then(
      () => connect(callback),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  };
  Object.assign(pool, { connect: given });
}

/** What is shorter has emptied the socket. */
const PART_OF_MORE = 16 * 1024;
const BYTES_AT_ONCE = 256 * 1024;

/**
 * A socket that has much to give is read up to 2 MB before anything else gets its turn, and turning that into rows takes
 * longer than anyone should wait: after a part of it others go first.
 */
function readInTurns(socket: Duplex): void {
  let bytes = 0;
  socket.on('data', ({ length }: Buffer) => {
    bytes = length < PART_OF_MORE ? 0 : bytes + length;
    if (bytes < BYTES_AT_ONCE) return;
    bytes = 0;
    socket.pause();
    setImmediate(() => socket.resume());
  });
}

/**
 * When tables made anew take the names of the old ones, there is an instant in which a name leads nowhere. A statement
 * that fails for that has done nothing yet, and is sent once more.
 */
function withSecondAttempt(pool: pg.Pool, onFailure?: (error: unknown) => void): pg.Pool {
  // The driver's `query` has a dozen forms; whichever one is called, it is called the same way again.
  const send = pool.query.bind(pool) as unknown as (...given: unknown[]) => Promise<unknown>;
  const query = async (...given: unknown[]): Promise<unknown> => {
    try {
      return await send(...given);
    } catch (error) {
      onFailure?.(error);
      if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error;
      await pause(SECOND_ATTEMPT_AFTER_MS);
      return send(...given);
    }
  };
  return Object.assign(pool, { query: query as unknown as pg.Pool['query'] });
}

const NO_LIMIT_MS = 24 * 3600 * 1000;

/** Work that takes as long as it takes, such as making an index of a large table: on one connection, which waits for it. */
export function unhurried<T>(
  pool: pg.Pool,
  work: (
    /** Under a name, what a connection is asked for again is planned once. */
    run: <Row extends pg.QueryResultRow>(text: string, name?: string) => Promise<pg.QueryResult<Row>>,
  ) => Promise<T>,
): Promise<T> {
  return onOneConnection(pool, async (client) => {
    await client.query('SET statement_timeout = 0');
    const result = await work((text, name) =>
      client.query({ text, ...(name !== undefined && { name }), query_timeout: NO_LIMIT_MS } as pg.QueryConfig),
    );
    await client.query('RESET statement_timeout');
    return result;
  });
}

type ConnectionOptions = Pick<PoolOptions, 'applicationName' | 'settings' | 'patience'>;

export function connectionOptions(
  url: string,
  { applicationName = 'grandlivre', settings = {}, patience = WORK }: ConnectionOptions = {},
): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: patience.statementMs,
    query_timeout: patience.answerMs,
    keepAlive: true,
    options: Object.entries({ timezone: 'UTC', datestyle: 'ISO', ...settings })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: { getTypeParser },
  };
}

/** Values leave the database in the form in which the API shows them. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: toSafeInteger, // int8: ids, positions and counts
  1082: (text) => text, // date
  1114: toTimestamp,
  1184: toTimestamp,
  1700: (text) => text, // numeric
};

const getTypeParser = ((oid: number, format?: 'text'): unknown =>
  parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the integers that can be told apart`);
  return value;
}

/** `2026-01-05 10:00:00.5+00` → `2026-01-05T10:00:00.500000Z` */
function toTimestamp(text: string): string {
  const date = text.slice(0, 10);
  const time = text.slice(11).replace(/[+-]00$/, '');
  const [seconds, fraction = ''] = time.split('.');
  return `${date}T${seconds}.${fraction.padEnd(6, '0')}Z`;
}
