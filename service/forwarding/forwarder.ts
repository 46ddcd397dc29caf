import type { IncomingMessage, ServerResponse } from 'node:http';
import { findHeader, readAnswerHead } from './answer-head.ts';
import { buildMessage, type ForwardedHead } from './answer-socket.ts';
import { joinPieces } from './frames.ts';
import { openLine, type AnswerListener, type Line } from './line.ts';
import type { MutualProof } from './mutual-proof.ts';
import type { Peer } from './peers.ts';

/** Sends a request to the process that takes the writes of its company file, and its answer to the client. */
export interface Forwarder {
  forward(request: IncomingMessage, response: ServerResponse, peer: Peer, handleHere: HandleHere): void;
  /** Ends the requests that wait for processes that are gone. */
  abandon(ids: readonly string[]): void;
  close(): void;
}

/** Handles a request in this process. Its body has been read, so it is another message. */
export type HandleHere = (request: IncomingMessage, response: ServerResponse) => void;

export interface ForwarderOptions {
  readonly proof: MutualProof;
  readonly getClientAddress: (request: IncomingMessage) => string;
  readonly timeoutMs?: number;
  /** Called with the headers of the request and the position of its answer. */
  readonly onAnswer?: OnAnswer;
}

export type OnAnswer = (request: IncomingMessage['headers'], position: string | undefined) => void;

const TIMEOUT_MS = 60_000;
const BODY_TIMEOUT_MS = 30_000;
const MAX_BODY_BYTES = 256 * 1024;
const MAX_GONE = 1_000;
const COMPANY_PATH = /^\/v1\/companies\/([A-Za-z0-9]{12})\//;
const WRITES: ReadonlySet<string | undefined> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const POSITION = 'x-position';

/** The public token of the company file that the request writes to; null if it is not to be forwarded. */
export function findWrittenCompany({ method, url, headers }: IncomingMessage): string | null {
  if (!WRITES.has(method) || headers.expect !== undefined || headers['transfer-encoding'] !== undefined) return null;
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) return null;
  return COMPANY_PATH.exec(url ?? '')?.[1] ?? null;
}

export function createForwarder(options: ForwarderOptions): Forwarder {
  const { proof, getClientAddress, timeoutMs = TIMEOUT_MS, onAnswer } = options;
  /** By process. */
  const lines = new Map<string, Line>();
  /** Processes that went while a request to them was being received. */
  const gone = new Set<string>();

  /** Null while the process is leaving: it takes no further requests. */
  function findLine({ id, host, port }: Peer): Line | null {
    const known = lines.get(id);
    if (known?.isLeaving) return null;
    if (known && !known.isClosed) return known;
    const line = openLine(host, port, proof);
    lines.set(id, line);
    return line;
  }

  function send(request: IncomingMessage, body: Buffer, response: ServerResponse, peer: Peer, handleHere: HandleHere) {
    const handleAgain = (): void => handleHere(repeatRequest(request, body), response);
    const line = gone.has(peer.id) ? null : findLine(peer);
    if (line === null) return handleAgain();
    const { headers } = request;
    const timer = setTimeout(() => {
      stop();
      fail(true);
    }, timeoutMs);
    const fail = (wasSent: boolean): void => {
      clearTimeout(timer);
      if (response.headersSent) response.destroy();
      // Whether the other process has done it is not known, unless it never got it or recognises its mutation id.
      else if (!wasSent || headers['x-client-mutation-id'] !== undefined) handleAgain();
      else refuse(response);
    };
    const answer: AnswerListener = {
      onFailure: fail,
      onPart(bytes, isLast) {
        if (isLast) clearTimeout(timer);
        const rest = response.headersSent ? bytes : beginAnswer(bytes);
        if (isLast) response.end(rest);
        else response.write(rest);
      },
    };
    const beginAnswer = (bytes: Buffer): Buffer => {
      const head = readAnswerHead(bytes);
      onAnswer?.(headers, findHeader(head.headers, POSITION));
      response.writeHead(head.status, head.headers);
      return bytes.subarray(head.length);
    };
    const stop = line.send(joinPieces(buildHead(request, getClientAddress(request)), body), answer);
    response.once('close', () => {
      clearTimeout(timer);
      if (!response.writableFinished) stop();
    });
  }

  return {
    forward(request, response, peer, handleHere) {
      gone.delete(peer.id);
      const parts: Buffer[] = [];
      const timer = setTimeout(() => request.destroy(), BODY_TIMEOUT_MS);
      request.on('data', (part: Buffer) => parts.push(part));
      request.once('end', () => send(request, Buffer.concat(parts), response, peer, handleHere));
      request.once('error', () => response.destroy());
      request.once('close', () => clearTimeout(timer));
    },
    abandon(ids) {
      if (gone.size > MAX_GONE) gone.clear();
      for (const id of ids) {
        gone.add(id);
        lines.get(id)?.close();
        lines.delete(id);
      }
    },
    close() {
      for (const line of lines.values()) line.close();
      lines.clear();
    },
  };
}

function buildHead({ method = '', url = '', headers, rawHeaders }: IncomingMessage, address: string): Buffer {
  return Buffer.from(JSON.stringify({ method, url, address, headers, rawHeaders } satisfies ForwardedHead));
}

const repeatRequest = (request: IncomingMessage, body: Buffer): IncomingMessage =>
  buildMessage(
    request.socket,
    { method: request.method!, url: request.url!, headers: request.headers, rawHeaders: request.rawHeaders },
    body,
  );

function refuse(response: ServerResponse): void {
  const body = JSON.stringify({ message: 'Service Unavailable' });
  response
    .writeHead(503, { 'Content-Type': 'application/json', 'Content-Length': body.length, 'Retry-After': '1' })
    .end(body);
}
