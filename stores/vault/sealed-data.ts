import { eventCatalogue } from '../../domain/event-catalogue.ts';
import { toCanonicalJson, type Json, type JsonRecord } from '../../domain/json.ts';
import { findErasedValue, type ErasedFields } from '../../domain/persons/erased-values.ts';
import { setMember, withoutMembers } from '../../domain/persons/paths.ts';
import type { PersonalValue } from '../../domain/persons/personal-values.ts';
import type { PersonalKey } from './personal-key.ts';

/**
 * The stored form of personal values. Those of one key are encrypted together and leave their places; the member `sealed`
 * of the data says which fields they are. Hashes cover this form.
 */
export interface SealedPart {
  readonly fields: readonly string[];
  /** Id of the key. */
  readonly key: string;
  /** The values of the fields, as an encrypted list. Empty if the key had been destroyed before. */
  readonly text: string;
}

interface Identified {
  readonly id: string;
  readonly type: string;
}

/** Finds keys while events are sealed. */
export interface SealingKeys {
  /** Null for a destroyed key, undefined for one that must be loaded or created first. */
  find(id: string): PersonalKey | null | undefined;
  /** Called for keys that were needed and not found. */
  reportMissing(id: string): void;
}

const MEMBER = 'sealed';

/** Unless all keys were found, the result only has about the size of the real one and must not be stored. */
export function sealValues(
  event: Identified,
  data: JsonRecord,
  values: readonly PersonalValue[],
  stream: string,
  keys: SealingKeys,
): JsonRecord {
  if (values.length === 0) return data;
  const groups = new Map<string, PersonalValue[]>();
  for (const value of values) {
    const id = typeof value.key === 'string' ? value.key : deriveOutsiderKey(stream, value.key.outsider, keys);
    const group = groups.get(id);
    if (group) group.push(value);
    else groups.set(id, [value]);
  }
  const parts: JsonRecord[] = [];
  for (const [key, group] of groups) {
    const fields = group.map(({ place }) => place);
    const clear = toCanonicalJson(group.map(({ value }) => value));
    parts.push({ fields, key, text: sealText(event, { fields, key }, clear, keys) });
  }
  return {
    ...withoutMembers(
      data,
      values.map(({ place }) => place),
    ),
    [MEMBER]: parts,
  };
}

/** What sealing these values would report. */
export function reportMissingKeys(values: readonly PersonalValue[], stream: string, keys: SealingKeys): void {
  for (const { key } of values) {
    const id = typeof key === 'string' ? key : deriveOutsiderKey(stream, key.outsider, keys);
    if (keys.find(id) === undefined) keys.reportMissing(id);
  }
}

/** Names and IBANs must not be readable in ids of keys. */
export const buildDirectoryKeyId = (stream: string): string => `${stream}/counterparties`;
export const buildOutsiderKeyId = (stream: string, directory: PersonalKey, outsider: string): string =>
  `${stream}/counterparty-${directory.digest(outsider)}`;

function deriveOutsiderKey(stream: string, outsider: string, keys: SealingKeys): string {
  const id = buildDirectoryKeyId(stream);
  const directory = keys.find(id);
  if (directory) return buildOutsiderKeyId(stream, directory, outsider);
  if (directory === undefined) keys.reportMissing(id);
  return id;
}

/** Bytes that encryption adds. */
const OVERHEAD = 28;

function sealText(event: Identified, part: Omit<SealedPart, 'text'>, clear: string, keys: SealingKeys): string {
  const key = keys.find(part.key);
  if (key) return key.seal(clear, buildPlace(event, part));
  if (key === null) return '';
  keys.reportMissing(part.key);
  return '·'.repeat(Math.ceil(((Buffer.byteLength(clear) + OVERHEAD) * 4) / 3));
}

const buildPlace = ({ id, type }: Identified, { fields, key }: Omit<SealedPart, 'text'>): string =>
  `${id}\n${type}\n${key}\n${fields.join('\n')}`;

/** Null for an event in clear. */
export function findSealedParts(data: JsonRecord): readonly SealedPart[] | null {
  const parts = data[MEMBER];
  return Array.isArray(parts) ? parts : null;
}

/** A quick test on the stored text. */
export const maySealText = (text: string): boolean => text.includes(`"${MEMBER}":[`);

/**
 * Puts personal values back into data that was just parsed. Values whose key is missing get `erased`, by default what the
 * declaration of the event allows. Returns their places.
 */
export function openValues(
  event: Identified & { readonly data: JsonRecord },
  parts: readonly SealedPart[],
  findKey: (id: string) => PersonalKey | null | undefined,
  erased?: Json,
): readonly string[] {
  const { data, type } = event;
  delete (data as Record<string, unknown>)[MEMBER];
  const lost: string[] = [];
  for (const part of parts) {
    const text = findKey(part.key)?.open(part.text, buildPlace(event, part)) ?? null;
    const values = text === null ? null : (JSON.parse(text) as readonly Json[]);
    for (const [index, place] of part.fields.entries()) {
      if (values) setMember(data, place, values[index]);
      else setMember(data, place, erased ?? findErased(type, place));
    }
    if (!values) lost.push(...part.fields);
  }
  return lost;
}

function findErased(type: string, place: string): Json | undefined {
  const declaration = eventCatalogue[type];
  if (!declaration) return null;
  const byField = Object.assign({}, ...(declaration.personal ?? []).map(({ erased }) => erased ?? {})) as ErasedFields;
  return findErasedValue(declaration.schema, place, byField);
}

/** Data without any personal value, for readers without keys. */
export function readWithoutKeys<Event extends Identified & { readonly data: JsonRecord }>(event: Event): Event {
  const parts = findSealedParts(event.data);
  if (parts) openValues(event, parts, () => null);
  return event;
}
