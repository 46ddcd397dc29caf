import type pg from 'pg';
import type { IdAllocator } from '../../stores/support/ids.ts';
import { dueDeliveries, giveBack, releaseAbandoned, type DueDelivery } from '../../stores/webhooks/delivery-claims.ts';
import { completeAttempts, noteEndpoints, type EndedAttempt } from '../../stores/webhooks/delivery-outcomes.ts';
import { TEST_EVENT, WEBHOOKS_CHANNEL } from '../../stores/webhooks/delivery-queue.ts';
import { callSigned, signingSecrets } from '../../commands/webhooks/signing.ts';
import type { WebhookSecrets } from '../../stores/webhooks/secrets.ts';
import { faultPoint } from '../../database/fault-point.ts';
import type { Notifications } from '../../database/notifications.ts';
import { minutesUntilNext } from '../../domain/webhooks/schedule.ts';
import type { CallOutcome, WebhookCalls } from '../../outside/webhooks/calls.ts';
import type { Progress } from '../../projections/engine/progress.ts';
import { loop } from '../loop.ts';
import type { RunnerLogger } from '../projector.ts';
import { dispatch, type Claimant } from './dispatch.ts';
import { knownEndpoints, lookForDue } from './endpoints.ts';

/**
 * Sends what is due, as soon as it is. Loops, each of which runs alone and is started again when there is something for
 * it: events become deliveries, deliveries that are due are claimed and called, what became of them is written, and what dead
 * processes have left is taken over. Calls themselves wait for nobody.
 */
export interface WebhookSender {
  /** Looks for what there is to do, whoever has announced it. */
  wake(): void;
  /** Nothing new is begun; calls under way are given a while to end. */
  stop(): Promise<void>;
}

export interface SenderOptions {
  /** Commits wait for the disk: what is sent has been announced for good. */
  readonly pool: pg.Pool;
  /** Commits do not: what is lost in a crash of the server is sent again. */
  readonly relaxedPool: pg.Pool;
  readonly ids: IdAllocator;
  readonly processId: string;
  readonly progress: Progress;
  readonly notifications: Notifications;
  readonly calls: WebhookCalls;
  readonly secrets: WebhookSecrets;
  readonly logger: RunnerLogger;
}

/** Without a word from anyone, this often. */
const LOOK_MS = 60_000;
/** Not oftener, whoever asks. */
const LEAST_LOOK_MS = 250;
/** While there is no endpoint at all, announced events are only counted, and may wait. */
const COUNT_MS = 1_000;
/** Within this time a process that has lost its connection has another one. */
const SUSPECT_MS = 1_500;
/** A call that could not begin within this time of its claim is left to others. */
const LATEST_START_MS = 12_000;
const LONGEST_STOP_MS = 5_000;
/** Calls that were answered and of which the database does not know yet: a process that dies now makes so many of them again. */
export const MOST_UNNOTED = 384;
/** So many of them are noted together, or what there is after a moment. */
const GATHERED = 128;
const GATHER_MS = 20;
/** So long the next announced events wait for those before them to be called, so that they can be claimed as they are made. */
const LONGEST_WAIT_MS = 1_000;

