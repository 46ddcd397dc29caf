import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { startEmbeddedServer } from '../database/embedded/index.ts';
import type { ServerTrouble } from '../database/embedded/watch.ts';
import { createGate, type Gate } from '../database/gate.ts';
import { openPulse } from '../database/heartbeat.ts';
import { buildProcessLockSql } from '../database/live-processes.ts';
import { openNotifications, type Notifications } from '../database/notifications.ts';
import { createPool, PLANNED_ONCE, PROMPT, RELAXED, WORK, type Patience, type PoolOptions } from '../database/pool.ts';
import { migrate } from '../database/schema-migrations/index.ts';
import {
  grantToService,
  canChangeLog,
  extractRole,
  SERVICE_ROLE,
  deriveServicePassword,
  withRole,
} from '../database/service-role.ts';
import { watchStorage, type Storage } from '../database/storage.ts';
import type { Pulse } from '../database/unresponsive-server.ts';
import { APPENDED_CHANNEL } from '../eventlog/postgres/index.ts';
import { ACCESS_CHANNEL, PROJECTED_CHANNEL } from '../projections/engine/batch-statement.ts';
import { registerShape } from '../projections/engine/shapes.ts';
import type { RunnerLogger } from '../workers/projector.ts';
import type { Closer } from './close-all.ts';
import type { CoreOptions } from './core-options.ts';
import { LOG_CHANNEL } from './event-log/guard.ts';
import { WORK_CHANNELS } from './subjects.ts';
import { toDatabaseProblem } from './startup/start-problem.ts';

/** The database of the core: its schemas are up to date, its pools and notifications open. */
export interface CoreDatabase {
  readonly processId: string;
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
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
  more?: Pick<PoolOptions, 'settings' | 'gate'>,
) => pg.Pool;

const CHANNELS = [APPENDED_CHANNEL, PROJECTED_CHANNEL, ACCESS_CHANNEL, LOG_CHANNEL, ...WORK_CHANNELS];

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
  const pool = openPool('grandlivre', 12, PROMPT, { gate });
  const relaxedPool = openPool('grandlivre-relaxed', 4, WORK, { settings: { ...RELAXED, ...PLANNED_ONCE } });
  const webhookPool = openPool('grandlivre-webhooks', 3, WORK, { settings: { ...RELAXED, ...PLANNED_ONCE } });
  if (options.databaseUrl !== null && options.databaseOwnerUrl === null)
    await migrateAsService(pool, databaseUrl, options);
  if (!options.isTool) await registerShape(pool);
  const processId = randomUUID();
  const notifications = await openNotifications(databaseUrl, CHANNELS, buildProcessLockSql(processId));
  closers.push(() => notifications.close());
  const openLogPool = (): pg.Pool =>
    openPool('grandlivre-log', 4, { ...WORK, answerMs: PROMPT.answerMs }, { settings: PLANNED_ONCE });
  return { processId, databaseUrl, pool, relaxedPool, webhookPool, openLogPool, gate, pulse, storage, notifications };
}

const createPoolOpener =
  (
    databaseUrl: string,
    common: Required<Pick<PoolOptions, 'pulse' | 'onError' | 'onFailure'>>,
    closers: Closer[],
  ): OpenPool =>
  (applicationName, max, patience, { settings = {}, gate } = {}) => {
    const pool = createPool(databaseUrl, {
      ...common,
      applicationName,
      max,
      settings,
      patience,
      ...(gate && { gate }),
    });
    closers.push(() => pool.end());
    return pool;
  };

/** One role owns the schemas and serves requests. */
async function migrateAsService(pool: pg.Pool, databaseUrl: string, { isTool, logger }: CoreOptions): Promise<void> {
  await migrate(pool).catch((error: unknown) => {
    throw toDatabaseProblem(error, databaseUrl);
  });
  if (!isTool && (await canChangeLog(pool)))
    logger.warn({}, 'the role of DATABASE_URL can modify the log; set DATABASE_OWNER_URL (docs/operations.md)');
}

/** Prepares the database and its schemas; the embedded one with a role that cannot modify the log. */
async function prepareDatabase(options: CoreOptions, closers: Closer[]): Promise<string> {
  const { databaseUrl, databaseOwnerUrl } = options;
  if (databaseUrl !== null) {
    if (databaseOwnerUrl !== null)
      await migrateAsOwner(databaseOwnerUrl, extractRole(databaseUrl), null).catch((error: unknown) => {
        throw toDatabaseProblem(error, databaseOwnerUrl, 'DATABASE_OWNER_URL');
      });
    return databaseUrl;
  }
  const url = await startServer(options, closers);
  const password = deriveServicePassword(new URL(url).password);
  await migrateAsOwner(url, SERVICE_ROLE, password);
  return withRole(url, SERVICE_ROLE, password);
}

async function migrateAsOwner(ownerUrl: string, role: string, password: string | null): Promise<void> {
  const owner = createPool(ownerUrl, { applicationName: 'grandlivre-owner', max: 1 });
  try {
    await migrate(owner);
    await grantToService(owner, role, password);
  } finally {
    await owner.end();
  }
}

async function startServer({ dataDir, isTool, logger, onFatal }: CoreOptions, closers: Closer[]): Promise<string> {
  const server = await startEmbeddedServer({
    dataDir,
    mode: isTool ? 'join-or-start' : 'own',
    onLog: (line) => logger.debug({ postgres: line }, 'postgres'),
    ...(onFatal && { onTrouble: (event) => reportTrouble(event, logger, onFatal) }),
  });
  closers.push(() => server.stop());
  return server.url;
}

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
