import { LogUnavailable, type EventLog, type RecordedEvent } from '../eventlog/port.ts';

/** Follows the log once for all shards of this process. A shard that is behind reads by itself until it has caught up. */
export interface ProjectorHub {
  /** Gives the shard its events until the signal is aborted. @throws what its projection or the log throws */
  feed(shard: FedShard, signal: AbortSignal): Promise<void>;
  /** Position up to which events have been handed out. */
  readonly position: number;
}

export interface FedShard {
  /** Position up to which it has been given its events. */
  readonly given: number;
  /** Whether fewer events than a batch wait to be written. */
  readonly isSmall: boolean;
  /** Takes those of its events after `given`, of which these are all up to the position. */
  offer(events: readonly RecordedEvent[], position: number): void;
  /** Resolves when the backlog is small. @throws if the projection has failed */
  whenSmall(): Promise<void>;
  /** Rejects when the projection fails. */
  readonly failed: Promise<never>;
}

export interface HubOptions {
  readonly log: Pick<EventLog, 'follow' | 'readAll'>;
  readonly batchSize: number;
  readonly onInterruption: (error: unknown) => void;
  readonly onEvents: () => void;
}

/** A shard whose events are written more slowly than those of the others reads by itself, so that the others do not wait for it. */
const PATIENCE_MS = 250;

interface Attached {
  readonly shard: FedShard;
  /** Resolves when the shard must read by itself. */
  readonly detach: () => void;
}

export function createProjectorHub({ log, batchSize, onInterruption, onEvents }: HubOptions): ProjectorHub {
  const attached = new Set<Attached>();
  let position = -Infinity;
  let following: { readonly stop: () => void; readonly ended: Promise<void> } | null = null;

  /** @throws LogUnavailable if the log ends by itself, because it was closed */
  async function follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let isAhead = false;
      for await (const events of log.follow(position, { signal, batchSize, onInterruption })) {
        onEvents();
        position = events.at(-1)!.position;
        for (const { shard } of attached) shard.offer(events, position);
        await waitForShards();
        const next = Math.min(...[...attached].map(({ shard }) => shard.given));
        // A few events were projected with their append and are skipped as they come.
        if (next <= position + batchSize || signal.aborted) continue;
        // The one that needed these events reads by itself now.
        position = next;
        isAhead = true;
        break;
      }
      if (!isAhead && !signal.aborted) throw new LogUnavailable(new Error('The event log is closed'));
    }
  }

  async function waitForShards(): Promise<void> {
    const slow = [...attached].filter(({ shard }) => !shard.isSmall);
    if (slow.length === 0) return;
    // Its own failure ends a shard; here it only must not be waited for.
    const all = Promise.all(slow.map(({ shard }) => shard.whenSmall().catch(() => undefined)));
    if (attached.size === 1) return void (await all);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, 'late')));
    const outcome = await Promise.race([all, late]);
    clearTimeout(timer);
    if (outcome === 'late') for (const one of slow) if (!one.shard.isSmall) one.detach();
  }

  function startFollowing(from: number): void {
    const stopping = new AbortController();
    position = from;
    const ended = follow(stopping.signal);
    ended.catch(() => undefined); // thrown to the shards
    following = { stop: () => stopping.abort(), ended };
  }

  /** Resolves when the shard is behind again, or the signal is aborted. */
  async function attach(shard: FedShard, signal: AbortSignal): Promise<void> {
    if (following === null) startFollowing(shard.given);
    const { ended } = following!;
    let detach!: () => void;
    const isDetached = new Promise<void>((resolve) => (detach = resolve));
    const own: Attached = {
      shard,
      detach: () => {
        attached.delete(own);
        detach();
      },
    };
    attached.add(own);
    signal.addEventListener('abort', own.detach, { once: true });
    try {
      if (!signal.aborted) await Promise.race([isDetached, ended, shard.failed]);
    } finally {
      signal.removeEventListener('abort', own.detach);
      attached.delete(own);
      if (attached.size === 0 && following?.ended === ended) {
        following.stop();
        following = null;
      }
    }
  }

  async function catchUp(shard: FedShard, signal: AbortSignal): Promise<void> {
    for await (const events of log.readAll(shard.given, batchSize)) {
      onEvents();
      shard.offer(events, events.at(-1)!.position);
      await shard.whenSmall();
      if (signal.aborted || isUpToDate(shard)) return;
    }
  }

  /** Whether the next events that are handed out are the next of the shard. */
  const isUpToDate = (shard: FedShard): boolean => following === null || shard.given >= position;

  return {
    get position() {
      return position;
    },
    async feed(shard, signal) {
      while (!signal.aborted) {
        while (!signal.aborted && !isUpToDate(shard)) await catchUp(shard, signal);
        await attach(shard, signal);
        await shard.whenSmall();
      }
    },
  };
}
