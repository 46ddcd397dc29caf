import type { Refusal } from '../../refusal.ts';
import { refuseAtLine } from '../statement.ts';
import { readLines, type TextEncoding } from '../text-lines.ts';

/** A field of a SWIFT message with the lines that belong to it. */
export interface TaggedField {
  readonly tag: string;
  readonly line: number;
  readonly lastLine: number;
  readonly lines: readonly string[];
  /** In bytes. */
  readonly offset: number;
  readonly length: number;
}

const TAG = /^:(\d{2}[A-Z]?|NS):/;
/** Longer than any field that banks send in one line. */
const MOST_CHARACTERS = 800;
const MOST_LINES = 100;

interface OpenField {
  readonly tag: string;
  readonly line: number;
  lastLine: number;
  readonly lines: string[];
  readonly offset: number;
  length: number;
}

/** Headers before the first field and marks of the end of a message are left out. */
export function* readTaggedFields(bytes: Uint8Array, encoding: TextEncoding): Generator<TaggedField | Refusal> {
  let open: OpenField | null = null;
  for (const line of readLines(bytes, encoding)) {
    const { text, number, offset, length } = line;
    if (text.length > MOST_CHARACTERS) {
      yield refuseAtLine(number, 'record_length_wrong', { length: text.length, expected: MOST_CHARACTERS });
      return;
    }
    const start = findStart(text);
    const tag = TAG.exec(text.slice(start))?.[1];
    if (tag !== undefined || start > 0 || /^-(?:\}|\s*$)/.test(text) || text.startsWith('{')) {
      if (open) yield open;
      open = null;
    }
    if (tag !== undefined) {
      const content = text.slice(start + tag.length + 2);
      open = { tag, line: number, lastLine: number, lines: [content], offset: offset + start, length: length - start };
      continue;
    }
    if (!open) continue;
    open.lines.push(text);
    open.lastLine = number;
    open.length += length;
    if (open.lines.length <= MOST_LINES) continue;
    yield refuseAtLine(number, 'record_length_wrong', { length: open.lines.length, expected: MOST_LINES });
    return;
  }
  if (open) yield open;
}

/** The text of a message begins behind `{4:`. */
function findStart(text: string): number {
  if (!text.startsWith('{')) return 0;
  const found = text.indexOf('{4:');
  return found === -1 ? 0 : found + 3;
}
