import { setTimeout as pause } from 'node:timers/promises';
import type { Gate } from '../../database/gate.ts';
import type { Notifications } from '../../database/notifications.ts';
import { DatabaseSilent } from '../../database/unresponsive-server.ts';
import type { EventLog } from '../../eventlog/port.ts';
import { ProjectionDelayed, type Progress } from './progress.ts';

/**
 * The read tables commit without waiting for the disk. A server that crashed and recovered has lost their last moments,
 * though never those of the log: acknowledged data would be missing until the projector has rebuilt it. A crash breaks
 * every connection, so a lost connection closes the gate to the tables. It opens when they have passed the end that the
 * log had once the server was back.
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
/** Without a projector, events beyond the tables were never acknowledged: the position this process has seen is enough. */
const PROJECTOR_AWAY_MS = 10_000;

export function guardTables({ gate, notifications, progress, log }: TrustOptions): Trust {
  let highest = progress.position;
  /** Counts losses: findings from before a later loss are discarded. */
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
      end ??= await log.readHead().catch(() => null);
      const isAway = performance.now() - since > PROJECTOR_AWAY_MS;
      const target = end === null || isAway ? highest : Math.max(end, highest);
      // A remote log may be unreachable for long; that says nothing about the tables.
      const isThere =
        (end !== null || isAway) &&
        (await progress.waitForPosition(target).then(
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

/** Before the first request: waits until the tables reach the end of the log, with a time limit. */
export async function waitForCatchUp(log: EventLog, progress: Progress, longestMs: number): Promise<boolean> {
  const caughtUp = (async () => progress.waitForPosition(await log.readHead()))().then(
    () => true,
    () => false,
  );
  return Promise.race([caughtUp, pause(longestMs, false, { ref: false })]);
}
