import type pg from 'pg';
import { listAwaitedServers } from './startup/awaited-servers.ts';
import { closeAll, type Closer } from './close-all.ts';
import { DEFAULT_CACHE_MB, openCommandPath, type CommandPath } from '../commands/support/command-path.ts';
import { createMutationLookup } from '../commands/support/own-events.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Owner } from '../database/owners.ts';
import type { ReadReplicas } from '../database/read-replicas.ts';
import type { Storage } from '../database/storage.ts';
import type { EventLog } from '../eventlog/port.ts';
import { openPostgresLog } from '../eventlog/postgres/index.ts';
import { openPostgresRegister } from '../eventlog/postgres/register.ts';
import type { LogRegister } from '../eventlog/register.ts';
import type { HaltedStreams } from '../projections/engine/halted-streams.ts';
import type { Progress } from '../projections/engine/progress.ts';
import { copyPasswordsFromLog } from '../stores/identity/passwords.ts';
import type { KeyWrap } from '../stores/vault/key-wrap.ts';
import { ERASURE_CHANNEL } from '../stores/persons/pending.ts';
import { openSealedLog } from '../stores/vault/opened-log.ts';
import type { Vault } from '../stores/vault/vault.ts';
import { createIdAllocator, type IdAllocator } from '../stores/support/ids.ts';
import type { ProjectorRunner } from '../workers/projector.ts';
import { openDatabase, type CoreDatabase } from './core-database.ts';
import { openReplicas } from './core-replicas.ts';
import { openCoreVault } from './core-vault.ts';
import type { CoreOptions } from './core-options.ts';
import { openProjections, type CoreProjections } from './core-projections.ts';
import { guardLog, type GuardedLog } from './event-log/guard.ts';
import { recogniseLog, WrongLog, type LogPlace } from './event-log/identity.ts';
import { toDiskProblem } from './startup/disk-problem.ts';
import { StartProblem } from './startup/start-problem.ts';

export { makeSchema } from './core-database.ts';
export type { CoreOptions } from './core-options.ts';

/** Everything behind the API: database, event log, command path and, unless another process runs it, the projector. */
export interface Core {
  /** Identity of this process among those sharing the database. */
  readonly processId: string;
  /** Ownership of claimed work. */
  readonly owner: Owner;
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  /** For reads of many rows: few statements at a time. */
  readonly bulkPool: pg.Pool;
  /** Commits without waiting for the disk. */
  readonly relaxedPool: pg.Pool;
  /** The same, separate from the projector, so that deliveries and projections do not block each other. */
  readonly webhookPool: pg.Pool;
  /** Streaming replicas that serve reads; null if there are none. */
  readonly replicas: ReadReplicas | null;
  readonly notifications: Notifications;
  readonly log: EventLog;
  /** Keys of personal data. */
  readonly vault: Vault;
  /** The database of the vault, for copies of it as a whole, and how its keys are wrapped. */
  readonly vaultPool: pg.Pool;
  readonly keyWrap: KeyWrap;
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

/** With an external log: keeps every request below six seconds, whichever part is slow. */
const LONGEST_COMMAND_MS = 5_500;

/** Opens the parts in order: servers, database, event log, projections, command path. A failure closes them again. */
export async function openCore(options: CoreOptions): Promise<Core> {
  const closers: Closer[] = [];
  const stop = (): Promise<void> => closeAll(closers);
  let isOpening = true;
  try {
    // The service has already waited for its servers; a tool reports the problem and exits.
    if (options.isTool) await checkServers(options);
    const database = await openDatabase(options, closers);
    const { vault, pool: vaultPool, wrap: keyWrap } = await openCoreVault(options, database, closers);
    const { ownLog, register, guard } = await openGuardedLog(options, database, closers);
    const log = openSealedLog(guard.log, vault);
    // A cancelled start does not wait for the log.
    options.signal?.addEventListener('abort', () => void (isOpening && ownLog.close()), { once: true });
    const projections = await openProjections(options, database, log, closers);
    const { projector } = projections;
    const replicas = openReplicas(options, database, closers);
    const commands = openCommands(options, database, { log, vault }, projections);
    closers.push(database.notifications.on(ERASURE_CHANNEL, (stream) => commands.forgetState(stream)));
    closers.push(() => commands.waitUntilIdle());
    if (projector) await copyPasswords(options, database, log);
    return {
      processId: database.processId,
      owner: database.owner,
      databaseUrl: database.databaseUrl,
      pool: database.pool,
      bulkPool: database.bulkPool,
      relaxedPool: database.relaxedPool,
      webhookPool: database.webhookPool,
      replicas,
      notifications: database.notifications,
      log,
      vault,
      vaultPool,
      keyWrap,
      register,
      getMoveDestination: guard.getDestination,
      progress: projections.progress,
      halted: projections.halted,
      storage: database.storage,
      ids: createIdAllocator(database.pool),
      commands,
      projector,
      isAlone: () => projector?.isActive === true && !projections.hasOthers(),
      stop,
    };
  } catch (error) {
    await stop().catch(() => undefined);
    throw await toDiskProblem(error, options);
  } finally {
    isOpening = false;
  }
}

/** @throws StartProblem if a configured server cannot be used now */
export async function checkServers(options: CoreOptions): Promise<void> {
  for (const { examine } of listAwaitedServers(options)) {
    const state = await examine();
    if (state.kind !== 'ready') throw new StartProblem(state.words, state.cause);
  }
}

async function openGuardedLog(
  options: CoreOptions,
  { pool, relaxedPool, databaseUrl, processId, notifications, openLogPool }: CoreDatabase,
  closers: Closer[],
): Promise<{ readonly ownLog: EventLog; readonly register: LogRegister; readonly guard: GuardedLog }> {
  const { logger, isTool, onFatal } = options;
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
      onFatal,
      recognise: () =>
        recogniseLog({
          pool,
          databaseUrl,
          log: ownLog,
          register,
          place: options,
          logger,
          isTool,
          isAdopting: options.isAdopting === true,
        }),
      isWrongLog: (error) => error instanceof WrongLog,
    },
    options.eventStoreUrl !== null && !isTool,
  );
  closers.push(() => guard.close());
  return { ownLog, register, guard };
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

const openCommands = (
  { eventStoreUrl, tracer, onAppend, companyCacheMb = DEFAULT_CACHE_MB }: CoreOptions,
  { pool }: CoreDatabase,
  { log, vault }: Pick<Core, 'log' | 'vault'>,
  { progress, halted }: CoreProjections,
): CommandPath =>
  openCommandPath({
    pool,
    log,
    vault,
    progress,
    ownEvents: createMutationLookup(pool, log),
    isHalted: (stream) => halted.has(stream),
    now: () => new Date(),
    tracer: tracer ?? null,
    onAppend,
    maxCacheBytes: companyCacheMb * 2 ** 20,
    longestMs: eventStoreUrl === null ? null : LONGEST_COMMAND_MS,
  });

async function copyPasswords({ logger }: CoreOptions, { pool }: CoreDatabase, log: EventLog): Promise<void> {
  const copied = await copyPasswordsFromLog(pool, log);
  if (copied > 0) logger.info({ copied }, 'password hashes copied from the log to their current storage');
}
