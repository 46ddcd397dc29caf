import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a client sent. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

interface Prepared {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** An HTTP proxy between a client and the service, with the faults that networks have. */
export interface Line {
  readonly url: string;
  /** Breaks every connection at once. */
  isCut: boolean;
  /** So many answers to these requests are lost after the service has acted on them. */
  loses: { readonly path: string; count: number };
  readonly lost: number;
  /** Requests that are answered with nothing, as by a proxy that waits for the end of a stream. */
  holdsBack: string | null;
  /** Instead of what the service would answer, in this order. */
  readonly prepared: Prepared[];
  readonly sent: Sent[];
  breakConnections(): void;
  close(): Promise<void>;
}

export async function openLine(target: string): Promise<Line> {
  let lost = 0;
  const server = createServer((incoming, outgoing) => {
    const url = incoming.url!;
    if (line.isCut) return void incoming.socket.destroy();
    line.sent.push({ method: incoming.method!, url, headers: incoming.headers });
    const prepared = line.prepared.shift();
    if (prepared) {
      incoming.resume();
      outgoing.writeHead(prepared.status, { 'Content-Type': 'application/json', ...prepared.headers });
      return void outgoing.end(JSON.stringify(prepared.body ?? {}));
    }
    const forwarded = httpRequest(
      new URL(url, target),
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        if (url.includes(line.loses.path) && line.loses.count > 0) {
          line.loses.count -= 1;
          lost += 1;
          answer.resume();
          return void answer.once('end', () => incoming.socket.destroy());
        }
        if (line.holdsBack !== null && url.includes(line.holdsBack)) return void answer.resume();
        outgoing.writeHead(answer.statusCode!, answer.headers);
        outgoing.flushHeaders();
        answer.on('error', () => incoming.socket.destroy());
        answer.pipe(outgoing);
      },
    );
    outgoing.once('close', () => forwarded.destroy());
    forwarded.on('error', () => incoming.socket.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line: Line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isCut: false,
    loses: { path: '/push', count: 0 },
    get lost() {
      return lost;
    },
    holdsBack: null,
    prepared: [],
    sent: [],
    breakConnections: () => server.closeAllConnections(),
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return line;
}
