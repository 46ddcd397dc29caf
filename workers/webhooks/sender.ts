import type pg from 'pg';
import type { IdAllocator } from '../../stores/support/ids.ts';
import {
  openDueDeliveries,
  giveBack,
  releaseAbandonedClaims,
  type DueDeliveries,
  type DueDelivery,
} from '../../stores/webhooks/delivery-claims.ts';
import { completeAttempts, recordEndpointHealth, type EndedAttempt } from '../../stores/webhooks/delivery-outcomes.ts';
import { TEST_EVENT, WEBHOOKS_CHANNEL } from '../../stores/webhooks/delivery-queue.ts';
import { callSigned, loadSigningSecrets } from '../../commands/webhooks/signing.ts';
import type { WebhookSecrets } from '../../stores/webhooks/secrets.ts';
import { passFaultPoint } from '../../database/fault-point.ts';
import type { Notifications } from '../../database/notifications.ts';
import type { Owner } from '../../database/owners.ts';
import { getRetryDelayMinutes } from '../../domain/webhooks/schedule.ts';
import type { CallOutcome, WebhookCalls } from '../../outside/webhooks/calls.ts';
import type { Progress } from '../../projections/engine/progress.ts';
import { createLoop, type Loop } from '../loop.ts';
import type { RunnerLogger } from '../projector.ts';
import { dispatchAnnouncements, type Claimant } from './dispatch.ts';
import { passOverUnheard } from './unheard.ts';
import { createEndpoints, findDueEndpoints, type Endpoints } from './endpoints.ts';

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
  readonly owner: Owner;
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

interface Claimed {
  readonly delivery: DueDelivery;
  readonly signedBy: readonly string[];
  /** On the clock of `performance.now`. */
  readonly claimedAt: number;
}

interface SenderState extends SenderOptions {
  readonly endpoints: Endpoints<Claimed>;
  readonly deliveries: DueDeliveries;
  readonly claimant: Claimant;
  /** Results that are not yet in the database. */
  ended: EndedAttempt[];
  beingNoted: number;
  isStopping: boolean;
  /** After the last wait for calls: results that come later are ignored. */
  isGivenUp: boolean;
  hasEndpoints: boolean;
  lookedAt: number;
  /** Endpoints of the events dispatched last. */
  supplied: ReadonlySet<number>;
  suppliedAt: number;
  /** Whether new announced events wait for the calls of earlier ones. */
  isHeldBack: boolean;
  readonly dispatching: Loop;
  readonly looking: Loop;
  readonly claiming: Loop;
  readonly completing: Loop;
  readonly succeeding: Loop;
}

export function startWebhookSender(options: SenderOptions): WebhookSender {
  const sender = createState(options);
  const { dispatching, looking, succeeding } = sender;
  const scheduleLook = (): void => looking.runIn(Math.max(sender.lookedAt + LEAST_LOOK_MS - performance.now(), 0));
  const unsubscribe = [
    options.progress.onAdvance(() => (sender.hasEndpoints ? dispatching.run() : dispatching.runIn(COUNT_MS))),
    options.notifications.on(WEBHOOKS_CHANNEL, scheduleLook),
    options.notifications.onReconnect(scheduleLook),
    options.owner.onTakeover(() => {
      dispatching.run();
      succeeding.run();
    }),
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
      await stopSending(sender);
    },
  };
}

function createState(options: SenderOptions): SenderState {
  const { relaxedPool, owner } = options;
  const endpoints = createEndpoints<Claimed>();
  const sender: SenderState = {
    ...options,
    endpoints,
    deliveries: openDueDeliveries(relaxedPool, owner),
    claimant: { owner, getCapacity: (webhookId) => endpoints.getCapacity(webhookId) },
    ended: [],
    beingNoted: 0,
    isStopping: false,
    isGivenUp: false,
    hasEndpoints: true,
    lookedAt: -Infinity,
    supplied: new Set(),
    suppliedAt: -Infinity,
    isHeldBack: false,
    dispatching: createLoop(
      () => dispatchEvents(sender),
      (error) => logTrouble(sender, 'announced events are waiting for the database', error),
    ),
    looking: createLoop(
      () => lookForDue(sender),
      (error) => logTrouble(sender, 'deliveries are waiting for the database', error),
    ),
    claiming: createLoop(
      () => claimDue(sender),
      (error) => logTrouble(sender, 'deliveries are waiting for the database', error),
    ),
    completing: createLoop(
      () => completeEnded(sender),
      (error) => logTrouble(sender, 'delivery results are waiting for the database', error),
    ),
    succeeding: createLoop(
      () => releaseAbandoned(sender),
      (error) => logTrouble(sender, 'deliveries of other processes are waiting for the database', error),
    ),
  };
  return sender;
}

