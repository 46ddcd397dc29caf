/**
 * Reads answers of HTTP/1.1 from one connection as their bytes come, in whatever pieces. Strict: what is no answer, or could be read in
 * two ways, is broken, and what comes behind an answer unasked ends the connection.
 */
export interface AnswerReader {
  /** Of the answer itself: null until its head is there; what comes before it (1xx) is none. */
  readonly status: number | null;
  /** `open`: there is more to come; `whole`: it has ended. */
  readonly state: 'open' | 'whole' | 'broken';
  /** Whether the connection can be used for another request. */
  readonly isReusable: boolean;
  /** Expects another answer. */
  begin(): void;
  take(bytes: Buffer): void;
  /** The other side says nothing more. */
  end(): void;
}

const MOST_HEAD_BYTES = 16 * 1024;
/** Of the line with the size of a piece. */
const MOST_LINE_BYTES = 256;
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\r\n\0]*)?$/;
const FIELD = /^([!#$%&'*+\-.^`|~\w]+):([^\r\n\0]*)$/;
const LENGTH = /^\d{1,15}$/;
const PIECE = /^([0-9a-f]{1,12})[ \t]*(?:;[^\r\n\0]*)?$/i;
const NOTHING = Buffer.alloc(0);

interface Head {
  readonly status: number;
  /** Of the body in bytes; `pieces`: each tells its own; `rest`: all until the connection ends. */
  readonly length: number | 'pieces' | 'rest';
  readonly isKept: boolean;
}

const BEGINNING = 'HTTP/1.';
const begins = (bytes: Buffer): boolean => BEGINNING.startsWith(bytes.toString('latin1', 0, BEGINNING.length));

/** Null for what is none. */
function readHead(text: string): Head | null {
  const lines = text.split('\r\n');
  const [, minor, code] = STATUS_LINE.exec(lines[0]!) ?? [];
  if (code === undefined) return null;
  const status = Number(code);
  let length: Head['length'] = 'rest';
  let isKept = minor === '1';
  for (let index = 1; index < lines.length; index += 1) {
    const [, name, given] = FIELD.exec(lines[index]!) ?? [];
    if (name === undefined) return null;
    switch (name.toLowerCase()) {
      case 'content-length': {
        const value = given!.trim();
        // Said twice, or beside pieces, it could be meant in two ways.
        if (length !== 'rest' || !LENGTH.test(value)) return null;
        length = Number(value);
        break;
      }
      case 'transfer-encoding':
        if (length !== 'rest' || given!.trim().toLowerCase() !== 'chunked') return null;
        length = 'pieces';
        break;
      case 'connection':
        isKept &&= !/\bclose\b/i.test(given!);
    }
  }
  const isEmpty = status < 200 || status === 204 || status === 304;
  return { status, length: isEmpty ? 0 : length, isKept };
}

/** Pieces of bodies go to `onBody` as they come; they are its to copy. */
export function answerReader(onBody: (bytes: Buffer) => void): AnswerReader {
  let part: 'head' | 'body' | 'size of a piece' | 'end of a piece' | 'trailer' = 'head';
  let state: AnswerReader['state'] = 'whole';
  let head: Head | null = null;
  /** Of the body or the piece, in bytes. */
  let left = 0;
  /** A head or a line whose end has not come yet. */
  let begun: Buffer | null = null;
  /** What has come and was not looked at. */
  let rest: Buffer = NOTHING;
  let isReusable = true;

  function broken(): null {
    state = 'broken';
    isReusable = false;
    return null;
  }
  function whole(): void {
    state = 'whole';
    isReusable = head!.isKept && head!.length !== 'rest' && rest.length === 0;
  }
  /** What comes before the mark; null when it has not come, or is too far away. */
  function upTo(mark: '\r\n' | '\r\n\r\n', most: number): string | null {
    const all = begun === null ? rest : Buffer.concat([begun, rest]);
    const at = all.indexOf(mark);
    if ((at === -1 ? all.length - mark.length : at) > most) return broken();
    rest = at === -1 ? NOTHING : all.subarray(at + mark.length);
    begun = at === -1 ? Buffer.from(all) : null;
    return at === -1 ? null : all.toString('latin1', 0, at);
  }

  function takeHead(): void {
    const text = upTo('\r\n\r\n', MOST_HEAD_BYTES);
    if (text === null) {
      // Of what is something else, such as the greeting of a mail server, the end of a head would never come.
      if (begun !== null && !begins(begun)) broken();
      return;
    }
    const read = readHead(text);
    // Nobody has asked to go on in another language (101).
    if (read === null || read.status === 101) return void broken();
    if (read.status < 200) return;
    head = read;
    if (read.length === 0) return whole();
    part = read.length === 'pieces' ? 'size of a piece' : 'body';
    if (read.length !== 'pieces') left = read.length === 'rest' ? Infinity : read.length;
  }
  function takeBody(): void {
    const own = rest.length <= left ? rest : rest.subarray(0, left);
    rest = rest.length <= left ? NOTHING : rest.subarray(left);
    left -= own.length;
    if (own.length > 0) onBody(own);
    if (left > 0) return;
    if (head!.length === 'pieces') part = 'end of a piece';
    else whole();
  }
  function takeSize(): void {
    const line = upTo('\r\n', MOST_LINE_BYTES);
    if (line === null) return;
    const [, size] = PIECE.exec(line) ?? [];
    if (size === undefined) return void broken();
    left = Number.parseInt(size, 16);
    part = left === 0 ? 'trailer' : 'body';
  }
  function takeEndOfPiece(): void {
    const line = upTo('\r\n', 0);
    if (line !== null) part = 'size of a piece';
  }
  /** Fields behind the last piece say nothing to us. */
  function takeTrailer(): void {
    const line = upTo('\r\n', MOST_LINE_BYTES);
    if (line === '') whole();
  }

  return {
    get status() {
      return head === null ? null : head.status;
    },
    get state() {
      return state;
    },
    get isReusable() {
      return isReusable;
    },
    begin() {
      part = 'head';
      state = 'open';
      head = null;
      begun = null;
      rest = NOTHING;
    },
    take(bytes) {
      if (bytes.length === 0) return;
      if (state !== 'open') {
        isReusable = false;
        return;
      }
      rest = bytes;
      while (state === 'open' && rest.length > 0) {
        if (part === 'head') takeHead();
        else if (part === 'body') takeBody();
        else if (part === 'size of a piece') takeSize();
        else if (part === 'end of a piece') takeEndOfPiece();
        else takeTrailer();
      }
      // What is left is unasked; the buffer it came in is not ours to keep.
      rest = NOTHING;
    },
    end() {
      isReusable = false;
      if (state !== 'open') return;
      if (head?.length === 'rest') state = 'whole';
      else broken();
    },
  };
}
