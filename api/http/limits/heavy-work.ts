import type { Call } from '../routing/call.ts';
import { buildRefusal, type HttpRefusal } from '../reply/errors.ts';

/**
 * Queue of expensive work: imports, exports, automatic lettering, images. A few run at a time, one per firm, so that a
 * busy firm waits only for itself. The number of waiting requests is limited; beyond it, clients are asked to retry.
 */
export interface HeavyWork {
  /** Runs the work in its turn, or refuses it. */
  run<Result>(tenant: string, work: () => Promise<Result> | Result): Promise<Result | TooMuch>;
}

export interface HeavyLimits {
  /** Running at a time, each for a different tenant. */
  readonly atOnce: number;
  /** Waiting requests of all tenants. */
  readonly waiting: number;
  /** Waiting requests of one tenant. */
  readonly waitingOfOne: number;
  readonly patienceMs: number;
}

/** Why the work was refused: because of the tenant's own requests, or of the total load. */
export interface TooMuch {
  readonly tooMuch: 'own' | 'all';
}

export const HEAVY_LIMITS: HeavyLimits = { atOnce: 2, waiting: 32, waitingOfOne: 8, patienceMs: 30_000 };

interface Waiting {
  readonly tenant: string;
  readonly start: () => void;
}

export function createHeavyWork(limits = HEAVY_LIMITS): HeavyWork {
  const working = new Set<string>();
  let waiting: readonly Waiting[] = [];

  const isReady = ({ tenant }: Waiting): boolean => working.size < limits.atOnce && !working.has(tenant);

  /** Longest waiting first, but never two of the same tenant. */
  function startNext(): void {
    for (let next = waiting.find(isReady); next; next = waiting.find(isReady)) {
      const started = next;
      waiting = waiting.filter((other) => other !== started);
      working.add(started.tenant);
      started.start();
    }
  }

  function awaitTurn(tenant: string): Promise<TooMuch | null> {
    const own = waiting.filter((other) => other.tenant === tenant);
    if (own.length >= limits.waitingOfOne) return Promise.resolve({ tooMuch: 'own' });
    if (waiting.length >= limits.waiting) return Promise.resolve({ tooMuch: 'all' });
    return new Promise((resolve) => {
      const one: Waiting = { tenant, start: () => (clearTimeout(timer), resolve(null)) };
      const timer = setTimeout(() => {
        waiting = waiting.filter((other) => other !== one);
        resolve({ tooMuch: working.has(tenant) ? 'own' : 'all' });
      }, limits.patienceMs);
      waiting = [...waiting, one];
      startNext();
    });
  }

  return {
    async run(tenant, work) {
      const refused = await awaitTurn(tenant);
      if (refused) return refused;
      try {
        return await work();
      } finally {
        working.delete(tenant);
        startNext();
      }
    },
  };
}

/** The tenant of a request: the firm, regardless of company file and user. */
export function getTenant({ knownFirm, knownCompany, knownCaller, ip }: Call): string {
  const firmId = knownFirm?.id ?? knownCompany?.firmId;
  if (firmId !== undefined && firmId !== null) return `firm ${firmId}`;
  if (knownCompany) return `company ${knownCompany.id}`;
  return knownCaller ? `user ${knownCaller.userId}` : `address ${ip}`;
}

const RETRY_AFTER_SECONDS = 5;

/** As for any other limit: 429 for the firm's own requests, 503 for the total load. */
export function refuseTooMuch({ tooMuch }: TooMuch, call: Call): HttpRefusal {
  const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  if (tooMuch === 'all') return buildRefusal('overloaded', { headers });
  call.answerHeaders = {
    ...call.answerHeaders,
    'X-RateLimit-Limit': String(HEAVY_LIMITS.waitingOfOne + 1),
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + RETRY_AFTER_SECONDS),
  };
  return buildRefusal('rate_limited', { params: { seconds: RETRY_AFTER_SECONDS }, headers });
}