async function stopSending(sender: SenderState): Promise<void> {
  const { endpoints, dispatching, looking, claiming, succeeding, completing } = sender;
  sender.isStopping = true;
  await Promise.all([dispatching, looking, claiming, succeeding].map((one) => one.stop()));
  await releaseDeliveries(
    sender,
    endpoints.drain().map((one) => one.delivery),
  );
  const deadline = performance.now() + LONGEST_STOP_MS;
  while (endpoints.inFlight > 0 && performance.now() < deadline) await pauseBriefly();
  // Calls not finished by now count as interrupted: another process continues them.
  sender.isGivenUp = true;
  await completing.stop();
  await completeEnded(sender).catch(() => undefined);
}

function logTrouble({ isStopping, logger }: SenderState, what: string, error: unknown): void {
  if (!isStopping) logger.warn({ err: error }, what);
}

/** Deliveries created while earlier ones are still being called would have to be claimed later. */
const computeWaitMs = ({ supplied, suppliedAt, endpoints }: SenderState): number =>
  supplied.size > 0 && endpoints.areSupplied(supplied) ? suppliedAt + LONGEST_WAIT_MS - performance.now() : 0;

async function dispatchEvents(sender: SenderState): Promise<boolean> {
  const wait = computeWaitMs(sender);
  sender.isHeldBack = wait > 0;
  if (sender.isHeldBack) {
    sender.dispatching.runIn(wait);
    return false;
  }
  const { pool, relaxedPool, ids, claimant, endpoints, progress } = sender;
  if (!sender.hasEndpoints && progress.positions.length === 1) {
    const passed = await passOverUnheard(relaxedPool);
    if (passed.isTaken) sender.dispatching.runIn(COUNT_MS);
    if (!passed.isHeard) return passed.hasMore;
  }
  const { hasMore, isTaken, waiting, claimed } = await dispatchAnnouncements(pool, ids, claimant);
  if (isTaken) sender.dispatching.runIn(COUNT_MS);
  waiting.forEach((id) => endpoints.wake(id));
  await enqueueClaimed(sender, claimed, performance.now());
  sender.supplied = new Set([...waiting, ...claimed.keys()]);
  sender.suppliedAt = performance.now();
  if (waiting.size > 0) sender.claiming.run();
  return hasMore;
}

/** Queues deliveries claimed on creation, and starts the calls that are allowed. */
async function enqueueClaimed(
  sender: SenderState,
  claimed: ReadonlyMap<number, readonly DueDelivery[]>,
  claimedAt: number,
): Promise<void> {
  const all = [...claimed.values()].flat();
  if (all.length === 0) return;
  const items = await withSecrets(sender, all, claimedAt);
  for (const [webhookId, own] of items) {
    sender.endpoints.addCreated(webhookId, own);
    callNext(sender, webhookId);
  }
}

