import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { listAwaitedServers, StartCancelled } from './startup/awaited-servers.ts';
import { closeAll, type Closer } from './close-all.ts';
import { openCommandPath, type CommandPath } from '../commands/support/command-path.ts';
import { copyPasswordsFromLog } from '../stores/identity/passwords.ts';
import { createIdAllocator, type IdAllocator } from '../stores/support/ids.ts';
import { createMutationLookup } from '../commands/support/own-events.ts';
import { INTEGRATIONS_CHANNEL } from '../stores/integrations/runs.ts';
import { MAILS_CHANNEL } from '../stores/mail/attempts.ts';
import { PEPPOL_CHANNEL } from '../stores/peppol/due.ts';
import { WEBHOOKS_CHANNEL } from '../stores/webhooks/delivery-queue.ts';
import { startEmbeddedServer } from '../database/embedded/index.ts';
import type { ServerTrouble } from '../database/embedded/watch.ts';
import { createGate } from '../database/gate.ts';
import { buildProcessLockSql } from '../database/live-processes.ts';
import { migrate } from '../database/schema-migrations/index.ts';
import { openNotifications, type Notifications } from '../database/notifications.ts';
import { createPool, PLANNED_ONCE, PROMPT, RELAXED, WORK, type Patience, type PoolOptions } from '../database/pool.ts';
import { openPulse } from '../database/heartbeat.ts';
import {
  grantToService,
  canChangeLog,
  extractRole,
  SERVICE_ROLE,
  deriveServicePassword,
  withRole,
} from '../database/service-role.ts';
import { watchStorage, type Storage } from '../database/storage.ts';
import type { EventLog } from '../eventlog/port.ts';
import { APPENDED_CHANNEL, openPostgresLog } from '../eventlog/postgres/index.ts';
import { isBeingRebuilt } from '../projections/engine/exclusive-work.ts';
import { openPostgresRegister } from '../eventlog/postgres/register.ts';
import type { LogRegister } from '../eventlog/register.ts';
import { guardLog, LOG_CHANNEL } from './event-log/guard.ts';
import { recogniseLog, WrongLog, type LogPlace } from './event-log/identity.ts';
import { watchHaltedStreams, type HaltedStreams } from '../projections/engine/halted-streams.ts';
import { watchOtherProcesses } from '../projections/engine/listeners.ts';
import { trackProgress, type Progress } from '../projections/engine/progress.ts';
import { guardTables } from '../projections/engine/table-trust.ts';
import { readLiveShape, registerShape } from '../projections/engine/shapes.ts';
import { ACCESS_CHANNEL, PROJECTED_CHANNEL } from '../projections/engine/batch-statement.ts';
import { recogniseLineage } from './event-log/restored-database.ts';
import { toDatabaseProblem, StartProblem } from './startup/start-problem.ts';
import { runProjector, type ProjectorRunner, type RunnerLogger } from '../workers/projector.ts';

/** Everything behind the API: database, event log, command path and, unless another process runs it, the projector. */
export interface Core {
  /** Identity of this process among those sharing the database. */
  readonly processId: string;
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  /** Commits without waiting for the disk. */
  readonly relaxedPool: pg.Pool;
  /** The same, separate from the projector, so that webhooks and projections do not block each other. */
  readonly webhookPool: pg.Pool;
  readonly notifications: Notifications;
  readonly log: EventLog;
  /** Register of the log as a whole. */
  readonly register: LogRegister;
  /** Destination while the log is being moved and writes are blocked; null otherwise. */
  readonly getMoveDestination: () => string | null;
  readonly progress: Progress;
  readonly halted: HaltedStreams;
  /** Whether the database server has enough disk space. */
  readonly storage: Storage;
  readonly ids: IdAllocator;
  readonly commands: CommandPath;
  readonly projector: ProjectorRunner | null;
  /** Whether no other process serves and this one builds the tables, so that its own knowledge of them is complete. */
  isAlone(): boolean;
  stop(): Promise<void>;
}

export interface CoreOptions {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Owner role of the schemas, if the service uses another one. */
  readonly databaseOwnerUrl: string | null;
  readonly eventStoreUrl: string | null;
  readonly eventStorePrefix: string;
  /** The service owns the embedded server; a tool joins the running one. */
  readonly isTool: boolean;
  readonly runsProjector: boolean;
  /** Set by the tool that rebuilds the tables, whatever their state. */
  readonly isRebuilding?: boolean;
  /** Assign the tables to the configured log, whichever log they belong to. */
  readonly isAdopting?: boolean;
  readonly logger: RunnerLogger;
  /** Called if the embedded server cannot be restarted and this process has to end. */
  readonly onFatal?: ((error: unknown) => void) | undefined;
  /** Cancels a pending start. */
  readonly signal?: AbortSignal | undefined;
}

