import type pg from 'pg';
import type { EventLog, RecordedEvent } from '../../eventlog/port.ts';
import { ownRevisions } from '../../projections/activity/queries.ts';
import type { CommandContext } from './context.ts';

/** Finds what an earlier, interrupted run of the same request has already written. */
export interface MutationLookup {
  /** The events in the stream that carry this user's mutation id; the read tables must have passed the stream's end. */
  find(stream: string, context: CommandContext): Promise<readonly RecordedEvent[]>;
}

export function mutationLookup(pool: pg.Pool, log: EventLog): MutationLookup {
  return {
    async find(stream, { clientMutationId, userId }) {
      const found: RecordedEvent[] = [];
      for (const { first, count } of rangesOf(await ownRevisions(pool, stream, clientMutationId, userId)))
        for await (const event of log.readStream(stream, { from: first, limit: count })) found.push(event);
      return found;
    },
  };
}

/** Revisions that follow one another are read together; what others wrote in between is not. */
function rangesOf(revisions: readonly number[]): readonly { readonly first: number; readonly count: number }[] {
  const ranges: { first: number; count: number }[] = [];
  for (const revision of revisions) {
    const last = ranges.at(-1);
    if (last && revision === last.first + last.count) last.count += 1;
    else ranges.push({ first: revision, count: 1 });
  }
  return ranges;
}

/**
 * Those of the events that this very request has written. The same mutation id may have been used in another scope: under the
 * id that opened a company file something else may be done inside it.
 */
export function ownAmong(events: readonly RecordedEvent[], context: CommandContext): readonly RecordedEvent[] {
  const { clientMutationId, userId, claimed } = context;
  if (clientMutationId === null) return [];
  const underKey = events.filter(
    ({ metadata }) => metadata.client_mutation_id === clientMutationId && (metadata.user_id ?? null) === userId,
  );
  if (claimed === undefined || underKey.length === 0) return underKey;
  const crossing = new Set(
    underKey.filter(({ type }) => CROSSING.has(type)).map(({ metadata }) => metadata.operation_id),
  );
  return underKey.filter(({ stream, metadata }) => {
    if (metadata.request_hash !== undefined) return metadata.request_hash === claimed.requestHash;
    // Written before the request was noted: what of a stream belongs to which scope shows in its types.
    const isOutside = crossing.has(metadata.operation_id) === stream.startsWith('company-');
    return isOutside === (claimed.companyId === null);
  });
}

/** What requests of the other scope write into a stream: the user's into that of a file, those of a file into its firm's. */
export const CROSSING: ReadonlySet<string> = new Set([
  'CompanyFileOpened',
  'CompanyFileRestored',
  'CompanyFileRecoded',
  'CompanyFileSetAside',
]);
