/** Lines of a bank text file, whose encoding is not declared. Byte positions are preserved. */

export type TextEncoding = 'utf-8' | 'windows-1252' | 'cp850';

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

/** Characters above 127 in the DOS code page, which some banks still use. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** Null for binary content: text contains no NUL. */
export function detectEncoding(bytes: Uint8Array): TextEncoding | null {
  let beyondAscii = false;
  /** Counts of DOS accented letters, which are control characters elsewhere, and of Windows and Unix letters. */
  let [dos, western] = [0, 0];
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place]!;
    if (byte === 0) return null;
    if (byte < 0x80) continue;
    beyondAscii = true;
    if (byte <= 0xa5) dos += 1;
    else if (byte >= 0xc0) western += 1;
  }
  if (!beyondAscii) return 'utf-8';
  if (isUtf8(bytes)) return 'utf-8';
  return dos > western ? 'cp850' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function createDecoder(encoding: TextEncoding): (bytes: Uint8Array) => string {
  if (encoding !== 'cp850') {
    const decoder = new TextDecoder(encoding, { ignoreBOM: true });
    return (bytes) => decoder.decode(bytes);
  }
  return (bytes) => {
    let text = '';
    for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : CP850[byte - 0x80]!;
    return text;
  };
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
