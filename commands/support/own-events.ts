import type pg from 'pg';
import type { EventLog, RecordedEvent } from '../../eventlog/port.ts';
import { listOwnRevisions } from '../../projections/activity/queries.ts';
import type { CommandContext } from './context.ts';

/** Finds events that an earlier, interrupted run of the same request has written. */
export interface MutationLookup {
  /** Finds the events of the stream with this user's mutation id. The projections must have caught up with the stream. */
  find(stream: string, context: CommandContext): Promise<readonly RecordedEvent[]>;
}

export function createMutationLookup(pool: pg.Pool, log: EventLog): MutationLookup {
  return {
    async find(stream, { clientMutationId, userId }) {
      const found: RecordedEvent[] = [];
      for (const { first, count } of groupIntoRanges(await listOwnRevisions(pool, stream, clientMutationId, userId)))
        for await (const event of log.readStream(stream, { from: first, limit: count })) found.push(event);
      return found;
    },
  };
}

/** Groups consecutive revisions, so that each range is one read. */
function groupIntoRanges(revisions: readonly number[]): readonly { readonly first: number; readonly count: number }[] {
  const ranges: { first: number; count: number }[] = [];
  for (const revision of revisions) {
    const last = ranges.at(-1);
    if (last && revision === last.first + last.count) last.count += 1;
    else ranges.push({ first: revision, count: 1 });
  }
  return ranges;
}

/**
 * Filters the events written by this very request. The same mutation id may have been used in another scope, such as the
 * one that opened the company file.
 */
export function filterOwnEvents(events: readonly RecordedEvent[], context: CommandContext): readonly RecordedEvent[] {
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
    // Older events have no request hash: their types show which scope they belong to.
    const isOutside = crossing.has(metadata.operation_id) === stream.startsWith('company-');
    return isOutside === (claimed.companyId === null);
  });
}

/** Events that requests of the other scope write into a stream: users into a company file, company files into their firm. */
export const CROSSING: ReadonlySet<string> = new Set([
  'CompanyFileOpened',
  'CompanyFileRestored',
  'CompanyFileRecoded',
  'CompanyFileSetAside',
]);
