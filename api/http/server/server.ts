import { createServer, STATUS_CODES } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Application } from 'express';
import { limitConnections } from '../limits/connection-limit.ts';
import { buildErrorBody, buildRefusal, STATUSES } from '../reply/errors.ts';
import type { Certificate } from './certificate.ts';

/** Resource limits per connection. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Long enough for a large upload over a slow connection; JSON bodies have their own, shorter limit. */
const REQUEST_TIMEOUT_MS = 300_000;
const KEEP_ALIVE_TIMEOUT_MS = 30_000;
const CHECK_INTERVAL_MS = 2_000;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 100;
/** Time for requests in progress to finish when the service stops. */
const DRAIN_TIMEOUT_MS = 10_000;

/** Shared by an application and its server. */
export interface Lifecycle {
  /** While true, responses ask the client to close its connection. */
  draining: boolean;
}

const lifecycles = new WeakMap<Application, Lifecycle>();

export function getLifecycle(app: Application): Lifecycle {
  let lifecycle = lifecycles.get(app);
  if (lifecycle === undefined) {
    lifecycle = { draining: false };
    lifecycles.set(app, lifecycle);
  }
  return lifecycle;
}

export interface Listening {
  readonly server: Server;
  readonly host: string;
  /** The actual port, also if 0 was requested. */
  readonly port: number;
  /** Stops accepting connections, lets requests in progress finish for at most 10 s, then closes the rest. */
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly drainTimeoutMs?: number;
  readonly headersTimeoutMs?: number;
  /** Chooses another handler for a request, such as another application; null for `app`. */
  readonly dispatch?: (request: IncomingMessage) => Application | Handle | null;
  /** If set, the server speaks only HTTPS. */
  readonly certificate?: Certificate | null;
}

export type Handle = (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void;

export async function listen(app: Application, options: ListenOptions): Promise<Listening> {
  const chooseHandler = (request: IncomingMessage): Handle => options.dispatch?.(request) ?? app;
  const bounds = {
    headersTimeout: options.headersTimeoutMs ?? HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, options.headersTimeoutMs ?? CHECK_INTERVAL_MS),
    maxHeaderSize: MAX_HEADER_BYTES,
  };
  // Express parses the URL before the router does and would answer a malformed one with an HTML page.
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const problem = findHeaderProblem(request.rawHeaders);
    if (problem === null) chooseHandler(request)(request, response, () => refuseRequest(response, 'bad_request'));
    else refuseRequest(response, problem);
  };
  const server = options.certificate
    ? createHttpsServer(bounds, options.certificate, onRequest)
    : createServer(bounds, onRequest);
  // No header is dropped silently: the application refuses a request with too many.
  server.maxHeadersCount = 0;
  limitConnections(server);
  server.on('clientError', refuseMalformedRequest);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= drainServer(server, getLifecycle(app), options.drainTimeoutMs ?? DRAIN_TIMEOUT_MS));
  return { server, host: options.host, port, close };
}

/** Open connections keep their certificate; new ones get the current one. */
function createHttpsServer(
  bounds: ServerOptions,
  certificate: Certificate,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server = createSecureServer({ ...bounds, ...certificate.current, minVersion: 'TLSv1.2' }, onRequest);
  certificate.onRenewal((pair) => server.setSecureContext({ ...pair, minVersion: 'TLSv1.2' }));
  return server;
}

async function drainServer(server: Server, lifecycle: Lifecycle, timeoutMs: number): Promise<void> {
  lifecycle.draining = true;
  const finished = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await finished;
  clearTimeout(cut);
}

/** Repeated Host headers allow attacks if proxy and server pick different ones. */
function findHeaderProblem(rawHeaders: readonly string[]): MalformedCode | null {
  if (rawHeaders.length > 2 * MAX_HEADERS) return 'headers_too_large';
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === 'host') hosts += 1;
  return hosts > 1 ? 'bad_request' : null;
}

function refuseRequest(response: ServerResponse, code: MalformedCode): void {
  const body = buildMalformedBody(code);
  const headers = { Connection: 'close', 'Content-Type': 'application/json', 'Content-Length': body.length };
  response.writeHead(STATUSES[code], headers).end(body);
}

type MalformedCode = 'bad_request' | 'headers_too_large' | 'request_timeout';

/** In English: the language of the caller is not known yet. */
const buildMalformedBody = (code: MalformedCode): string => JSON.stringify(buildErrorBody(buildRefusal(code), 'en'));

/** Time for a client to read the refusal of a malformed request. */
const LINGER_MS = 2_000;

const CLIENT_ERRORS: Readonly<Record<string, MalformedCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Malformed HTTP never reaches the router: it is answered here, in English, and the connection is closed. */
function refuseMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  // The rest of a refused request is read and dropped: closing with unread data would reset the connection, and the client
  // would lose the answer.
  if (socket.writableEnded && error.code !== 'ECONNRESET') return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = CLIENT_ERRORS[error.code ?? ''] ?? 'bad_request';
  const status = `${STATUSES[code]} ${STATUS_CODES[STATUSES[code]]}`;
  const body = buildMalformedBody(code);
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
