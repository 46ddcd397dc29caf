import type { Call } from '../routing/call.ts';
import { refusal, type HttpRefusal } from '../reply/errors.ts';

/**
 * The queue of expensive work: imports, files to export, automatic lettering, images. Few of them are under way at a time,
 * one for each firm, so that whoever asks for much waits behind himself and nobody else does. A bounded number waits;
 * beyond that they are told to come back.
 */
export interface HeavyWork {
  /** Does the work in its turn, or refuses to. */
  run<Result>(tenant: string, work: () => Promise<Result> | Result): Promise<Result | TooMuch>;
}

export interface HeavyLimits {
  /** Under way at a time, each of another tenant. */
  readonly atOnce: number;
  /** Of all tenants. */
  readonly waiting: number;
  /** Of one tenant. */
  readonly waitingOfOne: number;
  readonly patienceMs: number;
}

/** Why it was not done: because of the tenant's own requests, or of everybody's. */
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

  /** The longest waiting first, but never a second one of a tenant. */
  function startNext(): void {
    for (let next = waiting.find(isReady); next; next = waiting.find(isReady)) {
      const started = next;
      waiting = waiting.filter((other) => other !== started);
      working.add(started.tenant);
      started.start();
    }
  }

  function turn(tenant: string): Promise<TooMuch | null> {
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
      const refused = await turn(tenant);
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

/** Whose request it is: the firm's, whatever the company file and whoever the user. */
export function tenantOf({ knownFirm, knownCompany, knownCaller, ip }: Call): string {
  const firmId = knownFirm?.id ?? knownCompany?.firmId;
  if (firmId !== undefined && firmId !== null) return `firm ${firmId}`;
  if (knownCompany) return `company ${knownCompany.id}`;
  return knownCaller ? `user ${knownCaller.userId}` : `address ${ip}`;
}

const RETRY_AFTER_SECONDS = 5;

/** As for any other limit: 429 for what the firm itself has asked for, 503 where everybody together is too much. */
export function refusalOfTooMuch({ tooMuch }: TooMuch, call: Call): HttpRefusal {
  const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  if (tooMuch === 'all') return refusal('overloaded', { headers });
  call.answerHeaders = {
    ...call.answerHeaders,
    'X-RateLimit-Limit': String(HEAVY_LIMITS.waitingOfOne + 1),
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + RETRY_AFTER_SECONDS),
  };
  return refusal('rate_limited', { params: { seconds: RETRY_AFTER_SECONDS }, headers });
}
