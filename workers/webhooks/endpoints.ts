import type pg from 'pg';
import type { EndpointNote, Slots } from '../../commands/webhooks/delivery-store.ts';

/**
 * What a sender knows of endpoints: which have something due, how many calls are under way to each, and how they do. None gets
 * more than a few calls at a time, one that fails a single one, and those that fail together half of what there is: so that
 * dead endpoints, however many, leave room for the living.
 */
export interface Endpoints {
  /** There may be something due for it. */
  wake(webhookId: number): void;
  /** What can be claimed now, in any order. */
  freeSlots(): Slots[];
  /** What of it was there: an endpoint that had less than it could take has nothing more for now. */
  claimed(slots: readonly Slots[], counts: ReadonlyMap<number, number>): void;
  ended(webhookId: number, isDelivered: boolean): void;
  /** Taken back without a call. */
  released(webhookId: number): void;
  /** How attempts went since they were last asked for; `all`: also what is too fresh to be worth writing. */
  notes(all: boolean): EndpointNote[];
  readonly inFlight: number;
}

const CALLS_AN_ENDPOINT = 4;
const MOST_CALLS = 512;
const MOST_TO_FAILING = MOST_CALLS / 2;
const NOTE_EVERY_MS = 1_000;
const FORGET_FAILING_MS = 3 * 3_600_000;

interface Known {
  isDue: boolean;
  inFlight: number;
  isFailing: boolean;
  delivered: number;
  failed: number;
  notedAt: number;
}

export function knownEndpoints(): Endpoints {
  const known = new Map<number, Known>();
  let inFlight = 0;
  let toFailing = 0;

  const of = (webhookId: number): Known => {
    let found = known.get(webhookId);
    if (!found)
      known.set(
        webhookId,
        (found = { isDue: false, inFlight: 0, isFailing: false, delivered: 0, failed: 0, notedAt: -Infinity }),
      );
    return found;
  };
  const left = (one: Known): void => {
    inFlight -= 1;
    one.inFlight -= 1;
    if (one.isFailing) toFailing -= 1;
  };

  return {
    get inFlight() {
      return inFlight;
    },
    wake: (webhookId) => void (of(webhookId).isDue = true),
    freeSlots() {
      let [free, freeForFailing] = [MOST_CALLS - inFlight, MOST_TO_FAILING - toFailing];
      const slots: Slots[] = [];
      for (const [webhookId, one] of shuffled([...known].filter(([, { isDue }]) => isDue))) {
        const own = Math.min((one.isFailing ? 1 : CALLS_AN_ENDPOINT) - one.inFlight, free);
        const taken = one.isFailing ? Math.min(own, freeForFailing) : own;
        if (taken <= 0) continue;
        free -= taken;
        if (one.isFailing) freeForFailing -= taken;
        // Unless it is woken meanwhile, or gives as much as was asked for.
        one.isDue = false;
        slots.push({ webhookId, free: taken });
      }
      return slots;
    },
    claimed(slots, counts) {
      for (const { webhookId, free } of slots) {
        const count = counts.get(webhookId) ?? 0;
        const one = of(webhookId);
        one.isDue ||= count === free;
        one.inFlight += count;
        inFlight += count;
        if (one.isFailing) toFailing += count;
      }
    },
    ended(webhookId, isDelivered) {
      const one = of(webhookId);
      left(one);
      // Those that are under way change sides together.
      if (one.isFailing !== !isDelivered) toFailing += isDelivered ? -one.inFlight : one.inFlight;
      one.isFailing = !isDelivered;
      if (isDelivered) one.delivered += 1;
      else one.failed += 1;
    },
    released: (webhookId) => left(of(webhookId)),
    notes(all) {
      const now = performance.now();
      const notes: EndpointNote[] = [];
      for (const [webhookId, one] of known) {
        const { delivered, failed, isFailing } = one;
        if (delivered + failed > 0 && (all || now - one.notedAt >= NOTE_EVERY_MS)) {
          notes.push({ webhookId, delivered, failed, lastStatus: isFailing ? 'failed' : 'delivered' });
          Object.assign(one, { delivered: 0, failed: 0, notedAt: now });
        } else if (
          !one.isDue &&
          one.inFlight === 0 &&
          now - one.notedAt > (isFailing ? FORGET_FAILING_MS : NOTE_EVERY_MS)
        ) {
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
        WHERE webhook_id = w.id AND status = 'pending' AND next_attempt_at IS NOT NULL ORDER BY next_attempt_at LIMIT 1
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
