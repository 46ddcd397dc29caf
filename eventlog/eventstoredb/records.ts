/** How an event of the service is written in EventStoreDB, and read back exactly as it was appended. */
import { jsonEvent } from '@eventstore/db-client';
import type { EventData, ResolvedEvent } from '@eventstore/db-client';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { MAX_EVENT_BYTES, type JsonObject, type NewEvent, type RecordedEvent } from '../port.ts';
import type { StreamNames } from './stream-names.ts';

/**
 * The id of the service's event lies in the metadata, and the id that EventStoreDB sees is new for each append. So the
 * server recognises an append that is sent twice because its answer was lost, and refuses one that was made twice: the
 * engine then finds the first one by the ids in the metadata, and knows for certain that it is a repetition.
 */
interface Envelope {
  readonly eventId: string;
  readonly version: number;
  readonly metadata: JsonObject;
  /** The data are the text of the event, made smaller: an append of it would have been more than the server takes. */
  readonly packed?: true;
}

/** Data that are packed are JSON still, as everything in the store. */
interface PackedData extends JsonObject {
  /** Deflated (RFC 1951), in base64. */
  readonly deflated: string;
}

type StoredEvent = NonNullable<ResolvedEvent['event']>;

export function toStored(event: NewEvent): EventData {
  const envelope: Envelope = { eventId: event.id, version: event.version, metadata: event.metadata };
  return jsonEvent({ id: crypto.randomUUID(), type: event.type, data: event.data, metadata: { ...envelope } });
}

/** An event as it goes out: its id is the one that the server sees, data and metadata are JSON. */
export interface Proposal {
  readonly id: string;
  readonly type: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** The same event as `toStored` gives, written once: its size is known before it is sent, and the text that there is is used. */
export function toProposal({ id, type, version, data, metadata, json }: NewEvent): Proposal {
  const envelope = `{"eventId":${JSON.stringify(id)},"version":${version},"metadata":${json?.metadata ?? JSON.stringify(metadata)}}`;
  return {
    id: crypto.randomUUID(),
    type,
    data: encoder.encode(json?.data ?? JSON.stringify(data)),
    metadata: encoder.encode(envelope),
  };
}

/** The same with its data packed. */
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

/** More effort makes it hardly smaller. */
const PACKED_LEVEL = 3;

const encoder = new TextEncoder();

export const bytesOf = ({ data, metadata, type }: Proposal): number => data.length + metadata.length + 2 * type.length;

/** Counted as the server counts against its limit: data, metadata, and the type in two bytes a character. */
export function sizeOf(stored: EventData): number {
  return jsonBytes(stored.data) + jsonBytes(stored.metadata) + 2 * stored.type.length;
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value), 'utf8');
}

/**
 * An event that this service cannot have written is never passed over in silence: it comes as one of a type that nobody
 * knows, which halts its stream and no other.
 */
export function toRecorded(resolved: ResolvedEvent, names: StreamNames): RecordedEvent {
  const stored = resolved.event;
  if (stored === undefined) throw new Error('EventStoreDB gave a link without its event');
  const stream = names.own(stored.streamId);
  if (stream === null)
    throw new Error(`EventStoreDB gave an event of ${stored.streamId}, which is none of this service`);
  const envelope: unknown = stored.metadata;
  const data = isEnvelope(envelope) && envelope.packed ? unpacked(stored.data) : stored.data;
  if (!stored.isJson || !isObject(data) || !isEnvelope(envelope)) {
    return {
      id: stored.id,
      type: `${stored.type} (not of this service)`,
      version: 1,
      data: {},
      metadata: {},
      stream,
      revision: toSafeInteger(stored.revision),
      position: positionOf(stored),
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
    position: positionOf(stored),
  };
}

/** Undefined for what this service cannot have written. No event is larger than every engine stores. */
function unpacked(data: unknown): unknown {
  if (!isPacked(data)) return undefined;
  try {
    const text = inflateRawSync(Buffer.from(data.deflated, 'base64'), { maxOutputLength: MAX_EVENT_BYTES });
    return JSON.parse(text.toString('utf8'));
  } catch {
    return undefined;
  }
}

const isPacked = (data: unknown): data is PackedData => isObject(data) && typeof data['deflated'] === 'string';

export function positionOf(stored: StoredEvent): number {
  if (stored.position === undefined) throw new Error('EventStoreDB gave an event without its position');
  return toSafeInteger(stored.position.commit);
}

/** Before version 22.6 the server fills in the greatest possible number for the position of an event in its stream. */
export function toSafeInteger(value: bigint): number {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`EventStoreDB gave the position ${value}: version 22.6 or later is needed`);
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
