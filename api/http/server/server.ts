import { createServer, STATUS_CODES } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Application } from 'express';
import { boundConnections } from '../limits/connection-limit.ts';
import type { Certificate } from './certificate.ts';

/** Bounds of what one connection may cost. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Long enough for a large upload over a slow line; JSON bodies have a shorter limit of their own. */
const REQUEST_TIMEOUT_MS = 300_000;
const KEEP_ALIVE_TIMEOUT_MS = 30_000;
const CHECK_INTERVAL_MS = 2_000;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 100;
/** How long requests in flight may still take when the service stops. */
const DRAIN_TIMEOUT_MS = 10_000;

/** Shared by an application and the server that it runs in. */
export interface Lifecycle {
  /** While true, answers ask the client to close its connection. */
  draining: boolean;
}

const lifecycles = new WeakMap<Application, Lifecycle>();

export function lifecycleOf(app: Application): Lifecycle {
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
  /** The port in use, also when 0 was requested. */
  readonly port: number;
  /** Stops accepting, lets requests in flight finish for at most 10 s, then cuts what is left. */
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly drainTimeoutMs?: number;
  readonly headersTimeoutMs?: number;
  /** With one, HTTPS alone is spoken. */
  readonly certificate?: Certificate | null;
}

type Handle = (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void;

export async function listen(app: Application, options: ListenOptions): Promise<Listening> {
  const handle: Handle = app as Application & Handle;
  const bounds = {
    headersTimeout: options.headersTimeoutMs ?? HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, options.headersTimeoutMs ?? CHECK_INTERVAL_MS),
    maxHeaderSize: MAX_HEADER_BYTES,
  };
  // Express looks at the address before the router does, and would answer one that it cannot read with a page.
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const status = refusedHeaders(request.rawHeaders);
    if (status === null) handle(request, response, () => refuse(response, 400));
    else refuse(response, status);
  };
  const server = options.certificate
    ? secureServer(bounds, options.certificate, onRequest)
    : createServer(bounds, onRequest);
  // None is dropped unseen: one too many ends the request, in the application.
  server.maxHeadersCount = 0;
  boundConnections(server);
  server.on('clientError', refuseConnection);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= drain(server, lifecycleOf(app), options.drainTimeoutMs ?? DRAIN_TIMEOUT_MS));
  return { server, host: options.host, port, close };
}

/** Connections that are open keep the certificate they began with; every new one gets the current. */
function secureServer(
  bounds: ServerOptions,
  certificate: Certificate,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server = createSecureServer({ ...bounds, ...certificate.current, minVersion: 'TLSv1.2' }, onRequest);
  certificate.onRenewal((pair) => server.setSecureContext({ ...pair, minVersion: 'TLSv1.2' }));
  return server;
}

async function drain(server: Server, lifecycle: Lifecycle, timeoutMs: number): Promise<void> {
  lifecycle.draining = true;
  const finished = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await finished;
  clearTimeout(cut);
}

/** Proxies and servers that pick different ones of two hosts are played off against each other. */
function refusedHeaders(rawHeaders: readonly string[]): 400 | 431 | null {
  if (rawHeaders.length > 2 * MAX_HEADERS) return 431;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.length === 4 && rawHeaders[index]!.toLowerCase() === 'host') hosts += 1;
  return hosts > 1 ? 400 : null;
}

function refuse(response: ServerResponse, status: 400 | 431): void {
  const body = JSON.stringify({ message: STATUS_CODES[status] });
  const headers = { Connection: 'close', 'Content-Type': 'application/json', 'Content-Length': body.length };
  response.writeHead(status, headers).end(body);
}

const CLIENT_ERRORS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** What is no HTTP request never reaches the router: it is answered here, in English, and the connection ends. */
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = CLIENT_ERRORS[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify({ message: status.slice(4) });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}
