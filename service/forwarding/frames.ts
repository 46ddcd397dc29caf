import type { Socket } from 'node:net';

/** What two processes of the service send each other on a line: frames, each of which belongs to a request. */
export interface Frame {
  readonly kind: FrameKind;
  /** Number of the request on its line. */
  readonly id: number;
  readonly content: Buffer;
}

export const FRAME_KINDS = {
  /** From the listener: what the caller has to sign. */
  challenge: 1,
  /** From the caller: a signature, and what the listener has to sign. */
  proof: 2,
  /** From the listener: its own signature. Requests may follow. */
  welcome: 3,
  request: 4,
  /** The client of a request has left. */
  left: 5,
  /** A part of the answer, as in HTTP/1.0. */
  part: 6,
  /** The last part of the answer. */
  end: 7,
  /** The answer broke off. */
  broken: 8,
  /** From the listener: it stops, and takes no further requests. */
  goodbye: 9,
} as const;
export type FrameKind = (typeof FRAME_KINDS)[keyof typeof FRAME_KINDS];

const HEADER_BYTES = 9;

export function buildFrame(kind: FrameKind, id: number, ...content: readonly Uint8Array[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + length);
  frame.writeUInt32BE(length, 0);
  frame.writeUInt32BE(id, 4);
  frame.writeUInt8(kind, 8);
  let at = HEADER_BYTES;
  for (const part of content) {
    frame.set(part, at);
    at += part.length;
  }
  return frame;
}

/**
 * Splits what arrives into frames.
 * @throws FrameTooLarge
 */
function createFrameReader(maxBytes: number): (data: Buffer) => Frame[] {
  let parts: Buffer[] = [];
  let size = 0;
  let needed = HEADER_BYTES;
  return (data) => {
    parts.push(data);
    size += data.length;
    if (size < needed) return [];
    const buffered = parts.length === 1 ? data : Buffer.concat(parts, size);
    const frames: Frame[] = [];
    let at = 0;
    for (;;) {
      needed = HEADER_BYTES;
      if (buffered.length - at < needed) break;
      const length = buffered.readUInt32BE(at);
      if (length > maxBytes) throw new FrameTooLarge(length);
      needed += length;
      if (buffered.length - at < needed) break;
      const content = buffered.subarray(at + HEADER_BYTES, at + needed);
      frames.push({ kind: buffered.readUInt8(at + 8) as FrameKind, id: buffered.readUInt32BE(at + 4), content });
      at += needed;
    }
    parts = at === buffered.length ? [] : [buffered.subarray(at)];
    size = buffered.length - at;
    return frames;
  };
}

class FrameTooLarge extends Error {
  constructor(length: number) {
    super(`A frame of ${length} bytes is too large`);
    this.name = 'FrameTooLarge';
  }
}

/** Two pieces of one frame: the first is preceded by its length. */
export function joinPieces(
  first: Uint8Array,
  second: Uint8Array,
): [length: Buffer, first: Uint8Array, second: Uint8Array] {
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32BE(first.length);
  return [length, first, second];
}

export function splitPieces(content: Buffer): [first: Buffer, second: Buffer] {
  const end = 4 + content.readUInt32BE(0);
  return [content.subarray(4, end), content.subarray(end)];
}

/** Calls back for each frame, and ends the connection if one is wrong. */
export function receiveFrames(socket: Socket, maxBytes: number, receive: (frame: Frame) => void): void {
  const read = createFrameReader(maxBytes);
  socket.on('data', (data) => {
    try {
      for (const frame of read(data)) receive(frame);
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
  socket.on('error', () => undefined);
}
