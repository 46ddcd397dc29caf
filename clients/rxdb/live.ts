import { GrandlivreError, unwrap, watchChanges, type GrandlivreClient } from '../typescript/index.ts';

export interface LiveOptions {
  readonly client: GrandlivreClient;
  /** Public token of the company file. */
  readonly company: string;
  /** Resources that are replicated; all if absent. */
  readonly resources?: readonly string[];
  /** Called when there will be no more changes, because the token or the company file is gone. */
  readonly onEnd?: (error: GrandlivreError) => void;
  /** See `watchChanges`. */
  readonly firstByteMs?: number;
}

/** One stream of a company file, shared by its collections: the service allows 20 for each token. */
export interface LiveChanges {
  /** Calls `act` soon after changes of the resource, until the returned function is called. */
  subscribe(resource: string, act: () => void): () => void;
  close(): void;
}

/** Changes come in groups: one pull gets all of them. */
const TOGETHER_MS = 25;
const RETRY_MS = 3_000;

export function openLiveChanges(options: LiveOptions): LiveChanges {
  const stop = new AbortController();
  const listeners = new Map<string, Set<() => void>>();
  const announced = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function announce(resources: Iterable<string>): void {
    for (const resource of resources) announced.add(resource);
    timer ??= setTimeout(() => {
      timer = undefined;
      const due = [...announced];
      announced.clear();
      for (const resource of due) listeners.get(resource)?.forEach((act) => act());
    }, TOGETHER_MS);
  }

  void follow(options, stop.signal, announce, listeners);
  return {
    subscribe(resource, act) {
      const own = listeners.get(resource) ?? new Set();
      listeners.set(resource, own.add(act));
      return () => void own.delete(act);
    },
    close() {
      stop.abort();
      clearTimeout(timer);
    },
  };
}

/** Starts at the present end of the feed, and again whenever the feed is another one. */
async function follow(
  options: LiveOptions,
  signal: AbortSignal,
  announce: (resources: Iterable<string>) => void,
  all: ReadonlyMap<string, unknown>,
): Promise<void> {
  const { client, company, resources, firstByteMs } = options;
  const params = { path: { company } };
  while (!signal.aborted)
    try {
      const { cursor, epoch } = await unwrap(client.GET('/v1/companies/{company}/sync/status', { params, signal }));
      // What happened before is not announced: each collection pulls once.
      announce(all.keys());
      for await (const event of watchChanges(client, { company, since: cursor, epoch, resources, firstByteMs, signal }))
        announce(event.type === 'change' ? [event.change.resource] : all.keys());
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof GrandlivreError && error.status < 500 && error.status !== 429) return options.onEnd?.(error);
      await client.connection.wait(RETRY_MS, signal).catch(() => undefined);
    }
}
