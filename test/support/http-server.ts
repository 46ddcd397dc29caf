import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service outside, on this machine: it answers as the test wants and keeps what it was asked. */
export interface TestHttpServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** `127.0.0.1:12345` */
  readonly host: string;
  readonly requests: ReceivedRequest[];
  /** How many connections were opened, whether a request came or not. */
  readonly connections: () => number;
  behave(manner: Manner): void;
  close(): Promise<void>;
}

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Manner = (request: ReceivedRequest, response: ServerResponse) => void;

export const answerJson =
  (value: unknown, status = 200): Manner =>
  (_request, response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));

export const answerText =
  (body: string | Buffer, status = 200, headers: Readonly<Record<string, string>> = {}): Manner =>
  (_request, response) =>
    void response.writeHead(status, { 'Content-Type': 'text/plain', ...headers }).end(body);

export async function startHttpServer(initial: Manner = answerText('', 404)): Promise<TestHttpServer> {
  const requests: ReceivedRequest[] = [];
  let manner = initial;
  let opened = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      const received = { method: request.method!, url: request.url!, headers: request.headers, body };
      requests.push(received);
      manner(received, response);
    });
  });
  server.on('connection', () => (opened += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    requests,
    connections: () => opened,
    behave: (requested) => void (manner = requested),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Every way in which a service outside can fail to answer, each with what it is called. `slow` never ends. */
export const FAILURES: Readonly<Record<string, Manner>> = {
  'an error of the server': answerText('<h1>Internal Server Error</h1>', 500),
  'a page instead of data': answerText('<!DOCTYPE html><html><body>Maintenance</body></html>', 200),
  'nothing at all': answerText('', 200),
  'half an answer': answerText('{"valid": tr', 200),
  'another thing': answerJson({ hello: ['world', 1, null] }),
  'bytes of no text': answerText(Buffer.from([0xff, 0xfe, 0x00, 0xd8]), 200),
  'a redirect': answerText('', 302, { Location: 'http://127.0.0.1:1/' }),
  'a permanent redirect': answerText('', 308, { Location: '/elsewhere' }),
  'a refusal': answerText('{"message":"no"}', 403),
  'too many questions': answerText('', 429, { 'Retry-After': '1' }),
  silence: () => undefined,
  'headers and then silence': (_request, response) => void response.writeHead(200).flushHeaders(),
  'a trickle that never ends': (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  },
  'a flood': (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const chunk = Buffer.alloc(64 * 1024, ' ');
    const flow = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', flow);
    flow();
  },
  'a compressed answer': answerText(Buffer.from('1f8b0800000000000003', 'hex'), 200, { 'Content-Encoding': 'gzip' }),
  'a broken connection': (_request, response) => response.socket?.destroy(),
  'half a body': (_request, response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('{', () => response.socket?.destroy());
  },
  'thousands of headers': (_request, response) => {
    for (let index = 0; index < 2_000; index++) response.setHeader(`X-Header-${index}`, 'x'.repeat(50));
    response.end('{}');
  },
};
