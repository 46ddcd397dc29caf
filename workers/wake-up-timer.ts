import cron, { type ScheduledTask } from 'node-cron';
import { createCronLogger } from './cron-logger.ts';
import type { RunnerLogger } from './projector.ts';

/** Wakes the scheduler at its next slot, and every ten seconds of running time whatever the clock does. */
export interface WakeUpTimer {
  /** Wakes after this delay, to the second. Replaces the previous delay. */
  wakeIn(milliseconds: number): void;
  stop(): Promise<void>;
}

/** A clock that steps back leaves node-cron waiting; this timer does not look at the clock. */
const BEAT_MS = 10_000;
const SECOND_MS = 1000;

export function createWakeUpTimer(wake: () => void, logger: RunnerLogger, beatMs = BEAT_MS): WakeUpTimer {
  let task: ScheduledTask | null = null;
  const beat = setInterval(wake, beatMs);
  beat.unref();
  return {
    wakeIn(milliseconds) {
      void task?.destroy();
      const now = Date.now();
      // node-cron never runs in the second that has begun.
      const at = new Date(Math.max(floorToSecond(now + milliseconds), floorToSecond(now) + SECOND_MS));
      // A date of its own for each task: after a step of the clock, node-cron goes through years instead of slots.
      task = cron.schedule(toExpression(at), wake, {
        name: 'wake up for scheduled jobs',
        timezone: 'UTC',
        maxExecutions: 1,
        missedExecutionTolerance: Infinity,
        unref: true,
        logger: createCronLogger(logger, 'wake up for scheduled jobs'),
      });
    },
    async stop() {
      clearInterval(beat);
      await task?.destroy();
    },
  };
}

const floorToSecond = (milliseconds: number): number => Math.floor(milliseconds / SECOND_MS) * SECOND_MS;

/** Seconds, minutes, hours, days, months, weekdays. */
const toExpression = (at: Date): string =>
  `${at.getUTCSeconds()} ${at.getUTCMinutes()} ${at.getUTCHours()} ${at.getUTCDate()} ${at.getUTCMonth() + 1} *`;
