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

interface ReaderState {
  /** Receives body data as it arrives, and must copy it. */
  readonly onBody: (bytes: Buffer) => void;
  part: 'head' | 'body' | 'size of a piece' | 'end of a piece' | 'trailer';
  state: AnswerReader['state'];
  head: Head | null;
  /** Remaining bytes of the body or chunk. */
  left: number;
  /** An incomplete head or line. */
  begun: Buffer | null;
  /** Received but unprocessed bytes. */
  rest: Buffer;
  isReusable: boolean;
}

/** Passes body data to `onBody` as it arrives; the callback must copy it. */
export function createAnswerReader(onBody: (bytes: Buffer) => void): AnswerReader {
  const reader: ReaderState = {
    onBody,
    part: 'head',
    state: 'whole',
    head: null,
    left: 0,
    begun: null,
    rest: NOTHING,
    isReusable: true,
  };
  return {
    get status() {
      return reader.head === null ? null : reader.head.status;
    },
    get state() {
      return reader.state;
    },
    get isReusable() {
      return reader.isReusable;
    },
    begin: () => beginAnswer(reader),
    take: (bytes) => takeBytes(reader, bytes),
    end: () => endAnswer(reader),
  };
}

function beginAnswer(reader: ReaderState): void {
  reader.part = 'head';
  reader.state = 'open';
  reader.head = null;
  reader.begun = null;
  reader.rest = NOTHING;
}

function takeBytes(reader: ReaderState, bytes: Buffer): void {
  if (bytes.length === 0) return;
  if (reader.state !== 'open') {
    reader.isReusable = false;
    return;
  }
  reader.rest = bytes;
  while (reader.state === 'open' && reader.rest.length > 0) {
    if (reader.part === 'head') takeHead(reader);
    else if (reader.part === 'body') takeBody(reader);
    else if (reader.part === 'size of a piece') takeSize(reader);
    else if (reader.part === 'end of a piece') takeEndOfPiece(reader);
    else takeTrailer(reader);
  }
  // The remainder is unsolicited; its buffer must not be kept.
  reader.rest = NOTHING;
}

function endAnswer(reader: ReaderState): void {
  reader.isReusable = false;
  if (reader.state !== 'open') return;
  if (reader.head?.length === 'rest') reader.state = 'whole';
  else markBroken(reader);
}

function takeHead(reader: ReaderState): void {
  const text = takeUpTo(reader, '\r\n\r\n', MOST_HEAD_BYTES);
  if (text === null) {
    // Other protocols, such as the greeting of a mail server, would never send the end of a head.
    if (reader.begun !== null && !canBeHead(reader.begun)) markBroken(reader);
    return;
  }
  const read = parseHead(text);
  // A protocol switch (101) was not requested.
  if (read === null || read.status === 101) return void markBroken(reader);
  if (read.status < 200) return;
  reader.head = read;
  if (read.length === 0) return markWhole(reader);
  reader.part = read.length === 'pieces' ? 'size of a piece' : 'body';
  if (read.length !== 'pieces') reader.left = read.length === 'rest' ? Infinity : read.length;
}

function takeBody(reader: ReaderState): void {
  const own = reader.rest.length <= reader.left ? reader.rest : reader.rest.subarray(0, reader.left);
  reader.rest = reader.rest.length <= reader.left ? NOTHING : reader.rest.subarray(reader.left);
  reader.left -= own.length;
  if (own.length > 0) reader.onBody(own);
  if (reader.left > 0) return;
  if (reader.head!.length === 'pieces') reader.part = 'end of a piece';
  else markWhole(reader);
}

function takeSize(reader: ReaderState): void {
  const line = takeUpTo(reader, '\r\n', MOST_LINE_BYTES);
  if (line === null) return;
  const [, size] = PIECE.exec(line) ?? [];
  if (size === undefined) return void markBroken(reader);
  reader.left = Number.parseInt(size, 16);
  reader.part = reader.left === 0 ? 'trailer' : 'body';
}

function takeEndOfPiece(reader: ReaderState): void {
  const line = takeUpTo(reader, '\r\n', 0);
  if (line !== null) reader.part = 'size of a piece';
}

/** Trailer fields are ignored. */
function takeTrailer(reader: ReaderState): void {
  const line = takeUpTo(reader, '\r\n', MOST_LINE_BYTES);
  if (line === '') markWhole(reader);
}

/** The text before the mark; null if the mark has not arrived, or is too far away. */
function takeUpTo(reader: ReaderState, mark: '\r\n' | '\r\n\r\n', most: number): string | null {
  const all = reader.begun === null ? reader.rest : Buffer.concat([reader.begun, reader.rest]);
  const at = all.indexOf(mark);
  if ((at === -1 ? all.length - mark.length : at) > most) return markBroken(reader);
  reader.rest = at === -1 ? NOTHING : all.subarray(at + mark.length);
  reader.begun = at === -1 ? Buffer.from(all) : null;
  return at === -1 ? null : all.toString('latin1', 0, at);
}

function markWhole(reader: ReaderState): void {
  reader.state = 'whole';
  reader.isReusable = reader.head!.isKept && reader.head!.length !== 'rest' && reader.rest.length === 0;
}

function markBroken(reader: ReaderState): null {
  reader.state = 'broken';
  reader.isReusable = false;
  return null;
}
