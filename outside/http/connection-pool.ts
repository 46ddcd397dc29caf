import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { createAnswerReader, type AnswerReader } from './answer-reader.ts';
import { stripBrackets, type Destination } from './destination.ts';
import { HttpFailure } from './failures.ts';
import { createGuardedLookup, type ResolveName } from './lookup.ts';

/**
 * Many short requests to the same hosts: each writes one text and reads one short answer, and its connection, which leads to the address
 * that was judged, serves the next. That is all it does, at half of what a general client takes for it
 * (docs/decisions/archive/0274-webhooks-are-posted-by-a-client-of-their-own.md).
 */
export interface KeptConnections {
  /** @throws HttpFailure if no response head arrives */
  post(request: PostRequest): Promise<PostAnswer>;
  close(): Promise<void>;
}

/** Destination of requests, with their common first lines. */
export interface PostTarget extends Destination {
  readonly origin: string;
  readonly opening: string;
}

export const toPostTarget = ({ url, isTrusted }: Destination): PostTarget => ({
  url,
  isTrusted,
  origin: url.origin,
  opening: `POST ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: keep-alive\r\n`,
});

export interface PostRequest {
  readonly to: PostTarget;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: string;
}

export interface PostAnswer {
  readonly status: number;
  /** The part that was read, even if the response broke off or took too long. */
  readonly body: Buffer;
}

export interface KeptConnectionsOptions {
  /** Total timeout, from connecting to the end of the response. */
  readonly timeoutMs: number;
  /** Idle connections are closed after this time. */
  readonly keptMs: number;
  /** Maximum number of bytes read from a response. */
  readonly maxBytes: number;
  /** Name resolution; for tests. */
  readonly resolve?: ResolveName | undefined;
}

/** A connection with its current exchange. */
interface Line {
  readonly socket: Socket;
  readonly reader: AnswerReader;
  readonly origin: string;
  /** Null while idle. */
  exchange: Exchange | null;
  freeSince: number;
}

interface Exchange {
  readonly text: string;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (answer: PostAnswer) => void;
  readonly reject: (failure: HttpFailure) => void;
  chunks: Buffer[] | null;
  length: number;
}

const NOTHING = Buffer.alloc(0);
const MOST_SESSIONS = 200;
const BREAK = /[\r\n]/;

interface PoolState extends KeptConnectionsOptions {
  readonly guarded: ReturnType<typeof createGuardedLookup>;
  /** Idle connections by origin; the most recently used one is taken first. */
  readonly free: Map<string, Line[]>;
  readonly open: Set<Line>;
  readonly sessions: LRUCache<string, Buffer>;
  /** Connections whose response has arrived, until the end of the turn. */
  ended: Line[];
  sweeping: NodeJS.Timeout | null;
}

export function openKeptConnections(options: KeptConnectionsOptions): KeptConnections {
  const pool: PoolState = {
    ...options,
    guarded: createGuardedLookup(options.resolve),
    free: new Map(),
    open: new Set(),
    sessions: new LRUCache({ max: MOST_SESSIONS }),
    ended: [],
    sweeping: null,
  };
  return {
    post: (request) => sendPost(pool, request),
    close: () => closeLines(pool),
  };
}

