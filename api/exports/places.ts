import type { Readable } from 'node:stream';
import { refusal } from '../http/reply/errors.ts';
import type { Outcome } from '../http/routing/route.ts';

/** Keeps the place until the stream, which the answer sends, has ended. */
export type Keep = (stream: Readable) => void;

/** Who comes when all places are taken waits for one, and is told to come back only when none has become free for so long. */
const PATIENCE_MS = 10_000;

/**
 * Places for answers that hold something of the service for as long as their reader takes, such as archives: so many at a time, the
 * others in the order in which they came.
 */
export function places(
  most: number,
  patienceMs = PATIENCE_MS,
): (answer: (keep: Keep) => Promise<Outcome>) => Promise<Outcome> {
  const waiting: (() => void)[] = [];
  let taken = 0;

  /** Whether there was one in time. */
  function take(): Promise<boolean> {
    if (taken < most) {
      taken += 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const come = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(come), 1);
        resolve(false);
      }, patienceMs);
      waiting.push(come);
    });
  }

  /** The place goes to the next, if there is one. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  }

  return async (answer) => {
    if (!(await take())) return refusal('overloaded', { headers: { 'Retry-After': '5' } });
    let isKept = false;
    const keep: Keep = (stream) => {
      isKept = true;
      stream.once('close', leave);
    };
    try {
      return await answer(keep);
    } finally {
      if (!isKept) leave();
    }
  };
}
