import { toCanonicalJson, type Json, type JsonRecord } from '../../domain/json.ts';

/**
 * Recomputes the hash chain of a company file from the lines of its log, as described in docs/audit.md. It trusts only
 * the text of the lines, neither the service that sent them nor their order.
 */

export interface LogEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly type: string;
  readonly version: number;
  readonly data: JsonRecord;
  readonly metadata: EventMetadata;
  readonly recorded_at: string;
  readonly previous_hash: string | null;
  readonly hash: string;
}

export interface EventMetadata extends JsonRecord {
  readonly user_id?: number | null;
  readonly origin?: string;
  readonly operation_id?: string;
  readonly device_name?: string | null;
  readonly recorded_at: string;
  readonly prev_hash: string | null;
  readonly hash: string;
  readonly epoch?: JsonRecord;
}

export const REASONS = [
  'unreadable',
  'foreign_stream',
  'revision_out_of_order',
  'hash_mismatch',
  'previous_hash_mismatch',
] as const;
export type Reason = (typeof REASONS)[number];

export interface ChainBreak {
  /** Line number in the log, starting at 1. */
  readonly line: number;
  readonly revision: number | null;
  readonly type: string | null;
  readonly reason: Reason;
}

export interface ChainHead {
  readonly revision: number;
  readonly position: number;
  readonly hash: string;
}

export interface Chain {
  readonly events: number;
  readonly head: ChainHead | null;
  readonly problem: ChainBreak | null;
  /** Where the log of the previous epoch ended, if this one was written again with personal data sealed. */
  readonly origin: ChainOrigin | null;
}

export interface ChainOrigin {
  readonly number: number;
  readonly revision: number;
  readonly previous_hash: string;
}

export interface ChainCheck {
  /** Checks lines in order and returns the valid events. Ignores everything after a break. */
  checkNext(lines: readonly string[]): Promise<readonly LogEvent[]>;
  readonly chain: Chain;
}

export function createChainCheck(): ChainCheck {
  let stream: string | null = null;
  let chain: Chain = { events: 0, head: null, problem: null, origin: null };

  const recordBreak = (event: LogEvent | null, reason: Reason): void => {
    const place = { line: chain.events + 1, revision: event?.revision ?? null, type: event?.type ?? null };
    chain = { ...chain, problem: { ...place, reason } };
  };

  return {
    get chain() {
      return chain;
    },
    async checkNext(lines) {
      const held: LogEvent[] = [];
      if (chain.problem) return held;
      const read = lines.map(parseEvent);
      const hashes = await Promise.all(read.map(async (event) => event && computeHash(event)));
      for (const [index, event] of read.entries()) {
        const reason = findReason(event, hashes[index] ?? null);
        if (reason !== null || event === null) {
          recordBreak(event, reason ?? 'unreadable');
          break;
        }
        stream ??= event.stream;
        const head = { revision: event.revision, position: event.position, hash: event.hash };
        const origin = event.revision === 0 ? readOrigin(event.metadata) : chain.origin;
        chain = { ...chain, events: chain.events + 1, head, origin };
        held.push(event);
      }
      return held;
    },
  };

  function findReason(event: LogEvent | null, hash: string | null): Reason | null {
    if (event === null) return 'unreadable';
    if (stream !== null && event.stream !== stream) return 'foreign_stream';
    if (event.revision !== (chain.head?.revision ?? -1) + 1) return 'revision_out_of_order';
    if (event.hash !== hash || event.metadata.hash !== hash) return 'hash_mismatch';
    const previous = chain.head?.hash ?? null;
    return event.previous_hash === previous && event.metadata.prev_hash === previous ? null : 'previous_hash_mismatch';
  }
}

/** The hash of the event covers this statement. Whether its signature is genuine, only the service can tell. */
function readOrigin({ epoch }: EventMetadata): ChainOrigin | null {
  const { number, revision, previous_hash } = epoch ?? {};
  return typeof number === 'number' && typeof revision === 'number' && typeof previous_hash === 'string'
    ? { number, revision, previous_hash }
    : null;
}

function parseEvent(line: string): LogEvent | null {
  try {
    const event = JSON.parse(line) as Partial<LogEvent> | null;
    const isEvent =
      typeof event === 'object' &&
      typeof event?.revision === 'number' &&
      typeof event.stream === 'string' &&
      typeof event.data === 'object' &&
      typeof event.metadata === 'object';
    return isEvent ? (event as LogEvent) : null;
  } catch {
    return null;
  }
}

async function computeHash({ id, stream, revision, type, version, data, metadata }: LogEvent): Promise<string> {
  const { hash: _own, ...covered } = metadata;
  const content: Json = { id, stream, revision, type, version, data, metadata: covered };
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(toCanonicalJson(content)));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Splits streamed text into batches of lines; an unfinished last line counts too. */
export async function* splitLines(pieces: AsyncIterable<string>, atOnce = 500): AsyncGenerator<readonly string[]> {
  let rest = '';
  let lines: string[] = [];
  for await (const piece of pieces) {
    const parts = (rest + piece).split('\n');
    rest = parts.pop()!;
    for (const part of parts) if (part.trim() !== '') lines.push(part);
    while (lines.length >= atOnce) {
      yield lines.slice(0, atOnce);
      lines = lines.slice(atOnce);
    }
  }
  if (rest.trim() !== '') lines.push(rest);
  if (lines.length > 0) yield lines;
}
