import type pg from 'pg';
import { TEST_EVENT } from '../../stores/webhooks/delivery-queue.ts';
import type { Slots } from '../../stores/webhooks/delivery-claims.ts';
import type { EndpointNote } from '../../stores/webhooks/delivery-outcomes.ts';

/**
 * What a sender knows of endpoints: which have something due, what is claimed for each and how much of it is under way, and how
 * they do. None gets more than a few calls at a time, one that fails a single one, and those that fail together half of
 * what there is: so that dead endpoints, however many, leave room for the living. For an endpoint that answers well as many
 * deliveries are claimed ahead as it takes in a moment, so that no call waits for the database; most of them as they are made.
 */
export interface Endpoints<Item> {
  /** There may be something due for it. */
  wake(webhookId: number): void;
  /** What can be claimed now, in any order. */
  freeSlots(): Slots[];
  /** What of it was there: an endpoint that had less than it could take has nothing more for now. */
  claimed(slots: readonly Slots[], items: ReadonlyMap<number, readonly Item[]>): void;
  /** How many new deliveries for it may be claimed as they are made: none while earlier ones wait for their claim. */
  room(webhookId: number): number;
  /** Those that were. */
  made(webhookId: number, items: readonly Item[]): void;
  /** Whether most of these have enough to do for now. */
  areSupplied(webhookIds: ReadonlySet<number>): boolean;
  /** What is to be called next, if anything may be; of that endpoint, or of any. */
  next(webhookId?: number): { readonly webhookId: number; readonly item: Item } | null;
  /** What was claimed and is not to be called after all. */
  ended(webhookId: number, isDelivered: boolean, durationMs: number): readonly Item[];
  /** The call that was next is not made, nor what was claimed behind it. */
  released(webhookId: number): readonly Item[];
  /** Whether anything is known to wait for a claim. */
  readonly hasDue: boolean;
  /** Everything that was claimed and not called. */
  drained(): readonly Item[];
  /** How attempts went since they were last asked for; `all`: also what is too fresh to be worth writing. */
  notes(all: boolean): EndpointNote[];
  readonly inFlight: number;
  /** Others may have waited for a call to end. */
  readonly isNearlyFull: boolean;
}

const CALLS_AN_ENDPOINT = 4;
const MOST_CALLS = 512;
const MOST_TO_FAILING = MOST_CALLS / 2;
/** Of an endpoint whose last calls were all delivered as much as it takes in this time, so many at most, and of all endpoints together. */
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
  /** Of the last call that was delivered. */
  durationMs: number;
  /** Deliveries in a row. */
  streak: number;
  isFailing: boolean;
  delivered: number;
  failed: number;
  notedAt: number;
}

const unknown = <Item>(): Known<Item> => ({
  ...{
    inFlight: 0,
    queue: [],
    durationMs: 0,
    streak: 0,
    isFailing: false,
    delivered: 0,
    failed: 0,
    notedAt: -Infinity,
  },
});

