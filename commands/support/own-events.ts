import type pg from 'pg';
import type { EventLog, RecordedEvent } from '../../eventlog/port.ts';
import type { CommandContext } from './context.ts';

/** Finds what an earlier, interrupted run of the same request has already written. */
export interface MutationLookup {
  /** The events in the stream that carry this user's mutation id; the read tables must have passed the stream's end. */
  find(stream: string, context: CommandContext): Promise<readonly RecordedEvent[]>;
}

export function mutationLookup(pool: pg.Pool, log: EventLog): MutationLookup {
  return {
    async find(stream, { clientMutationId, userId }) {
      const { rows } = await pool.query<{ first: number | null; last: number | null }>(
        `SELECT min(revision) AS first, max(revision) AS last FROM read.activity
         WHERE stream = $1 AND client_mutation_id = $2 AND user_id IS NOT DISTINCT FROM $3`,
        [stream, clientMutationId, userId],
      );
      const { first, last } = rows[0]!;
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
    metadata['client_mutation_id'] === clientMutationId &&
    (metadata['user_id'] ?? null) === userId
  );
}
