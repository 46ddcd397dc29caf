import { createServer, get as httpGet, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { z } from 'zod';
import { ok } from '../../../api/http/reply/reply.ts';
import { route } from '../../../api/http/routing/route.ts';
import { toyApp } from './support.ts';

const OPEN = {
  method: 'get',
  area: 'toys',
  ability: 'public',
  role: 'any',
  demo: 'allowed',
  replies: { 200: z.unknown() },
} as const;

const SENTENCE = 'Une phrase qui se répète. ';
const LONG = SENTENCE.repeat(1_000);
const raw = (type: string, content: () => string | Uint8Array | Readable) =>
  ({ status: 200, raw: content(), headers: { 'Content-Type': type } }) as const;
const inBits = (bits: AsyncIterable<string>) => Readable.from(bits, { objectMode: false, highWaterMark: 1 });

/** Opened when the reader has seen something: a stream is not gathered before it is sent. */
let goOn: () => void = () => undefined;
const hasBeenSeen = new Promise<void>((resolve) => (goOn = resolve));

async function* paused(): AsyncGenerator<string> {
  // Noise, so that compressing it gives something to send at once.
  for (let bit = 0; bit < 40; bit += 1) yield Array.from({ length: 500 }, () => Math.random().toString(36)).join('\n');
  await hasBeenSeen;
  yield 'the end';
}

async function* broken(): AsyncGenerator<string> {
  yield LONG;
  throw new Error('The source broke');
}

const toys = [
  ['long', () => ok({ text: LONG })],
  ['short', () => ok({ text: SENTENCE })],
  ['csv', () => raw('text/csv; charset=utf-8', () => LONG)],
  ['ndjson', () => raw('application/x-ndjson', () => Readable.from([LONG], { objectMode: false }))],
  ['picture', () => raw('image/png', () => Buffer.from(LONG))],
  ['pdf', () => raw('application/pdf', () => Buffer.from(LONG))],
  ['sheet', () => raw('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', () => Buffer.from(LONG))],
  ['paused', () => raw('text/plain; charset=utf-8', () => inBits(paused()))],
  ['broken', () => raw('text/plain; charset=utf-8', () => inBits(broken()))],
] as const;

describe('compression', () => {
  const { app } = toyApp({
    config: { checkReplies: false },
    extraRoutes: toys.map(([name, handle]) => route({ ...OPEN, path: `/v1/toys/${name}`, summary: name, handle })),
  });
  const server = createServer((request, response) => app(request, response));
  let base: string;
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  const open = async (path: string, accepted: string | null, method = 'GET'): Promise<IncomingMessage> => {
    const headers = accepted === null ? {} : { 'Accept-Encoding': accepted };
    const [response] = (await once(httpGet(base + path, { headers, method, agent: false }), 'response')) as [
      IncomingMessage,
    ];
    return response;
  };
  const get = async (path: string, accepted: string | null, method?: string) => {
    const response = await open(path, accepted, method);
    const bits: Buffer[] = [];
    for await (const bit of response) bits.push(bit as Buffer);
    return { headers: response.headers, body: Buffer.concat(bits) };
  };

  it('is brotli for those who take it, else gzip, else none', async () => {
    const plain = await get('/v1/toys/long', null);
    expect(plain.headers).to.not.have.property('content-encoding');
    for (const accepted of ['gzip, deflate, br', 'br', 'gzip;q=0.9, br;q=1']) {
      const { headers, body } = await get('/v1/toys/long', accepted);
      expect(headers, accepted).to.include({ 'content-encoding': 'br' }).and.to.not.have.property('content-length');
      expect(brotliDecompressSync(body).equals(plain.body)).to.equal(true);
      expect(body.length).to.be.below(plain.body.length / 10);
    }
    for (const accepted of ['gzip', 'gzip, br;q=0', 'br;q=0.1, gzip;q=0.9']) {
      const { headers, body } = await get('/v1/toys/long', accepted);
      expect(headers['content-encoding'], accepted).to.equal('gzip');
      expect(gunzipSync(body).equals(plain.body)).to.equal(true);
    }
    for (const accepted of ['identity', 'zstd', 'br;q=0, gzip;q=0']) {
      const { headers, body } = await get('/v1/toys/long', accepted);
      expect(headers, accepted).to.not.have.property('content-encoding');
      expect(body.equals(plain.body)).to.equal(true);
    }
  });

  it('is for texts: JSON, NDJSON, CSV and the documentation', async () => {
    for (const path of ['/v1/toys/csv', '/v1/toys/ndjson', '/openapi.json', '/docs/swagger-ui.css'])
      expect((await get(path, 'br')).headers['content-encoding'], path).to.equal('br');
    for (const path of ['/v1/toys/picture', '/v1/toys/pdf', '/v1/toys/sheet'])
      expect((await get(path, 'br')).headers, path).to.not.have.property('content-encoding');
  });

  it('is not for what is short, nor for what has no body', async () => {
    const short = await get('/v1/toys/short', 'br');
    expect(short.headers).to.not.have.property('content-encoding');
    expect(short.headers['content-length']).to.equal(String(short.body.length));
    const head = await get('/v1/toys/long', 'br', 'HEAD');
    expect([head.body.length, head.headers['content-encoding']]).to.deep.equal([0, undefined]);
    const { headers } = await get('/openapi.json', 'br');
    const known = await fetch(`${base}/openapi.json`, { headers: { 'If-None-Match': headers.etag! } });
    expect([known.status, await known.text()]).to.deep.equal([304, '']);
  });

  it('is told to caches, whether it happened or not, and once', async () => {
    for (const [path, accepted] of [
      ['/v1/toys/long', 'br'],
      ['/v1/toys/long', null],
      ['/v1/toys/short', 'br'],
    ] as const)
      expect((await get(path, accepted)).headers.vary).to.equal('Accept-Language, Accept-Encoding');
  });

  it('sends what is there, and does not wait for the end', async () => {
    const response = await open('/v1/toys/paused', 'gzip');
    expect(response.headers['content-encoding']).to.equal('gzip');
    const bits: Buffer[] = [];
    response.on('data', (bit: Buffer) => {
      bits.push(bit);
      goOn();
    });
    await once(response, 'end');
    expect(gunzipSync(Buffer.concat(bits)).toString()).to.match(/the end$/);
  });

  it('leaves a file whose source breaks broken, never short and whole', async () => {
    const failure = await get('/v1/toys/broken', 'gzip').then(
      () => null,
      (error: Error & { code?: string }) => error.code,
    );
    expect(failure).to.equal('ECONNRESET');
  });
});
