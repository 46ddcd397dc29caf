import { isSameJson } from '../json.ts';
import { isRefusal, type Decision, type Problem } from '../refusal.ts';
import type { ReceivedFields } from './bridge-events.ts';

/**
 * Resolves concurrent changes: a field that the platform has changed since the last mirroring takes the platform's value;
 * every other field stays as it is here.
 */
export function findPlatformChanges(told: ReceivedFields, before: ReceivedFields | undefined): ReceivedFields {
  return Object.fromEntries(
    Object.entries(told).filter(([name, value]) =>
      // A field that the platform never had does not override the local value.
      before === undefined || before[name] === undefined ? value !== null : !isSameJson(value, before[name]),
    ),
  );
}

/** Omitted fields keep their last value. */
export const mergeReceived = (told: ReceivedFields, before: ReceivedFields | undefined): ReceivedFields => ({
  ...before,
  ...told,
});

/** A late message contains outdated values. */
export const isOutdated = (revision: number | null, known: { readonly revision?: number } | null): boolean =>
  revision !== null && known?.revision !== undefined && revision < known.revision;

export interface TakenPart<Event> {
  readonly events: readonly Event[];
  readonly problems: readonly Problem[];
}

/** Applies as many changes as possible, leaving out refused fields. */
export function applyAcceptedFields<Event>(
  changes: ReceivedFields,
  decide: (changes: ReceivedFields) => Decision<Event>,
): TakenPart<Event> {
  const problems: Problem[] = [];
  let left = changes;
  for (;;) {
    const decided = decide(left);
    if (!isRefusal(decided)) return { events: decided, problems };
    problems.push(...decided.problems);
    const wrong = new Set(decided.problems.map(({ field }) => field));
    const remaining = Object.fromEntries(Object.entries(left).filter(([name]) => !wrong.has(name)));
    // The problem is not caused by a single field: nothing is applied.
    if (Object.keys(remaining).length === Object.keys(left).length) return { events: [], problems };
    left = remaining;
  }
}
