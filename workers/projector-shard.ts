import { isFaultPointSet } from '../database/fault-point.ts';
import type { Companion, RecordedEvent } from '../eventlog/port.ts';
import type { Projector } from '../projections/engine/projector.ts';
import type { ShardNumber } from '../projections/engine/progress.ts';
import { countRowsOf } from '../projections/engine/batches.ts';
import { findShard } from '../projections/engine/sharding.ts';
import type { FedShard } from './projector-hub.ts';

/** Writes the events of one shard in order, as many at a time as have come in meanwhile. */
export interface ShardWriter extends FedShard, Companion {
  readonly number: ShardNumber;
  /** Position in the database. */
  readonly written: number;
  /** Whether everything that was given is written. */
  readonly isIdle: boolean;
  /** Generation of the tables. */
  readonly generation: string;
  /** Moves the position to `given`; to be called while it is idle. */
  moveIdle(move: () => Promise<void>): Promise<void>;
  /** @throws if the projection has failed */
  whenIdle(): Promise<void>;
  /** Resolves after the batch that is being written; the rest is given up. */
  close(): Promise<void>;
}

export interface ShardWriterOptions {
  readonly number: ShardNumber;
  readonly projector: Pick<Projector, 'project' | 'join'>;
  readonly generation: string;
  readonly from: number;
  readonly batchSize: number;
  /** Limits how many shards write at a time. */
  readonly runLimited: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called when all events of the shard up to a position are in the tables. */
  readonly onMoved: (position: number) => void;
  /** Called when appends were recorded with their projection. Other processes do not know of it yet. */
  readonly onJoined: (position: number) => void;
}

/** Rows that an append waits for, in order to be projected with the statement that records it. */
const MAX_AWAITED_ROWS = 500;
const LONGEST_WAIT_MS = 50;
/** The first event is at 1. */
const NOTHING_RECORDED = 0;

interface Offer {
  readonly events: readonly RecordedEvent[];
  readonly position: number;
}

export function openShardWriter(options: ShardWriterOptions): ShardWriter {
  const { number, projector, generation, from, batchSize, runLimited, onMoved, onJoined } = options;
  let queue: RecordedEvent[] = [];
  let writing: readonly RecordedEvent[] = [];
  let [given, written] = [from, from];
  let working: Promise<void> | null = null;
  let failure: { readonly error: unknown } | null = null;
  let onFailure!: (error: unknown) => void;
  const failed = new Promise<never>((_, reject) => (onFailure = reject));
  failed.catch(() => undefined); // thrown where it is awaited
  let onProgress: (() => void)[] = [];
  /** What was offered while appends are recorded with their projection. */
  let held: Offer[] | null = null;

  const notify = (): void => {
    const all = onProgress;
    onProgress = [];
    all.forEach((resolve) => resolve());
  };
  async function writeQueue(): Promise<void> {
    while (queue.length > 0) {
      const events = queue.length > batchSize ? queue.slice(0, batchSize) : queue;
      queue = queue.length > batchSize ? queue.slice(batchSize) : [];
      writing = events;
      await runLimited(() =>
        projector.project(events, written, (position) => {
          written = position;
          onMoved(position);
        }),
      ).finally(() => (writing = []));
      notify();
    }
  }
  const start = (work: () => Promise<void>): Promise<void> => {
    if (working !== null) return working;
    working = work()
      .catch((error: unknown) => {
        failure = { error };
        onFailure(error);
      })
      .finally(() => {
        working = null;
        notify();
        if (failure !== null) return;
        if (queue.length > 0) void start(writeQueue);
        // The events after the last one of this shard belong to others.
        else if (given > written) onMoved(given);
      });
    return working;
  };
  const isSmall = (): boolean => queue.length < batchSize;
  const waitFor = async (isDone: () => boolean): Promise<void> => {
    while (!isDone() && failure === null) await new Promise<void>((resolve) => onProgress.push(resolve));
    if (failure !== null) throw failure.error;
  };

  function offer(events: readonly RecordedEvent[], position: number): void {
    if (held !== null) return void held.push({ events, position });
    if (position <= given) return;
    const { shard, shards } = number;
    const isOwn = (event: RecordedEvent): boolean =>
      event.position > given && (shards === 1 || findShard(event.stream, shards) === shard);
    const own = events[0]!.position > given && shards === 1 ? events : events.filter(isOwn);
    queue = queue.length === 0 ? [...own] : queue.concat(own);
    given = position;
    if (failure !== null) return;
    if (queue.length > 0) void start(writeQueue);
    else if (working === null) onMoved(position);
  }

  /** Appends may be joined only if the tables have everything that was given, and nothing else is under way. */
  const canJoin = (): boolean =>
    number.shards === 1 &&
    written > NOTHING_RECORDED &&
    working === null &&
    failure === null &&
    queue.length === 0 &&
    given === written &&
    !isFaultPointSet('after-append', 'before-projection', 'after-projection');

  const isLight = (): boolean => countRowsOf(writing) + countRowsOf(queue) <= MAX_AWAITED_ROWS;

  const join: Companion['join'] = async (appends, head) => {
    // What was recorded alone is projected first: otherwise every append would find the one before it under way.
    if (working !== null && held === null && isLight()) await waitBriefly(working);
    if (!canJoin() || given < head) return null;
    let finish!: () => void;
    void start(() => new Promise<void>((resolve) => (finish = resolve)));
    held = [];
    const release = (position: number | null): void => {
      if (position !== null) {
        given = written = position;
        onMoved(position);
        onJoined(position);
      }
      const offers = held!;
      held = null;
      for (const one of offers) offer(one.events, one.position);
      finish();
    };
    const joined = await projector.join(appends, written).catch((error: unknown) => {
      release(null);
      throw error;
    });
    if (joined === null) {
      release(null);
      return null;
    }
    const { statement, events } = joined;
    const end = (isWritten: boolean): void => {
      joined.end(isWritten);
      release(isWritten ? events.at(-1)!.position : null);
    };
    return { statement, events, end };
  };

  return {
    number,
    generation,
    failed,
    join,
    get given() {
      return given;
    },
    get written() {
      return written;
    },
    get isSmall() {
      return isSmall();
    },
    get isIdle() {
      return working === null && queue.length === 0 && failure === null;
    },
    offer,
    whenSmall: () => waitFor(isSmall),
    whenIdle: () => waitFor(() => working === null && queue.length === 0),
    async moveIdle(move) {
      if (working !== null || failure !== null || written >= given) return;
      const to = given;
      await start(async () => {
        await move();
        written = to;
      });
    },
    async close() {
      queue = [];
      while (working !== null) await working;
    },
  };
}

async function waitBriefly(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise<void>((resolve) => (timer = setTimeout(resolve, LONGEST_WAIT_MS)))]);
  clearTimeout(timer);
}
