import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { startEmbeddedServer } from '../database/embedded/index.ts';
import type { ServerTrouble } from '../database/embedded/watch.ts';
import { createGate, type Gate } from '../database/gate.ts';
import { openPulse } from '../database/heartbeat.ts';
import { buildProcessLockSql } from '../database/live-processes.ts';
import { openNotifications, type Notifications } from '../database/notifications.ts';
import { createUnwatchedOwner, openOwner, type Owner } from '../database/owners.ts';
import {
  BRIEFLY_LOCKED,
  createPool,
  BULK,
  DURABLE,
  PLANNED_ONCE,
  PROMPT,
  RELAXED,
  WORK,
  type Patience,
  type PoolOptions,
} from '../database/pool.ts';
import { requireFinishedRestore, UnfinishedRestore } from '../database/restore-mark.ts';
import { keepsSettings } from '../database/session-settings.ts';
import { listPrefixedSchemas, readSchemaPrefix } from '../database/schema-prefix.ts';
import { canChangeLog } from '../database/service-role.ts';
import { watchStorage, type Storage } from '../database/storage.ts';
import type { Pulse } from '../database/unresponsive-server.ts';
import { APPENDED_CHANNEL } from '../eventlog/postgres/index.ts';
import { ACCESS_CHANNEL, PROJECTED_CHANNEL } from '../projections/engine/batch-statement.ts';
import { ERASURE_CHANNEL } from '../stores/persons/pending.ts';
import { VAULT_CHANNEL } from '../stores/vault/key-rows.ts';
import { registerShape } from '../projections/engine/shapes.ts';
import type { RunnerLogger } from '../workers/projector.ts';
import { yieldToPromptWork } from '../support/yielding.ts';
import { closeAll, type Closer } from './close-all.ts';
import type { CoreOptions } from './core-options.ts';
import { LOG_CHANNEL } from './event-log/guard.ts';
import { WORK_CHANNELS } from './subjects.ts';
import { migrateAsOwner, migrateAsService, migrateEmbedded } from './schema.ts';
import { POOLER_WORDS, StartProblem, UNUSABLE_EXIT } from './startup/start-problem.ts';

/** The database of the core: its schemas are up to date, its pools and notifications open. */
export interface CoreDatabase {
  readonly processId: string;
  readonly owner: Owner;
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly bulkPool: pg.Pool;
  readonly relaxedPool: pg.Pool;
  readonly webhookPool: pg.Pool;
  readonly openLogPool: () => pg.Pool;
  readonly gate: Gate;
  readonly pulse: Pulse;
  readonly storage: Storage;
  readonly notifications: Notifications;
}

type OpenPool = (
  applicationName: string,
  max: number,
  patience: Patience,
  more?: Pick<PoolOptions, 'settings' | 'gate' | 'statementsAtOnce' | 'yieldToOthers' | 'connectionWaitMs'>,
) => pg.Pool;

/**
 * Numbers of connections. A bulk read holds one for as long as its client reads, and may need another; how many of them
 * have a statement running at a time is limited separately.
 */
export const SIZES = { requests: 12, bulk: 8, bulkStatements: 2, relaxed: 4, webhooks: 3, log: 4 };
const SIZES_BESIDE: typeof SIZES = { requests: 4, bulk: 4, bulkStatements: 1, relaxed: 2, webhooks: 1, log: 2 };

/** Bulk reads take turns, also for connections: a download must not break off because others are ahead of it. */
export const BULK_WAIT_MS = 30_000;

const CHANNELS = [
  APPENDED_CHANNEL,
  PROJECTED_CHANNEL,
  ACCESS_CHANNEL,
  LOG_CHANNEL,
  VAULT_CHANNEL,
  ERASURE_CHANNEL,
  ...WORK_CHANNELS,
];

export async function openDatabase(options: CoreOptions, closers: Closer[]): Promise<CoreDatabase> {
  const databaseUrl = await prepareDatabase(options, closers);
  const gate = createGate();
  const storage = watchStorage();
  const pulse = openPulse(databaseUrl);
  closers.push(() => pulse.close());
  const openPool = createPoolOpener(
    databaseUrl,
    {
      pulse,
      onError: (error) => options.logger.warn({ err: error }, 'idle database connection lost'),
      onFailure: storage.recordError,
    },
    closers,
  );
  const sizes = options.isBeside ? SIZES_BESIDE : SIZES;
  const relaxed = { settings: { ...RELAXED, ...PLANNED_ONCE } };
  const pool = openPool('grandlivre', sizes.requests, PROMPT, { gate });
  const bulkPool = openPool('grandlivre-bulk', sizes.bulk, PROMPT, {
    gate,
    settings: BULK,
    statementsAtOnce: sizes.bulkStatements,
    yieldToOthers: yieldToPromptWork,
    connectionWaitMs: BULK_WAIT_MS,
  });
  const relaxedPool = openPool('grandlivre-relaxed', sizes.relaxed, WORK, relaxed);
  const webhookPool = openPool('grandlivre-webhooks', sizes.webhooks, WORK, relaxed);
  if (options.databaseUrl !== null) await requireOwnSessions(relaxedPool);
  if (options.databaseUrl !== null && (options.databaseOwnerUrl === null || options.migratesSchema === false))
    await prepareSchema(pool, databaseUrl, options);
  if (!options.isTool) await registerShape(pool);
  const processId = randomUUID();
  // Beats of the owner are sent on this connection, and need not wait for the disk.
  const greeting = `SET synchronous_commit = off; ${buildProcessLockSql(processId)}`;
  const notifications = await openNotifications(databaseUrl, CHANNELS, greeting);
  closers.push(() => notifications.close());
  const owner = options.isTool
    ? createUnwatchedOwner(processId)
    : await openOwner({
        notifications,
        processId,
        onLost: () => options.logger.warn({}, 'this process stood still; others have taken over its work'),
      });
  closers.push(() => owner.close());
  const openLogPool = (): pg.Pool =>
    openPool(
      'grandlivre-log',
      sizes.log,
      { ...WORK, answerMs: PROMPT.answerMs },
      { settings: { ...PLANNED_ONCE, ...DURABLE, ...BRIEFLY_LOCKED } },
    );
  return {
    processId,
    owner,
    databaseUrl,
    pool,
    bulkPool,
    relaxedPool,
    webhookPool,
    openLogPool,
    gate,
    pulse,
    storage,
    notifications,
  };
}

