/** Answers about days that are over. A user who moves back to such a day sees it again without waiting. */

export interface KeptAnswer {
  readonly body: unknown;
  readonly headers: Headers;
}

export interface KeptAnswers {
  find(address: string): KeptAnswer | null;
  keep(address: string, answer: KeptAnswer): void;
  /** After a write, which may purge or erase what earlier moments show. */
  forget(): void;
}

/** Of a browser that shows a large file, some megabytes. */
const MOST = 100;
/** What others purge or erase disappears here after a while too. */
const LONGEST_MS = 120_000;
/** A day ends in the time zone of the books; until it is over in every time zone, its answers can change. */
const OVER_MS = 36 * 3_600_000;

export function createKeptAnswers(now: () => number = Date.now): KeptAnswers {
  const kept = new Map<string, KeptAnswer & { readonly at: number }>();
  return {
    find(address) {
      const found = kept.get(address);
      if (!found || now() - found.at > LONGEST_MS) return null;
      // The last one asked for is the last one to go.
      kept.delete(address);
      kept.set(address, found);
      return found;
    },
    keep(address, answer) {
      kept.delete(address);
      kept.set(address, { ...answer, at: now() });
      if (kept.size > MOST) kept.delete(kept.keys().next().value!);
    },
    forget: () => kept.clear(),
  };
}

/** Whether a read of this moment gives the same answer again: days that are over are not recorded in any more. */
export const isOver = (knownAt: string | number | undefined, now = Date.now()): boolean =>
  typeof knownAt === 'string' && /^\d{4}-\d\d-\d\d$/.test(knownAt) && Date.parse(knownAt) + OVER_MS < now;
