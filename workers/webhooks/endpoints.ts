import type pg from 'pg';
import { MAKER, MAKER_SEES_DELIVERY, PAUSED_REASON } from '../../projections/webhooks/makers.ts';
import { TEST_EVENT } from '../../stores/webhooks/delivery-queue.ts';
import type { Slots } from '../../stores/webhooks/delivery-claims.ts';
import type { EndpointNote } from '../../stores/webhooks/delivery-outcomes.ts';

/**
 * State of the endpoints of a sender: which have due deliveries, their claimed and running deliveries, and their health.
 * Each endpoint gets only a few calls at a time, a failing one a single call, and all failing ones together half of the
 * total: so dead endpoints, however many, leave capacity for the others. For a healthy endpoint, as many deliveries are
 * claimed ahead as it takes in a moment, so that no call waits for the database; most of them are claimed when they are
 * created.
 */
export interface Endpoints<Item> {
  /** Marks that the endpoint may have due deliveries. */
  wake(webhookId: number): void;
  /** Returns the slots that can be claimed now, in any order. */
  takeFreeSlots(): Slots[];
  /** Adds the claimed deliveries: an endpoint with fewer than its slots has nothing more for now. */
  addClaimed(slots: readonly Slots[], items: ReadonlyMap<number, readonly Item[]>): void;
  /** How many new deliveries may be claimed on creation: none while earlier ones wait for their claim. */
  getCapacity(webhookId: number): number;
  /** Adds deliveries that were claimed on creation. */
  addCreated(webhookId: number, items: readonly Item[]): void;
  /** Whether most of these have enough to do for now. */
  areSupplied(webhookIds: ReadonlySet<number>): boolean;
  /** The next delivery to call, if any is allowed; for that endpoint, or for any. */
  takeNext(webhookId?: number): { readonly webhookId: number; readonly item: Item } | null;
  /** Records the end of a call; returns claimed deliveries that will not be called after all. */
  recordEnd(webhookId: number, isDelivered: boolean, durationMs: number): readonly Item[];
  /** Cancels the next call; returns the claimed deliveries behind it, which will not be called either. */
  cancelCall(webhookId: number): readonly Item[];
  /** Whether any delivery is known to wait for a claim. */
  readonly hasDue: boolean;
  /** Removes and returns all deliveries that were claimed but not called. */
  drain(): readonly Item[];
  /** Results of attempts since the last call; `all` includes those too recent to be worth writing. */
  takeNotes(all: boolean): EndpointNote[];
  readonly inFlight: number;
  /** Other endpoints may have waited for a call to end. */
  readonly isNearlyFull: boolean;
}

const CALLS_AN_ENDPOINT = 4;
const MOST_CALLS = 512;
const MOST_TO_FAILING = MOST_CALLS / 2;
/** For an endpoint whose last calls all succeeded: deliveries for this time, with a maximum per endpoint and in total. */
const AHEAD_MS = 2_000;
const AHEAD = 100;
const MOST_AHEAD = 2_500;
const GOOD_STREAK = 8;
const NOTE_EVERY_MS = 1_000;
const FORGET_FAILING_MS = 3 * 3_600_000;
const NOTHING: readonly never[] = [];

interface Known<Item> {
  inFlight: number;
  queue: Item[];
  /** Duration of the last successful call. */
  durationMs: number;
  /** Successful calls in a row. */
  streak: number;
  isFailing: boolean;
  delivered: number;
  failed: number;
  notedAt: number;
}

const createKnown = <Item>(): Known<Item> => ({
  inFlight: 0,
  queue: [],
  durationMs: 0,
  streak: 0,
  isFailing: false,
  delivered: 0,
  failed: 0,
  notedAt: -Infinity,
});

interface EndpointsState<Item> {
  readonly known: Map<number, Known<Item>>;
  /** Endpoints that may have due deliveries. */
  readonly due: Set<number>;
  inFlight: number;
  /** Running calls to failing endpoints. */
  toFailing: number;
  queued: number;
}

