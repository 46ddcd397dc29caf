import { setTimeout as pause } from 'node:timers/promises';
import type { Gate } from '../../database/gate.ts';
import type { Notifications } from '../../database/notifications.ts';
import { DatabaseSilent } from '../../database/unresponsive-server.ts';
import type { EventLog } from '../../eventlog/port.ts';
import { ProjectionDelayed, type Progress } from './progress.ts';

/**
 * The read tables commit without waiting for the disk. A server that crashed and recovered has forgotten the last moments
 * of them, though never of the log: what was acknowledged would be missing until the projector has made it again. Its
 * crash breaks every connection, so a connection that is lost closes the gate to the tables, and it opens when they have
 * passed what was the end of the log once the server was back.
 */
export interface Trust {
  close(): void;
}

interface TrustOptions {
  readonly gate: Gate;
  readonly notifications: Notifications;
  readonly progress: Progress;
  readonly log: EventLog;
}

const LOOK_AGAIN_MS = 50;
/** When nobody projects, what is in the log beyond the tables was never acknowledged: what this process has seen is enough. */
const PROJECTOR_AWAY_MS = 10_000;

export function guardTables({ gate, notifications, progress, log }: TrustOptions): Trust {
  let highest = progress.position;
  /** Counts losses: what was found out before another one does not count. */
  let losses = 0;
  let isClosed = false;

  const onLost = (): void => {
    losses += 1;
    highest = Math.max(highest, progress.position);
    gate.close(() => new DatabaseSilent());
  };
  const onReconnect = (wasLost: boolean): void => {
    if (!wasLost) return;
    const own = losses;
    gate.close(() => new ProjectionDelayed(highest));
    void openWhenCaughtUp(() => own === losses && !isClosed);
  };

  async function openWhenCaughtUp(isCurrent: () => boolean): Promise<void> {
    const since = performance.now();
    let end: number | null = null;
    while (isCurrent()) {
      end ??= await log.head().catch(() => null);
      const isAway = performance.now() - since > PROJECTOR_AWAY_MS;
      const target = end === null || isAway ? highest : Math.max(end, highest);
      // A log elsewhere may be away for long, and says nothing about the tables.
      const isThere =
        (end !== null || isAway) &&
        (await progress.passed(target).then(
          () => true,
          () => false,
        ));
      if (isThere && isCurrent()) return gate.open();
      await pause(LOOK_AGAIN_MS);
    }
  }

  const unsubscribe = [notifications.onLost(onLost), notifications.onReconnect(onReconnect)];
  return {
    close() {
      isClosed = true;
      unsubscribe.forEach((stop) => stop());
    },
  };
}

/** Before the first request is taken: as far as the log says, within reason. */
export async function tablesCaughtUp(log: EventLog, progress: Progress, longestMs: number): Promise<boolean> {
  const caughtUp = (async () => progress.passed(await log.head()))().then(
    () => true,
    () => false,
  );
  return Promise.race([caughtUp, pause(longestMs, false, { ref: false })]);
}
