import { LogUnavailable } from '../eventlog/port.ts';
import type { ShardLease } from '../projections/engine/shards.ts';
import { pause } from './pause.ts';
import type { RunnerOptions } from './projector-options.ts';
import { openProjectorSeat, type ProjectorSeat, type SeatView } from './projector-seat.ts';
import { createShardRunner, type ShardRunner } from './projector-shards.ts';
import { replaceBesideAnother, replaceTables } from './projector-tables.ts';

export type { RunnerLogger } from './projector-options.ts';

/** Runs the projector: each shard in one process at a time, from its checkpoint, again after every interruption. */

export interface ProjectorRunner {
  /** Resolves when this process has taken over the projection, or sees that another one is projecting. */
  readonly ready: Promise<void>;
  /** Whether this process alone projects all streams, for certain. */
  readonly isActive: boolean;
  stop(): Promise<void>;
}

const RETRY_MS = 150;
/** An unreachable server may be back at any moment. */
const AWAY_RETRY_MS = 50;
/** How often the owner of all shards looks for other processes that could take some. */
const SHARE_LOOK_MS = 1_000;
const DIVIDE_RETRY_MS = 1_000;

export function runProjector(options: RunnerOptions): ProjectorRunner {
  const { logger } = options;
  const stopping = new AbortController();
  let isActive: () => boolean = () => false;
  let announceReady: () => void;
  const ready = new Promise<void>((resolve) => (announceReady = resolve));
  let replacing: Promise<void> | null = null;
  /** Builds the tables of this version beside those in use, one build at a time. */
  const startReplacement = (): void => {
    replacing ??= replaceTables(options, stopping.signal).finally(() => (replacing = null));
  };
  const shared = { onReady: () => announceReady(), replace: startReplacement };
  let isDivided = options.shards === undefined;

  async function standBy(): Promise<void> {
    await replaceBesideAnother(options, startReplacement).catch((error: unknown) =>
      logger.warn({ err: error }, 'the read tables cannot be inspected'),
    );
    announceReady();
  }

  /** Divides the streams as the settings say, once: another process may have other settings. */
  async function divide(seat: ProjectorSeat, runner: ShardRunner): Promise<void> {
    const shards = options.shards!;
    isDivided = await runner.redivide(shards).catch((error: unknown) => {
      if (!(error instanceof LogUnavailable))
        logger.warn({ err: error, shards }, 'the streams could not be divided yet');
      return false;
    });
    if (!isDivided && !seat.isBroken) await pause(DIVIDE_RETRY_MS, stopping.signal);
  }

  /** Until it is stopped, or the connection breaks. */
  async function projectOrStandBy(seat: ProjectorSeat): Promise<void> {
    const runner = createShardRunner(options, seat, shared);
    const isSole = ([only]: readonly ShardLease[]): boolean =>
      only !== undefined && only.shards === 1 && seat.isCertain(only);
    isActive = () => isSole(runner.list());
    try {
      while (!stopping.signal.aborted && !seat.isBroken) {
        const view = await seat.look();
        if (!isDivided && view.shards !== options.shards) await divide(seat, runner);
        else {
          isDivided = true;
          await takeShare(seat, runner, view);
          if (runner.list().length === 0) await standBy();
        }
        const owned = runner.list();
        // The only shard is not shared, so that its owner need not look for others.
        const isComplete = owned.length > 0 && owned.length === owned[0]!.shards;
        const wait = isComplete ? (owned.length === 1 ? Infinity : SHARE_LOOK_MS) : RETRY_MS;
        await runner.waitForEnd(wait, stopping.signal);
        const delay = runner.getDelay();
        if (delay > 0) await pause(delay, stopping.signal);
      }
    } finally {
      isActive = () => false;
      await runner.stopAll();
    }
  }

  async function runUntilStopped(): Promise<void> {
    let isAway = false;
    while (!stopping.signal.aborted) {
      try {
        const seat = await openProjectorSeat(options.databaseUrl);
        isAway = false;
        const forget = options.pulse?.onLost(() => seat.abandon());
        try {
          await projectOrStandBy(seat);
        } finally {
          forget?.();
          await seat.close();
        }
      } catch (error) {
        // Logged once, because it is retried many times a second.
        if (!isAway) logger.warn({ err: error }, 'the projector cannot reach the database');
        isAway = true;
        await pause(AWAY_RETRY_MS, stopping.signal);
      }
    }
  }

  const running = runUntilStopped();
  return {
    ready,
    get isActive() {
      return isActive();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Takes or releases shards, so that each process has its share. */
async function takeShare(
  seat: ProjectorSeat,
  runner: ShardRunner,
  { shards, members, claimable }: SeatView,
): Promise<void> {
  const share = Math.ceil(shards / members);
  for (const surplus of runner.list().slice(share)) runner.stop(surplus);
  for (const observed of claimable.slice(0, Math.max(0, share - runner.list().length))) {
    const lease = await seat.claim(observed);
    if (lease) runner.start(lease);
  }
}
