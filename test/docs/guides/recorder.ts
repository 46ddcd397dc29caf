import { createServer, request as forward, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** What an example has sent, and what it got. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly status: number;
  readonly answerHeaders: IncomingHttpHeaders;
  /** Decompressed. */
  readonly answer: Buffer;
}

export interface Recorder {
  readonly url: string;
  /** The exchanges since the last call. */
  take(): Exchange[];
  close(): Promise<void>;
}

const DECODERS: Readonly<Record<string, (content: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
};

/** Stands between an example and the service and writes down both sides. */
export async function startRecorder(service: string): Promise<Recorder> {
  const exchanges: Exchange[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const { method = '', url: path = '', headers } = request;
      const onward = forward(`${service}${path}`, { method, headers }, (answered) => {
        void readAll(answered).then((answer) => {
          const { statusCode: status = 0, headers: answerHeaders } = answered;
          const decode = DECODERS[answerHeaders['content-encoding'] ?? ''] ?? ((content) => content);
          exchanges.push({ method, path, headers, body, status, answerHeaders, answer: decode(answer) });
          response.writeHead(status, answerHeaders).end(answer);
        });
      });
      onward.on('error', () => response.destroy());
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => exchanges.splice(0),
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}
