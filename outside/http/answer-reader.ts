/**
 * Incremental parser of HTTP/1.1 responses on one connection. Strict: invalid or ambiguous responses are broken, and
 * unsolicited data after a response ends the connection.
 */
export interface AnswerReader {
  /** Status of the response; null until its head has arrived. Interim responses (1xx) do not count. */
  readonly status: number | null;
  /** `open`: incomplete; `whole`: complete. */
  readonly state: 'open' | 'whole' | 'broken';
  /** Whether the connection can be used for another request. */
  readonly isReusable: boolean;
  /** Starts to expect another response. */
  begin(): void;
  take(bytes: Buffer): void;
  /** The other side has closed the connection. */
  end(): void;
}

const MOST_HEAD_BYTES = 16 * 1024;
/** Maximum length of a chunk-size line. */
const MOST_LINE_BYTES = 256;
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\r\n\0]*)?$/;
const FIELD = /^([!#$%&'*+\-.^`|~\w]+):([^\r\n\0]*)$/;
const LENGTH = /^\d{1,15}$/;
const PIECE = /^([0-9a-f]{1,12})[ \t]*(?:;[^\r\n\0]*)?$/i;
const NOTHING = Buffer.alloc(0);

interface Head {
  readonly status: number;
  /** Length of the body in bytes; `pieces`: chunked; `rest`: until the connection ends. */
  readonly length: number | 'pieces' | 'rest';
  readonly isKept: boolean;
}

const BEGINNING = 'HTTP/1.';
const canBeHead = (bytes: Buffer): boolean => BEGINNING.startsWith(bytes.toString('latin1', 0, BEGINNING.length));

/** Null if invalid. */
function parseHead(text: string): Head | null {
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
        // Repeated, or combined with chunked encoding, it would be ambiguous.
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

/** Passes body data to `onBody` as it arrives; the callback must copy it. */
export function createAnswerReader(onBody: (bytes: Buffer) => void): AnswerReader {
  let part: 'head' | 'body' | 'size of a piece' | 'end of a piece' | 'trailer' = 'head';
  let state: AnswerReader['state'] = 'whole';
  let head: Head | null = null;
  /** Remaining bytes of the body or chunk. */
  let left = 0;
  /** An incomplete head or line. */
  let begun: Buffer | null = null;
  /** Received but unprocessed bytes. */
  let rest: Buffer = NOTHING;
  let isReusable = true;

  function markBroken(): null {
    state = 'broken';
    isReusable = false;
    return null;
  }
  function markWhole(): void {
    state = 'whole';
    isReusable = head!.isKept && head!.length !== 'rest' && rest.length === 0;
  }
  /** The text before the mark; null if the mark has not arrived, or is too far away. */
  function takeUpTo(mark: '\r\n' | '\r\n\r\n', most: number): string | null {
    const all = begun === null ? rest : Buffer.concat([begun, rest]);
    const at = all.indexOf(mark);
    if ((at === -1 ? all.length - mark.length : at) > most) return markBroken();
    rest = at === -1 ? NOTHING : all.subarray(at + mark.length);
    begun = at === -1 ? Buffer.from(all) : null;
    return at === -1 ? null : all.toString('latin1', 0, at);
  }

  function takeHead(): void {
    const text = takeUpTo('\r\n\r\n', MOST_HEAD_BYTES);
    if (text === null) {
      // Other protocols, such as the greeting of a mail server, would never send the end of a head.
      if (begun !== null && !canBeHead(begun)) markBroken();
      return;
    }
    const read = parseHead(text);
    // A protocol switch (101) was not requested.
    if (read === null || read.status === 101) return void markBroken();
    if (read.status < 200) return;
    head = read;
    if (read.length === 0) return markWhole();
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
    else markWhole();
  }
  function takeSize(): void {
    const line = takeUpTo('\r\n', MOST_LINE_BYTES);
    if (line === null) return;
    const [, size] = PIECE.exec(line) ?? [];
    if (size === undefined) return void markBroken();
    left = Number.parseInt(size, 16);
    part = left === 0 ? 'trailer' : 'body';
  }
  function takeEndOfPiece(): void {
    const line = takeUpTo('\r\n', 0);
    if (line !== null) part = 'size of a piece';
  }
  /** Trailer fields are ignored. */
  function takeTrailer(): void {
    const line = takeUpTo('\r\n', MOST_LINE_BYTES);
    if (line === '') markWhole();
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
      // The remainder is unsolicited; its buffer must not be kept.
      rest = NOTHING;
    },
    end() {
      isReusable = false;
      if (state !== 'open') return;
      if (head?.length === 'rest') state = 'whole';
      else markBroken();
    },
  };
}
