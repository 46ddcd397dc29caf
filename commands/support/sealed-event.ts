import { createHash, hash as digestOf, randomUUID } from 'node:crypto';
import { eventCatalogue } from '../../domain/event-catalogue.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { canonicalJson, type JsonRecord } from '../../domain/json.ts';
import type { NewEvent, StoredEvent } from '../../eventlog/port.ts';
import type { ChainEnd } from '../../stores/support/chain-end.ts';
import type { CommandContext } from './context.ts';
import { assertEventShape } from './event-schemas.ts';

/** A fact made ready for the log: with an identity, its provenance, and its place in the hash chain. */

export interface Provenance {
  readonly companyId: number | null;
  readonly firmId: number | null;
  readonly recordedAt: string;
}

export interface Sealed {
  readonly event: NewEvent;
  readonly end: ChainEnd;
  /** Length of its serialised form in bytes. */
  readonly size: number;
}

const DATA_AT = '{"data":'.length;

export type Seal = (fact: DomainEvent, index: number, end: ChainEnd) => Sealed;

export function seal(
  fact: DomainEvent,
  index: number,
  end: ChainEnd,
  context: CommandContext,
  provenance: Provenance,
): Sealed {
  return sealOf(context, provenance)(fact, index, end);
}

/**
 * For the facts of one command, which share all of their metadata but their place in the chain. The text that is hashed is put
 * together from pieces, of which the data and the metadata go to the log as they are.
 */
export function sealOf(context: CommandContext, provenance: Provenance): Seal {
  const shared = present({
    company_id: provenance.companyId,
    firm_id: provenance.firmId,
    user_id: context.userId,
    token_kind: context.tokenKind,
    device_id: context.deviceId,
    device_name: context.deviceName,
    origin: context.origin,
    operation_id: context.operationId,
    client_mutation_id: context.clientMutationId,
    request_hash: context.clientMutationId === null ? null : context.claimed?.requestHash,
    occurred_at: context.occurredAt,
    occurred_at_raw: context.occurredAtRaw,
    recorded_at: provenance.recordedAt,
  });
  const names = Object.keys(shared).sort();
  const member = (name: string): string => `"${name}":${canonicalJson(shared[name]!)},`;
  const before = names
    .filter((name) => name < 'prev_hash')
    .map(member)
    .join('');
  const after = names
    .filter((name) => name > 'prev_hash')
    .map(member)
    .join('');

  return (fact, index, end) => {
    assertEventShape(fact);
    const { type } = fact;
    const { stream } = end;
    const revision = end.revision + 1;
    const { version } = eventCatalogue[type]!;
    const id = eventId(stream, index, context);
    const data = canonicalJson(fact.data);
    const rest = `"prev_hash":${end.hash === null ? 'null' : `"${end.hash}"`},${after}`.slice(0, -1);
    const text = textOf({ id, type, version, data, stream, revision }, `{${before}${rest}}`);
    const hash = digestOf('sha256', text, 'hex');
    return {
      event: {
        id,
        type,
        version,
        data: fact.data,
        metadata: { ...shared, prev_hash: end.hash, hash },
        // A part of the text that was hashed: it lies in memory as one piece, and is sent without being put together again.
        json: { data: text.slice(DATA_AT, DATA_AT + data.length), metadata: `{${before}"hash":"${hash}",${rest}}` },
      },
      end: { stream, revision, hash },
      size: Buffer.byteLength(text),
    };
  };
}

/** The text that is hashed, of pieces that are in the one form of JSON already. */
const textOf = (
  { id, type, version, data, stream, revision }: Omit<StoredEvent, 'metadata' | 'position'>,
  covered: string,
): string =>
  `{"data":${data},"id":"${id}","metadata":${covered},"revision":${revision},"stream":"${stream}","type":"${type}","version":${version}}`;

/** The hash of an event as the log holds it, if it holds the text that was written. */
export const hashOfText = (stored: StoredEvent, covered: string): string =>
  digestOf('sha256', textOf(stored, covered), 'hex');

/** What the hash of an event covers: everything about it but its own hash and its place in the whole log. */
function chainedContent({ id, type, version, data, metadata }: NewEvent, stream: string, revision: number): JsonRecord {
  const { hash: _own, ...covered } = metadata;
  return { id, stream, revision, type, version, data: data, metadata: covered };
}

/** Recomputes the hash of a stored event, as an outsider would. */
export function hashOf(stored: NewEvent & { readonly stream: string; readonly revision: number }): string {
  return createHash('sha256')
    .update(canonicalJson(chainedContent(stored, stored.stream, stored.revision)))
    .digest('hex');
}

/**
 * Derived from the client's mutation id and its scope where there is one: a command that is tried again after a crash
 * gives the same ids, and the log recognises them.
 */
export function eventId(stream: string, index: number, context: CommandContext): string {
  const { userId, clientMutationId } = context;
  if (clientMutationId === null) return timeOrderedUuid();
  const digest = createHash('sha256')
    .update(`${stream}\n${userId}\n${clientMutationId}\n${index}${scopeIn(stream, context)}`)
    .digest();
  digest[6] = (digest[6]! & 0x0f) | 0x80; // version 8: derived in a way of our own
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * A stream mostly tells the scope of its requests: that of a company file those inside it, any other one those of the user
 * alone. What crosses over says so in its ids: the opening of a file, or what a change inside a file does to its firm.
 */
function scopeIn(stream: string, { claimed }: CommandContext): string {
  if (claimed === undefined) return '';
  const { companyId, isApart = false } = claimed;
  const isUsual = companyId === null ? !stream.startsWith('company-') : stream === `company-${companyId}`;
  if (isUsual && !isApart) return '';
  return companyId === null ? '\nof the user' : `\nin company file ${companyId}`;
}

/** Version 7: starts with the time, so that ids written together lie together in the index of the log. */
function timeOrderedUuid(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

function present(
  fields: Readonly<Record<string, string | number | null | undefined>>,
): Readonly<Record<string, string | number>> {
  const kept: Record<string, string | number> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== null && value !== undefined) kept[name] = value;
  }
  return kept;
}
