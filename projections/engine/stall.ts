import type { EventLog } from '../../eventlog/port.ts';
import { BEGINNING } from '../../eventlog/port.ts';
import type { Progress } from './progress.ts';

/**
 * Detects read tables that stop advancing while the log grows, for any reason: a projector that ended, hangs or is locked
 * out. It compares an earlier end of the log with the current position of the tables, and does not look for the cause.
 */
export interface Standstill {
  /** End of the log at the last check. */
  readonly logPosition: number;
  /** How long the tables have been behind an end of the log; 0 once they have passed the last known end. */
  getLagSeconds(): number;
  close(): void;
}

interface StandstillOptions {
  readonly log: Pick<EventLog, 'readHead'>;
  readonly progress: Pick<Progress, 'position' | 'waitForPosition'>;
  /** Called once when the tables stop advancing, and once when they resume. */
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
  /** The end of the log that the tables have not reached yet, and since when. */
  let awaited: { readonly position: number; readonly since: number } | null = null;
  let isTold = false;
  let isLooking = false;

  const getAwaited = (): typeof awaited => (awaited !== null && progress.position >= awaited.position ? null : awaited);
  const checkProgress = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    // An unreachable log is reported elsewhere; its last known end stays the target.
    end = await log.readHead().catch(() => end);
    // A process that does not project learns the position of the tables only by asking.
    if (end > progress.position)
      await progress.waitForPosition(end, 0, performance.now() + lookEveryMs / 2).catch(() => undefined);
    isLooking = false;
    awaited = getAwaited() ?? (end > progress.position ? { position: end, since: performance.now() } : null);
    const standsStill = awaited !== null && performance.now() - awaited.since >= toldAfterMs;
    if (standsStill === isTold) return;
    isTold = standsStill;
    onChange({ standsStill, tables: progress.position, log: end });
  };
  const timer = setInterval(() => void checkProgress(), lookEveryMs);
  timer.unref();

  return {
    get logPosition() {
      return end;
    },
    getLagSeconds() {
      const now = getAwaited();
      return now === null ? 0 : (performance.now() - now.since) / 1000;
    },
    close: () => clearInterval(timer),
  };
}
