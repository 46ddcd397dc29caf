import type { RecordedEvent } from '../../eventlog/port.ts';
import { hashOf } from './sealed-event.ts';

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
  const check = followChain();
  let count = 0;
  for (const event of events) {
    const reason = check(event);
    if (reason !== null) return { intact: false, revision: event.revision, reason };
    count += 1;
  }
  return { intact: true, events: count };
}

/** The same, event by event as they come: gives what is wrong with the next one, or null. */
export function followChain(): (event: RecordedEvent) => ChainBreak | null {
  let last: RecordedEvent | null = null;
  let count = 0;
  return (event) => {
    const reason = breakAt(event, last, count);
    last = event;
    count += 1;
    return reason;
  };
}

function breakAt(event: RecordedEvent, last: RecordedEvent | null, revision: number): ChainBreak | null {
  if (last !== null && event.stream !== last.stream) return 'foreign_stream';
  if (event.revision !== revision) return 'revision_out_of_order';
  if (event.metadata['hash'] !== hashOf(event)) return 'hash_mismatch';
  if ((event.metadata['prev_hash'] ?? null) !== (last?.metadata['hash'] ?? null)) return 'previous_hash_mismatch';
  return null;
}
