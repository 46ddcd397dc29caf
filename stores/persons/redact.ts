import { ERASED_TEXT } from '../../domain/persons/erasable-fields.ts';
import type { Json } from '../../domain/json.ts';

/** Removes the texts of a person from stored values. */

/** Shorter texts, such as a house number, tell nothing by themselves and occur in many other values. */
const SHORTEST = 4;

export const listDistinctiveTexts = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts.map((text) => text.trim()))]
    .filter(({ length }) => length >= SHORTEST)
    // A text that contains another one goes first.
    .sort((a, b) => b.length - a.length);

/** Also in texts that are JSON themselves, such as the body of a stored reply. Names of members stay. */
export function redactJson(value: Json, texts: readonly string[]): Json {
  if (typeof value === 'string') return redactString(value, texts);
  if (Array.isArray(value)) return value.map((item: Json) => redactJson(item, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redactJson(one ?? null, texts)]));
}

export function redactString(value: string, texts: readonly string[]): string {
  const inner = parseJson(value);
  return inner === null ? redactText(value, texts) : JSON.stringify(redactJson(inner, texts));
}

const redactText = (value: string, texts: readonly string[]): string =>
  texts.reduce((left, text) => left.replaceAll(new RegExp(escapePattern(text), 'giu'), ERASED_TEXT), value);

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

function parseJson(value: string): Json | null {
  if (!value.startsWith('{') && !value.startsWith('[')) return null;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return null;
  }
}
