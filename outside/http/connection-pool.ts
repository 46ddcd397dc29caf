import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { answerReader, type AnswerReader } from './answer-reader.ts';
import { bareHost, type Destination } from './destination.ts';
import { HttpFailure } from './failures.ts';
import { guardedLookup, type ResolveName } from './lookup.ts';

/**
 * Many short requests to the same hosts: each writes one text and reads one short answer, and its connection, which leads to the address
 * that was judged, serves the next. That is all it does, at half of what a general client takes for it
 * (docs/decisions/archive/0274-webhooks-are-posted-by-a-client-of-their-own.md).
 */
export interface KeptConnections {
  /** @throws HttpFailure when no head of an answer comes */
  post(request: PostRequest): Promise<PostAnswer>;
  close(): Promise<void>;
}

/** Where requests go, with how each of them begins. */
export interface PostTarget extends Destination {
  readonly origin: string;
  readonly opening: string;
}

export const postTarget = ({ url, isTrusted }: Destination): PostTarget => ({
  ...{ url, isTrusted, origin: url.origin },
  opening: `POST ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: keep-alive\r\n`,
});

export interface PostRequest {
  readonly to: PostTarget;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
}

export interface PostAnswer {
  readonly status: number;
  /** As much of it as is read, also of an answer that broke off or took too long. */
  readonly body: Buffer;
}

export interface KeptConnectionsOptions {
  /** For everything from the connection to the end of the answer. */
  readonly timeoutMs: number;
  /** A connection that nobody has used for so long is closed. */
  readonly keptMs: number;
  /** So much of an answer is read. */
  readonly maxBytes: number;
  /** How names are resolved; for tests. */
  readonly resolve?: ResolveName | undefined;
}

/** A connection, with what is under way on it. */
interface Line {
  readonly socket: Socket;
  readonly reader: AnswerReader;
  readonly origin: string;
  /** Null while nobody uses it. */
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

export function keepConnections({ timeoutMs, keptMs, maxBytes, resolve }: KeptConnectionsOptions): KeptConnections {
  const guarded = guardedLookup(resolve);
  /** Those that are free, by origin; the one that was used last is used next. */
  const free = new Map<string, Line[]>();
  const open = new Set<Line>();
  const sessions = new LRUCache<string, Buffer>({ max: MOST_SESSIONS });
  let ended: Line[] = [];
  let sweeping: NodeJS.Timeout | null = null;

  function connectTo({ url, origin, isTrusted }: PostTarget): Socket {
    const host = bareHost(url.hostname);
    const isSecure = url.protocol === 'https:';
    const place = { host, port: Number(url.port) || (isSecure ? 443 : 80), ...(!isTrusted && { lookup: guarded }) };
    if (!isSecure) return connect({ ...place, noDelay: true });
    const session = sessions.get(origin);
    const secure = connectSecurely({
      ...place,
      ...{ servername: isIP(host) === 0 ? host : '', ALPNProtocols: ['http/1.1'], ...(session && { session }) },
    });
    secure.setNoDelay(true);
    return secure.on('session', (known) => sessions.set(origin, known));
  }

  function openLine(to: PostTarget): Line {
    const socket = connectTo(to);
    const reader = answerReader((bytes) => keep(line, bytes));
    const line: Line = { socket, reader, origin: to.origin, exchange: null, freeSince: 0 };
    open.add(line);
    // Not before the other side has proved who it is.
    socket.once(to.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      if (line.exchange) socket.write(line.exchange.text);
    });
    socket.on('data', (bytes: Buffer) => {
      reader.take(bytes);
      heard(line);
    });
    socket.on('end', () => {
      reader.end();
      heard(line);
    });
    socket.on('error', (error) => fail(line, error));
    socket.on('close', () => {
      open.delete(line);
      fail(line, new Error('The connection was closed'));
    });
    return line;
  }

