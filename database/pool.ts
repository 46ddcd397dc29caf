import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { runOnConnection } from './dedicated-connection.ts';
import type { Gate } from './gate.ts';
import { countExchanges } from './round-trips.ts';
import { translateStatements } from './schema-prefix.ts';
import { createStatementLimit } from './statement-limit.ts';
import { DatabaseSilent, trackSockets, type Pulse } from './unresponsive-server.ts';

export interface PoolOptions {
  readonly max?: number;
  readonly applicationName?: string;
  /** Server settings of every connection, such as `RELAXED`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Time limits of statements; `WORK` by default. */
  readonly patience?: Patience;
  /** Statements running at a time over all connections; the others wait in order. No limit by default. */
  readonly statementsAtOnce?: number;
  /** How long a request waits for a connection; 3 s by default. */
  readonly connectionWaitMs?: number;
  /** Awaited between parts of large results, so that reading them leaves time for other work. */
  readonly yieldToOthers?: () => Promise<void>;
  /** While it is lost, all requests are refused immediately. */
  readonly pulse?: Pulse;
  /** While it is closed, no connections are given out. */
  readonly gate?: Gate;
  /** Called for every failed statement. */
  readonly onFailure?: (error: unknown) => void;
  /** Called when an idle connection breaks; without a listener the process would end. */
  readonly onError?: (error: Error) => void;
}

/** Commits do not wait for the disk; only for data that can be rebuilt. */
export const RELAXED = { synchronous_commit: 'off' };

/** Commits wait for the disk, also that of a synchronous standby, whatever the default of the server is. */
export const DURABLE = { synchronous_commit: 'on' };

/**
 * For appends, which may write read tables too: they do not wait long for a lock of such a table. What is refused for this
 * reason has done nothing.
 */
export const BRIEFLY_LOCKED = { lock_timeout: '2000' };

/**
 * For connections that repeat the same few large statements. By default the server plans them each time, because the
 * unnested arrays differ in size, and planning takes longer than execution.
 */
export const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan' };

/**
 * For connections that read many rows: one processor per statement, and little memory for each sort. Other databases than
 * the embedded one may have more generous settings.
 */
export const BULK = { max_parallel_workers_per_gather: '0', work_mem: '8MB', jit: 'off' };

export const UNDEFINED_TABLE = '42P01';
export const SECOND_ATTEMPT_AFTER_MS = 20;
const CONNECT_TIMEOUT_MS = 3_000;

export interface Patience {
  /** The server cancels statements that take longer. */
  readonly statementMs: number;
  /** A query without any response is abandoned after this time, together with its connection. */
  readonly answerMs: number;
}

/** A user is waiting: there is a response within five seconds, even if it is an error. */
export const PROMPT: Patience = { statementMs: 4_000, answerMs: 4_500 };
/** Background or long-running work. */
export const WORK: Patience = { statementMs: 30_000, answerMs: 35_000 };

/** Overrides the time limit of the pool for one statement, by the clock of this process. */
export const withTimeout = (milliseconds: number): { readonly query_timeout: number } => ({
  query_timeout: milliseconds,
});

export function createPool(url: string, options: PoolOptions = {}): pg.Pool {
  const sockets = trackSockets(() => options.pulse?.isLost ?? false);
  const pool = new pg.Pool({
    ...buildConnectionOptions(url, options),
    stream: sockets.open,
    max: options.max ?? 10,
    ...(options.connectionWaitMs !== undefined && { connectionTimeoutMillis: options.connectionWaitMs }),
    // Connections are few and permanent: a timer per use would cost more than it saves.
    idleTimeoutMillis: 0,
  });
  pool.on('error', (error) => options.onError?.(error));
  const limitStatements =
    options.statementsAtOnce === undefined ? null : createStatementLimit(options.statementsAtOnce);
  pool.on('connect', (client) => {
    readInChunks((client as pg.PoolClient & Pick<pg.Client, 'connection'>).connection.stream, options.yieldToOthers);
    translateStatements(client, url);
    limitStatements?.(client);
    countExchanges(client);
  });
  if (options.gate) waitAtGate(pool, options.gate);
  // Outside the gate, so that no one waits there for an unresponsive server.
  if (options.pulse) refuseWhileLost(pool, options.pulse, sockets.destroyAll);
  return withSingleRetry(pool, options.onFailure);
}

