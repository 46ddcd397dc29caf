import { runIntegration } from '../../commands/integrations/run.ts';
import type { RunTools } from '../../commands/integrations/running.ts';
import {
  beginRun,
  claimIntegrations,
  endRun,
  INTEGRATIONS_CHANNEL,
  readNextIntegrationMs,
  type BegunRun,
  type DueIntegration,
  type RunOutcome,
} from '../../stores/integrations/runs.ts';
import type { Notifications } from '../../database/notifications.ts';
import type { Owner } from '../../database/owners.ts';
import { createLoop } from '../loop.ts';
import type { RunnerLogger } from '../projector.ts';

/**
 * Runs integrations when they are due or requested. Each runs independently: one that fails or hangs does not stop the
 * others, and one whose process dies is restarted by another process.
 */
export interface IntegrationRunner {
  stop(): Promise<void>;
}

export interface RunnerOptions extends RunTools {
  readonly notifications: Notifications;
  readonly owner: Owner;
  readonly logger: RunnerLogger;
}

/** Polling interval without notifications. */
const LOOK_MS = 60_000;
const LEAST_LOOK_MS = 1_000;
const AT_ONCE = 6;
const LONGEST_STOP_MS = 5_000;

export function startIntegrationRunner(options: RunnerOptions): IntegrationRunner {
  const { pool, commands, notifications, owner, logger } = options;
  const underWay = new Map<number, Promise<void>>();
  const stopping = new AbortController();

  const logTrouble = (error: unknown): void => {
    if (!stopping.signal.aborted) logger.warn({ err: error }, 'integrations are waiting for the database');
  };

  /** The tables must have caught up with the log before the first claim: disconnected integrations are not run. */
  let isCaughtUp = false;
  const working = createLoop(async () => {
    if (!isCaughtUp) await commands.waitForProjections();
    isCaughtUp = true;
    const free = AT_ONCE - underWay.size;
    const due = free > 0 ? await claimIntegrations(pool, owner.getTerm(), [...underWay.keys()], free) : [];
    for (const one of due) startRun(one);
    const next = await readNextIntegrationMs(pool);
    working.runIn(Math.min(LOOK_MS, Math.max(next ?? LOOK_MS, LEAST_LOOK_MS)));
    return false;
  }, logTrouble);

  function startRun(due: DueIntegration): void {
    const task = runDue(due)
      .catch(logTrouble)
      .finally(() => {
        underWay.delete(due.id);
        if (!stopping.signal.aborted) working.run();
      });
    underWay.set(due.id, task);
  }

  async function runDue(due: DueIntegration): Promise<void> {
    const begun = await beginRun(pool, due);
    if (begun === null) return;
    await endRun(pool, begun, await runSafely(begun, AbortSignal.any([stopping.signal, due.term.signal])));
  }

  async function runSafely(begun: BegunRun, signal: AbortSignal): Promise<RunOutcome> {
    try {
      return await runIntegration(options, begun, signal);
    } catch (error) {
      // Neither the settings nor the responses of the other side are logged.
      logger.error(
        { err: error, integrationId: begun.id, kind: begun.kind },
        'an integration run was interrupted by an error',
      );
      const errors = [{ code: 'integration_broken_off', params: {}, item: null }];
      return { status: 'failed', counts: {}, errors, hasMore: false };
    }
  }

  const unsubscribe = [
    notifications.on(INTEGRATIONS_CHANNEL, () => working.run()),
    notifications.onReconnect(() => working.run()),
    owner.onTakeover(() => working.run()),
  ];
  working.run();

  return {
    async stop() {
      stopping.abort();
      unsubscribe.forEach((end) => end());
      await working.stop();
      // Runs not finished by then count as interrupted: another process restarts them.
      const patience = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_STOP_MS).unref());
      await Promise.race([Promise.allSettled(underWay.values()), patience]);
    },
  };
}
