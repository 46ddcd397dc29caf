import { setTimeout as pause } from 'node:timers/promises';
import { makeFirstContact } from '../../database/first-contact.ts';
import type { Reachability } from '../../eventlog/eventstoredb/reachability.ts';
import { problemOfDatabase, StartProblem, UNUSABLE_EXIT } from './start-problem.ts';

/**
 * A start that finds a server away waits for it, and says so; one that is refused ends, because nothing but another setting
 * helps. Without it every part would stumble over the same server in its own way, again and again.
 */

export type Part = 'database' | 'event_log';

export interface AwaitedServer {
  readonly part: Part;
  readonly examine: () => Promise<Reachability>;
}

export interface Missing {
  readonly part: Part;
  readonly words: string;
}

export interface AwaitOptions {
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  /** Told at once of what is missing, whenever that changes, and every half minute. */
  readonly tell: (missing: readonly Missing[]) => void;
  /** Told of what is missing whenever it was looked at. */
  readonly onMissing?: (missing: readonly Missing[]) => Promise<void>;
  readonly lookEveryMs?: number;
  readonly tellEveryMs?: number;
}

/** The start was given up because the process was asked to end. */
export class StartCancelled extends Error {
  constructor() {
    super('The start was given up');
    this.name = 'StartCancelled';
  }
}

const LOOK_EVERY_MS = 500;
const TELL_EVERY_MS = 30_000;

/** Resolves when all of them can be used. @throws StartProblem when one never will be; StartCancelled */
export async function awaitServers(servers: readonly AwaitedServer[], options: AwaitOptions): Promise<void> {
  const { signal, tell, onMissing, lookEveryMs = LOOK_EVERY_MS, tellEveryMs = TELL_EVERY_MS } = options;
  const ended = cancelled(signal);
  let told = { parts: '', at: -Infinity };
  try {
    for (;;) {
      const found = await Promise.race([ended.when, Promise.all(servers.map((server) => look(server)))]);
      const refused = found.find(({ state }) => state.kind === 'refused')?.state;
      if (refused && refused.kind !== 'ready') throw new StartProblem(refused.words, refused.cause, UNUSABLE_EXIT);
      const missing = found.flatMap(({ part, state }) =>
        state.kind === 'awaited' ? [{ part, words: state.words }] : [],
      );
      if (missing.length === 0) return;
      const parts = missing.map(({ part }) => part).join();
      if (parts !== told.parts || performance.now() - told.at >= tellEveryMs) {
        told = { parts, at: performance.now() };
        tell(missing);
      }
      await onMissing?.(missing);
      await Promise.race([ended.when, pause(lookEveryMs)]);
    }
  } finally {
    ended.forget();
  }
}

async function look({ part, examine }: AwaitedServer): Promise<{ part: Part; state: Reachability }> {
  return { part, state: await examine() };
}

function cancelled(signal: AbortSignal | undefined): { readonly when: Promise<never>; forget(): void } {
  let stop = (): void => undefined;
  const when = new Promise<never>((_, reject) => (stop = () => reject(new StartCancelled())));
  when.catch(() => undefined);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  return { when, forget: () => signal?.removeEventListener('abort', stop) };
}

/** What only waiting can put right: the server is away, starts, or has no connection left. */
export async function examineDatabase(url: string, setting: string): Promise<Reachability> {
  try {
    await makeFirstContact(url);
    return { kind: 'ready' };
  } catch (error) {
    const problem = problemOfDatabase(error, url, setting);
    // What nobody knows is left to the start itself, which tells it as it is.
    if (!(problem instanceof StartProblem)) return { kind: 'ready' };
    return {
      kind: problem.exitCode === UNUSABLE_EXIT ? 'refused' : 'awaited',
      words: problem.message,
      cause: error,
    };
  }
}

export interface Settings {
  readonly databaseUrl: string | null;
  readonly databaseOwnerUrl: string | null;
  readonly eventStoreUrl: string | null;
  readonly eventStorePrefix: string;
}

/** The servers that these settings name; the embedded database is none of them. */
export function serversOf({
  databaseUrl,
  databaseOwnerUrl,
  eventStoreUrl,
  eventStorePrefix,
}: Settings): AwaitedServer[] {
  const servers: AwaitedServer[] = [];
  // The owner first: it may make the role of the service.
  if (databaseUrl !== null && databaseOwnerUrl !== null)
    servers.push({ part: 'database', examine: () => examineDatabase(databaseOwnerUrl, 'DATABASE_OWNER_URL') });
  else if (databaseUrl !== null)
    servers.push({ part: 'database', examine: () => examineDatabase(databaseUrl, 'DATABASE_URL') });
  if (eventStoreUrl !== null)
    servers.push({
      part: 'event_log',
      examine: async () => {
        const { examineEventStore } = await import('../../eventlog/eventstoredb/reachability.ts');
        return examineEventStore(eventStoreUrl, eventStorePrefix);
      },
    });
  return servers;
}