function refuseWhileLost(pool: pg.Pool, pulse: Pulse, giveUpAll: () => void): void {
  const forget = pulse.onLost(giveUpAll);
  const connect = pool.connect.bind(pool);
  type Callback = Parameters<typeof connect>[0];
  const connectUnlessLost = (callback?: Callback): Promise<pg.PoolClient> | void => {
    if (!pulse.isLost) return callback ? connect(callback) : connect();
    if (!callback) return Promise.reject(new DatabaseSilent());
    callback(new DatabaseSilent(), undefined, () => undefined);
  };
  const end = pool.end.bind(pool);
  Object.assign(pool, {
    connect: connectUnlessLost,
    // Closed connections stay closed while the pool ends.
    end: () => end().finally(forget),
  });
}

function waitAtGate(pool: pg.Pool, gate: Gate): void {
  const connect = pool.connect.bind(pool);
  type Callback = Parameters<typeof connect>[0];
  const connectThroughGate = (callback?: Callback): Promise<pg.PoolClient> | void => {
    if (!gate.isClosed) return callback ? connect(callback) : connect();
    if (!callback) return gate.waitUntilOpen().then(() => connect());
    gate.waitUntilOpen().then(
      () => connect(callback),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  };
  Object.assign(pool, { connect: connectThroughGate });
}

/** A shorter chunk means that the socket is drained. */
const PART_OF_MORE = 16 * 1024;
const BYTES_AT_ONCE = 256 * 1024;
const BULK_BYTES_AT_ONCE = 64 * 1024;

/** A busy socket would be read up to 2 MB at once, and parsing that blocks other work too long: pause after a part of it. */
function readInChunks(socket: Duplex, yieldToOthers: PoolOptions['yieldToOthers']): void {
  const most = yieldToOthers ? BULK_BYTES_AT_ONCE : BYTES_AT_ONCE;
  let bytes = 0;
  socket.on('data', ({ length }: Buffer) => {
    bytes = length < PART_OF_MORE ? 0 : bytes + length;
    if (bytes < most) return;
    bytes = 0;
    socket.pause();
    if (yieldToOthers) void yieldToOthers().then(() => socket.resume());
    else setImmediate(() => socket.resume());
  });
}

/**
 * While rebuilt tables take over the names of the old ones, a name is briefly undefined. A statement that fails for this
 * reason has done nothing and is retried once.
 */
function withSingleRetry(pool: pg.Pool, onFailure?: (error: unknown) => void): pg.Pool {
  // The driver's `query` has a dozen overloads; the retry uses the same arguments.
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

/** A named statement is planned once per connection. */
export type RunSql = <Row extends pg.QueryResultRow>(text: string, name?: string) => Promise<pg.QueryResult<Row>>;

/** Runs work without time limits, such as creating an index of a large table, on one connection. */
export function runWithoutLimit<T>(pool: pg.Pool, work: (run: RunSql) => Promise<T>): Promise<T> {
  return runOnConnection(pool, async (client) => {
    await client.query('SET statement_timeout = 0');
    const result = await work((text, name) =>
      client.query({ text, ...(name !== undefined && { name }), query_timeout: NO_LIMIT_MS } as pg.QueryConfig),
    );
    await client.query('RESET statement_timeout');
    return result;
  });
}

type ConnectionOptions = Pick<PoolOptions, 'applicationName' | 'settings' | 'patience'>;

export function buildConnectionOptions(
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

/** Parses database values into the form used by the API. */
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
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} exceeds the range of safe integers`);
  return value;
}

/** `2026-01-05 10:00:00.5+00` → `2026-01-05T10:00:00.500000Z` */
function toTimestamp(text: string): string {
  const date = text.slice(0, 10);
  const time = text.slice(11).replace(/[+-]00$/, '');
  const [seconds, fraction = ''] = time.split('.');
  return `${date}T${seconds}.${fraction.padEnd(6, '0')}Z`;
}
