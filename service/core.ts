import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { serversOf, StartCancelled } from './startup/awaited-servers.ts';
import { closeAll, type Closer } from './close-all.ts';
import { openCommandPath, type CommandPath } from '../commands/support/command-path.ts';
import { copyPasswordsFromLog } from '../stores/identity/passwords.ts';
import { idAllocator, type IdAllocator } from '../stores/support/ids.ts';
import { mutationLookup } from '../commands/support/own-events.ts';
import { INTEGRATIONS_CHANNEL } from '../stores/integrations/runs.ts';
import { MAILS_CHANNEL } from '../stores/mail/attempts.ts';
import { PEPPOL_CHANNEL } from '../stores/peppol/due.ts';
import { WEBHOOKS_CHANNEL } from '../stores/webhooks/delivery-queue.ts';
import { startEmbeddedServer } from '../database/embedded/index.ts';
import type { ServerTrouble } from '../database/embedded/watch.ts';
import { createGate } from '../database/gate.ts';
import { holdProcessLock } from '../database/live-processes.ts';
import { migrate } from '../database/schema-migrations/index.ts';
import { openNotifications, type Notifications } from '../database/notifications.ts';
import { createPool, PLANNED_ONCE, PROMPT, RELAXED, WORK, type Patience, type PoolOptions } from '../database/pool.ts';
import { feelPulse } from '../database/heartbeat.ts';
import {
  grantToService,
  mayChangeLog,
  roleOf,
  SERVICE_ROLE,
  servicePassword,
  urlUnder,
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
import { liveShape, registerShape } from '../projections/engine/shapes.ts';
import { ACCESS_CHANNEL, PROJECTED_CHANNEL } from '../projections/engine/batch-statement.ts';
import { recogniseLineage } from './event-log/restored-database.ts';
import { problemOfDatabase, StartProblem } from './startup/start-problem.ts';
import { runProjector, type ProjectorRunner, type RunnerLogger } from '../workers/projector.ts';

/** Everything behind the API: database, event log, command path and, unless another process does it, the projector. */
export interface Core {
  /** Identity of this process among those that share the database. */
  readonly processId: string;
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  /** Commits without waiting for the disk. */
  readonly relaxedPool: pg.Pool;
  /** The same, apart from the projector's: what is sent to webhooks waits for nobody there, and nobody for it. */
  readonly webhookPool: pg.Pool;
  readonly notifications: Notifications;
  readonly log: EventLog;
  /** What is known of the log as a whole. */
  readonly register: LogRegister;
  /** Where the log is being moved to, during which nothing is written; null: nowhere. */
  readonly movingTo: () => string | null;
  readonly progress: Progress;
  readonly halted: HaltedStreams;
  /** Whether the database server has room to write. */
  readonly storage: Storage;
  readonly ids: IdAllocator;
  readonly commands: CommandPath;
  readonly projector: ProjectorRunner | null;
  /** Nobody else serves, and the tables are made here: what this process knows of them is all there is to know. */
  isAlone(): boolean;
  stop(): Promise<void>;
}

export interface CoreOptions {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** The role that the schemas belong to, where the service has another one. */
  readonly databaseOwnerUrl: string | null;
  readonly eventStoreUrl: string | null;
  readonly eventStorePrefix: string;
  /** The service owns the embedded server; a tool beside it joins the one that runs. */
  readonly isTool: boolean;
  readonly runsProjector: boolean;
  /** The tool that makes the tables: whatever there is of them. */
  readonly isRebuilding?: boolean;
  /** The tables are given to the log of the settings, whichever they belong to. */
  readonly isAdopting?: boolean;
  readonly logger: RunnerLogger;
  /** Told when the embedded server cannot be brought back: this process is of no more use. */
  readonly onFatal?: ((error: unknown) => void) | undefined;
  /** Gives up a start that waits. */
  readonly signal?: AbortSignal | undefined;
}

const TABLES_TIMEOUT_MS = 60_000;
/** With the log elsewhere: nobody waits for six seconds, whichever part of the way is held up. */
const LONGEST_COMMAND_MS = 5_500;

export async function openCore(options: CoreOptions): Promise<Core> {
  const { logger } = options;
  const closers: Closer[] = [];
  const stop = (): Promise<void> => closeAll(closers);
  const cancelled = new AbortController();
  try {
    // The service has waited for its servers; a tool says what is wrong and ends.
    if (options.isTool) await usable(options);
    const databaseUrl = await databaseFor(options, closers);
    const onError = (error: Error): void => logger.warn({ err: error }, 'an idle database connection broke');
    const gate = createGate();
    const storage = watchStorage();
    const pulse = feelPulse(databaseUrl);
    closers.push(() => pulse.close());
    const poolFor = (
      applicationName: string,
      max: number,
      patience: Patience,
      { settings = {}, gate }: Pick<PoolOptions, 'settings' | 'gate'> = {},
    ): pg.Pool => {
      const pool = createPool(databaseUrl, {
        ...{ applicationName, max, settings, patience, pulse, onError, ...(gate && { gate }) },
        onFailure: storage.note,
      });
      closers.push(() => pool.end());
      return pool;
    };
    const pool = poolFor('grandlivre', 12, PROMPT, { gate });
    const relaxedPool = poolFor('grandlivre-relaxed', 4, WORK, { settings: { ...RELAXED, ...PLANNED_ONCE } });
    const webhookPool = poolFor('grandlivre-webhooks', 3, WORK, { settings: { ...RELAXED, ...PLANNED_ONCE } });
    if (options.databaseUrl !== null && options.databaseOwnerUrl === null) {
      await migrate(pool).catch((error: unknown) => {
        throw problemOfDatabase(error, databaseUrl);
      });
      if (!options.isTool && (await mayChangeLog(pool)))
        logger.warn({}, 'the role of DATABASE_URL may change the log: set DATABASE_OWNER_URL (docs/operations.md)');
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
      holdProcessLock(processId),
    );
    closers.push(() => notifications.close());
    const logPool = (): pg.Pool =>
      poolFor('grandlivre-log', 4, { ...WORK, answerMs: PROMPT.answerMs }, { settings: PLANNED_ONCE });
    const { log: ownLog, register } = await openLog(options, logPool, notifications);
    closers.push(
      () => ownLog.close(),
      () => register.close(),
    );
    const guard = await guardLog(
      {
        ...{ log: ownLog, processId, pool: relaxedPool, notifications, logger, onFatal: options.onFatal },
        recognise: () =>
          recogniseLog({
            ...{ pool, databaseUrl, log: ownLog, register, place: options, logger },
            isTool: options.isTool,
            isAdopting: options.isAdopting === true,
          }),
        isWrongLog: (error) => error instanceof WrongLog,
      },
      options.eventStoreUrl !== null && !options.isTool,
    );
    closers.push(() => guard.close());
    const { log } = guard;
    // A start that is given up waits for no answer of the log.
    options.signal?.addEventListener('abort', () => void ownLog.close(), { signal: cancelled.signal });
    const progress = trackProgress(relaxedPool, notifications, undefined, pulse);
    closers.push(() => progress.close());
    if (!options.isTool) {
      const lineage = await recogniseLineage({
        ...{ pool, relaxedPool, log, notifications, logger },
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
          ...{ databaseUrl, pulse, connection: relaxedPool, isHeard: others.exist, log, progress, logger },
          bridges: !options.isTool,
        })
      : null;
    if (projector) closers.push(() => projector.stop());
    if (!options.isRebuilding) await readTablesReady(pool, projector, options);
    const trust = guardTables({ gate, notifications, progress, log });
    closers.push(() => trust.close());
    const halted = await watchHaltedStreams(pool);
    closers.push(() => halted.close());
    const commands = openCommandPath({
      pool,
      log,
      progress,
      ownEvents: mutationLookup(pool, log),
      isHalted: (stream) => halted.has(stream),
      now: () => new Date(),
      longestMs: options.eventStoreUrl === null ? null : LONGEST_COMMAND_MS,
    });
    closers.push(() => commands.settled());
    if (projector) {
      const copied = await copyPasswordsFromLog(pool, log);
      if (copied > 0)
        logger.info({ copied }, 'hashes of passwords were copied from the log to where they are kept now');
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
      movingTo: guard.destination,
      progress,
      halted,
      storage,
      ids: idAllocator(pool),
      commands,
      projector,
      isAlone: () => projector?.isActive === true && !others.exist(),
      stop,
    };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  } finally {
    cancelled.abort();
  }
}

/** @throws StartProblem when a server that the settings name cannot be used now */
async function usable(options: CoreOptions): Promise<void> {
  for (const { examine } of serversOf(options)) {
    const state = await examine();
    if (state.kind !== 'ready') throw new StartProblem(state.words, state.cause);
  }
}

async function openLog(
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

/** The database with its schemas; the embedded one under a role that cannot change the log. */
async function databaseFor(options: CoreOptions, closers: Closer[]): Promise<string> {
  const { databaseUrl, databaseOwnerUrl } = options;
  if (databaseUrl !== null) {
    if (databaseOwnerUrl !== null)
      await preparedBy(databaseOwnerUrl, roleOf(databaseUrl), null).catch((error: unknown) => {
        throw problemOfDatabase(error, databaseOwnerUrl, 'DATABASE_OWNER_URL');
      });
    return databaseUrl;
  }
  const url = await startServer(options, closers);
  const password = servicePassword(new URL(url).password);
  await preparedBy(url, SERVICE_ROLE, password);
  return urlUnder(url, SERVICE_ROLE, password);
}

async function preparedBy(ownerUrl: string, role: string, password: string | null): Promise<void> {
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
    ...(onFatal && { onTrouble: (event) => tellTrouble(event, logger, onFatal) }),
  });
  closers.push(() => server.stop());
  return server.url;
}

function tellTrouble(event: ServerTrouble, logger: RunnerLogger, onFatal: (error: unknown) => void): void {
  switch (event.what) {
    case 'ended':
      return logger.warn({}, 'the embedded PostgreSQL has ended and is started again');
    case 'not-started':
      return logger.warn({ err: event.error }, 'the embedded PostgreSQL does not start; it is tried again');
    case 'started':
      return logger.warn({ milliseconds: event.milliseconds }, 'the embedded PostgreSQL runs again');
    case 'given-up':
      logger.error({ err: event.error }, 'the embedded PostgreSQL cannot be started');
      return onFatal(event.error);
  }
}

/** The first process to run the projector makes the tables; the others wait for them. */
async function readTablesReady(
  pool: pg.Pool,
  projector: ProjectorRunner | null,
  { isTool, signal }: CoreOptions,
): Promise<void> {
  if (projector) await unlessCancelled(projector.ready, signal);
  let deadline = performance.now() + TABLES_TIMEOUT_MS;
  for (;;) {
    if (signal?.aborted) throw new StartCancelled();
    const { kind } = await liveShape(pool);
    if (kind === 'own' || kind === 'usable') return;
    if (kind === 'newer' || (kind === 'older' && isTool))
      throw new StartProblem(
        `the read tables were made by ${kind === 'newer' ? 'a newer' : 'another'} version of Grandlivre: ` +
          (isTool
            ? 'use the tools of the version that runs, or stop it and start this one'
            : 'start that version, or run npm run rebuild of this one to go back to it'),
        kind,
      );
    // As long as someone makes them they are worth waiting for.
    if (performance.now() > deadline && (await isBeingRebuilt(pool))) deadline = performance.now() + TABLES_TIMEOUT_MS;
    if (performance.now() > deadline)
      throw new Error('There are no read tables yet: start a process with ROLE=projector or ROLE=all');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function unlessCancelled(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  const listening = new AbortController();
  const cancelled = new Promise<never>((_, reject) => {
    const stop = (): void => reject(new StartCancelled());
    signal?.addEventListener('abort', stop, { signal: listening.signal });
    if (signal?.aborted) stop();
  });
  try {
    await Promise.race([work, cancelled]);
  } finally {
    listening.abort();
  }
}
