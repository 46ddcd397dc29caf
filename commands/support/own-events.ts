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
      const { first, last } = await ownRevisions(pool, stream, clientMutationId, userId);
      if (first === null || last === null) return [];
      const events: RecordedEvent[] = [];
      for await (const event of log.readStream(stream, { from: first, limit: last - first + 1 })) events.push(event);
      return events.filter((event) => isOwn(event, clientMutationId, userId));
    },
  };
}

export function isOwn({ metadata }: RecordedEvent, clientMutationId: string | null, userId: number | null): boolean {
  return (
    clientMutationId !== null &&
    metadata.client_mutation_id === clientMutationId &&
    (metadata.user_id ?? null) === userId
  );
}