/** Adds the signing secrets, by endpoint. Deliveries whose secrets cannot be read are released. */
async function withSecrets(
  sender: SenderState,
  due: readonly DueDelivery[],
  claimedAt: number,
): Promise<Map<number, Claimed[]>> {
  const called = new Set(due.map(({ endpoint }) => endpoint));
  const signing = await loadSigningSecrets(sender.secrets, [...called]).catch(async (error: unknown) => {
    due.forEach(({ webhook_id }) => sender.endpoints.wake(webhook_id));
    await releaseDeliveries(sender, due);
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

async function lookForDue(sender: SenderState): Promise<boolean> {
  sender.lookedAt = performance.now();
  const { due, nextInMs, count } = await findDueEndpoints(sender.relaxedPool);
  sender.hasEndpoints = count > 0;
  due.forEach((id) => sender.endpoints.wake(id));
  if (due.length > 0) sender.claiming.run();
  sender.looking.runIn(Math.min(LOOK_MS, Math.max(nextInMs ?? LOOK_MS, LEAST_LOOK_MS)));
  return false;
}

async function claimDue(sender: SenderState): Promise<boolean> {
  const { endpoints } = sender;
  const slots = endpoints.takeFreeSlots();
  if (slots.length === 0) return false;
  const startedAt = performance.now();
  const due = await sender.deliveries.claimDue(slots).catch((error: unknown) => {
    slots.forEach(({ webhookId }) => endpoints.wake(webhookId));
    throw error;
  });
  const items = await withSecrets(sender, due, startedAt).catch((error: unknown) => {
    endpoints.addClaimed(slots, new Map());
    throw error;
  });
  endpoints.addClaimed(slots, items);
  for (const webhookId of items.keys()) callNext(sender, webhookId);
  return due.length > 0;
}

async function completeEnded(sender: SenderState): Promise<boolean> {
  const { endpoints, relaxedPool } = sender;
  const taken = sender.ended;
  sender.ended = [];
  sender.beingNoted = taken.length;
  try {
    if (taken.length > 0) await completeAttempts(relaxedPool, taken);
  } catch (error) {
    sender.ended = [...taken, ...sender.ended];
    throw error;
  } finally {
    sender.beingNoted = 0;
  }
  callNext(sender);
  const notes = endpoints.takeNotes(endpoints.inFlight === 0);
  if (notes.length > 0) await recordEndpointHealth(relaxedPool, notes);
  if (sender.ended.length > 0) sender.completing.runIn(GATHER_MS);
  return sender.ended.length >= GATHERED;
}

async function releaseAbandoned(sender: SenderState): Promise<boolean> {
  await releaseAbandonedClaims(sender.relaxedPool);
  sender.succeeding.runIn(LOOK_MS);
  return false;
}

async function releaseDeliveries(sender: SenderState, due: readonly DueDelivery[]): Promise<void> {
  if (due.length === 0) return;
  await giveBack(sender.relaxedPool, due).catch((error: unknown) =>
    logTrouble(sender, 'deliveries are waiting until their claim expires', error),
  );
}

function releaseAndClaim(sender: SenderState, items: readonly Claimed[]): void {
  void releaseDeliveries(
    sender,
    items.map(({ delivery }) => delivery),
  ).then(() => sender.claiming.run());
}

/** Starts the calls that are allowed: for this endpoint, or for any. */
function callNext(sender: SenderState, webhookId?: number): void {
  const { endpoints } = sender;
  while (!sender.isStopping && sender.ended.length + sender.beingNoted < MOST_UNNOTED) {
    const next = endpoints.takeNext(webhookId);
    if (next === null) return;
    const { item } = next;
    if (item.delivery.term.isCertain() && performance.now() - item.claimedAt <= LATEST_START_MS) {
      callEndpoint(sender, item);
      continue;
    }
    const behind = endpoints.cancelCall(next.webhookId);
    releaseAndClaim(sender, [item, ...behind]);
  }
}

function callEndpoint(sender: SenderState, { delivery, signedBy }: Claimed): void {
  const { id: deliveryId, event, event_id: eventId, endpoint, body } = delivery;
  void callSigned(sender.calls, { url: endpoint.url, event, eventId, deliveryId, body, secrets: signedBy }).then(
    (outcome) => recordOutcome(sender, delivery, outcome),
  );
}

function recordOutcome(sender: SenderState, delivery: DueDelivery, outcome: CallOutcome): void {
  passFaultPoint('after-webhook-call');
  if (sender.isGivenUp) return;
  const { ended, endpoints, completing } = sender;
  const { webhook_id, event, attempts, earlier_attempts } = delivery;
  const { isDelivered } = outcome;
  const isFinal = isDelivered || event === TEST_EVENT;
  const againInMinutes = isFinal ? null : getRetryDelayMinutes(attempts - earlier_attempts);
  ended.push({ outcome, delivery, againInMinutes });
  const dropped = endpoints.recordEnd(webhook_id, isDelivered, outcome.durationMs);
  if (dropped.length > 0) releaseAndClaim(sender, dropped);
  callNext(sender, endpoints.isNearlyFull ? undefined : webhook_id);
  if (ended.length >= GATHERED) completing.run();
  else completing.runIn(GATHER_MS);
  if (endpoints.hasDue) sender.claiming.run();
  // Not for each of them: the check covers all supplied endpoints.
  if (sender.isHeldBack && ended.length % 16 === 0 && computeWaitMs(sender) <= 0) sender.dispatching.run();
}

const pauseBriefly = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));
