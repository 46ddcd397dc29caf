import { shape, type EventCatalogue, type EventOf } from '../event.ts';
import type { JsonRecord } from '../json.ts';

export const RESOLUTIONS = ['keep_server', 'keep_client', 'merge'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** A record, or what was asked of one; null where there is nothing to show. */
const optionalObject = { type: ['object', 'null'] } as ReturnType<typeof shape.objectOf<JsonRecord | null>>;
const version = { type: ['integer', 'null'], minimum: 0 } as typeof shape.reference;

export const syncEvents = {
  SyncConflictKept: {
    version: 1,
    meaning:
      'A client that was offline asked for a change of a record that had moved on. Nothing was changed: what it asked for is kept beside what it had read and what the server had, until someone decides.',
    schema: shape.object({
      id: shape.id,
      resource: shape.text,
      record_id: shape.id,
      /** Of the client, by which it recognises the action; counts for whoever sent it. */
      mutation_id: shape.text,
      /** Tells the request from any other one under the same mutation id. */
      request_hash: shape.text,
      method: shape.oneOf('POST', 'PUT', 'PATCH', 'DELETE'),
      /** Below the company file. */
      path: shape.text,
      /** The version that the client had read; null when it named none. */
      base_version: version,
      server_version: shape.positive,
      base_data: optionalObject,
      client_data: optionalObject,
      server_data: shape.objectOf(),
      /** Fields that both have changed, to something else. */
      overlap: shape.list(shape.text),
      suggested: shape.object({ resolution: shape.oneOf(...RESOLUTIONS), data: optionalObject }),
    }),
  },
  SyncConflictResolved: {
    version: 1,
    meaning: 'It was decided what becomes of a conflict. What was changed by the decision stands in events of its own.',
    schema: shape.object({
      id: shape.id,
      version: shape.positive,
      resolution: shape.oneOf(...RESOLUTIONS),
      /** What was written of the record; null when the server keeps what it has. */
      data: optionalObject,
    }),
  },
} satisfies EventCatalogue;

export type SyncEvent = EventOf<typeof syncEvents>;