const TABLES_TIMEOUT_MS = 60_000;
/** With an external log: keeps every request below six seconds, whichever part is slow. */
const LONGEST_COMMAND_MS = 5_500;

export async function openCore(options: CoreOptions): Promise<Core> {
  const { logger } = options;
  const closers: Closer[] = [];
  const stop = (): Promise<void> => closeAll(closers);
  const cancelled = new AbortController();
  try {
    // The service has already waited for its servers; a tool reports the problem and exits.
    if (options.isTool) await checkServers(options);
    const databaseUrl = await prepareDatabase(options, closers);
    const onError = (error: Error): void => logger.warn({ err: error }, 'idle database connection lost');
    const gate = createGate();
    const storage = watchStorage();
    const pulse = openPulse(databaseUrl);
    closers.push(() => pulse.close());
    const openPool = (
      applicationName: string,
      max: number,
      patience: Patience,
      { settings = {}, gate }: Pick<PoolOptions, 'settings' | 'gate'> = {},
    ): pg.Pool => {
      const pool = createPool(databaseUrl, {
        applicationName,
        max,
        settings,
        patience,
        pulse,
        onError,
        ...(gate && { gate }),
        onFailure: storage.recordError,
      });
      closers.push(() => pool.end());
      return pool;
    };
    const pool = openPool('grandlivre', 12, PROMPT, { gate });
    const relaxedPool = openPool('grandlivre-relaxed', 4, WORK, { settings: { ...RELAXED, ...PLANNED_ONCE } });
    const webhookPool = openPool('grandlivre-webhooks', 3, WORK, { settings: { ...RELAXED, ...PLANNED_ONCE } });
    if (options.databaseUrl !== null && options.databaseOwnerUrl === null) {
      await migrate(pool).catch((error: unknown) => {
        throw toDatabaseProblem(error, databaseUrl);
      });
      if (!options.isTool && (await canChangeLog(pool)))
        logger.warn({}, 'the role of DATABASE_URL can modify the log; set DATABASE_OWNER_URL (docs/operations.md)');
    }
    if (!options.isTool) await registerShape(pool);
    const processId = randomUUID();
    const notifications = await openNotifications(
      databaseUrl,
      [
        APPENDED_CHANNEL,
        PROJECTED_CHANNEL,
        ACCESS_CHANNEL,
        LOG_CHANNEL,
        INTEGRATIONS_CHANNEL,
        MAILS_CHANNEL,
        WEBHOOKS_CHANNEL,
        PEPPOL_CHANNEL,
      ],
      buildProcessLockSql(processId),
    );
    closers.push(() => notifications.close());
    const openLogPool = (): pg.Pool =>
      openPool('grandlivre-log', 4, { ...WORK, answerMs: PROMPT.answerMs }, { settings: PLANNED_ONCE });
    const { log: ownLog, register } = await openConfiguredLog(options, openLogPool, notifications);
    closers.push(
      () => ownLog.close(),
      () => register.close(),
    );
    const guard = await guardLog(
      {
        log: ownLog,
        processId,
        pool: relaxedPool,
        notifications,
        logger,
        onFatal: options.onFatal,
        recognise: () =>
          recogniseLog({
            pool,
            databaseUrl,
            log: ownLog,
            register,
            place: options,
            logger,
            isTool: options.isTool,
            isAdopting: options.isAdopting === true,
          }),
        isWrongLog: (error) => error instanceof WrongLog,
      },
      options.eventStoreUrl !== null && !options.isTool,
    );
    closers.push(() => guard.close());
    const { log } = guard;
    // A cancelled start does not wait for the log.
    options.signal?.addEventListener('abort', () => void ownLog.close(), { signal: cancelled.signal });
    const progress = trackProgress(relaxedPool, notifications, undefined, pulse);
    closers.push(() => progress.close());
    if (!options.isTool) {
      const lineage = await recogniseLineage({
        pool,
        relaxedPool,
        log,
        notifications,
        logger,
        isLogHere: options.eventStoreUrl === null,
        dataDir: options.dataDir,
        onFatal: options.onFatal,
      });
      closers.push(() => lineage.close());
    }
    const others = watchOtherProcesses(pool, processId);
    closers.push(() => others.close());
    const projector = options.runsProjector
      ? runProjector({
          databaseUrl,
          pulse,
          connection: relaxedPool,
          isHeard: others.hasOthers,
          log,
          progress,
          logger,
          bridges: !options.isTool,
        })
      : null;
    if (projector) closers.push(() => projector.stop());
    if (!options.isRebuilding) await waitForTables(pool, projector, options);
    const trust = guardTables({ gate, notifications, progress, log });
    closers.push(() => trust.close());
    const halted = await watchHaltedStreams(pool);
    closers.push(() => halted.close());
    const commands = openCommandPath({
      pool,
      log,
      progress,
      ownEvents: createMutationLookup(pool, log),
      isHalted: (stream) => halted.has(stream),
      now: () => new Date(),
      longestMs: options.eventStoreUrl === null ? null : LONGEST_COMMAND_MS,
    });
    closers.push(() => commands.waitUntilIdle());
    if (projector) {
      const copied = await copyPasswordsFromLog(pool, log);
      if (copied > 0) logger.info({ copied }, 'password hashes copied from the log to their current storage');
    }
    return {
      processId,
      databaseUrl,
      pool,
      relaxedPool,
      webhookPool,
      notifications,
      log,
      register,
      getMoveDestination: guard.getDestination,
      progress,
      halted,
      storage,
      ids: createIdAllocator(pool),
      commands,
      projector,
      isAlone: () => projector?.isActive === true && !others.hasOthers(),
      stop,
    };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  } finally {
    cancelled.abort();
  }
}

