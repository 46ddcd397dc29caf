import { NO_STREAM, type RecordedEvent } from '../../eventlog/port.ts';
import { hashOf, type ChainEnd } from './sealed-event.ts';

/** What is wrong with the first event at which a stream is no longer what was written. */
export type ChainBreak =
  /** An event before it is missing, or it stands in another place. */
  | 'revision_out_of_order'
  /** It belongs to another stream than those before it. */
  | 'foreign_stream'
  /** What it holds is not what its hash was computed over. */
  | 'hash_mismatch'
  /** It does not continue the event before it. */
  | 'previous_hash_mismatch';

export type ChainVerification =
  | { readonly intact: true; readonly events: number }
  | { readonly intact: false; readonly revision: number; readonly reason: ChainBreak };

/**
 * Recomputes the hash chain of one stream from its first event on, as an outsider would, and names the first event that
 * breaks it. Events cut off at the end cannot be seen here: compare the last hash with one that was kept elsewhere.
 */
export function verifyChain(events: Iterable<RecordedEvent>): ChainVerification {
  let end: ChainEnd | null = null;
  let count = 0;
  for (const event of events) {
    const reason = breakAt(event, end ?? beginningOf(event.stream));
    if (reason !== null) return { intact: false, revision: event.revision, reason };
    end = endAt(event);
    count += 1;
  }
  return { intact: true, events: count };
}

export const beginningOf = (stream: string): ChainEnd => ({ stream, revision: NO_STREAM, hash: null });

export const endAt = ({ stream, revision, metadata }: RecordedEvent): ChainEnd => ({
  stream,
  revision,
  hash: metadata.hash ?? null,
});

/** Whether an event continues its stream as it was written; null when it does. */
export function breakAt(event: RecordedEvent, end: ChainEnd): ChainBreak | null {
  if (event.stream !== end.stream) return 'foreign_stream';
  if (event.revision !== end.revision + 1) return 'revision_out_of_order';
  if (event.metadata.hash !== hashOf(event)) return 'hash_mismatch';
  if ((event.metadata.prev_hash ?? null) !== end.hash) return 'previous_hash_mismatch';
  return null;
}
