import type { Readable } from 'node:stream';
import type { Caller, CompanyAccess, FirmAccess } from '../routing/access.ts';
import { buildRefusal, type HttpRefusal } from '../reply/errors.ts';

/**
 * Queue of expensive work. A few run at a time in this process, one per firm. The firm that was served least recently is
 * next, so that a busy firm waits only for itself. The number of waiting requests is limited; beyond it, clients are
 * asked to retry.
 */
export interface HeavyWork {
  readonly limits: HeavyLimits;
  /** Runs the work in its turn, or refuses it. */
  run<Result>(tenant: string, work: (turn: Turn) => Promise<Result> | Result): Promise<Result | TooMuch>;
}

/** The right to run now. It ends with the work. */
export interface Turn {
  /** Extends the turn until the stream has closed. */
  holdUntilClosed(stream: Readable): void;
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
  /** The most that one tenant may have at a time. */
  readonly mostOfOne: number;
}

interface Waiting {
  readonly tenant: string;
  readonly start: () => void;
}

/** Tenants whose last turn is remembered; those who have waited longer are all equally first. */
const REMEMBERED = 1_000;

export function createHeavyWork(limits: HeavyLimits): HeavyWork {
  const working = new Set<string>();
  const served = new Map<string, number>();
  let turns = 0;
  let waiting: readonly Waiting[] = [];
  const refuseWork = (tooMuch: TooMuch['tooMuch']): TooMuch => ({ tooMuch, mostOfOne: limits.waitingOfOne + 1 });

  /** The tenant whose last turn is longest ago; of one tenant, the longest waiting request. */
  function findNext(): Waiting | null {
    if (working.size >= limits.atOnce) return null;
    let next: Waiting | null = null;
    for (const one of waiting)
      if (!working.has(one.tenant) && (next === null || getLastTurn(one) < getLastTurn(next))) next = one;
    return next;
  }

  const getLastTurn = ({ tenant }: Waiting): number => served.get(tenant) ?? 0;

  function recordTurn(tenant: string): void {
    served.delete(tenant);
    served.set(tenant, (turns += 1));
    if (served.size > REMEMBERED) served.delete(served.keys().next().value!);
  }

  function startNext(): void {
    for (let next = findNext(); next; next = findNext()) {
      const started = next;
      waiting = waiting.filter((other) => other !== started);
      working.add(started.tenant);
      recordTurn(started.tenant);
      started.start();
    }
  }

  function awaitTurn(tenant: string): Promise<TooMuch | null> {
    const own = waiting.filter((other) => other.tenant === tenant);
    if (own.length >= limits.waitingOfOne) return Promise.resolve(refuseWork('own'));
    if (waiting.length >= limits.waiting) return Promise.resolve(refuseWork('all'));
    return new Promise((resolve) => {
      const one: Waiting = { tenant, start: () => (clearTimeout(timer), resolve(null)) };
      const timer = setTimeout(() => {
        waiting = waiting.filter((other) => other !== one);
        resolve(refuseWork(working.has(tenant) ? 'own' : 'all'));
      }, limits.patienceMs);
      waiting = [...waiting, one];
      startNext();
    });
  }

  function endTurn(tenant: string): void {
    working.delete(tenant);
    startNext();
  }

  return {
    limits,
    async run(tenant, work) {
      const refused = await awaitTurn(tenant);
      if (refused) return refused;
      let isHeld = false;
      const turn: Turn = {
        holdUntilClosed(stream) {
          // A stream that has closed already announces it no more.
          if (stream.closed) return;
          isHeld = true;
          stream.once('close', () => endTurn(tenant));
        },
      };
      try {
        return await work(turn);
      } finally {
        if (!isHeld) endTurn(tenant);
      }
    },
  };
}

/** The parts of a request that say whose it is. */
export interface Sender {
  readonly knownFirm: FirmAccess | null;
  readonly knownCompany: CompanyAccess | null;
  readonly knownCaller: Caller | null;
  readonly ip: string;
}

/** The tenant of a request: the firm, regardless of company file and user. */
export function getTenant({ knownFirm, knownCompany, knownCaller, ip }: Sender): string {
  const firmId = knownFirm?.id ?? knownCompany?.firmId;
  if (firmId !== undefined && firmId !== null) return `firm ${firmId}`;
  if (knownCompany) return `company ${knownCompany.id}`;
  return knownCaller ? `user ${knownCaller.userId}` : `address ${ip}`;
}

const RETRY_AFTER_SECONDS = 5;

/** As for any other limit: 429 for the firm's own requests, 503 for the total load. */
export function refuseTooMuch(
  { tooMuch, mostOfOne }: TooMuch,
  call: { answerHeaders: Readonly<Record<string, string>> | null },
): HttpRefusal {
  const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  if (tooMuch === 'all') return buildRefusal('overloaded', { headers });
  call.answerHeaders = {
    ...call.answerHeaders,
    'X-RateLimit-Limit': String(mostOfOne),
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + RETRY_AFTER_SECONDS),
  };
  return buildRefusal('rate_limited', { params: { seconds: RETRY_AFTER_SECONDS }, headers });
}
