import { runIntegration } from '../../commands/integrations/run.ts';
import type { RunTools } from '../../commands/integrations/running.ts';
import {
  beginRun,
  claimIntegrations,
  endRun,
  INTEGRATIONS_CHANNEL,
  nextIntegrationInMs,
  renewLease,
  type BegunRun,
  type DueIntegration,
  type RunOutcome,
} from '../../stores/integrations/runs.ts';
import type { Notifications } from '../../database/notifications.ts';
import { loop } from '../loop.ts';
import type { RunnerLogger } from '../projector.ts';

/**
 * Runs integrations when they are due, and when somebody asks for it. Each runs by itself: one that fails or hangs stops no other, and
 * one whose process dies is begun again by another.
 */
export interface IntegrationRunner {
  stop(): Promise<void>;
}

export interface RunnerOptions extends RunTools {
  readonly notifications: Notifications;
  readonly logger: RunnerLogger;
}

/** Without a word from anyone, this often. */
const LOOK_MS = 60_000;
const LEAST_LOOK_MS = 1_000;
const AT_ONCE = 6;
/** Well within the lease. */
const RENEW_MS = 30_000;
const LONGEST_STOP_MS = 5_000;

export function startIntegrationRunner(options: RunnerOptions): IntegrationRunner {
  const { pool, commands, notifications, logger } = options;
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();

  const tell = (error: unknown): void => {
    if (!stopping.signal.aborted) logger.warn({ err: error }, 'integrations wait for the database');
  };

  /** Before the first claim the tables must know what the log says: what was disconnected is not run. */
  let isCaughtUp = false;
  const working = loop(async () => {
    if (!isCaughtUp) await commands.caughtUp();
    isCaughtUp = true;
    const free = AT_ONCE - underWay.size;
    const due = free > 0 ? await claimIntegrations(pool, free) : [];
    for (const one of due) begin(one);
    const next = await nextIntegrationInMs(pool);
    working.runIn(Math.min(LOOK_MS, Math.max(next ?? LOOK_MS, LEAST_LOOK_MS)));
    return false;
  }, tell);

  function begin(due: DueIntegration): void {
    const task = run(due)
      .catch(tell)
      .finally(() => {
        underWay.delete(task);
        if (!stopping.signal.aborted) working.run();
      });
    underWay.add(task);
  }

  async function run(due: DueIntegration): Promise<void> {
    const begun = await beginRun(pool, due);
    const own = new AbortController();
    const renewing = setInterval(() => {
      renewLease(pool, due).then((isOurs) => !isOurs && own.abort(), tell);
    }, RENEW_MS);
    try {
      await endRun(pool, begun, await outcomeOf(begun, AbortSignal.any([stopping.signal, own.signal])));
    } finally {
      clearInterval(renewing);
    }
  }

  async function outcomeOf(begun: BegunRun, signal: AbortSignal): Promise<RunOutcome> {
    try {
      return await runIntegration(options, begun, signal);
    } catch (error) {
      // Nothing of the settings goes to the logs, and nothing of the other side's words.
      logger.error({ err: error, integrationId: begun.id, kind: begun.kind }, 'a run of an integration broke off');
      const errors = [{ code: 'integration_broken_off', params: {}, item: null }];
      return { status: 'failed', counts: {}, errors, hasMore: false };
    }
  }

  const unsubscribe = [
    notifications.on(INTEGRATIONS_CHANNEL, () => working.run()),
    notifications.onReconnect(() => working.run()),
  ];
  working.run();

  return {
    async stop() {
      stopping.abort();
      unsubscribe.forEach((end) => end());
      await working.stop();
      // What has not ended by then counts as interrupted: another process begins it again.
      const patience = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_STOP_MS).unref());
      await Promise.race([Promise.allSettled(underWay), patience]);
    },
  };
}
