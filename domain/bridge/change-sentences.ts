import { sameJson } from '../json.ts';
import { isRefusal, type Decision, type Problem } from '../refusal.ts';
import type { Told } from './bridge-events.ts';

/**
 * Who wins where both sides have changed the same thing: a field that the platform has changed since it was last mirrored becomes
 * what the platform says; every other one stays as it is here.
 */
export function changedThere(told: Told, before: Told | undefined): Told {
  return Object.fromEntries(
    Object.entries(told).filter(([name, value]) =>
      // What the platform never had says nothing against what is known here.
      before === undefined || before[name] === undefined ? value !== null : !sameJson(value, before[name]),
    ),
  );
}

/** What is left out stays as it was told before. */
export const toldSoFar = (told: Told, before: Told | undefined): Told => ({ ...before, ...told });

/** A message that comes late tells what is no longer so. */
export const isOutdated = (revision: number | null, known: { readonly revision?: number } | null): boolean =>
  revision !== null && known?.revision !== undefined && revision < known.revision;

export interface TakenPart<Event> {
  readonly events: readonly Event[];
  readonly problems: readonly Problem[];
}

/** What can be taken of some changes, without the fields that are refused. */
export function asFarAsPossible<Event>(changes: Told, decide: (changes: Told) => Decision<Event>): TakenPart<Event> {
  const problems: Problem[] = [];
  let left = changes;
  for (;;) {
    const decided = decide(left);
    if (!isRefusal(decided)) return { events: decided, problems };
    problems.push(...decided.problems);
    const wrong = new Set(decided.problems.map(({ field }) => field));
    const remaining = Object.fromEntries(Object.entries(left).filter(([name]) => !wrong.has(name)));
    // What is wrong is none of the fields by itself: then none is taken.
    if (Object.keys(remaining).length === Object.keys(left).length) return { events: [], problems };
    left = remaining;
  }
}