/** @throws StartProblem if a configured server cannot be used now */
async function checkServers(options: CoreOptions): Promise<void> {
  for (const { examine } of listAwaitedServers(options)) {
    const state = await examine();
    if (state.kind !== 'ready') throw new StartProblem(state.words, state.cause);
  }
}

async function openConfiguredLog(
  { eventStoreUrl, eventStorePrefix }: LogPlace,
  poolFor: () => pg.Pool,
  notifications: Notifications,
): Promise<{ readonly log: EventLog; readonly register: LogRegister }> {
  if (eventStoreUrl === null) {
    const pool = poolFor();
    return { log: openPostgresLog(pool, notifications), register: openPostgresRegister(pool) };
  }
  const { openEventStoreDbLog, openEventStoreDbRegister } = await import('../eventlog/eventstoredb/index.ts');
  const options = { url: eventStoreUrl, prefix: eventStorePrefix };
  return { log: openEventStoreDbLog(options), register: openEventStoreDbRegister(options) };
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

/** The first process with a projector builds the tables; the others wait for them. */
async function waitForTables(
  pool: pg.Pool,
  projector: ProjectorRunner | null,
  { isTool, signal }: CoreOptions,
): Promise<void> {
  if (projector) await raceCancellation(projector.ready, signal);
  let deadline = performance.now() + TABLES_TIMEOUT_MS;
  for (;;) {
    if (signal?.aborted) throw new StartCancelled();
    const { kind } = await readLiveShape(pool);
    if (kind === 'own' || kind === 'usable') return;
    if (kind === 'newer' || (kind === 'older' && isTool))
      throw new StartProblem(
        `the read tables were built by ${kind === 'newer' ? 'a newer' : 'another'} version of Grandlivre: ` +
          (isTool
            ? 'use the tools of the running version, or stop it and start this one'
            : 'start that version, or run npm run rebuild of this version to return to it'),
        kind,
      );
    // Keep waiting while another process is building them.
    if (performance.now() > deadline && (await isBeingRebuilt(pool))) deadline = performance.now() + TABLES_TIMEOUT_MS;
    if (performance.now() > deadline)
      throw new Error('There are no read tables yet: start a process with ROLE=projector or ROLE=all');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function raceCancellation(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  const listening = new AbortController();
  const cancelled = new Promise<never>((_, reject) => {
    const rejectCancelled = (): void => reject(new StartCancelled());
    signal?.addEventListener('abort', rejectCancelled, { signal: listening.signal });
    if (signal?.aborted) rejectCancelled();
  });
  try {
    await Promise.race([work, cancelled]);
  } finally {
    listening.abort();
  }
}
