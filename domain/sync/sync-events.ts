import { shape, type EventCatalogue, type EventOf } from '../event.ts';
import type { JsonRecord } from '../json.ts';

export const RESOLUTIONS = ['keep_server', 'keep_client', 'merge'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** A record or a requested change; null if there is nothing to show. */
const optionalObject = { type: ['object', 'null'] } as ReturnType<typeof shape.objectOf<JsonRecord | null>>;
const version = { type: ['integer', 'null'], minimum: 0 } as typeof shape.reference;

/** Whatever the record is: conflicts are rare, and their data may be that of a person. */
const OF_CONFLICT = { own: { kind: 'conflict', id: 'id' } } as const;

export const syncEvents = {
  SyncConflictKept: {
    version: 1,
    meaning:
      'A client that was offline asked to change a record that had been changed since. Nothing was changed: the request is stored with what the client had read and what the server had, until someone decides.',
    schema: shape.object({
      id: shape.id,
      resource: shape.text,
      record_id: shape.id,
      /** Set by the client to recognise the action; unique per sender. */
      mutation_id: shape.text,
      /** Distinguishes the request from others with the same mutation id. */
      request_hash: shape.text,
      method: shape.oneOf('POST', 'PUT', 'PATCH', 'DELETE'),
      /** Relative to the company file. */
      path: shape.text,
      /** The version that the client had read; null if it sent none. */
      base_version: version,
      server_version: shape.positive,
      base_data: optionalObject,
      client_data: optionalObject,
      server_data: shape.objectOf(),
      /** Fields that both sides changed to different values. */
      overlap: shape.list(shape.text),
      suggested: shape.object({ resolution: shape.oneOf(...RESOLUTIONS), data: optionalObject }),
    }),
    personal: [{ person: OF_CONFLICT, books: ['base_data', 'client_data', 'server_data', 'suggested.data'] }],
  },
  SyncConflictResolved: {
    version: 1,
    meaning: 'A conflict was resolved. The resulting changes are recorded as separate events.',
    schema: shape.object({
      id: shape.id,
      version: shape.positive,
      resolution: shape.oneOf(...RESOLUTIONS),
      /** The data written to the record; null if the server version was kept. */
      data: optionalObject,
    }),
    personal: [{ person: OF_CONFLICT, books: ['data'] }],
  },
} satisfies EventCatalogue;

export type SyncEvent = EventOf<typeof syncEvents>;
