import { once } from 'node:events';
import { Agent, get, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import type { Listening } from '../../../api/http/server/server.ts';
import { listen } from '../../../api/http/server/server.ts';
import { COMPANY, toyApp } from './support.ts';

const LOCAL = { host: '127.0.0.1', port: 0 };

/** Sends raw bytes and gives all that comes back until the connection ends. */
async function exchange(port: number, ...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => {});
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  return received;
}

async function statusOf(response: IncomingMessage): Promise<number | undefined> {
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

describe('the server', () => {
  let listening: Listening | undefined;
  afterEach(() => listening?.close());

  it('finishes what is in flight, accepts nothing new, and asks clients to leave', async () => {
    let open = () => {};
    const { app, seen } = toyApp({ gate: { wait: new Promise<void>((resolve) => (open = resolve)) } });
    listening = await listen(app, LOCAL);
    const { port } = listening;
    const agent = new Agent({ keepAlive: true });
    const slow = httpRequest({
      port,
      host: '127.0.0.1',
      agent,
      method: 'POST',
      path: `/v1/companies/${COMPANY}/slow`,
      headers: { Authorization: 'Bearer 1|session' },
    });
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
    slow.end();
    // The ping comes back after the slow request has been read, for it was sent later on the same server.
    await once(
      get({ port, host: '127.0.0.1', path: '/v1/ping' }).on('response', (response) => response.resume()),
      'close',
    );
    const closing = listening.close();
    const late = connect(port, '127.0.0.1');
    const [refused] = (await once(late, 'error')) as [NodeJS.ErrnoException];
    expect(refused.code).to.equal('ECONNREFUSED');
    expect(seen.calls).to.have.length(0);
    open();
    const [response] = await answered;
    expect(response.headers.connection).to.equal('close');
    expect(await statusOf(response)).to.equal(200);
    await closing;
    expect(seen.calls).to.have.length(1);
    agent.destroy();
  });

  it('answers an address that is none in JSON too', async () => {
    listening = await listen(toyApp().app, LOCAL);
    const answer = await exchange(listening.port, 'GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answer).to.match(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer.split('\r\n\r\n')[1]).to.equal('{"message":"The HTTP request is malformed.","code":"bad_request"}');
  });

  it('cuts what does not finish in time', async () => {
    const { app } = toyApp({ gate: { wait: new Promise(() => {}) } });
    listening = await listen(app, { ...LOCAL, drainTimeoutMs: 50 });
    const slow = httpRequest({
      port: listening.port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/v1/companies/${COMPANY}/slow`,
      headers: { Authorization: 'Bearer 1|session' },
    });
    const broken = once(slow, 'error');
    slow.end();
    await once(
      get({ port: listening.port, host: '127.0.0.1', path: '/v1/ping' }).on('response', (response) =>
        response.resume(),
      ),
      'close',
    );
    await listening.close();
    expect(((await broken) as [NodeJS.ErrnoException])[0].code).to.equal('ECONNRESET');
  });

  it('closes idle connections when it stops', async () => {
    listening = await listen(toyApp().app, LOCAL);
    const agent = new Agent({ keepAlive: true });
    const [response] = (await once(
      get({ port: listening.port, host: '127.0.0.1', path: '/v1/ping', agent }),
      'response',
    )) as [IncomingMessage];
    expect(await statusOf(response)).to.equal(200);
    const startedAt = performance.now();
    await listening.close();
    expect(performance.now() - startedAt).to.be.below(3_000);
    agent.destroy();
  });

  it('refuses a request with two lengths', async () => {
    listening = await listen(toyApp().app, LOCAL);
    const smuggled =
      'POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /v1/ping HTTP/1.1\r\n\r\n';
    const received = await exchange(listening.port, smuggled);
    expect(received).to.match(/^HTTP\/1\.1 400 /);
    expect(received.match(/HTTP\/1\.1/g)).to.have.length(1);
  });

  it('refuses a flood of headers', async () => {
    listening = await listen(toyApp().app, LOCAL);
    const flood = Array.from({ length: 100_000 }, (_, index) => `X-H-${index}: 1`).join('\r\n');
    expect(await exchange(listening.port, `GET /v1/ping HTTP/1.1\r\nHost: x\r\n${flood}\r\n\r\n`)).to.match(
      /^HTTP\/1\.1 431 /,
    );
  });

  it('refuses more headers than it reads, instead of dropping some', async () => {
    listening = await listen(toyApp().app, LOCAL);
    const headed = (count: number) =>
      `GET /v1/ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${Array.from({ length: count }, (_, index) => `X-H-${index}: 1`).join('\r\n')}\r\n\r\n`;
    expect(await exchange(listening.port, headed(98))).to.match(/^HTTP\/1\.1 200 /);
    expect(await exchange(listening.port, headed(99)))
      .to.match(/^HTTP\/1\.1 431 /)
      .and.contain('"code":"headers_too_large"');
  });

  it('refuses a request for two hosts', async () => {
    listening = await listen(toyApp().app, LOCAL);
    const twice = 'GET /v1/ping HTTP/1.1\r\nHost: one.example\r\nHOST: two.example\r\n\r\n';
    expect(await exchange(listening.port, twice)).to.match(/^HTTP\/1\.1 400 /);
  });

  it('ends the connection of a body that trickles on after its refusal, and keeps that of one that arrives', async () => {
    listening = await listen(toyApp().app, LOCAL);
    const head = (length: number) =>
      `POST /v1/companies/${COMPANY}/entries HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    expect(await exchange(listening.port, head(1_000_000), '{')).to.match(/^HTTP\/1\.1 401 /);
    const ping = 'GET /v1/ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const both = await exchange(listening.port, `${head(2)}{}`, ping);
    expect(both.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 401', 'HTTP/1.1 200']);
  });

  it('does not wait for ever for headers', async () => {
    listening = await listen(toyApp().app, { ...LOCAL, headersTimeoutMs: 100 });
    expect(await exchange(listening.port, 'GET /v1/ping HTTP/1.1\r\nHo'))
      .to.match(/^HTTP\/1\.1 408 Request Timeout\r\n/)
      .and.contain('"code":"request_timeout"');
  });

  it('does not wait for ever for a body', async () => {
    listening = await listen(toyApp({ config: { bodyTimeoutMs: 100 } }).app, LOCAL);
    const head = 'POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
    const received = await exchange(listening.port, head);
    expect(received)
      .to.match(/^HTTP\/1\.1 408 /)
      .and.contain('"code":"body_timeout"');
  });

  it('answers what is no HTTP with a 400', async () => {
    listening = await listen(toyApp().app, LOCAL);
    for (const nonsense of [
      '\u0016\u0003\u0001 hello\r\n\r\n',
      'GET /v1/ping HTTP/9.9\r\nHost: x\r\n\r\n',
      'BREW /v1/ping HTTP/1.1\r\nHost: x\r\n\r\n',
    ]) {
      expect(await exchange(listening.port, nonsense))
        .to.match(/^HTTP\/1\.1 400 /)
        .and.contain('"code":"bad_request"');
    }
  });

  it('understands the absolute form of an address', async () => {
    listening = await listen(toyApp().app, LOCAL);
    const received = await exchange(
      listening.port,
      'GET http://books.example/v1/ping?lang=nl HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(received).to.match(/^HTTP\/1\.1 200 /);
  });

  it('survives clients that go away in the middle of a body', async () => {
    const { app, logs } = toyApp();
    listening = await listen(app, LOCAL);
    const socket = connect(listening.port, '127.0.0.1');
    socket.write(
      'POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
    );
    await once(socket, 'ready');
    await once(
      get({ port: listening.port, host: '127.0.0.1', path: '/v1/ping' }).on('response', (response) =>
        response.resume(),
      ),
      'close',
    );
    socket.destroy();
    for (let tries = 0; tries < 100 && !logs.some((log) => log.msg === 'client disconnected'); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(logs.some((log) => log.msg === 'client disconnected')).to.equal(true);
    expect(logs.some((log) => log.level === 50)).to.equal(false);
  });

  it('tells when its port is taken', async () => {
    listening = await listen(toyApp().app, LOCAL);
    const second = await listen(toyApp().app, { host: '127.0.0.1', port: listening.port }).catch(
      (error: unknown) => error,
    );
    expect(second).to.have.property('code', 'EADDRINUSE');
  });
});
