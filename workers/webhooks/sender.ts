import type pg from 'pg';
import type { IdAllocator } from '../../stores/support/ids.ts';
import {
  openDueDeliveries,
  giveBack,
  releaseAbandonedClaims,
  type DueDelivery,
} from '../../stores/webhooks/delivery-claims.ts';
import { completeAttempts, recordEndpointHealth, type EndedAttempt } from '../../stores/webhooks/delivery-outcomes.ts';
import { TEST_EVENT, WEBHOOKS_CHANNEL } from '../../stores/webhooks/delivery-queue.ts';
import { callSigned, loadSigningSecrets } from '../../commands/webhooks/signing.ts';
import type { WebhookSecrets } from '../../stores/webhooks/secrets.ts';
import { passFaultPoint } from '../../database/fault-point.ts';
import type { Notifications } from '../../database/notifications.ts';
import { getRetryDelayMinutes } from '../../domain/webhooks/schedule.ts';
import type { CallOutcome, WebhookCalls } from '../../outside/webhooks/calls.ts';
import type { Progress } from '../../projections/engine/progress.ts';
import { createLoop } from '../loop.ts';
import type { RunnerLogger } from '../projector.ts';
import { dispatchAnnouncements, type Claimant } from './dispatch.ts';
import { createEndpoints, findDueEndpoints } from './endpoints.ts';

/**
 * Sends deliveries as soon as they are due. Several loops, each running alone and restarted when there is work: events
 * become deliveries, due deliveries are claimed and called, results are written, and deliveries of dead processes are
 * taken over. The calls themselves wait for nothing.
 */
export interface WebhookSender {
  /** Checks for work, whichever process announced it. */
  wake(): void;
  /** Starts nothing new, and waits a while for running calls. */
  stop(): Promise<void>;
}

export interface SenderOptions {
  /** Commits wait for the disk: everything sent has been announced durably. */
  readonly pool: pg.Pool;
  /** Commits do not wait for the disk: results lost in a server crash are sent again. */
  readonly relaxedPool: pg.Pool;
  readonly ids: IdAllocator;
  readonly processId: string;
  readonly progress: Progress;
  readonly notifications: Notifications;
  readonly calls: WebhookCalls;
  readonly secrets: WebhookSecrets;
  readonly logger: RunnerLogger;
}

/** Polling interval without notifications. */
const LOOK_MS = 60_000;
/** Minimum interval between checks. */
const LEAST_LOOK_MS = 250;
/** While there are no endpoints, announced events are only counted, and may wait. */
const COUNT_MS = 1_000;
/** Within this time a process that lost its connection has a new one. */
const SUSPECT_MS = 1_500;
/** A call that could not start within this time after its claim is left to others. */
const LATEST_START_MS = 12_000;
const LONGEST_STOP_MS = 5_000;
/** Answered calls not yet recorded in the database: if the process dies now, this many are made again. */
export const MOST_UNNOTED = 384;
/** Results are recorded in groups of this size, or after a short delay. */
const GATHERED = 128;
const GATHER_MS = 20;
/** How long new announced events wait for the calls of earlier ones, so that they can be claimed on creation. */
const LONGEST_WAIT_MS = 1_000;