function sendPost(pool: PoolState, { to, headers, body }: PostRequest): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    let text = to.opening;
    for (let index = 0; index < headers.length; index += 2) {
      const value = headers[index + 1]!;
      if (BREAK.test(value)) throw new TypeError(`Line break in the header ${headers[index]}`);
      text += `${headers[index]}: ${value}\r\n`;
    }
    text += `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    const line = takeLine(pool, to);
    const timer = setTimeout(() => failLine(line, new HttpFailure('timeout')), pool.timeoutMs);
    line.exchange = { text, timer, resolve, reject, chunks: null, length: 0 };
    line.reader.begin();
    if (!line.socket.connecting) line.socket.write(text);
  });
}

async function closeLines(pool: PoolState): Promise<void> {
  if (pool.sweeping) clearTimeout(pool.sweeping);
  const closed = [...pool.open].map(({ socket }) => new Promise((done) => socket.once('close', done).destroy()));
  await Promise.all(closed);
}

function takeLine(pool: PoolState, to: PostTarget): Line {
  const lines = pool.free.get(to.origin);
  for (let line = lines?.pop(); line !== undefined; line = lines!.pop())
    if (!line.socket.destroyed && line.reader.isReusable) return line;
  return openLine(pool, to);
}

function openLine(pool: PoolState, to: PostTarget): Line {
  const socket = connectSocket(pool, to);
  const reader = createAnswerReader((bytes) => storeBody(pool, line, bytes));
  const line: Line = { socket, reader, origin: to.origin, exchange: null, freeSince: 0 };
  pool.open.add(line);
  // Only after the other side has proved its identity.
  socket.once(to.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
    if (line.exchange) socket.write(line.exchange.text);
  });
  socket.on('data', (bytes: Buffer) => {
    reader.take(bytes);
    onReceived(pool, line);
  });
  socket.on('end', () => {
    reader.end();
    onReceived(pool, line);
  });
  socket.on('error', (error) => failLine(line, error));
  socket.on('close', () => {
    pool.open.delete(line);
    failLine(line, new Error('The connection was closed'));
  });
  return line;
}

function connectSocket(pool: PoolState, { url, origin, isTrusted }: PostTarget): Socket {
  const host = stripBrackets(url.hostname);
  const isSecure = url.protocol === 'https:';
  const place = { host, port: Number(url.port) || (isSecure ? 443 : 80), ...(!isTrusted && { lookup: pool.guarded }) };
  if (!isSecure) return connect({ ...place, noDelay: true });
  const session = pool.sessions.get(origin);
  const secure = connectSecurely({
    ...place,
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    ...(session && { session }),
  });
  secure.setNoDelay(true);
  return secure.on('session', (known) => pool.sessions.set(origin, known));
}

function storeBody(pool: PoolState, line: Line, bytes: Buffer): void {
  const { exchange } = line;
  if (exchange === null || exchange.length > pool.maxBytes) return;
  // Copied, because the socket may reuse the memory, and most responses are only a few bytes of it.
  (exchange.chunks ??= []).push(Buffer.from(bytes.subarray(0, pool.maxBytes - exchange.length)));
  exchange.length += bytes.length;
}

function onReceived(pool: PoolState, line: Line): void {
  const { reader, exchange } = line;
  if (exchange === null) return void (reader.isReusable || line.socket.destroy());
  if (reader.state === 'broken') return failLine(line, new Error('Not an HTTP response'));
  if (reader.state === 'open' && exchange.length <= pool.maxBytes) return;
  if (pool.ended.push(line) === 1) setImmediate(finishEnded, pool);
}

/**
 * Runs after the event loop has processed all received data: a connection that the other side closes after its
 * response, whatever its headers said, is not reused.
 */
function finishEnded(pool: PoolState): void {
  const lines = pool.ended;
  pool.ended = [];
  for (const line of lines) {
    const { reader, socket, exchange } = line;
    if (exchange === null) continue;
    line.exchange = null;
    clearTimeout(exchange.timer);
    if (reader.state === 'whole' && reader.isReusable && !socket.destroyed && !socket.readableEnded) {
      releaseLine(pool, line);
    } else socket.destroy();
    exchange.resolve(buildAnswer(line, exchange));
  }
}

const buildAnswer = ({ reader }: Line, { chunks }: Exchange): PostAnswer => ({
  status: reader.status!,
  body: chunks === null ? NOTHING : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks),
});

/** If the head has arrived, the response counts with the data received so far. */
function failLine(line: Line, error: Error): void {
  const { exchange, socket, reader } = line;
  socket.destroy();
  if (exchange === null) return;
  line.exchange = null;
  clearTimeout(exchange.timer);
  if (reader.status !== null) exchange.resolve(buildAnswer(line, exchange));
  else exchange.reject(error instanceof HttpFailure ? error : new HttpFailure('unreachable', error));
}

function releaseLine(pool: PoolState, line: Line): void {
  const lines = pool.free.get(line.origin);
  if (lines) lines.push(line);
  else pool.free.set(line.origin, [line]);
  line.freeSince = performance.now();
  pool.sweeping ??= setTimeout(closeIdle, pool.keptMs, pool).unref();
}

function closeIdle(pool: PoolState): void {
  const before = performance.now() - pool.keptMs;
  let left = 0;
  for (const [origin, lines] of pool.free) {
    // Sorted by the time when they became idle.
    const stale = lines.findIndex(({ freeSince }) => freeSince > before);
    for (const { socket } of lines.splice(0, stale === -1 ? lines.length : stale)) socket.destroy();
    left += lines.length;
    if (lines.length === 0) pool.free.delete(origin);
  }
  pool.sweeping = left === 0 ? null : setTimeout(closeIdle, pool.keptMs / 2, pool).unref();
}