export function startWebhookSender(options: SenderOptions): WebhookSender {
  const { pool, relaxedPool, processId, progress, notifications, calls, secrets, logger } = options;
  const endpoints = knownEndpoints<Claimed>();
  const deliveries = dueDeliveries(relaxedPool, processId);
  let ended: EndedAttempt[] = [];
  let beingNoted = 0;
  let isStopping = false;
  let isGivenUp = false;
  let hasEndpoints = true;
  let lookedAt = -Infinity;

  const tell = (what: string) => (error: unknown) => {
    if (!isStopping) logger.warn({ err: error }, what);
  };

  const claimant: Claimant = { processId, room: (webhookId) => endpoints.room(webhookId) };
  let [supplied, suppliedAt]: [ReadonlySet<number>, number] = [new Set(), -Infinity];
  let isHeldBack = false;
  /** Deliveries that are made while those before them are still being called would have to be claimed later. */
  const waitMs = (): number =>
    supplied.size > 0 && endpoints.areSupplied(supplied) ? suppliedAt + LONGEST_WAIT_MS - performance.now() : 0;

  const dispatching = loop(async () => {
    const wait = waitMs();
    isHeldBack = wait > 0;
    if (isHeldBack) {
      dispatching.runIn(wait);
      return false;
    }
    const { hasMore, waiting, claimed } = await dispatch(pool, options.ids, claimant);
    waiting.forEach((id) => endpoints.wake(id));
    await begin(claimed, performance.now());
    [supplied, suppliedAt] = [new Set([...waiting, ...claimed.keys()]), performance.now()];
    if (waiting.size > 0) claiming.run();
    return hasMore;
  }, tell('announced events wait for the database'));

  /** Queues what was claimed as it was made, and calls what may be called. */
  async function begin(claimed: ReadonlyMap<number, readonly DueDelivery[]>, claimedAt: number): Promise<void> {
    const all = [...claimed.values()].flat();
    if (all.length === 0) return;
    const items = await signed(all, claimedAt);
    for (const [webhookId, own] of items) {
      endpoints.made(webhookId, own);
      callNext(webhookId);
    }
  }

  /** With what signs them, by endpoint. Those whose secrets cannot be asked for are given back. */
  async function signed(due: readonly DueDelivery[], claimedAt: number): Promise<Map<number, Claimed[]>> {
    const called = new Set(due.map(({ endpoint }) => endpoint));
    const signing = await signingSecrets(secrets, [...called]).catch(async (error: unknown) => {
      due.forEach(({ webhook_id }) => endpoints.wake(webhook_id));
      await release(due);
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

  const looking = loop(async () => {
    lookedAt = performance.now();
    const { due, nextInMs, count } = await lookForDue(relaxedPool);
    hasEndpoints = count > 0;
    due.forEach((id) => endpoints.wake(id));
    if (due.length > 0) claiming.run();
    looking.runIn(Math.min(LOOK_MS, Math.max(nextInMs ?? LOOK_MS, LEAST_LOOK_MS)));
    return false;
  }, tell('deliveries wait for the database'));

  const claiming = loop(async () => {
    const slots = endpoints.freeSlots();
    if (slots.length === 0) return false;
    const startedAt = performance.now();
    const due = await deliveries.claim(slots).catch((error: unknown) => {
      slots.forEach(({ webhookId }) => endpoints.wake(webhookId));
      throw error;
    });
    const items = await signed(due, startedAt).catch((error: unknown) => {
      endpoints.claimed(slots, new Map());
      throw error;
    });
    endpoints.claimed(slots, items);
    for (const webhookId of items.keys()) callNext(webhookId);
    return due.length > 0;
  }, tell('deliveries wait for the database'));

  async function complete(): Promise<boolean> {
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
    const notes = endpoints.notes(endpoints.inFlight === 0);
    if (notes.length > 0) await noteEndpoints(relaxedPool, notes);
    if (ended.length > 0) completing.runIn(GATHER_MS);
    return ended.length >= GATHERED;
  }
  const completing = loop(complete, tell('what became of deliveries waits for the database'));

  let suspects: ReadonlySet<string> = new Set();
  const succeeding = loop(async () => {
    suspects = await releaseAbandoned(relaxedPool, suspects);
    succeeding.runIn(suspects.size > 0 ? SUSPECT_MS : LOOK_MS);
    return false;
  }, tell('what other processes have left waits for the database'));

  async function release(due: readonly DueDelivery[]): Promise<void> {
    if (due.length === 0) return;
    await giveBack(relaxedPool, processId, due).catch(tell('deliveries wait until their claim has run out'));
  }

  /** Begins the calls that may begin: of this endpoint, or of any. */
  function callNext(webhookId?: number): void {
    while (!isStopping && ended.length + beingNoted < MOST_UNNOTED) {
      const next = endpoints.next(webhookId);
      if (next === null) return;
      const { item } = next;
      if (performance.now() - item.claimedAt <= LATEST_START_MS) {
        call(item);
        continue;
      }
      const behind = endpoints.released(next.webhookId);
      void release([item, ...behind].map(({ delivery }) => delivery)).then(() => claiming.run());
    }
  }

  function call({ delivery, signedBy }: Claimed): void {
    const { id: deliveryId, event, event_id: eventId, endpoint, body } = delivery;
    void callSigned(calls, { url: endpoint.url, event, eventId, deliveryId, body, secrets: signedBy }).then((outcome) =>
      note(delivery, outcome),
    );
  }

  function note(delivery: DueDelivery, outcome: CallOutcome): void {
    faultPoint('after-webhook-call');
    if (isGivenUp) return;
    const { webhook_id, event, attempts, earlier_attempts } = delivery;
    const { isDelivered } = outcome;
    const isFinal = isDelivered || event === TEST_EVENT;
    const againInMinutes = isFinal ? null : minutesUntilNext(attempts - earlier_attempts);
    ended.push({ outcome, delivery, againInMinutes });
    const dropped = endpoints.ended(webhook_id, isDelivered, outcome.durationMs);
    if (dropped.length > 0) void release(dropped.map((one) => one.delivery)).then(() => claiming.run());
    callNext(endpoints.isNearlyFull ? undefined : webhook_id);
    if (ended.length >= GATHERED) completing.run();
    else completing.runIn(GATHER_MS);
    if (endpoints.hasDue) claiming.run();
    // Not at each of them: it asks about all endpoints that were supplied.
    if (isHeldBack && ended.length % 16 === 0 && waitMs() <= 0) dispatching.run();
  }

  const look = (): void => looking.runIn(Math.max(lookedAt + LEAST_LOOK_MS - performance.now(), 0));
  const unsubscribe = [
    progress.onAdvance(() => (hasEndpoints ? dispatching.run() : dispatching.runIn(COUNT_MS))),
    notifications.on(WEBHOOKS_CHANNEL, look),
    notifications.onReconnect(look),
  ];
  const wake = (): void => {
    dispatching.run();
    look();
    succeeding.run();
  };
  wake();

  return {
    wake,
    async stop() {
      unsubscribe.forEach((stop) => stop());
      isStopping = true;
      await Promise.all([dispatching, looking, claiming, succeeding].map((one) => one.stop()));
      await release(endpoints.drained().map((one) => one.delivery));
      const deadline = performance.now() + LONGEST_STOP_MS;
      while (endpoints.inFlight > 0 && performance.now() < deadline) await pauseBriefly();
      // What has not ended by now counts as interrupted: another process goes on with it.
      isGivenUp = true;
      await completing.stop();
      await complete().catch(() => undefined);
    },
  };
}

const pauseBriefly = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

interface Claimed {
  readonly delivery: DueDelivery;
  readonly signedBy: readonly string[];
  /** As `performance.now` tells it. */
  readonly claimedAt: number;
}
