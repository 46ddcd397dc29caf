import type { Readable } from 'node:stream';
import { buildRefusal } from '../http/reply/errors.ts';
import type { Outcome } from '../http/routing/route.ts';

/** Holds the slot until the response stream has closed. */
export type Keep = (stream: Readable) => void;

/** How long a request waits for a free slot before it is asked to retry. */
const PATIENCE_MS = 10_000;

/**
 * Limits responses that hold resources for as long as their client reads, such as archives: a fixed number at a time, the
 * others in order of arrival.
 */
export function createSlots(
  most: number,
  patienceMs = PATIENCE_MS,
): (answer: (keep: Keep) => Promise<Outcome>) => Promise<Outcome> {
  const waiting: (() => void)[] = [];
  let taken = 0;

  /** Resolves to whether a slot became free in time. */
  function takeSlot(): Promise<boolean> {
    if (taken < most) {
      taken += 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const grantSlot = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(grantSlot), 1);
        resolve(false);
      }, patienceMs);
      waiting.push(grantSlot);
    });
  }

  /** Passes the slot to the next request, if there is one. */
  function releaseSlot(): void {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  }

  return async (answer) => {
    if (!(await takeSlot())) return buildRefusal('overloaded', { headers: { 'Retry-After': '5' } });
    let isKept = false;
    const holdSlot: Keep = (stream) => {
      isKept = true;
      stream.once('close', releaseSlot);
    };
    try {
      return await answer(holdSlot);
    } finally {
      if (!isKept) releaseSlot();
    }
  };
}
