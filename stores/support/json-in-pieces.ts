import type { Json, JsonRecord } from '../../domain/json.ts';
import { yieldToOthers } from '../../support/yielding.ts';

const ITEMS_AT_ONCE = 500;

/** `JSON.stringify` for large immutable values; yields to other work between chunks. */
export async function stringifyInChunks(value: Json): Promise<string> {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return stringifyList(value as readonly Json[]);
  const members: string[] = [];
  for (const [key, member] of Object.entries(value as JsonRecord)) {
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${await stringifyInChunks(member)}`);
  }
  return `{${members.join(',')}}`;
}

async function stringifyList(items: readonly Json[]): Promise<string> {
  const pieces: string[] = [];
  for (let start = 0; start < items.length; start += ITEMS_AT_ONCE) {
    if (start > 0) await yieldToOthers();
    pieces.push(JSON.stringify(items.slice(start, start + ITEMS_AT_ONCE)).slice(1, -1));
  }
  return `[${pieces.join(',')}]`;
}