export function knownEndpoints<Item>(): Endpoints<Item> {
  const known = new Map<number, Known<Item>>();
  const due = new Set<number>();
  let [inFlight, toFailing, queued] = [0, 0, 0];

  const of = (webhookId: number): Known<Item> => {
    let found = known.get(webhookId);
    if (!found) known.set(webhookId, (found = unknown()));
    return found;
  };
  const left = (one: Known<Item>): void => {
    inFlight -= 1;
    one.inFlight -= 1;
    if (one.isFailing) toFailing -= 1;
  };
  const emptied = (one: Known<Item>): Item[] => {
    queued -= one.queue.length;
    return one.queue.splice(0);
  };
  const aheadOf = ({ streak, durationMs }: Known<Item>): number =>
    streak < GOOD_STREAK ? 0 : Math.min(AHEAD, Math.ceil((CALLS_AN_ENDPOINT * AHEAD_MS) / Math.max(durationMs, 1)));
  const mayCall = (one: Known<Item>): boolean =>
    one.queue.length > 0 &&
    inFlight < MOST_CALLS &&
    (one.isFailing ? one.inFlight === 0 && toFailing < MOST_TO_FAILING : one.inFlight < CALLS_AN_ENDPOINT);

  return {
    get inFlight() {
      return inFlight;
    },
    get isNearlyFull() {
      return inFlight >= MOST_CALLS - 1;
    },
    get hasDue() {
      return due.size > 0;
    },
    wake(webhookId) {
      of(webhookId);
      due.add(webhookId);
    },
    room(webhookId) {
      const one = of(webhookId);
      if (due.has(webhookId) || one.isFailing) return 0;
      const own = CALLS_AN_ENDPOINT + aheadOf(one) - one.inFlight - one.queue.length;
      return Math.max(Math.min(own, MOST_AHEAD - queued), 0);
    },
    made(webhookId, items) {
      of(webhookId).queue.push(...items);
      queued += items.length;
    },
    areSupplied(webhookIds) {
      let supplied = 0;
      for (const id of webhookIds) {
        const one = of(id);
        if (due.has(id) || one.queue.length > aheadOf(one) / 2) supplied += 1;
      }
      return supplied * 2 > webhookIds.size;
    },
    freeSlots() {
      let [free, freeForFailing, ahead] = [MOST_CALLS - inFlight, MOST_TO_FAILING - toFailing, MOST_AHEAD - queued];
      const slots: Slots[] = [];
      for (const webhookId of shuffled([...due])) {
        const one = of(webhookId);
        const own = Math.min((one.isFailing ? 1 : CALLS_AN_ENDPOINT) - one.inFlight - one.queue.length, free);
        const now = Math.max(one.isFailing ? Math.min(own, freeForFailing) : own, 0);
        // In large pieces: the queue is filled when half of it is gone.
        const most = aheadOf(one);
        const later = one.queue.length <= most / 2 ? Math.max(Math.min(most - one.queue.length, ahead), 0) : 0;
        if (now + later === 0) continue;
        free -= now;
        ahead -= later;
        if (one.isFailing) freeForFailing -= now;
        // Unless it is woken meanwhile, or gives as much as was asked for.
        due.delete(webhookId);
        slots.push({ webhookId, free: now + later });
      }
      return slots;
    },
    claimed(slots, items) {
      for (const { webhookId, free } of slots) {
        const found = items.get(webhookId) ?? [];
        const one = of(webhookId);
        if (found.length === free) due.add(webhookId);
        one.queue.push(...found);
        queued += found.length;
      }
    },
    next(webhookId) {
      const ids = webhookId === undefined ? known.keys() : [webhookId];
      for (const id of ids) {
        const one = of(id);
        if (!mayCall(one)) continue;
        inFlight += 1;
        queued -= 1;
        one.inFlight += 1;
        if (one.isFailing) toFailing += 1;
        return { webhookId: id, item: one.queue.shift()! };
      }
      return null;
    },
    ended(webhookId, isDelivered, durationMs) {
      const one = of(webhookId);
      left(one);
      // Those that are under way change sides together.
      if (one.isFailing !== !isDelivered) toFailing += isDelivered ? -one.inFlight : one.inFlight;
      one.isFailing = !isDelivered;
      one.streak = isDelivered ? one.streak + 1 : 0;
      if (isDelivered) {
        one.delivered += 1;
        one.durationMs = durationMs;
      } else one.failed += 1;
      if (isDelivered || one.queue.length === 0) return NOTHING;
      due.add(webhookId);
      return emptied(one);
    },
    released(webhookId) {
      const one = of(webhookId);
      left(one);
      // Whatever made it slow is not over.
      one.streak = 0;
      due.add(webhookId);
      return emptied(one);
    },
    drained: () => [...known.values()].flatMap(emptied),
    notes(all) {
      const now = performance.now();
      const notes: EndpointNote[] = [];
      for (const [webhookId, one] of known) {
        const { delivered, failed, isFailing } = one;
        const isIdle = !due.has(webhookId) && one.inFlight + one.queue.length === 0;
        if (delivered + failed > 0 && (all || now - one.notedAt >= NOTE_EVERY_MS)) {
          notes.push({ webhookId, delivered, failed, lastStatus: isFailing ? 'failed' : 'delivered' });
          Object.assign(one, { delivered: 0, failed: 0, notedAt: now });
        } else if (isIdle && now - one.notedAt > (isFailing ? FORGET_FAILING_MS : NOTE_EVERY_MS)) {
          known.delete(webhookId);
        }
      }
      return notes;
    },
  };
}

function shuffled<Item>(items: Item[]): Item[] {
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

/** Endpoints that have something due, and how long until the next one has; one look into the index for each. */
export async function lookForDue(
  pool: Pick<pg.Pool, 'query'>,
): Promise<{ readonly due: readonly number[]; readonly nextInMs: number | null; readonly count: number }> {
  const { rows } = await pool.query<Look>({
    name: 'webhook-look',
    text: `SELECT w.id, extract(epoch FROM d.next_attempt_at - now())::float8 * 1000 AS wait_ms
      FROM read.webhooks w LEFT JOIN LATERAL (
        SELECT next_attempt_at FROM ops.webhook_deliveries
        WHERE webhook_id = w.id AND status = 'pending' AND next_attempt_at IS NOT NULL AND event <> '${TEST_EVENT}'
          AND (lease_until IS NULL OR lease_until < now() OR next_attempt_at > now()) ORDER BY next_attempt_at LIMIT 1
      ) AS d ON true WHERE w.is_active`,
  });
  const waiting = rows.filter(({ wait_ms }) => wait_ms !== null);
  const later = waiting.map(({ wait_ms }) => wait_ms).filter((milliseconds) => milliseconds > 0);
  return {
    due: waiting.filter(({ wait_ms }) => wait_ms <= 0).map(({ id }) => id),
    nextInMs: later.length === 0 ? null : Math.min(...later),
    count: rows.length,
  };
}
