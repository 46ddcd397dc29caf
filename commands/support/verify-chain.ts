import { NO_STREAM, type JsonObject, type RecordedEvent, type StoredEvent } from '../../eventlog/port.ts';
import { hashOf, hashOfText } from './sealed-event.ts';
import type { ChainEnd } from '../../stores/support/chain-end.ts';

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

/** Of the metadata of an event, as the log holds it. */
export interface StoredLinks {
  readonly hash: string | null;
  readonly prevHash: string | null;
  /** The metadata without their own hash: what it covers. Null when only reading them as JSON tells. */
  readonly covered: string | null;
}

/** Within JSON a quote that is not escaped begins or ends a text: what looks like a member here is one. */
const OWN_HASH = /([{,])"hash":"([0-9a-f]{64})"(,?)/;
const PREVIOUS_HASH = /[{,]"prev_hash":(?:null|"([0-9a-f]{64})")/;

export function linksIn(metadata: string): StoredLinks {
  const own = OWN_HASH.exec(metadata);
  const previous = PREVIOUS_HASH.exec(metadata);
  if (own === null || previous === null) {
    const { hash, prev_hash } = JSON.parse(metadata) as RecordedEvent['metadata'];
    return { hash: hash ?? null, prevHash: prev_hash ?? null, covered: null };
  }
  const [member, before = '', hash = '', after = ''] = own;
  // Of the commas around it one stays, unless it was the first or the last member.
  const joint = before === '{' ? '{' : after;
  const covered = metadata.slice(0, own.index) + joint + metadata.slice(own.index + member.length);
  return { hash, prevHash: previous[1] ?? null, covered };
}

/**
 * The same of an event that was not read as JSON. It was written as the text that its hash was computed over, and that text is
 * looked at first; one that says the same in other words is read and put into its one form, as any outsider would.
 */
export function storedBreakAt(event: StoredEvent, end: ChainEnd, links = linksIn(event.metadata)): ChainBreak | null {
  if (event.stream !== end.stream) return 'foreign_stream';
  if (event.revision !== end.revision + 1) return 'revision_out_of_order';
  const isAsWritten = links.covered !== null && links.hash === hashOfText(event, links.covered);
  if (!isAsWritten) return breakAt(asRead(event), end);
  return links.prevHash === end.hash ? null : 'previous_hash_mismatch';
}

export const asRead = ({ data, metadata, ...event }: StoredEvent): RecordedEvent => ({
  ...event,
  data: JSON.parse(data) as JsonObject,
  metadata: JSON.parse(metadata) as RecordedEvent['metadata'],
});
