/** The messages of the protocol, as the client package ships them, and their translation to and from the store. */
import { Metadata, status } from '@grpc/grpc-js';
import type { StatusObject } from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ProposedRecord, StoredRecord } from './store.ts';

const TICKS_PER_MILLISECOND = 10_000n;

interface ProposedMessage {
  getId(): { getString(): string } | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getData_asU8(): Uint8Array;
  getCustomMetadata_asU8(): Uint8Array;
}

export function toProposedRecord(message: ProposedMessage): ProposedRecord {
  const properties = message.getMetadataMap();
  return {
    id: message.getId()?.getString() ?? '',
    type: properties.get('type') ?? '',
    contentType: properties.get('content-type') ?? 'application/octet-stream',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

export function readStreamName(identifier: { getStreamName_asU8(): Uint8Array } | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

export function toStreamIdentifier(name: string): InstanceType<typeof shared.StreamIdentifier> {
  return new shared.StreamIdentifier().setStreamName(Uint8Array.from(Buffer.from(name, 'utf8')));
}

export function toEventMessage(record: StoredRecord): InstanceType<typeof streams.ReadResp> {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(record.id))
    .setStreamIdentifier(toStreamIdentifier(record.stream))
    .setStreamRevision(String(record.revision))
    .setCommitPosition(String(record.position))
    .setPreparePosition(String(record.position))
    .setData(record.data)
    .setCustomMetadata(record.metadata);
  recorded.getMetadataMap().set('type', record.type);
  recorded.getMetadataMap().set('content-type', record.contentType);
  recorded.getMetadataMap().set('created', String(BigInt(record.created.getTime()) * TICKS_PER_MILLISECOND));
  const event = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(record.position));
  return new streams.ReadResp().setEvent(event);
}

/** An error as the real server sends it: a status, and the name of the exception among the trailers. */
export function createFailure(
  code: status,
  details: string,
  trailers: Record<string, string> = {},
): Partial<StatusObject> {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return { code, details, metadata };
}

export const createUnavailable = (): Partial<StatusObject> => createFailure(status.UNAVAILABLE, 'Server is not ready');