/** @throws StartProblem if a connection pooler is in between */
async function requireOwnSessions(relaxedPool: pg.Pool): Promise<void> {
  if (await keepsSettings(relaxedPool)) return;
  throw new StartProblem(`the database of DATABASE_URL cannot be used: ${POOLER_WORDS}`, null, UNUSABLE_EXIT);
}

const createPoolOpener =
  (
    databaseUrl: string,
    common: Required<Pick<PoolOptions, 'pulse' | 'onError' | 'onFailure'>>,
    closers: Closer[],
  ): OpenPool =>
  (applicationName, max, patience, { settings = {}, gate, ...bulk } = {}) => {
    const pool = createPool(databaseUrl, {
      ...common,
      applicationName,
      max,
      settings,
      patience,
      ...(gate && { gate }),
      ...bulk,
    });
    closers.push(() => pool.end());
    return pool;
  };

/** One role owns the schemas and serves requests, or another process has made them. */
async function prepareSchema(
  pool: pg.Pool,
  databaseUrl: string,
  { isTool, isBeside, logger, migratesSchema = true }: CoreOptions,
): Promise<void> {
  if (isBeside) await createRecordSchema(pool, databaseUrl);
  if (migratesSchema) await migrateAsService(pool, databaseUrl);
  if (!isTool && !isBeside && (await canChangeLog(pool)))
    logger.warn({}, 'the role of DATABASE_URL can modify the log; set DATABASE_OWNER_URL (docs/operations.md)');
}

/** The record of the applied migrations is in a schema that every database has; the one of another instance is not. */
const createRecordSchema = (pool: pg.Pool, databaseUrl: string): Promise<unknown> =>
  pool.query(`CREATE SCHEMA IF NOT EXISTS ${listPrefixedSchemas(readSchemaPrefix(databaseUrl))[0]!}`);

/** Prepares the database and its schemas; the embedded one with a role that cannot modify the log. */
async function prepareDatabase(options: CoreOptions, closers: Closer[]): Promise<string> {
  const { databaseUrl, databaseOwnerUrl, migratesSchema = true } = options;
  if (databaseUrl !== null) {
    options.setAwaited?.(['tables_being_made']);
    options.onWaitingForDatabase?.();
    if (databaseOwnerUrl !== null && migratesSchema) await migrateAsOwner(databaseOwnerUrl, databaseUrl);
    return databaseUrl;
  }
  const url = await startServer(options, closers);
  options.setAwaited?.(['tables_being_made']);
  return (await migrateEmbedded(url)).serviceUrl;
}

/** The work of `grandlivre migrate`: makes or updates the schemas, and nothing else. Returns the applied migrations. */
export async function makeSchema(options: CoreOptions): Promise<readonly string[]> {
  const { databaseUrl, databaseOwnerUrl } = options;
  if (databaseUrl !== null && databaseOwnerUrl !== null) return migrateAsOwner(databaseOwnerUrl, databaseUrl);
  const closers: Closer[] = [];
  try {
    if (databaseUrl === null) return (await migrateEmbedded(await startServer(options, closers))).applied;
    const pool = createPool(databaseUrl, { applicationName: 'grandlivre-owner', max: 1 });
    closers.push(() => pool.end());
    return await migrateAsService(pool, databaseUrl);
  } finally {
    await closeAll(closers);
  }
}

async function startServer(options: CoreOptions, closers: Closer[]): Promise<string> {
  const { dataDir, isTool, logger, onFatal } = options;
  if (options.isRestoring !== true) await checkDataFolder(dataDir);
  const server = await startEmbeddedServer({
    dataDir,
    mode: isTool ? 'join-or-start' : 'own',
    onLog: (line) => logger.debug({ postgres: line }, 'postgres'),
    ...(options.onWaitingForDatabase && { onLaunched: options.onWaitingForDatabase }),
    ...(onFatal && { onTrouble: (event) => reportTrouble(event, logger, onFatal) }),
  });
  closers.push(() => server.stop());
  return server.url;
}

/** @throws StartProblem if the data folder holds part of a restored backup only */
const checkDataFolder = (dataDir: string): Promise<void> =>
  requireFinishedRestore(dataDir).catch((error: unknown) => {
    throw error instanceof UnfinishedRestore ? new StartProblem(error.message, error, UNUSABLE_EXIT) : error;
  });

function reportTrouble(event: ServerTrouble, logger: RunnerLogger, onFatal: (error: unknown) => void): void {
  switch (event.what) {
    case 'ended':
      return logger.warn({}, 'embedded PostgreSQL has stopped; restarting it');
    case 'not-started':
      return logger.warn({ err: event.error }, 'embedded PostgreSQL does not start; it will be retried');
    case 'started':
      return logger.warn({ milliseconds: event.milliseconds }, 'embedded PostgreSQL is running again');
    case 'given-up':
      logger.error({ err: event.error }, 'embedded PostgreSQL cannot be started');
      return onFatal(event.error);
  }
}
