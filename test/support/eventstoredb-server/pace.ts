/** When the server says what it has to say: the real one confirms a subscription first, and delivers in later turns. */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

export interface Pace {
  /** A moment in which others get their turn, of a length that follows from the seed. */
  moment(): Promise<void>;
}

const LONGEST_MS = 2;
/** The share of moments that are one turn of the loop and no more. */
const AT_ONCE = 0.4;

export function createPace(seed: number): Pace {
  const next = createRandom(seed);
  return {
    async moment() {
      const drawn = next();
      if (drawn < AT_ONCE) await nextTurn();
      else await pause(LONGEST_MS * drawn);
    },
  };
}

/** For measurements, which are not to measure this. */
export const WITHOUT_PAUSES: Pace = { moment: () => Promise.resolve() };

/** mulberry32: the same numbers from the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
