import { createHash, hash as digestOf, randomUUID } from 'node:crypto';
import { eventCatalogue } from '../../domain/event-catalogue.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { toCanonicalJson, type JsonRecord } from '../../domain/json.ts';
import type { NewEvent, StoredEvent } from '../../eventlog/port.ts';
import type { PersonalFields } from '../../domain/persons/personal-fields.ts';
import { findPersonalValues, type KnownPersons } from '../../domain/persons/personal-values.ts';
import type { ChainEnd } from '../../stores/support/chain-end.ts';
import { reportMissingKeys, sealValues, type SealingKeys } from '../../stores/vault/sealed-data.ts';
import type { CommandContext } from './context.ts';
import { assertEventShape } from './event-schemas.ts';

/** Prepares an event for the log: id, provenance, encrypted personal fields and position in the hash chain. */

/** Who the persons of events are, and their keys. */
export interface PersonalData {
  readonly persons: KnownPersons;
  readonly keys: SealingKeys;
}

export interface Provenance {
  readonly companyId: number | null;
  readonly firmId: number | null;
  readonly recordedAt: string;
}

export interface Sealed {
  readonly event: NewEvent;
  readonly end: ChainEnd;
  /** Serialised size in bytes. */
  readonly size: number;
}

const DATA_AT = '{"data":'.length;

export type Seal = (fact: DomainEvent, index: number, end: ChainEnd) => Sealed;

export function sealEvent(
  fact: DomainEvent,
  index: number,
  end: ChainEnd,
  context: CommandContext,
  provenance: Provenance,
): Sealed {
  return createSeal(context, provenance)(fact, index, end);
}

/**
 * Creates a function that seals the events of one command, which share all metadata except their position in the chain.
 * The hashed text is assembled from parts; data and metadata are sent to the log unchanged. Without `personal` nothing is
 * encrypted. The hash covers what is stored; `data` of the event stays readable for those who process it next.
 */
export function createSeal(
  context: CommandContext,
  provenance: Provenance,
  personal: PersonalData | null = null,
): Seal {
  const shared = omitMissing({
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
  const formatMember = (name: string): string => `"${name}":${toCanonicalJson(shared[name]!)},`;
  const before = names
    .filter((name) => name < 'prev_hash')
    .map(formatMember)
    .join('');
  const after = names
    .filter((name) => name > 'prev_hash')
    .map(formatMember)
    .join('');

  return (fact, index, end) => {
    assertEventShape(fact);
    const { type } = fact;
    const { stream } = end;
    const revision = end.revision + 1;
    const { version, personal: declared } = eventCatalogue[type]!;
    const id = createEventId(stream, index, context);
    const stored = declared && personal ? sealPersonalFields({ ...fact, id }, declared, personal) : fact.data;
    const data = toCanonicalJson(stored);
    const rest = `"prev_hash":${end.hash === null ? 'null' : `"${end.hash}"`},${after}`.slice(0, -1);
    const text = buildHashedText({ id, type, version, data, stream, revision }, `{${before}${rest}}`);
    const hash = digestOf('sha256', text, 'hex');
    return {
      event: {
        id,
        type,
        version,
        data: fact.data,
        metadata: { ...shared, prev_hash: end.hash, hash },
        // A slice of the hashed text is contiguous in memory and is sent without being assembled again.
        json: { data: text.slice(DATA_AT, DATA_AT + data.length), metadata: `{${before}"hash":"${hash}",${rest}}` },
      },
      end: { stream, revision, hash },
      size: Buffer.byteLength(text),
    };
  };
}

function sealPersonalFields(
  event: DomainEvent & { readonly id: string },
  declared: readonly PersonalFields[],
  { persons, keys }: PersonalData,
): JsonRecord {
  return sealValues(event, event.data, findPersonalValues(declared, event.data, persons), persons.stream, keys);
}

/** Reports the keys that the event needs and that are missing, and does nothing else. */
export function requestKeys({ type, data }: DomainEvent, { persons, keys }: PersonalData): void {
  const { personal: declared } = eventCatalogue[type]!;
  if (declared) reportMissingKeys(findPersonalValues(declared, data, persons), persons.stream, keys);
}

/** Builds the hashed text from parts that are already canonical JSON. */
const buildHashedText = (
  { id, type, version, data, stream, revision }: Omit<StoredEvent, 'metadata' | 'position'>,
  covered: string,
): string =>
  `{"data":${data},"id":"${id}","metadata":${covered},"revision":${revision},"stream":"${stream}","type":"${type}","version":${version}}`;

/** Hash of a stored event, valid if the log contains the text as written. */
export const hashStoredText = (stored: StoredEvent, covered: string): string =>
  digestOf('sha256', buildHashedText(stored, covered), 'hex');

/** The content covered by the hash: everything except the hash itself and the log position. */
function getHashedContent(
  { id, type, version, data, metadata }: NewEvent,
  stream: string,
  revision: number,
): JsonRecord {
  const { hash: _own, ...covered } = metadata;
  return { id, stream, revision, type, version, data: data, metadata: covered };
}

/** Recomputes the hash of a stored event independently. */
export function computeEventHash(stored: NewEvent & { readonly stream: string; readonly revision: number }): string {
  return createHash('sha256')
    .update(toCanonicalJson(getHashedContent(stored, stored.stream, stored.revision)))
    .digest('hex');
}

/**
 * Derived from the client's mutation id and its scope if there is one, so that a retry after a crash produces the same
 * ids and the log recognises them.
 */
export function createEventId(stream: string, index: number, context: CommandContext): string {
  const { userId, clientMutationId } = context;
  if (clientMutationId === null) return createTimeOrderedUuid();
  const digest = createHash('sha256')
    .update(`${stream}\n${userId}\n${clientMutationId}\n${index}${formatScope(stream, context)}`)
    .digest();
  digest[6] = (digest[6]! & 0x0f) | 0x80; // version 8: custom derivation
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * The stream usually implies the scope of a request: company file streams the file, other streams the user. Requests that
 * cross over include the scope in their ids: opening a file, or a change inside a file that affects its firm.
 */
function formatScope(stream: string, { claimed }: CommandContext): string {
  if (claimed === undefined) return '';
  const { companyId, isApart = false } = claimed;
  const isUsual = companyId === null ? !stream.startsWith('company-') : stream === `company-${companyId}`;
  if (isUsual && !isApart) return '';
  return companyId === null ? '\nof the user' : `\nin company file ${companyId}`;
}

/** Version 7: starts with the time, so that ids written together are close in the index of the log. */
function createTimeOrderedUuid(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

function omitMissing(
  fields: Readonly<Record<string, string | number | null | undefined>>,
): Readonly<Record<string, string | number>> {
  const kept: Record<string, string | number> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== null && value !== undefined) kept[name] = value;
  }
  return kept;
}
