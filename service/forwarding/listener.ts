import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { buildForwarded, type AnswerSink, type ForwardedHead } from './answer-socket.ts';
import { createBatchedWriter } from './batched-writer.ts';
import { buildFrame, FRAME_KINDS, receiveFrames, splitPieces, type Frame } from './frames.ts';
import type { MutualProof } from './mutual-proof.ts';

/** Takes the requests that other processes forward to this one. */
export interface Listener {
  readonly host: string;
  readonly port: number;
  /** Takes nothing more, and waits for the requests under way. */
  close(): Promise<void>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** More than a small write and its headers need. */
const MAX_FRAME_BYTES = 2 ** 20;
const PROOF_WITHIN_MS = 5_000;
const DRAIN_MS = 10_000;
/** An answer is held back until it has this size or its end. */
const PART_BYTES = 64 * 1024;
/** Longer than the head of any answer, which must not be divided. */
const MAX_PART_BYTES = 2 ** 19;

export async function openListener(
  { host, port }: { readonly host: string; readonly port: number },
  proof: MutualProof,
  handle: Handler,
): Promise<Listener> {
  const callers = new Set<Caller>();
  const getPort = (): number => (server.address() as AddressInfo).port;
  const getAddress = (): string => `${host}:${getPort()}`;
  const server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
    const caller = acceptCaller(socket, { proof, handle, getAddress });
    callers.add(caller);
    socket.once('close', () => callers.delete(caller));
  });
  await listen(server, host, port);
  return {
    host,
    port: getPort(),
    async close() {
      const cut = setTimeout(() => callers.forEach((caller) => caller.cut()), DRAIN_MS);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      callers.forEach((caller) => caller.leave());
      await closed;
      clearTimeout(cut);
    },
  };
}

interface Caller {
  /** Ends the connection when the requests under way are answered. */
  leave(): void;
  cut(): void;
}

interface CallerOptions {
  readonly proof: MutualProof;
  readonly handle: Handler;
  /** Of the listener, as others know it. */
  readonly getAddress: () => string;
}

function acceptCaller(socket: Socket, { proof, handle, getAddress }: CallerOptions): Caller {
  const write = createBatchedWriter(socket);
  const challenge = proof.createChallenge();
  /** Requests under way, with what tells them that their client has left. */
  const underWay = new Map<number, () => void>();
  let [isTrusted, isLeaving] = [false, false];
  const tooLate = setTimeout(() => isTrusted || socket.destroy(), PROOF_WITHIN_MS).unref();

  function receive({ kind, id, content }: Frame): void {
    if (!isTrusted) return receiveProof(kind, content);
    if (kind === FRAME_KINDS.request) receiveRequest(id, content);
    else if (kind === FRAME_KINDS.left) underWay.get(id)?.();
  }

  function receiveProof(kind: Frame['kind'], content: Buffer): void {
    const signature = kind === FRAME_KINDS.proof ? proof.countersign(challenge, content, getAddress()) : null;
    if (signature === null) return void socket.destroy();
    isTrusted = true;
    write(buildFrame(FRAME_KINDS.welcome, 0, signature));
  }

  function receiveRequest(id: number, content: Buffer): void {
    const [head, body] = splitPieces(content);
    const sink = createSink(id);
    const { request, response, leave } = buildForwarded(JSON.parse(head.toString()) as ForwardedHead, body, sink);
    underWay.set(id, leave);
    handle(request, response);
  }

  function createSink(id: number): AnswerSink {
    let held: Buffer[] = [];
    let size = 0;
    const finish = (kind: Frame['kind'], content: readonly Buffer[]): void => {
      if (!underWay.delete(id)) return;
      write(buildFrame(kind, id, ...content));
      endIfDone();
    };
    return {
      write(bytes, done) {
        held.push(bytes);
        size += bytes.length;
        if (size < PART_BYTES) return done();
        const all = Buffer.concat(held, size);
        [held, size] = [[], 0];
        for (let at = 0; at < all.length; at += MAX_PART_BYTES)
          write(buildFrame(FRAME_KINDS.part, id, all.subarray(at, at + MAX_PART_BYTES)));
        if (socket.writableNeedDrain) socket.once('drain', done);
        else done();
      },
      end: () => finish(FRAME_KINDS.end, held),
      break: () => finish(FRAME_KINDS.broken, []),
    };
  }

  const endIfDone = (): void => {
    if (isLeaving && underWay.size === 0) setImmediate(() => socket.end());
  };

  socket.setMaxListeners(0);
  receiveFrames(socket, MAX_FRAME_BYTES, receive);
  socket.once('close', () => {
    clearTimeout(tooLate);
    // The answers are not needed any more.
    for (const leave of [...underWay.values()]) leave();
  });
  write(buildFrame(FRAME_KINDS.challenge, 0, challenge));
  return {
    leave() {
      isLeaving = true;
      if (isTrusted) write(buildFrame(FRAME_KINDS.goodbye, 0));
      endIfDone();
    },
    cut: () => void socket.destroy(),
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      server.on('error', () => undefined);
      resolve();
    });
  });
}
