import { setTimeout as pause } from 'node:timers/promises';
import { checkConnection, readSchemaAt } from '../../database/first-contact.ts';
import { NewerSchema } from '../../database/schema-migrations/index.ts';
import type { Reachability } from '../../eventlog/eventstoredb/reachability.ts';
import { toDatabaseProblem, StartProblem, UNUSABLE_EXIT } from './start-problem.ts';

/**
 * Startup waits for servers that are unreachable, and logs it; it ends if a server refuses, because only other settings
 * can help. Otherwise every part would fail on the same server in its own way, repeatedly.
 */

/** `tables_being_made`: the schema, which `grandlivre migrate` has yet to make or update. */
export type Part = 'database' | 'event_log' | 'tables_being_made';

export interface AwaitedServer {
  readonly part: Part;
  readonly examine: () => Promise<Reachability>;
}

export interface Missing {
  readonly part: Part;
  readonly words: string;
}

export interface AwaitOptions {
  /** Aborts the wait. */
  readonly signal?: AbortSignal;
  /** Called at once with the missing servers, whenever they change, and every half minute. */
  readonly reportMissing: (missing: readonly Missing[]) => void;
  /** Called with the missing servers after every check. */
  readonly onMissing?: (missing: readonly Missing[]) => Promise<void>;
  readonly lookEveryMs?: number;
  readonly tellEveryMs?: number;
}

/** Startup was aborted because the process was asked to stop. */
export class StartCancelled extends Error {
  constructor() {
    super('Startup was cancelled');
    this.name = 'StartCancelled';
  }
}

const LOOK_EVERY_MS = 500;
const TELL_EVERY_MS = 30_000;

/** Resolves when all servers are usable. @throws StartProblem if one never will be; StartCancelled */
export async function awaitServers(servers: readonly AwaitedServer[], options: AwaitOptions): Promise<void> {
  const { signal, reportMissing, onMissing, lookEveryMs = LOOK_EVERY_MS, tellEveryMs = TELL_EVERY_MS } = options;
  const ended = watchAbort(signal);
  let told = { parts: '', at: -Infinity };
  try {
    for (;;) {
      const found = await Promise.race([ended.when, Promise.all(servers.map((server) => examineServer(server)))]);
      const refused = found.find(({ state }) => state.kind === 'refused')?.state;
      if (refused && refused.kind !== 'ready') throw new StartProblem(refused.words, refused.cause, UNUSABLE_EXIT);
      const missing = dropConsequences(
        found.flatMap(({ part, state }) => (state.kind === 'awaited' ? [{ part, words: state.words }] : [])),
      );
      if (missing.length === 0) return;
      const parts = missing.map(({ part }) => part).join();
      if (parts !== told.parts || performance.now() - told.at >= tellEveryMs) {
        told = { parts, at: performance.now() };
        reportMissing(missing);
      }
      await onMissing?.(missing);
      await Promise.race([ended.when, pause(lookEveryMs)]);
    }
  } finally {
    ended.release();
  }
}

/** The tables of an unreachable database are unknown. */
function dropConsequences(missing: readonly Missing[]): readonly Missing[] {
  return missing.some(({ part }) => part === 'database')
    ? missing.filter(({ part }) => part !== 'tables_being_made')
    : missing;
}

async function examineServer({ part, examine }: AwaitedServer): Promise<{ part: Part; state: Reachability }> {
  return { part, state: await examine() };
}

function watchAbort(signal: AbortSignal | undefined): { readonly when: Promise<never>; release(): void } {
  let rejectWait = (): void => undefined;
  const when = new Promise<never>((_, reject) => (rejectWait = () => reject(new StartCancelled())));
  when.catch(() => undefined);
  signal?.addEventListener('abort', rejectWait);
  if (signal?.aborted) rejectWait();
  return { when, release: () => signal?.removeEventListener('abort', rejectWait) };
}

/** Distinguishes problems that waiting can solve (server unreachable, starting, or out of connections) from others. */
export async function examineDatabase(url: string, setting: string): Promise<Reachability> {
  try {
    await checkConnection(url);
    return { kind: 'ready' };
  } catch (error) {
    const problem = toDatabaseProblem(error, url, setting);
    // Unknown errors are left to the startup itself, which reports them as they are.
    if (!(problem instanceof StartProblem)) return { kind: 'ready' };
    return {
      kind: problem.exitCode === UNUSABLE_EXIT ? 'refused' : 'awaited',
      words: problem.message,
      cause: error,
    };
  }
}

/** Whether `grandlivre migrate` of this version has run. A schema of a later version is refused. */
export async function examineSchema(url: string): Promise<Reachability> {
  try {
    const state = await readSchemaAt(url);
    if (state.unknown.length > 0) return { kind: 'refused', words: new NewerSchema(state).message, cause: state };
    return state.isUsable ? { kind: 'ready' } : { kind: 'awaited', words: SCHEMA_AWAITED, cause: state };
  } catch (error) {
    // The database itself is examined separately.
    return { kind: 'awaited', words: SCHEMA_AWAITED, cause: error };
  }
}

const SCHEMA_AWAITED =
  'the schema of DATABASE_URL is not that of this version yet, and MIGRATE=off leaves it to another process: ' +
  'run grandlivre migrate of this version, or set MIGRATE=on';

export interface Settings {
  readonly databaseUrl: string | null;
  readonly databaseOwnerUrl: string | null;
  /** Null or absent: the vault is in the same database. */
  readonly vaultDatabaseUrl?: string | null;
  readonly eventStoreUrl: string | null;
  readonly eventStorePrefix: string;
  /** False: the schema is awaited like a server. */
  readonly migratesSchema?: boolean;
}

/** Servers named by the settings; the embedded database is not one of them. */
export function listAwaitedServers({
  databaseUrl,
  databaseOwnerUrl,
  vaultDatabaseUrl = null,
  eventStoreUrl,
  eventStorePrefix,
  migratesSchema = true,
}: Settings): AwaitedServer[] {
  const servers: AwaitedServer[] = [];
  // The owner first: it may create the role of the service.
  if (databaseUrl !== null && databaseOwnerUrl !== null && migratesSchema)
    servers.push({ part: 'database', examine: () => examineDatabase(databaseOwnerUrl, 'DATABASE_OWNER_URL') });
  else if (databaseUrl !== null)
    servers.push({ part: 'database', examine: () => examineDatabase(databaseUrl, 'DATABASE_URL') });
  if (databaseUrl !== null && !migratesSchema)
    servers.push({ part: 'tables_being_made', examine: () => examineSchema(databaseUrl) });
  if (vaultDatabaseUrl !== null)
    servers.push({ part: 'database', examine: () => examineDatabase(vaultDatabaseUrl, 'VAULT_DATABASE_URL') });
  if (eventStoreUrl !== null)
    servers.push({
      part: 'event_log',
      examine: async () => {
        const { checkEventStore } = await import('../../eventlog/eventstoredb/reachability.ts');
        return checkEventStore(eventStoreUrl, eventStorePrefix);
      },
    });
  return servers;
}