export function createEndpoints<Item>(): Endpoints<Item> {
  const state: EndpointsState<Item> = { known: new Map(), due: new Set(), inFlight: 0, toFailing: 0, queued: 0 };
  return {
    get inFlight() {
      return state.inFlight;
    },
    get isNearlyFull() {
      return state.inFlight >= MOST_CALLS - 1;
    },
    get hasDue() {
      return state.due.size > 0;
    },
    wake(webhookId) {
      getOrCreate(state, webhookId);
      state.due.add(webhookId);
    },
    getCapacity: (webhookId) => computeCapacity(state, webhookId),
    addCreated: (webhookId, items) => enqueue(state, getOrCreate(state, webhookId), items),
    areSupplied: (webhookIds) => areSupplied(state, webhookIds),
    takeFreeSlots: () => takeFreeSlots(state),
    addClaimed(slots, items) {
      for (const { webhookId, free } of slots) {
        const found = items.get(webhookId) ?? [];
        if (found.length === free) state.due.add(webhookId);
        enqueue(state, getOrCreate(state, webhookId), found);
      }
    },
    takeNext: (webhookId) => takeNext(state, webhookId),
    recordEnd: (webhookId, isDelivered, durationMs) => recordEnd(state, webhookId, isDelivered, durationMs),
    cancelCall: (webhookId) => cancelCall(state, webhookId),
    drain: () => [...state.known.values()].flatMap((one) => emptyQueue(state, one)),
    takeNotes: (all) => takeNotes(state, all),
  };
}

function getOrCreate<Item>({ known }: EndpointsState<Item>, webhookId: number): Known<Item> {
  let found = known.get(webhookId);
  if (!found) known.set(webhookId, (found = createKnown()));
  return found;
}

function enqueue<Item>(state: EndpointsState<Item>, one: Known<Item>, items: readonly Item[]): void {
  one.queue.push(...items);
  state.queued += items.length;
}

function emptyQueue<Item>(state: EndpointsState<Item>, one: Known<Item>): Item[] {
  state.queued -= one.queue.length;
  return one.queue.splice(0);
}

function releaseSlot<Item>(state: EndpointsState<Item>, one: Known<Item>): void {
  state.inFlight -= 1;
  one.inFlight -= 1;
  if (one.isFailing) state.toFailing -= 1;
}

const computeAhead = <Item>({ streak, durationMs }: Known<Item>): number =>
  streak < GOOD_STREAK ? 0 : Math.min(AHEAD, Math.ceil((CALLS_AN_ENDPOINT * AHEAD_MS) / Math.max(durationMs, 1)));

const canCall = <Item>({ inFlight, toFailing }: EndpointsState<Item>, one: Known<Item>): boolean =>
  one.queue.length > 0 &&
  inFlight < MOST_CALLS &&
  (one.isFailing ? one.inFlight === 0 && toFailing < MOST_TO_FAILING : one.inFlight < CALLS_AN_ENDPOINT);

function computeCapacity<Item>(state: EndpointsState<Item>, webhookId: number): number {
  const one = getOrCreate(state, webhookId);
  if (state.due.has(webhookId) || one.isFailing) return 0;
  const own = CALLS_AN_ENDPOINT + computeAhead(one) - one.inFlight - one.queue.length;
  return Math.max(Math.min(own, MOST_AHEAD - state.queued), 0);
}

function areSupplied<Item>(state: EndpointsState<Item>, webhookIds: ReadonlySet<number>): boolean {
  let supplied = 0;
  for (const id of webhookIds) {
    const one = getOrCreate(state, id);
    if (state.due.has(id) || one.queue.length > computeAhead(one) / 2) supplied += 1;
  }
  return supplied * 2 > webhookIds.size;
}

function takeFreeSlots<Item>(state: EndpointsState<Item>): Slots[] {
  let [free, freeForFailing, ahead] = [
    MOST_CALLS - state.inFlight,
    MOST_TO_FAILING - state.toFailing,
    MOST_AHEAD - state.queued,
  ];
  const slots: Slots[] = [];
  for (const webhookId of shuffle([...state.due])) {
    const one = getOrCreate(state, webhookId);
    const own = Math.min((one.isFailing ? 1 : CALLS_AN_ENDPOINT) - one.inFlight - one.queue.length, free);
    const now = Math.max(one.isFailing ? Math.min(own, freeForFailing) : own, 0);
    // In large pieces: the queue is refilled when half of it is gone.
    const most = computeAhead(one);
    const later = one.queue.length <= most / 2 ? Math.max(Math.min(most - one.queue.length, ahead), 0) : 0;
    if (now + later === 0) continue;
    free -= now;
    ahead -= later;
    if (one.isFailing) freeForFailing -= now;
    // Unless it is woken meanwhile, or returns as many as requested.
    state.due.delete(webhookId);
    slots.push({ webhookId, free: now + later });
  }
  return slots;
}