  function keep(line: Line, bytes: Buffer): void {
    const { exchange } = line;
    if (exchange === null || exchange.length > maxBytes) return;
    // A copy: what the socket reads next may come into the same memory, and most answers are a few bytes of it.
    (exchange.chunks ??= []).push(Buffer.from(bytes.subarray(0, maxBytes - exchange.length)));
    exchange.length += bytes.length;
  }

  function heard(line: Line): void {
    const { reader, exchange } = line;
    if (exchange === null) return void (reader.isReusable || line.socket.destroy());
    if (reader.state === 'broken') return fail(line, new Error('This is no answer'));
    if (reader.state === 'open' && exchange.length <= maxBytes) return;
    if (ended.push(line) === 1) setImmediate(finish);
  }

  /**
   * Once the loop has looked at everything that has come: a connection that its other side closes behind the answer, whatever it has
   * said, is not used again.
   */
  function finish(): void {
    const lines = ended;
    ended = [];
    for (const line of lines) {
      const { reader, socket, exchange } = line;
      if (exchange === null) continue;
      line.exchange = null;
      clearTimeout(exchange.timer);
      if (reader.state === 'whole' && reader.isReusable && !socket.destroyed && !socket.readableEnded) {
        release(line);
      } else socket.destroy();
      exchange.resolve(answerOf(line, exchange));
    }
  }

  function release(line: Line): void {
    const lines = free.get(line.origin);
    if (lines) lines.push(line);
    else free.set(line.origin, [line]);
    line.freeSince = performance.now();
    sweeping ??= setTimeout(sweep, keptMs).unref();
  }

  /** An answer whose head has come counts with what has come of it. */
  function fail(line: Line, error: Error): void {
    const { exchange, socket, reader } = line;
    socket.destroy();
    if (exchange === null) return;
    line.exchange = null;
    clearTimeout(exchange.timer);
    if (reader.status !== null) exchange.resolve(answerOf(line, exchange));
    else exchange.reject(error instanceof HttpFailure ? error : new HttpFailure('unreachable', error));
  }

  const answerOf = ({ reader }: Line, { chunks }: Exchange): PostAnswer => ({
    status: reader.status!,
    body: chunks === null ? NOTHING : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks),
  });

  function sweep(): void {
    const before = performance.now() - keptMs;
    let left = 0;
    for (const [origin, lines] of free) {
      // In the order in which they became free.
      const stale = lines.findIndex(({ freeSince }) => freeSince > before);
      for (const { socket } of lines.splice(0, stale === -1 ? lines.length : stale)) socket.destroy();
      left += lines.length;
      if (lines.length === 0) free.delete(origin);
    }
    sweeping = left === 0 ? null : setTimeout(sweep, keptMs / 2).unref();
  }

  function lineTo(to: PostTarget): Line {
    const lines = free.get(to.origin);
    for (let line = lines?.pop(); line !== undefined; line = lines!.pop())
      if (!line.socket.destroyed && line.reader.isReusable) return line;
    return openLine(to);
  }

  return {
    post({ to, headers, body }) {
      return new Promise((resolve, reject) => {
        let text = to.opening;
        for (let index = 0; index < headers.length; index += 2) {
          const value = headers[index + 1]!;
          if (BREAK.test(value)) throw new TypeError(`A break inside the header ${headers[index]}`);
          text += `${headers[index]}: ${value}\r\n`;
        }
        text += `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
        const line = lineTo(to);
        const timer = setTimeout(() => fail(line, new HttpFailure('timeout')), timeoutMs);
        line.exchange = { text, timer, resolve, reject, chunks: null, length: 0 };
        line.reader.begin();
        if (!line.socket.connecting) line.socket.write(text);
      });
    },
    async close() {
      if (sweeping) clearTimeout(sweeping);
      const closed = [...open].map(({ socket }) => new Promise((done) => socket.once('close', done).destroy()));
      await Promise.all(closed);
    },
  };
}
