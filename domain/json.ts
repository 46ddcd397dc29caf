export type Json = string | number | boolean | null | readonly Json[] | JsonRecord;
export interface JsonRecord {
  readonly [key: string]: Json | undefined;
}

export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) return sameItems(left, right);
  const [one, other] = [left as JsonRecord, right as JsonRecord];
  for (const key in one) if (!sameJson(one[key], other[key])) return false;
  for (const key in other) if (other[key] !== undefined && one[key] === undefined) return false;
  return true;
}

const sameItems = (left: Json, right: Json): boolean =>
  Array.isArray(left) &&
  Array.isArray(right) &&
  left.length === right.length &&
  left.every((item: Json, index) => sameJson(item, right[index] as Json));

/**
 * The one serialisation of a JSON value (RFC 8785): keys sorted by UTF-16 code units, no white space, numbers and
 * strings as ECMAScript writes them. Members that are undefined do not exist. What hashes are computed over.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const known = lastingTexts.get(value);
  if (known === undefined) return composed(value);
  if (known !== '') return known;
  const text = composed(value);
  lastingTexts.set(value, text);
  return text;
}

/** Canonical texts of lasting values; empty until they are first requested. */
const lastingTexts = new WeakMap<object, string>();

/**
 * Marks a value that never changes and comes again and again, as an account of a country's chart does in each company file
 * of the country: what is made of it is worth keeping.
 */
export function lasting<Value extends object>(value: Value): Value {
  if (isLasting(value)) return value;
  lastingTexts.set(Object.freeze(value), '');
  for (const member of Object.values(value) as unknown[])
    if (typeof member === 'object' && member !== null) lasting(member);
  return value;
}

export const isLasting = (value: object): boolean => lastingTexts.has(value);

function composed(value: readonly Json[] | JsonRecord): string {
  if (Array.isArray(value)) {
    let items = '';
    for (const item of value as readonly Json[])
      items += items === '' ? canonicalJson(item) : `,${canonicalJson(item)}`;
    return `[${items}]`;
  }
  const record = value as JsonRecord;
  let members = '';
  for (const key of sortedKeys(record)) {
    const member = record[key];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${quoted(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/** Texts without anything to escape: almost all. Half of a surrogate pair is escaped, so that none of them is here. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e\u00a0-\ud7ff]*$/;
const LONGEST_PLAIN = 200;

/** A chart of accounts is half a megabyte of short texts: looking at each is faster than asking for each. */
function quoted(text: string): string {
  return text.length <= LONGEST_PLAIN && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** Most records are written with their keys in one order; those in the right one already need no sorting. */
function sortedKeys(record: JsonRecord): string[] {
  const keys = Object.keys(record);
  for (let index = 1; index < keys.length; index += 1) if (keys[index - 1]! > keys[index]!) return keys.sort();
  return keys;
}
