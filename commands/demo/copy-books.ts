import { createHash, randomUUID } from 'node:crypto';
import { NO_STREAM, type EventLog, type EventMetadata, type NewEvent, type StoredEvent } from '../../eventlog/port.ts';
import type { Progress } from '../../projections/engine/progress.ts';
import { createPublicToken } from '../../stores/identity/secrets.ts';
import type { IdAllocator } from '../../stores/support/ids.ts';
import type { Vault } from '../../stores/vault/vault.ts';
import { loadCopiedPersons, type CopiedPersons } from './copied-persons.ts';
import { hashStoredText } from '../support/sealed-event.ts';

/**
 * A copy of the demo's books is a copy of its events under other ids, which the projector turns into tables like any
 * others. It takes a fraction of the time that the commands take to write the original.
 *
 * All ids of the original come from one range that nothing else in its events looks like: amounts are decimal strings,
 * counts are small. Ids can therefore be recognised in the text of an event, whatever its type.
 */

/** First id of the original; copy `n` has the ids that are `n` distances higher. */
export const FIRST_DEMO_ID = 1_000_000_000_000;
const DISTANCE = 1_000_000;
const ORIGINAL_ID = /\b1000000(\d{6})\b/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const PUBLIC_TOKEN = /"public_token":"(\w+)"/g;
const OWN_HASH = /(?<=[{,])"hash":"[0-9a-f]{64}",/;
const PREVIOUS_HASH = /(?<=[{,])"prev_hash":(?:null|"[0-9a-f]{64}")/;
/** Small appends leave room for those of visitors. */
const EVENTS_AT_ONCE = 25;
/** No request waits for a copy, and a busy machine may take long. */
const PATIENCE_MS = 60_000;

/** Ids of the original, for all kinds of records from one range. */
export function createOriginalIds(): IdAllocator {
  let next = FIRST_DEMO_ID;
  return {
    allocate(_resource, count) {
      const first = next;
      next += count;
      if (next > FIRST_DEMO_ID + DISTANCE) throw new Error('The demo has more records than its ids allow');
      return Promise.resolve(Array.from({ length: count }, (_, index) => first + index));
    },
  };
}

export const getCopiedId = (id: number, copy: number): number => id + copy * DISTANCE;

export interface CopyTarget {
  readonly log: EventLog;
  readonly progress: Progress;
  readonly vault: Vault;
  readonly signal?: AbortSignal | undefined;
}

/** Returns when the tables show the copy. */
export async function copyBooks(target: CopyTarget, streams: readonly string[], copy: number): Promise<void> {
  const translate = createTextTranslator(copy);
  for (const stream of streams) await copyStream(target, stream, translate);
}

async function copyStream(copying: CopyTarget, stream: string, translate: Translate): Promise<void> {
  const { log, progress, vault, signal } = copying;
  const target = translate(stream);
  let [revision, hash]: [number, string | null] = [NO_STREAM, null];
  let events: NewEvent[] = [];
  const append = async (): Promise<void> => {
    if (events.length === 0) return;
    signal?.throwIfAborted();
    const { position } = await log.append({ stream: target, expectedRevision: revision - events.length, events });
    events = [];
    // Visitors wait for the same projector, so that it is never given more than this at once.
    await progress.waitForPosition(position, PATIENCE_MS, undefined, target);
  };
  for await (const page of log.readStored(stream)) {
    const persons = await loadCopiedPersons(vault, page, translate);
    for (const stored of page) {
      revision += 1;
      const event = copyEvent({ ...stored, stream: target, revision }, hash, translate, persons);
      hash = event.metadata.hash!;
      events.push(event);
      if (events.length === EVENTS_AT_ONCE) await append();
    }
  }
  await append();
}

type Translate = (text: string) => string;

/** The hash chain of the copy is its own. */
function copyEvent(
  stored: StoredEvent,
  previous: string | null,
  translate: Translate,
  persons: CopiedPersons,
): NewEvent {
  const { type, version } = stored;
  const id = translate(stored.id);
  const { data, text } = persons.copyData(stored, id);
  const chained = translate(stored.metadata).replace(
    PREVIOUS_HASH,
    `"prev_hash":${previous === null ? 'null' : `"${previous}"`}`,
  );
  const hash = hashStoredText({ ...stored, id, data: text }, chained.replace(OWN_HASH, ''));
  const metadata = chained.replace(OWN_HASH, `"hash":"${hash}",`);
  return {
    id,
    type,
    version,
    data,
    metadata: JSON.parse(metadata) as EventMetadata,
    json: { data: text, metadata },
  };
}

/** Gives ids, UUIDs and public tokens the values that they have in this copy, the same in all of its events. */
function createTextTranslator(copy: number): Translate {
  const salt = randomUUID();
  const tokens = new Map<string, string>();
  return (text) => {
    for (const [, token] of text.matchAll(PUBLIC_TOKEN))
      if (!tokens.has(token!)) tokens.set(token!, createPublicToken());
    let translated = text
      .replace(ORIGINAL_ID, (_, digits: string) => String(FIRST_DEMO_ID + copy * DISTANCE + Number(digits)))
      .replace(UUID, (uuid) => deriveUuid(salt, uuid));
    for (const [token, own] of tokens) translated = translated.replaceAll(`"${token}"`, `"${own}"`);
    return translated;
  };
}

function deriveUuid(salt: string, uuid: string): string {
  const digest = createHash('sha256').update(`${salt}${uuid}`).digest();
  digest[6] = (digest[6]! & 0x0f) | 0x80; // version 8: custom derivation
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
