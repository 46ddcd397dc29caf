import { NO_STREAM, type JsonObject, type RecordedEvent, type StoredEvent } from '../../eventlog/port.ts';
import { computeEventHash, hashStoredText } from './sealed-event.ts';
import type { ChainEnd } from '../../stores/support/chain-end.ts';

/** Problem of the first event at which a stream differs from what was written. */
export type ChainBreak =
  /** A previous event is missing, or the event is out of place. */
  | 'revision_out_of_order'
  /** It belongs to another stream than the previous events. */
  | 'foreign_stream'
  /** Its content does not match its hash. */
  | 'hash_mismatch'
  /** It does not continue the previous event. */
  | 'previous_hash_mismatch';

export type ChainVerification =
  | { readonly intact: true; readonly events: number }
  | { readonly intact: false; readonly revision: number; readonly reason: ChainBreak };

/**
 * Recomputes the hash chain of one stream from its first event and returns the first event that breaks it. Events removed
 * at the end cannot be detected here: compare the last hash with one stored elsewhere.
 */
export function verifyChain(events: Iterable<RecordedEvent>): ChainVerification {
  let end: ChainEnd | null = null;
  let count = 0;
  for (const event of events) {
    const reason = findBreak(event, end ?? createChainStart(event.stream));
    if (reason !== null) return { intact: false, revision: event.revision, reason };
    end = toChainEnd(event);
    count += 1;
  }
  return { intact: true, events: count };
}

export const createChainStart = (stream: string): ChainEnd => ({ stream, revision: NO_STREAM, hash: null });

export const toChainEnd = ({ stream, revision, metadata }: RecordedEvent): ChainEnd => ({
  stream,
  revision,
  hash: metadata.hash ?? null,
});

/** Checks whether an event continues its stream as written. Null if it does. */
export function findBreak(event: RecordedEvent, end: ChainEnd): ChainBreak | null {
  if (event.stream !== end.stream) return 'foreign_stream';
  if (event.revision !== end.revision + 1) return 'revision_out_of_order';
  if (event.metadata.hash !== computeEventHash(event)) return 'hash_mismatch';
  if ((event.metadata.prev_hash ?? null) !== end.hash) return 'previous_hash_mismatch';
  return null;
}

/** Hash links in the metadata of a stored event. */
export interface StoredLinks {
  readonly hash: string | null;
  readonly prevHash: string | null;
  /** The metadata without the own hash, which the hash covers. Null if this requires parsing the JSON. */
  readonly covered: string | null;
}

/** An unescaped quote in JSON always delimits a string, so a match is always a member. */
const OWN_HASH = /([{,])"hash":"([0-9a-f]{64})"(,?)/;
const PREVIOUS_HASH = /[{,]"prev_hash":(?:null|"([0-9a-f]{64})")/;

export function extractLinks(metadata: string): StoredLinks {
  const own = OWN_HASH.exec(metadata);
  const previous = PREVIOUS_HASH.exec(metadata);
  if (own === null || previous === null) {
    const { hash, prev_hash } = JSON.parse(metadata) as RecordedEvent['metadata'];
    return { hash: hash ?? null, prevHash: prev_hash ?? null, covered: null };
  }
  const [member, before = '', hash = '', after = ''] = own;
  // One of the surrounding commas remains, unless it was the first or the last member.
  const joint = before === '{' ? '{' : after;
  const covered = metadata.slice(0, own.index) + joint + metadata.slice(own.index + member.length);
  return { hash, prevHash: previous[1] ?? null, covered };
}

/**
 * The same for an unparsed event. Its text is compared first as written; if it differs, it is parsed and converted to
 * canonical JSON.
 */
export function findStoredBreak(
  event: StoredEvent,
  end: ChainEnd,
  links = extractLinks(event.metadata),
): ChainBreak | null {
  if (event.stream !== end.stream) return 'foreign_stream';
  if (event.revision !== end.revision + 1) return 'revision_out_of_order';
  const isAsWritten = links.covered !== null && links.hash === hashStoredText(event, links.covered);
  if (!isAsWritten) return findBreak(parseStoredEvent(event), end);
  return links.prevHash === end.hash ? null : 'previous_hash_mismatch';
}

export const parseStoredEvent = ({ data, metadata, ...event }: StoredEvent): RecordedEvent => ({
  ...event,
  data: JSON.parse(data) as JsonObject,
  metadata: JSON.parse(metadata) as RecordedEvent['metadata'],
});
