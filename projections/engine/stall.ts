import type { EventLog } from '../../eventlog/port.ts';
import { BEGINNING } from '../../eventlog/port.ts';
import type { Progress } from './progress.ts';

/**
 * Notices read tables that stand still while the log grows, whatever the reason: a projector that ended, waits for ever, or is
 * kept out. It compares where the log ended some time ago with where the tables are now, and asks nobody why.
 */
export interface Standstill {
  /** Where the log ended when it was last looked at. */
  readonly logPosition: number;
  /** For how long the tables have been behind an end of the log; 0 when they have passed the last one that was seen. */
  lagSeconds(): number;
  close(): void;
}

interface StandstillOptions {
  readonly log: Pick<EventLog, 'head'>;
  readonly progress: Pick<Progress, 'position' | 'passed'>;
  /** Told once when the tables stand still, and once when they go on. */
  readonly onChange: (change: StandstillChange) => void;
  readonly lookEveryMs?: number;
  readonly toldAfterMs?: number;
}

export interface StandstillChange {
  readonly standsStill: boolean;
  readonly tables: number;
  readonly log: number;
}

const LOOK_EVERY_MS = 2_000;
const TOLD_AFTER_MS = 15_000;

export function watchStandstill({
  log,
  progress,
  onChange,
  lookEveryMs = LOOK_EVERY_MS,
  toldAfterMs = TOLD_AFTER_MS,
}: StandstillOptions): Standstill {
  let end = BEGINNING;
  /** The end of the log that the tables have yet to come to, and since when. */
  let awaited: { readonly position: number; readonly since: number } | null = null;
  let isTold = false;
  let isLooking = false;

  const behind = (): typeof awaited => (awaited !== null && progress.position >= awaited.position ? null : awaited);
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    // A log that is away tells of itself elsewhere; what was its end stays what the tables must come to.
    end = await log.head().catch(() => end);
    // In a process that does not project, how far the tables are is known when someone asks.
    if (end > progress.position)
      await progress.passed(end, 0, performance.now() + lookEveryMs / 2).catch(() => undefined);
    isLooking = false;
    awaited = behind() ?? (end > progress.position ? { position: end, since: performance.now() } : null);
    const standsStill = awaited !== null && performance.now() - awaited.since >= toldAfterMs;
    if (standsStill === isTold) return;
    isTold = standsStill;
    onChange({ standsStill, tables: progress.position, log: end });
  };
  const timer = setInterval(() => void look(), lookEveryMs);
  timer.unref();

  return {
    get logPosition() {
      return end;
    },
    lagSeconds() {
      const now = behind();
      return now === null ? 0 : (performance.now() - now.since) / 1000;
    },
    close: () => clearInterval(timer),
  };
}
