/** How events are stored in EventStoreDB and read back exactly as appended. */
import { jsonEvent } from '@eventstore/db-client';
import type { EventData, ResolvedEvent } from '@eventstore/db-client';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { MAX_EVENT_BYTES, type JsonObject, type NewEvent, type RecordedEvent } from '../port.ts';
import type { StreamNames } from './stream-names.ts';

/**
 * The id of the event is stored in the metadata, and the EventStoreDB id is new for each append. Thus the server
 * recognises an append that is resent because its answer was lost, and refuses a repeated append: the engine then finds
 * the first one by the ids in the metadata, and knows for certain that it is a duplicate.
 */
interface Envelope {
  readonly eventId: string;
  readonly version: number;
  readonly metadata: JsonObject;
  /** The data is the compressed text of the event, because the append would exceed the limit of the server. */
  readonly packed?: true;
}

/**
 * An append above the limit of the server is stored in parts in a stream of its own, which is not followed, and becomes
 * visible with one small append that refers to them.
 */
export interface PartReference {
  /** Name of the stream of the parts within the service. */
  readonly stream: string;
  readonly revision: number;
}

/** Compressed data is still JSON, like everything in the store. */
interface PackedData extends JsonObject {
  /** Deflated (RFC 1951), in base64. */
  readonly deflated: string;
}

export type StoredEvent = NonNullable<ResolvedEvent['event']>;

export function toStoredEvent(event: NewEvent): EventData {
  const envelope: Envelope = { eventId: event.id, version: event.version, metadata: event.metadata };
  return jsonEvent({ id: crypto.randomUUID(), type: event.type, data: event.data, metadata: { ...envelope } });
}

/** An event ready to send: the id is that of EventStoreDB, data and metadata are JSON. */
export interface Proposal {
  readonly id: string;
  readonly type: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** Same event as `toStoredEvent`, serialised once: the size is known before sending, and existing JSON text is reused. */
export function toProposal({ id, type, version, data, metadata, json }: NewEvent): Proposal {
  const envelope = `{"eventId":${JSON.stringify(id)},"version":${version},"metadata":${json?.metadata ?? JSON.stringify(metadata)}}`;
  return {
    id: crypto.randomUUID(),
    type,
    data: encoder.encode(json?.data ?? JSON.stringify(data)),
    metadata: encoder.encode(envelope),
  };
}

/** Same as `toProposal`, with compressed data. */
export function toPackedProposal(event: NewEvent): Proposal {
  const { id, type, version, data, metadata, json } = event;
  const deflated = deflateRawSync(json?.data ?? JSON.stringify(data), { level: PACKED_LEVEL }).toString('base64');
  const envelope = `{"eventId":${JSON.stringify(id)},"version":${version},"metadata":${json?.metadata ?? JSON.stringify(metadata)},"packed":true}`;
  return {
    id: crypto.randomUUID(),
    type,
    data: encoder.encode(`{"deflated":"${deflated}"}`),
    metadata: encoder.encode(envelope),
  };
}

/** The same event, stored elsewhere. */
export const toReference = (type: string, part: PartReference): Proposal => ({
  id: crypto.randomUUID(),
  type,
  data: encoder.encode('{}'),
  metadata: encoder.encode(JSON.stringify({ part })),
});

/** Null if the event is stored in place. */
export function findPartReference({ event }: ResolvedEvent): PartReference | null {
  const metadata: unknown = event?.metadata;
  const part: unknown = isObject(metadata) ? metadata['part'] : null;
  if (!isObject(part)) return null;
  const { stream, revision } = part;
  return typeof stream === 'string' && typeof revision === 'number' ? { stream, revision } : null;
}

/** Higher levels hardly reduce the size. */
const PACKED_LEVEL = 3;

const encoder = new TextEncoder();

export const measureProposal = ({ data, metadata, type }: Proposal): number =>
  data.length + metadata.length + 2 * type.length;

/** Size as counted by the server against its limit: data, metadata, and two bytes per character of the type. */
export function measureStoredEvent(stored: EventData): number {
  return countJsonBytes(stored.data) + countJsonBytes(stored.metadata) + 2 * stored.type.length;
}

function countJsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value), 'utf8');
}

/**
 * An event that this service cannot have written is never skipped silently: it gets an unknown type, which halts its own
 * stream and no other. The content is that of its part, if it has one.
 */
export function toRecorded(resolved: ResolvedEvent, names: StreamNames, part?: StoredEvent): RecordedEvent {
  const stored = resolved.event;
  if (stored === undefined) throw new Error('EventStoreDB returned a link without its event');
  const stream = names.findOwnName(stored.streamId);
  if (stream === null)
    throw new Error(`EventStoreDB returned an event of ${stored.streamId}, which does not belong to this service`);
  const content = part ?? stored;
  const envelope: unknown = content.metadata;
  const data = isEnvelope(envelope) && envelope.packed ? unpackData(content.data) : content.data;
  if (!stored.isJson || !isObject(data) || !isEnvelope(envelope)) {
    return {
      id: stored.id,
      type: `${stored.type} (not of this service)`,
      version: 1,
      data: {},
      metadata: {},
      stream,
      revision: toSafeInteger(stored.revision),
      position: getPosition(stored),
    };
  }
  return {
    id: envelope.eventId,
    type: stored.type,
    version: envelope.version,
    data,
    metadata: envelope.metadata,
    stream,
    revision: toSafeInteger(stored.revision),
    position: getPosition(stored),
  };
}

/** Undefined if this service cannot have written it. No event exceeds the limit of any engine. */
function unpackData(data: unknown): unknown {
  if (!isPacked(data)) return undefined;
  try {
    const text = inflateRawSync(Buffer.from(data.deflated, 'base64'), { maxOutputLength: MAX_EVENT_BYTES });
    return JSON.parse(text.toString('utf8'));
  } catch {
    return undefined;
  }
}

const isPacked = (data: unknown): data is PackedData => isObject(data) && typeof data['deflated'] === 'string';

export function getPosition(stored: StoredEvent): number {
  if (stored.position === undefined) throw new Error('EventStoreDB returned an event without its position');
  return toSafeInteger(stored.position.commit);
}

/** Before version 22.6 the server returns the maximum integer as the position of an event in its stream. */
export function toSafeInteger(value: bigint): number {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`EventStoreDB returned the position ${value}: version 22.6 or later is required`);
}

function isEnvelope(value: unknown): value is Envelope {
  return (
    isObject(value) &&
    typeof value['eventId'] === 'string' &&
    typeof value['version'] === 'number' &&
    isObject(value['metadata'])
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
