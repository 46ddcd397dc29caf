export type Json = string | number | boolean | null | readonly Json[] | JsonRecord;
export interface JsonRecord {
  readonly [key: string]: Json | undefined;
}

export function isSameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) return areSameItems(left, right);
  const [one, other] = [left as JsonRecord, right as JsonRecord];
  for (const key in one) if (!isSameJson(one[key], other[key])) return false;
  for (const key in other) if (other[key] !== undefined && one[key] === undefined) return false;
  return true;
}

const areSameItems = (left: Json, right: Json): boolean =>
  Array.isArray(left) &&
  Array.isArray(right) &&
  left.length === right.length &&
  left.every((item: Json, index) => isSameJson(item, right[index] as Json));

/**
 * Canonical serialisation of a JSON value (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers and
 * strings as ECMAScript writes them. Undefined members are omitted. Hashes are computed over this text.
 */
export function toCanonicalJson(value: Json): string {
  if (typeof value === 'string') return quoteText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const known = lastingTexts.get(value);
  if (known === undefined) return composeJson(value);
  if (known !== '') return known;
  const text = composeJson(value);
  lastingTexts.set(value, text);
  return text;
}

/** Canonical texts of lasting values. Empty until first requested. */
const lastingTexts = new WeakMap<object, string>();

/**
 * Marks a value that never changes and is used repeatedly, such as an account of a country's chart, which is in every
 * company file of that country. Its canonical text is cached.
 */
export function markLasting<Value extends object>(value: Value): Value {
  if (isLasting(value)) return value;
  lastingTexts.set(Object.freeze(value), '');
  for (const member of Object.values(value) as unknown[])
    if (typeof member === 'object' && member !== null) markLasting(member);
  return value;
}

export const isLasting = (value: object): boolean => lastingTexts.has(value);

function composeJson(value: readonly Json[] | JsonRecord): string {
  if (Array.isArray(value)) {
    let items = '';
    for (const item of value as readonly Json[])
      items += items === '' ? toCanonicalJson(item) : `,${toCanonicalJson(item)}`;
    return `[${items}]`;
  }
  const record = value as JsonRecord;
  let members = '';
  for (const key of sortKeys(record)) {
    const member = record[key];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${quoteText(key)}:${toCanonicalJson(member)}`;
  }
  return `{${members}}`;
}

/** Texts without characters to escape: almost all. Lone surrogates must be escaped, so they do not match. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e\u00a0-\ud7ff]*$/;
const LONGEST_PLAIN = 200;

/** A chart of accounts is half a megabyte of short texts: this test is faster than calling `JSON.stringify` for each. */
function quoteText(text: string): string {
  return text.length <= LONGEST_PLAIN && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** Most records already have their keys in order and need no sorting. */
function sortKeys(record: JsonRecord): string[] {
  const keys = Object.keys(record);
  for (let index = 1; index < keys.length; index += 1) if (keys[index - 1]! > keys[index]!) return keys.sort();
  return keys;
}
