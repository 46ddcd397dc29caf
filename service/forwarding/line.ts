import { connect, type Socket } from 'node:net';
import { createBatchedWriter } from './batched-writer.ts';
import { buildFrame, FRAME_KINDS, receiveFrames, type Frame } from './frames.ts';
import type { MutualProof } from './mutual-proof.ts';

/** The connection of this process to another one: any number of requests at a time. */
export interface Line {
  readonly isClosed: boolean;
  /** The other process stops: it answers what it has got, and takes nothing more. */
  readonly isLeaving: boolean;
  /** Returns what ends the request: its client has left. */
  send(content: readonly Uint8Array[], answer: AnswerListener): () => void;
  close(): void;
}

export interface AnswerListener {
  onPart(bytes: Buffer, isLast: boolean): void;
  /** Nothing more comes. The other process may have done what was asked unless it never got the request. */
  onFailure(wasSent: boolean): void;
}

/** Answers come in parts that are smaller. */
const MAX_FRAME_BYTES = 2 ** 20;
const KEEP_ALIVE_MS = 10_000;

export function openLine(host: string, port: number, proof: MutualProof): Line {
  const socket: Socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
  const write = createBatchedWriter(socket);
  const address = `${host}:${port}`;
  const waiting = new Map<number, AnswerListener>();
  let [number, isClosed, isLeaving] = [0, false, false];
  /** Requests that wait for the welcome, null after it. */
  let unsent: Map<number, Buffer> | null = new Map();
  let challenge: Buffer = Buffer.alloc(0);
  let signed: Buffer = challenge;

  function receive({ kind, id, content }: Frame): void {
    if (unsent !== null) receiveProof(kind, content, unsent);
    else if (kind === FRAME_KINDS.goodbye) isLeaving = true;
    else receiveAnswer(kind, id, content);
  }

  /** Nothing else is believed before the other end has proved that it has the key. */
  function receiveProof(kind: Frame['kind'], content: Buffer, first: ReadonlyMap<number, Buffer>): void {
    if (kind === FRAME_KINDS.challenge && signed.length === 0) {
      challenge = content;
      signed = proof.sign(challenge, address);
      write(buildFrame(FRAME_KINDS.proof, 0, signed));
    } else if (kind === FRAME_KINDS.welcome && proof.isCountersigned(challenge, signed, content, address)) {
      unsent = null;
      first.forEach((frame) => write(frame));
    } else socket.destroy();
  }

  function receiveAnswer(kind: Frame['kind'], id: number, content: Buffer): void {
    const answer = waiting.get(id);
    if (kind !== FRAME_KINDS.part) waiting.delete(id);
    if (kind === FRAME_KINDS.broken) answer?.onFailure(true);
    else answer?.onPart(content, kind === FRAME_KINDS.end);
  }

  receiveFrames(socket, MAX_FRAME_BYTES, receive);
  socket.once('close', () => {
    isClosed = true;
    const failed = [...waiting.values()];
    waiting.clear();
    for (const answer of failed) answer.onFailure(unsent === null);
  });

  return {
    get isClosed() {
      return isClosed || socket.destroyed;
    },
    get isLeaving() {
      return isLeaving;
    },
    send(content, answer) {
      const id = (number = (number + 1) >>> 0);
      waiting.set(id, answer);
      const frame = buildFrame(FRAME_KINDS.request, id, ...content);
      if (unsent === null) write(frame);
      else unsent.set(id, frame);
      return () => {
        unsent?.delete(id);
        if (waiting.delete(id) && unsent === null && !isClosed) write(buildFrame(FRAME_KINDS.left, id));
      };
    },
    close: () => void socket.destroy(),
  };
}
