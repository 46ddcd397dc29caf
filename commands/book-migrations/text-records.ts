import type { Readable } from 'node:stream';
import { MIGRATION_LIMITS } from '../../domain/book-migrations/source.ts';

/** Decodes text files of any age: with or without byte order mark, in UTF-8, UTF-16 or an older Western European encoding. */

export class UnreadableText extends Error {
  readonly code: 'migration_file_not_text' | 'migration_record_too_long';
  readonly line: number | null;

  constructor(code: UnreadableText['code'], line: number | null) {
    super(`Unreadable text file: ${code}`);
    this.code = code;
    this.line = line;
  }
}

const FIRST_BYTES = 4;

/** @throws UnreadableText if it contains bytes that do not occur in text */
export async function detectEncoding(open: () => Promise<Readable>): Promise<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let head: Buffer | null = null;
  let isUtf8 = true;
  let hasOwnSigns = false;
  for await (const piece of (await open()) as AsyncIterable<Buffer>) {
    head ??= piece.subarray(0, FIRST_BYTES);
    if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
    if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
    if (piece.includes(0)) throw new UnreadableText('migration_file_not_text', null);
    if (isUtf8) isUtf8 = canDecode(utf8, piece);
    if (!isUtf8) hasOwnSigns ||= piece.some((byte) => byte >= 0x80 && byte <= 0x9f);
  }
  if (isUtf8) return 'utf-8';
  // Characters that only windows-1252 has: quotes, dashes and the euro sign.
  return hasOwnSigns ? 'windows-1252' : 'iso-8859-15';
}

function canDecode(decoder: InstanceType<typeof TextDecoder>, piece: Buffer): boolean {
  try {
    decoder.decode(piece, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Yields lines in chunks as they are read from disk. @throws UnreadableText */
export async function* readLines(stream: Readable, encoding: string): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder(encoding);
  let rest = '';
  let count = 0;
  const checkLengths = (lines: readonly string[]): readonly string[] => {
    const long = lines.findIndex(({ length }) => length > MIGRATION_LIMITS.recordCharacters);
    if (long >= 0) throw new UnreadableText('migration_record_too_long', count + long + 1);
    count += lines.length;
    return lines;
  };
  for await (const piece of stream as AsyncIterable<Buffer>) {
    const text = rest + decoder.decode(piece, { stream: true });
    const lines = text.split(/\r\n|\n/);
    rest = lines.pop()!;
    if (rest.length > MIGRATION_LIMITS.recordCharacters)
      throw new UnreadableText('migration_record_too_long', count + lines.length + 1);
    if (lines.length > 0) yield checkLengths(lines);
  }
  rest += decoder.decode();
  if (rest !== '') yield checkLengths([rest]);
}
