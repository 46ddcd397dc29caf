import {
  Agent,
  IncomingMessage,
  request as sendRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { Peer } from './peers.ts';
import { SEAL_HEADER, SEAL_REFUSED, type Seal } from './seal.ts';

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
  readonly seal: Seal;
  readonly getClientAddress: (request: IncomingMessage) => string;
  readonly timeoutMs?: number;
  /** Called with the headers of the request and of its answer. */
  readonly onAnswer?: OnAnswer;
}

export type OnAnswer = (request: IncomingHttpHeaders, answer: IncomingHttpHeaders) => void;

const MAX_SOCKETS = 64;
/** Shorter than the listener keeps idle connections, so that it never closes one that is about to be used. */
const IDLE_MS = 20_000;
const TIMEOUT_MS = 60_000;
const BODY_TIMEOUT_MS = 30_000;
const MAX_BODY_BYTES = 256 * 1024;
const MAX_GONE = 1_000;
const COMPANY_PATH = /^\/v1\/companies\/([A-Za-z0-9]{12})\//;
const WRITES: ReadonlySet<string | undefined> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** About one connection, not about the answer. */
const OF_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

/** The public token of the company file that the request writes to; null if it is not to be forwarded. */
export function findWrittenCompany({ method, url, headers }: IncomingMessage): string | null {
  if (!WRITES.has(method) || headers.expect !== undefined || headers['transfer-encoding'] !== undefined) return null;
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) return null;
  return COMPANY_PATH.exec(url ?? '')?.[1] ?? null;
}

export function createForwarder(options: ForwarderOptions): Forwarder {
  const { seal, getClientAddress, timeoutMs = TIMEOUT_MS, onAnswer } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, timeout: IDLE_MS, scheduling: 'lifo' });
  const underWay = new Map<ClientRequest, string>();
  /** Processes that went while a request to them was being received. */
  const gone = new Set<string>();

  function send(request: IncomingMessage, body: Buffer, response: ServerResponse, peer: Peer, handleHere: HandleHere) {
    const { method = '', url = '', headers } = request;
    let [isConnected, isHandledHere] = [false, false];
    const handleAgain = (): void => {
      isHandledHere = true;
      handleHere(repeatRequest(request, body), response);
    };
    const sent = sendRequest({
      agent,
      host: peer.host,
      port: peer.port,
      method,
      path: url,
      headers: {
        ...headers,
        connection: 'keep-alive',
        [SEAL_HEADER]: seal.create(method, url, getClientAddress(request)),
      },
    });
    underWay.set(sent, peer.id);
    sent.setTimeout(timeoutMs, () => sent.destroy(new Error('The other process did not answer')));
    sent.once('socket', (socket) => {
      if (sent.reusedSocket) isConnected = true;
      else socket.once('connect', () => (isConnected = true));
    });
    sent.once('response', (answer) => {
      if (answer.headers[SEAL_HEADER] === SEAL_REFUSED) {
        // The clocks of the two processes differ by too much. It has done nothing.
        answer.resume();
        return handleAgain();
      }
      onAnswer?.(headers, answer.headers);
      response.writeHead(answer.statusCode!, listAnswerHeaders(answer.rawHeaders));
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    sent.once('error', () => {
      if (isHandledHere) return;
      if (response.headersSent) return void response.destroy();
      // Whether the other process has done it is not known, unless it never got it or recognises its mutation id.
      if (!isConnected || headers['x-client-mutation-id'] !== undefined) handleAgain();
      else refuse(response);
    });
    sent.once('close', () => underWay.delete(sent));
    response.once('close', () => {
      if (!response.writableFinished) sent.destroy();
    });
    sent.end(body);
  }

  return {
    forward(request, response, peer, handleHere) {
      gone.delete(peer.id);
      const parts: Buffer[] = [];
      const timer = setTimeout(() => request.destroy(), BODY_TIMEOUT_MS);
      request.on('data', (part: Buffer) => parts.push(part));
      request.once('end', () => {
        const body = Buffer.concat(parts);
        if (gone.has(peer.id)) handleHere(repeatRequest(request, body), response);
        else send(request, body, response, peer, handleHere);
      });
      request.once('error', () => response.destroy());
      request.once('close', () => clearTimeout(timer));
    },
    abandon(ids) {
      if (gone.size > MAX_GONE) gone.clear();
      ids.forEach((id) => gone.add(id));
      for (const [sent, id] of underWay) if (ids.includes(id)) sent.destroy(new Error('The other process is gone'));
    },
    close: () => agent.destroy(),
  };
}

function listAnswerHeaders(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (!OF_CONNECTION.has(rawHeaders[index]!.toLowerCase())) kept.push(rawHeaders[index]!, rawHeaders[index + 1]!);
  return kept;
}

function repeatRequest(request: IncomingMessage, body: Buffer): IncomingMessage {
  const again = new IncomingMessage(request.socket);
  again.method = request.method!;
  again.url = request.url!;
  again.httpVersion = request.httpVersion;
  again.httpVersionMajor = request.httpVersionMajor;
  again.httpVersionMinor = request.httpVersionMinor;
  again.headers = request.headers;
  again.rawHeaders = request.rawHeaders;
  again.complete = true;
  if (body.length > 0) again.push(body);
  again.push(null);
  return again;
}

function refuse(response: ServerResponse): void {
  const body = JSON.stringify({ message: 'Service Unavailable' });
  response
    .writeHead(503, { 'Content-Type': 'application/json', 'Content-Length': body.length, 'Retry-After': '1' })
    .end(body);
}
