import {
  claimInboxes,
  claimMessages,
  endInbox,
  syncInboxes,
  readNextDueMs,
  PEPPOL_CHANNEL,
  type DueInbox,
  type DueMessage,
} from '../../stores/peppol/due.ts';
import { deliverMessage } from '../../commands/peppol/deliver.ts';
import { exchangeMessages } from '../../commands/peppol/follow.ts';
import type { PeppolToolbox } from '../../commands/peppol/toolbox.ts';
import type { Network } from '../../domain/peppol/peppol-events.ts';
import { passFaultPoint } from '../../database/fault-point.ts';
import type { Notifications } from '../../database/notifications.ts';
import type { Owner } from '../../database/owners.ts';
import { createLoop } from '../loop.ts';
import type { RunnerLogger } from '../projector.ts';

/**
 * Sends queued messages and checks inboxes, on notification and on schedule. Processes claim their work: when one dies or
 * stands still, others take over.
 */
export interface PeppolExchange {
  stop(): Promise<void>;
}

export interface ExchangeOptions extends PeppolToolbox {
  readonly notifications: Notifications;
  readonly owner: Owner;
  readonly logger: RunnerLogger;
}

/** Polling interval without notifications. */
const LOOK_MS = 60_000;
/** Minimum interval between checks. */
const LEAST_LOOK_MS = 1_000;
/** Concurrent messages, and concurrent inboxes; limits the effect of an access point that hangs. */
const AT_ONCE = 6;
const LONGEST_STOP_MS = 5_000;

export function startPeppolExchange(options: ExchangeOptions): PeppolExchange {
  const { pool, accessPoint, platform, notifications, owner, logger } = options;
  // Messages of another network are left to a process that is connected to it.
  const networks: readonly Network[] = [
    ...(accessPoint === null ? [] : (['peppol'] as const)),
    ...(platform === null ? [] : (['platform'] as const)),
  ];
  if (networks.length === 0) return { stop: () => Promise.resolve() };
  const underWay = new Set<Promise<void>>();
  let isStopping = false;
  let [sending, looking] = [0, 0];

  const logTrouble = (error: unknown): void => {
    if (!isStopping) logger.warn({ err: error }, 'exchange with the Peppol network is waiting for the database');
  };

  /** Runs in the background; a failure is logged and retried. */
  function trackTask(work: Promise<void>, what: object, end: () => void): void {
    const task = work
      .catch((error: unknown) => {
        if (!isStopping)
          logger.warn({ ...what, err: error }, 'exchange with the access point failed; it will be retried');
      })
      .finally(() => {
        underWay.delete(task);
        end();
        if (!isStopping) working.run();
      });
    underWay.add(task);
  }

  const working = createLoop(async () => {
    const messages = sending < AT_ONCE ? await claimMessages(pool, owner.getTerm(), AT_ONCE - sending, networks) : [];
    for (const due of messages) startSending(due);
    const inboxes = looking < AT_ONCE ? await claimInboxes(pool, owner.getTerm(), AT_ONCE - looking) : [];
    for (const due of inboxes) startInboxCheck(due);
    const next = await readNextDueMs(pool);
    working.runIn(Math.min(LOOK_MS, Math.max(next ?? LOOK_MS, LEAST_LOOK_MS)));
    return false;
  }, logTrouble);

  function startSending(due: DueMessage): void {
    sending += 1;
    trackTask(deliverMessage(options, due), { messageId: due.id }, () => (sending -= 1));
  }

  function startInboxCheck(due: DueInbox): void {
    looking += 1;
    const checkInbox = async (): Promise<void> => {
      try {
        await exchangeMessages(options, due.company_id);
        passFaultPoint('within-peppol-inbox');
      } finally {
        await endInbox(pool, due);
      }
    };
    trackTask(checkInbox(), { companyId: due.company_id }, () => (looking -= 1));
  }

  const listing = createLoop(async () => {
    await syncInboxes(pool, networks);
    working.run();
    listing.runIn(LOOK_MS * 10);
    return false;
  }, logTrouble);

  const unsubscribe = [
    notifications.on(PEPPOL_CHANNEL, () => working.run()),
    notifications.onReconnect(() => working.run()),
    owner.onTakeover(() => working.run()),
  ];
  listing.run();

  return {
    async stop() {
      isStopping = true;
      unsubscribe.forEach((stop) => stop());
      await Promise.all([working.stop(), listing.stop()]);
      // Work not finished by then counts as interrupted: another process continues it.
      const patience = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_STOP_MS).unref());
      await Promise.race([Promise.allSettled(underWay), patience]);
    },
  };
}
