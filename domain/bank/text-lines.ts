import { CP850, detectByWords } from './encodings.ts';

/** Lines of a bank text file, whose encoding is not declared. Byte positions are preserved. */

export type TextEncoding = 'utf-8' | 'windows-1252' | 'iso-8859-15' | 'cp850';

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** In bytes. */
  readonly offset: number;
  /** In bytes, including the line end. */
  readonly length: number;
}

const NEW_LINE = 0x0a;
const RETURN = 0x0d;
/** End-of-file mark of DOS files. */
const END_OF_FILE = 0x1a;
/** Longer than any record: such a line does not come from a bank. */
const MOST_CHARACTERS = 1_000;

/** Null for binary content: text contains no NUL. */
export function detectEncoding(bytes: Uint8Array): TextEncoding | null {
  let beyondAscii = false;
  for (const byte of bytes) {
    if (byte === 0) return null;
    if (byte >= 0x80) beyondAscii = true;
  }
  if (!beyondAscii || isUtf8(bytes)) return 'utf-8';
  return detectByWords(bytes);
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function createDecoder(encoding: TextEncoding): (bytes: Uint8Array) => string {
  if (encoding === 'cp850') return decodeDos;
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  if (encoding === 'utf-8') return (bytes) => decoder.decode(bytes);
  // Without `stream`, Node 20 reads windows-1252 as ISO 8859-1. A byte is a character, so that nothing is held back.
  return (bytes) => decoder.decode(bytes, { stream: true });
}

function decodeDos(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : CP850[byte - 0x80]!;
  return text;
}

/** Bank text, decoded for display. */
export const decodeBankText = (bytes: Uint8Array): string =>
  createDecoder(detectEncoding(bytes) ?? 'windows-1252')(bytes);

/** Without the empty lines at the end. */
export function* readLines(bytes: Uint8Array, encoding: TextEncoding): Generator<Line> {
  const decode = createDecoder(encoding);
  let end = bytes.length;
  while (end > 0 && isBlank(bytes[end - 1]!)) end -= 1;
  let number = 0;
  for (let offset = findStart(bytes); offset < end;) {
    const found = bytes.indexOf(NEW_LINE, offset);
    const next = found === -1 ? bytes.length : found + 1;
    let last = found === -1 ? end : found;
    // Trailing blanks of the last record belong to it.
    if (found === -1) last = findEndOfLast(bytes);
    if (bytes[last - 1] === RETURN) last -= 1;
    number += 1;
    yield {
      number,
      text: decode(bytes.subarray(offset, Math.min(last, offset + MOST_CHARACTERS))),
      offset,
      length: next - offset,
    };
    offset = next;
  }
}

const isBlank = (byte: number): boolean =>
  byte === NEW_LINE || byte === RETURN || byte === END_OF_FILE || byte === 0x20;

function findEndOfLast(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === END_OF_FILE || bytes[end - 1] === RETURN)) end -= 1;
  return end;
}

/** After the UTF-8 byte order mark, if any. */
const findStart = (bytes: Uint8Array): number => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