export function startWebhookSender(options: SenderOptions): WebhookSender {
  const { pool, relaxedPool, processId, progress, notifications, calls, secrets, logger } = options;
  const endpoints = createEndpoints<Claimed>();
  const deliveries = openDueDeliveries(relaxedPool, processId);
  let ended: EndedAttempt[] = [];
  let beingNoted = 0;
  let isStopping = false;
  let isGivenUp = false;
  let hasEndpoints = true;
  let lookedAt = -Infinity;

  const logTrouble = (what: string) => (error: unknown) => {
    if (!isStopping) logger.warn({ err: error }, what);
  };

  const claimant: Claimant = { processId, getCapacity: (webhookId) => endpoints.getCapacity(webhookId) };
  let [supplied, suppliedAt]: [ReadonlySet<number>, number] = [new Set(), -Infinity];
  let isHeldBack = false;
  /** Deliveries created while earlier ones are still being called would have to be claimed later. */
  const computeWaitMs = (): number =>
    supplied.size > 0 && endpoints.areSupplied(supplied) ? suppliedAt + LONGEST_WAIT_MS - performance.now() : 0;

  const dispatching = createLoop(async () => {
    const wait = computeWaitMs();
    isHeldBack = wait > 0;
    if (isHeldBack) {
      dispatching.runIn(wait);
      return false;
    }
    const { hasMore, waiting, claimed } = await dispatchAnnouncements(pool, options.ids, claimant);
    waiting.forEach((id) => endpoints.wake(id));
    await enqueueClaimed(claimed, performance.now());
    [supplied, suppliedAt] = [new Set([...waiting, ...claimed.keys()]), performance.now()];
    if (waiting.size > 0) claiming.run();
    return hasMore;
  }, logTrouble('announced events are waiting for the database'));

  /** Queues deliveries claimed on creation, and starts the calls that are allowed. */
  async function enqueueClaimed(
    claimed: ReadonlyMap<number, readonly DueDelivery[]>,
    claimedAt: number,
  ): Promise<void> {
    const all = [...claimed.values()].flat();
    if (all.length === 0) return;
    const items = await withSecrets(all, claimedAt);
    for (const [webhookId, own] of items) {
      endpoints.addCreated(webhookId, own);
      callNext(webhookId);
    }
  }

  /** Adds the signing secrets, by endpoint. Deliveries whose secrets cannot be read are released. */
  async function withSecrets(due: readonly DueDelivery[], claimedAt: number): Promise<Map<number, Claimed[]>> {
    const called = new Set(due.map(({ endpoint }) => endpoint));
    const signing = await loadSigningSecrets(secrets, [...called]).catch(async (error: unknown) => {
      due.forEach(({ webhook_id }) => endpoints.wake(webhook_id));
      await releaseDeliveries(due);
      throw error;
    });
    const signedBy = new Map([...called].map((endpoint) => [endpoint, signing(endpoint)]));
    const items = new Map<number, Claimed[]>();
    for (const delivery of due) {
      const item = { delivery, signedBy: signedBy.get(delivery.endpoint)!, claimedAt };
      const known = items.get(delivery.webhook_id);
      if (known) known.push(item);
      else items.set(delivery.webhook_id, [item]);
    }
    return items;
  }

  const looking = createLoop(async () => {
    lookedAt = performance.now();
    const { due, nextInMs, count } = await findDueEndpoints(relaxedPool);
    hasEndpoints = count > 0;
    due.forEach((id) => endpoints.wake(id));
    if (due.length > 0) claiming.run();
    looking.runIn(Math.min(LOOK_MS, Math.max(nextInMs ?? LOOK_MS, LEAST_LOOK_MS)));
    return false;
  }, logTrouble('deliveries are waiting for the database'));

  const claiming = createLoop(async () => {
    const slots = endpoints.takeFreeSlots();
    if (slots.length === 0) return false;
    const startedAt = performance.now();
    const due = await deliveries.claimDue(slots).catch((error: unknown) => {
      slots.forEach(({ webhookId }) => endpoints.wake(webhookId));
      throw error;
    });
    const items = await withSecrets(due, startedAt).catch((error: unknown) => {
      endpoints.addClaimed(slots, new Map());
      throw error;
    });
    endpoints.addClaimed(slots, items);
    for (const webhookId of items.keys()) callNext(webhookId);
    return due.length > 0;
  }, logTrouble('deliveries are waiting for the database'));

  async function completeEnded(): Promise<boolean> {
    const taken = ended;
    ended = [];
    beingNoted = taken.length;
    try {
      if (taken.length > 0) await completeAttempts(relaxedPool, processId, taken);
    } catch (error) {
      ended = [...taken, ...ended];
      throw error;
    } finally {
      beingNoted = 0;
    }
    callNext();
    const notes = endpoints.takeNotes(endpoints.inFlight === 0);
    if (notes.length > 0) await recordEndpointHealth(relaxedPool, notes);
    if (ended.length > 0) completing.runIn(GATHER_MS);
    return ended.length >= GATHERED;
  }
  const completing = createLoop(completeEnded, logTrouble('delivery results are waiting for the database'));

  let suspects: ReadonlySet<string> = new Set();
  const succeeding = createLoop(async () => {
    suspects = await releaseAbandonedClaims(relaxedPool, suspects);
    succeeding.runIn(suspects.size > 0 ? SUSPECT_MS : LOOK_MS);
    return false;
  }, logTrouble('deliveries of other processes are waiting for the database'));

  async function releaseDeliveries(due: readonly DueDelivery[]): Promise<void> {
    if (due.length === 0) return;
    await giveBack(relaxedPool, processId, due).catch(logTrouble('deliveries are waiting until their claim expires'));
  }

  /** Starts the calls that are allowed: for this endpoint, or for any. */
  function callNext(webhookId?: number): void {
    while (!isStopping && ended.length + beingNoted < MOST_UNNOTED) {
      const next = endpoints.takeNext(webhookId);
      if (next === null) return;
      const { item } = next;
      if (performance.now() - item.claimedAt <= LATEST_START_MS) {
        callEndpoint(item);
        continue;
      }
      const behind = endpoints.cancelCall(next.webhookId);
      void releaseDeliveries([item, ...behind].map(({ delivery }) => delivery)).then(() => claiming.run());
    }
  }

  function callEndpoint({ delivery, signedBy }: Claimed): void {
    const { id: deliveryId, event, event_id: eventId, endpoint, body } = delivery;
    void callSigned(calls, { url: endpoint.url, event, eventId, deliveryId, body, secrets: signedBy }).then((outcome) =>
      recordOutcome(delivery, outcome),
    );
  }

  function recordOutcome(delivery: DueDelivery, outcome: CallOutcome): void {
    passFaultPoint('after-webhook-call');
    if (isGivenUp) return;
    const { webhook_id, event, attempts, earlier_attempts } = delivery;
    const { isDelivered } = outcome;
    const isFinal = isDelivered || event === TEST_EVENT;
    const againInMinutes = isFinal ? null : getRetryDelayMinutes(attempts - earlier_attempts);
    ended.push({ outcome, delivery, againInMinutes });
    const dropped = endpoints.recordEnd(webhook_id, isDelivered, outcome.durationMs);
    if (dropped.length > 0) void releaseDeliveries(dropped.map((one) => one.delivery)).then(() => claiming.run());
    callNext(endpoints.isNearlyFull ? undefined : webhook_id);
    if (ended.length >= GATHERED) completing.run();
    else completing.runIn(GATHER_MS);
    if (endpoints.hasDue) claiming.run();
    // Not for each of them: the check covers all supplied endpoints.
    if (isHeldBack && ended.length % 16 === 0 && computeWaitMs() <= 0) dispatching.run();
  }

  const scheduleLook = (): void => looking.runIn(Math.max(lookedAt + LEAST_LOOK_MS - performance.now(), 0));
  const unsubscribe = [
    progress.onAdvance(() => (hasEndpoints ? dispatching.run() : dispatching.runIn(COUNT_MS))),
    notifications.on(WEBHOOKS_CHANNEL, scheduleLook),
    notifications.onReconnect(scheduleLook),
  ];
  const wake = (): void => {
    dispatching.run();
    scheduleLook();
    succeeding.run();
  };
  wake();

  return {
    wake,
    async stop() {
      unsubscribe.forEach((stop) => stop());
      isStopping = true;
      await Promise.all([dispatching, looking, claiming, succeeding].map((one) => one.stop()));
      await releaseDeliveries(endpoints.drain().map((one) => one.delivery));
      const deadline = performance.now() + LONGEST_STOP_MS;
      while (endpoints.inFlight > 0 && performance.now() < deadline) await pauseBriefly();
      // Calls not finished by now count as interrupted: another process continues them.
      isGivenUp = true;
      await completing.stop();
      await completeEnded().catch(() => undefined);
    },
  };
}

const pauseBriefly = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

interface Claimed {
  readonly delivery: DueDelivery;
  readonly signedBy: readonly string[];
  /** On the clock of `performance.now`. */
  readonly claimedAt: number;
}
