import type { Json, JsonRecord } from '../../domain/json.ts';
import { letOthersWork } from '../../support/yielding.ts';

const ITEMS_AT_ONCE = 500;

/** `JSON.stringify` of something large that nobody changes meanwhile; others get their turn between two pieces of it. */
export async function jsonInPieces(value: Json): Promise<string> {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return jsonOfList(value as readonly Json[]);
  const members: string[] = [];
  for (const [key, member] of Object.entries(value as JsonRecord)) {
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${await jsonInPieces(member)}`);
  }
  return `{${members.join(',')}}`;
}

async function jsonOfList(items: readonly Json[]): Promise<string> {
  const pieces: string[] = [];
  for (let start = 0; start < items.length; start += ITEMS_AT_ONCE) {
    if (start > 0) await letOthersWork();
    pieces.push(JSON.stringify(items.slice(start, start + ITEMS_AT_ONCE)).slice(1, -1));
  }
  return `[${pieces.join(',')}]`;
}
