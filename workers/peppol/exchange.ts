import {
  claimInboxes,
  claimMessages,
  endInbox,
  listInboxes,
  nextDue,
  PEPPOL_CHANNEL,
  type DueInbox,
  type DueMessage,
} from '../../stores/peppol/due.ts';
import { deliverMessage } from '../../commands/peppol/deliver.ts';
import { exchange } from '../../commands/peppol/follow.ts';
import type { PeppolToolbox } from '../../commands/peppol/toolbox.ts';
import type { Notifications } from '../../database/notifications.ts';
import { loop } from '../loop.ts';
import type { RunnerLogger } from '../projector.ts';

/**
 * Sends what is queued and looks into inboxes, as soon as somebody says that there is something, and by the clock. Processes
 * claim what they work on: one that dies leaves it to others.
 */
export interface PeppolExchange {
  stop(): Promise<void>;
}

export interface ExchangeOptions extends PeppolToolbox {
  readonly notifications: Notifications;
  readonly logger: RunnerLogger;
}

/** Without a word from anyone, this often. */
const LOOK_MS = 60_000;
/** Not oftener, whatever is due. */
const LEAST_LOOK_MS = 1_000;
/** An access point that hangs holds so many up, of sendings and of inboxes each. */
const AT_ONCE = 6;
const LONGEST_STOP_MS = 5_000;

export function startPeppolExchange(options: ExchangeOptions): PeppolExchange {
  const { pool, accessPoint, notifications, logger } = options;
  // Whoever has no access point leaves what is queued to a process that has one.
  if (accessPoint === null) return { stop: () => Promise.resolve() };
  const underWay = new Set<Promise<void>>();
  let isStopping = false;
  let [sending, looking] = [0, 0];

  const tell = (error: unknown): void => {
    if (!isStopping) logger.warn({ err: error }, 'exchange with the Peppol network waits for the database');
  };

  /** Runs beside the others; what it has against it is told, and comes again by itself. */
  function begin(work: Promise<void>, what: object, end: () => void): void {
    const task = work
      .catch((error: unknown) => {
        if (!isStopping)
          logger.warn({ ...what, err: error }, 'exchange with the access point failed; it is tried again');
      })
      .finally(() => {
        underWay.delete(task);
        end();
        if (!isStopping) working.run();
      });
    underWay.add(task);
  }

  const working = loop(async () => {
    const messages = sending < AT_ONCE ? await claimMessages(pool, AT_ONCE - sending) : [];
    for (const due of messages) send(due);
    const inboxes = looking < AT_ONCE ? await claimInboxes(pool, AT_ONCE - looking) : [];
    for (const due of inboxes) look(due);
    const next = await nextDue(pool);
    working.runIn(Math.min(LOOK_MS, Math.max(next ?? LOOK_MS, LEAST_LOOK_MS)));
    return false;
  }, tell);

  function send(due: DueMessage): void {
    sending += 1;
    begin(deliverMessage(options, due), { messageId: due.id }, () => (sending -= 1));
  }

  function look(due: DueInbox): void {
    looking += 1;
    const work = async (): Promise<void> => {
      try {
        await exchange(options, due.company_id);
      } finally {
        await endInbox(pool, due);
      }
    };
    begin(work(), { companyId: due.company_id }, () => (looking -= 1));
  }

  const listing = loop(async () => {
    await listInboxes(pool);
    working.run();
    listing.runIn(LOOK_MS * 10);
    return false;
  }, tell);

  const unsubscribe = [
    notifications.on(PEPPOL_CHANNEL, () => working.run()),
    notifications.onReconnect(() => working.run()),
  ];
  listing.run();

  return {
    async stop() {
      isStopping = true;
      unsubscribe.forEach((stop) => stop());
      await Promise.all([working.stop(), listing.stop()]);
      // What has not ended by then counts as interrupted: another process goes on with it.
      const patience = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_STOP_MS).unref());
      await Promise.race([Promise.allSettled(underWay), patience]);
    },
  };
}