function takeNext<Item>(
  state: EndpointsState<Item>,
  webhookId?: number,
): { readonly webhookId: number; readonly item: Item } | null {
  const ids = webhookId === undefined ? state.known.keys() : [webhookId];
  for (const id of ids) {
    const one = getOrCreate(state, id);
    if (!canCall(state, one)) continue;
    state.inFlight += 1;
    state.queued -= 1;
    one.inFlight += 1;
    if (one.isFailing) state.toFailing += 1;
    return { webhookId: id, item: one.queue.shift()! };
  }
  return null;
}

function recordEnd<Item>(
  state: EndpointsState<Item>,
  webhookId: number,
  isDelivered: boolean,
  durationMs: number,
): readonly Item[] {
  const one = getOrCreate(state, webhookId);
  releaseSlot(state, one);
  // Running calls change sides together.
  if (one.isFailing !== !isDelivered) state.toFailing += isDelivered ? -one.inFlight : one.inFlight;
  one.isFailing = !isDelivered;
  one.streak = isDelivered ? one.streak + 1 : 0;
  if (isDelivered) {
    one.delivered += 1;
    one.durationMs = durationMs;
  } else one.failed += 1;
  if (isDelivered || one.queue.length === 0) return NOTHING;
  state.due.add(webhookId);
  return emptyQueue(state, one);
}

function cancelCall<Item>(state: EndpointsState<Item>, webhookId: number): readonly Item[] {
  const one = getOrCreate(state, webhookId);
  releaseSlot(state, one);
  // The cause of the delay is not over yet.
  one.streak = 0;
  state.due.add(webhookId);
  return emptyQueue(state, one);
}

function takeNotes<Item>(state: EndpointsState<Item>, all: boolean): EndpointNote[] {
  const now = performance.now();
  const notes: EndpointNote[] = [];
  for (const [webhookId, one] of state.known) {
    const { delivered, failed, isFailing } = one;
    const isIdle = !state.due.has(webhookId) && one.inFlight + one.queue.length === 0;
    if (delivered + failed > 0 && (all || now - one.notedAt >= NOTE_EVERY_MS)) {
      notes.push({ webhookId, delivered, failed, lastStatus: isFailing ? 'failed' : 'delivered' });
      Object.assign(one, { delivered: 0, failed: 0, notedAt: now });
    } else if (isIdle && now - one.notedAt > (isFailing ? FORGET_FAILING_MS : NOTE_EVERY_MS)) {
      state.known.delete(webhookId);
    }
  }
  return notes;
}

function shuffle<Item>(items: Item[]): Item[] {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1));
    [items[index], items[other]] = [items[other]!, items[index]!];
  }
  return items;
}

interface Look {
  readonly id: number;
  readonly wait_ms: number;
}

/** Endpoints with due deliveries, and the time until the next one is due; one index look-up per endpoint. */
export async function findDueEndpoints(
  pool: Pick<pg.Pool, 'query'>,
): Promise<{ readonly due: readonly number[]; readonly nextInMs: number | null; readonly count: number }> {
  const { rows } = await pool.query<Look>({
    name: 'webhook-look',
    text: `SELECT w.id, extract(epoch FROM d.next_attempt_at - now())::float8 * 1000 AS wait_ms
      FROM read.webhooks w ${MAKER} LEFT JOIN LATERAL (
        SELECT next_attempt_at FROM ops.webhook_deliveries d
        WHERE ${MAKER_SEES_DELIVERY} AND webhook_id = w.id AND status = 'pending' AND next_attempt_at IS NOT NULL AND event <> '${TEST_EVENT}'
          AND (lease_until IS NULL OR lease_until < now() OR next_attempt_at > now()) ORDER BY next_attempt_at LIMIT 1
      ) AS d ON true WHERE w.is_active AND ${PAUSED_REASON} IS NULL`,
  });
  const waiting = rows.filter(({ wait_ms }) => wait_ms !== null);
  const later = waiting.map(({ wait_ms }) => wait_ms).filter((milliseconds) => milliseconds > 0);
  return {
    due: waiting.filter(({ wait_ms }) => wait_ms <= 0).map(({ id }) => id),
    nextInMs: later.length === 0 ? null : Math.min(...later),
    count: rows.length,
  };
}
