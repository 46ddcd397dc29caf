import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import {
  createDatabaseWithTables,
  createFirm,
  dropDatabase,
  killProcesses,
  startProcess,
} from '../support/processes.ts';
import { useService, type TestCompany, type TestFirm } from '../support/service.ts';

/** What no client library would send, over plain sockets to the real service. */

const TIMEOUTS = { headersMs: 400, bodyMs: 600 };

describe('Connections that misbehave', function () {
  this.timeout(30_000);
  const service = useService({ timeouts: TIMEOUTS });
  let firm: TestFirm;
  let file: TestCompany;
  let port: number;

  before(async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    port = Number(new URL(service.url).port);
  });

  const authorization = () => `Authorization: Bearer ${firm.client.token}`;
  const entry = () =>
    JSON.stringify({
      journal_id: file.journal('OD'),
      entry_date: '2026-03-15',
      lines: [
        { account: '604000', debit: '1.00' },
        { account: '440000', credit: '1.00' },
      ],
    });

  /** Sends these bytes and gives all that comes back until the connection ends. */
  async function exchange(...parts: (string | Buffer)[]): Promise<string> {
    const { socket, received } = open();
    for (const part of parts) socket.write(part);
    await closed(socket);
    return received();
  }

  function open(): { socket: Socket; received: () => string } {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    return { socket, received: () => text };
  }

  /** A connection may end with an error, which is its end all the same. */
  const closed = (socket: Socket): Promise<void> =>
    socket.closed ? Promise.resolve() : new Promise((resolve) => socket.once('close', () => resolve()));

  const statuses = (received: string): number[] =>
    [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  const post = (path: string, ...headers: string[]) =>
    [
      'POST ' + path + ' HTTP/1.1',
      'Host: x',
      authorization(),
      'Content-Type: application/json',
      ...headers,
      '',
      '',
    ].join('\r\n');
  const get = (path: string, ...headers: string[]) =>
    ['GET ' + path + ' HTTP/1.1', 'Host: x', ...headers, '', ''].join('\r\n');
  const isAlive = async () => expect((await service.anonymous.get('/v1/ping')).status).to.equal(200);

  describe('smuggle no request past a proxy', () => {
    const inner = 'GET /v1/ping HTTP/1.1\r\nHost: x\r\n\r\n';
    const ambiguous: Readonly<Record<string, () => string>> = {
      'a length and chunks': () =>
        post(`${file.path}/entries`, 'Content-Length: 5', 'Transfer-Encoding: chunked') + '0\r\n\r\n' + inner,
      'chunks and a length': () =>
        post(`${file.path}/entries`, 'Transfer-Encoding: chunked', 'Content-Length: 5') + '0\r\n\r\n' + inner,
      'two lengths': () => post(`${file.path}/entries`, 'Content-Length: 2', 'Content-Length: 40') + `{}${inner}`,
      'a list of lengths': () => post(`${file.path}/entries`, 'Content-Length: 2, 40') + `{}${inner}`,
      'a negative length': () => post(`${file.path}/entries`, 'Content-Length: -1') + inner,
      'a length with a sign': () => post(`${file.path}/entries`, 'Content-Length: +2') + `{}${inner}`,
      'a length in hexadecimal': () => post(`${file.path}/entries`, 'Content-Length: 0x2') + `{}${inner}`,
      'a length beyond all numbers': () =>
        post(`${file.path}/entries`, `Content-Length: ${'9'.repeat(30)}`) + `{}${inner}`,
      'a coding that is not the last': () =>
        post(`${file.path}/entries`, 'Transfer-Encoding: chunked, identity') + '0\r\n\r\n' + inner,
      'a coding nobody knows': () => post(`${file.path}/entries`, 'Transfer-Encoding: xchunked') + '0\r\n\r\n' + inner,
      'a space before the colon': () => post(`${file.path}/entries`, 'Content-Length : 2') + `{}${inner}`,
      'a folded header': () => post(`${file.path}/entries`, 'X-Folded: a\r\n b: c', 'Content-Length: 2') + `{}${inner}`,
      'a chunk whose size is no number': () =>
        post(`${file.path}/entries`, 'Transfer-Encoding: chunked') + 'zz\r\n{}\r\n0\r\n\r\n' + inner,
      'a chunk with a broken end': () =>
        post(`${file.path}/entries`, 'Transfer-Encoding: chunked') + '2\r\n{}XX0\r\n\r\n' + inner,
      'a NUL in a header': () => get('/v1/ping', 'X-Nul: a\0b') + inner,
      'a bare carriage return': () => get('/v1/ping', 'X-Cr: a\rb') + inner,
      'no host': () => `GET /v1/ping HTTP/1.1\r\n\r\n${inner}`,
    };
    for (const [what, bytes] of Object.entries(ambiguous)) {
      it(what, async () => {
        const head = await service.core.log.readHead();
        const received = await exchange(bytes());
        expect(statuses(received), received).to.satisfy(
          (all: number[]) => all.length <= 1 && all.every((status) => status === 400),
        );
        expect(await service.core.log.readHead()).to.equal(head);
        await isAlive();
      });
    }

    it('in the body of a GET', async () => {
      const received = await exchange(
        get('/v1/ping', `Content-Length: ${inner.length}`) + inner,
        get('/v1/ping', 'Connection: close'),
      );
      expect(statuses(received), 'the body is a body').to.deep.equal([200, 200]);
    });

    it('behind a body that was refused for its size', async () => {
      const large = 2 * 1024 * 1024;
      const received = await exchange(
        post(`${file.path}/entries`, `Content-Length: ${large}`),
        inner + 'x'.repeat(large - inner.length),
        get('/v1/ping', 'Connection: close'),
      );
      expect(statuses(received)).to.deep.equal([413, 200]);
    });

    it('and answer those that come one behind another in their order', async () => {
      const received = await exchange(
        post(`${file.path}/entries`, `Content-Length: ${entry().length}`) + entry(),
        get('/v1/nowhere'),
        get('/v1/ping', 'Connection: close'),
      );
      expect(statuses(received)).to.deep.equal([201, 404, 200]);
    });
  });

  describe('take their time in vain', () => {
    it('over headers: each is cut, and everybody else is served', async () => {
      const slow = Array.from({ length: 200 }, open);
      for (const { socket } of slow) socket.write('GET /v1/ping HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      const drip = setInterval(() => slow.forEach(({ socket }) => void (socket.writable && socket.write('a'))), 50);
      try {
        const startedAt = performance.now();
        await isAlive();
        expect(performance.now() - startedAt).to.be.below(3_000);
        await Promise.all(slow.map(({ socket }) => closed(socket)));
        expect(performance.now() - startedAt).to.be.below(10_000);
        for (const { received } of slow) expect(statuses(received()).every((status) => status === 408)).to.equal(true);
      } finally {
        clearInterval(drip);
        slow.forEach(({ socket }) => socket.destroy());
      }
    });

    it('over a body, byte by byte: a 408 in the language of the caller, and nothing is recorded', async () => {
      const head = await service.core.log.readHead();
      const body = entry();
      const { socket, received } = open();
      socket.write(post(`${file.path}/entries`, `Content-Length: ${body.length}`, 'Accept-Language: en'));
      let sent = 0;
      const drip = setInterval(() => void (socket.writable && socket.write(body[sent++] ?? ' ')), 100);
      try {
        await closed(socket);
      } finally {
        clearInterval(drip);
      }
      expect(statuses(received())).to.deep.equal([408]);
      expect(received())
        .to.contain('"code":"body_timeout"')
        .and.match(/connection: close/i);
      expect(sent).to.be.below(body.length);
      expect(await service.core.log.readHead()).to.equal(head);
    });

    it('over nothing at all', async () => {
      const idle = Array.from({ length: 50 }, open);
      await pause(100);
      await isAlive();
      await Promise.all(idle.map(({ socket }) => closed(socket)));
    });

    it('and leave no connection behind when they go away in the middle', async () => {
      const head = await service.core.log.readHead();
      for (let number = 0; number < 50; number += 1) {
        const { socket } = open();
        socket.write(post(`${file.path}/entries`, 'Content-Length: 500') + '{"journal_id":');
        await once(socket, 'connect');
        socket.destroy();
      }
      await isAlive();
      expect(await service.core.log.readHead()).to.equal(head);
    });
  });

  describe('send too much', () => {
    it('100 000 headers', async () => {
      const flood = Array.from({ length: 100_000 }, (_, index) => `X-H-${index}: 1`).join('\r\n');
      expect(statuses(await exchange(get('/v1/ping', flood)))).to.deep.equal([431]);
      await isAlive();
    });

    it('one endless header, and an endless address', async () => {
      expect(statuses(await exchange(get('/v1/ping', `X-Long: ${'x'.repeat(100_000)}`)))).to.deep.equal([431]);
      expect(statuses(await exchange(get(`/v1/ping?${'x'.repeat(100_000)}`)))).to.deep.equal([431]);
    });

    it('chunks with endless extensions', async () => {
      const received = await exchange(
        post(`${file.path}/entries`, 'Transfer-Encoding: chunked') + `2;${'x'.repeat(200_000)}\r\n{}\r\n0\r\n\r\n`,
      );
      expect(statuses(received).every((status) => status === 413 || status === 400)).to.equal(true);
      await isAlive();
    });

    it('10 MB, announced or not', async () => {
      const large = Buffer.alloc(10 * 1024 * 1024, 'x');
      const announced = await exchange(
        post(`${file.path}/entries`, `Content-Length: ${large.length}`),
        large,
        get('/v1/ping', 'Connection: close'),
      );
      expect(statuses(announced)).to.deep.equal([413, 200]);
      const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'x'), Buffer.from('\r\n')]);
      const chunked = await exchange(
        post(`${file.path}/entries`, 'Transfer-Encoding: chunked'),
        ...Array.from({ length: 160 }, () => chunk),
        '0\r\n\r\n',
        get('/v1/ping', 'Connection: close'),
      );
      expect(statuses(chunked)).to.deep.equal([413, 200]);
      expect(announced).to.contain('"code":"payload_too_large"');
    });
  });

  describe('use other methods', () => {
    const ask = (method: string, path: string, ...headers: string[]) =>
      exchange([`${method} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n'));

    it('HEAD: what GET answers, without its body', async () => {
      const [got, headed] = [
        await ask('GET', '/v1/auth/me', authorization()),
        await ask('HEAD', '/v1/auth/me', authorization()),
      ];
      const lengthOf = (received: string) => /^content-length: (\d+)$/im.exec(received)![1];
      expect(statuses(headed)).to.deep.equal([200]);
      expect(headed.split('\r\n\r\n')[1]).to.equal('');
      expect(lengthOf(headed)).to.equal(lengthOf(got));
      expect(statuses(await ask('HEAD', '/v1/auth/me'))).to.deep.equal([401]);
    });

    it('OPTIONS: what the address knows, without a token', async () => {
      const received = await ask('OPTIONS', `${file.path}/entries`);
      expect(statuses(received)).to.deep.equal([204]);
      expect(received).to.match(/^Allow: GET, HEAD, OPTIONS, POST$/m);
      expect(statuses(await ask('OPTIONS', '/v1/nowhere'))).to.deep.equal([404]);
    });

    it('TRACE and others that HTTP knows: a 405 that repeats nothing of the request', async () => {
      for (const method of ['TRACE', 'PROPFIND', 'MKCOL', 'PURGE', 'LOCK', 'M-SEARCH', 'PUT']) {
        const received = await ask(method, '/v1/auth/me', authorization(), 'X-Secret: do-not-echo');
        expect(statuses(received), method).to.deep.equal([405]);
        expect(received, method)
          .to.match(/^Allow: /m)
          .and.not.contain('do-not-echo')
          .and.not.contain(firm.client.token!.split('|')[1]);
      }
    });

    it('CONNECT, upgrades and expectations: nothing is opened', async () => {
      expect(statuses(await ask('CONNECT', 'example.com:443'))).to.satisfy((all: number[]) =>
        all.every((status) => status >= 400),
      );
      const upgraded = await ask('GET', '/v1/ping', 'Upgrade: websocket', 'Sec-WebSocket-Key: x');
      expect(statuses(upgraded)).to.deep.equal([200]);
      expect(statuses(await ask('GET', '/v1/ping', 'Expect: miracles'))).to.deep.equal([417]);
    });

    it('that nobody knows: a 400, and the connection ends', async () => {
      for (const method of ['BREW', 'get', 'G E T', 'A'.repeat(5_000), '\u0016\u0003\u0001'])
        expect(statuses(await ask(method, '/v1/ping')), method.slice(0, 10)).to.deep.equal([400]);
      await isAlive();
    });
  });

  describe('send headers that mean trouble', () => {
    it('two Authorization headers: a 400, whichever is right', async () => {
      const wrong = 'Authorization: Bearer 1|junk';
      for (const headers of [
        [authorization(), wrong],
        [wrong, authorization()],
        [authorization(), authorization()],
        [authorization(), 'aUTHORIZATION: x'],
      ]) {
        const received = await exchange(get('/v1/auth/me', ...headers, 'Connection: close'));
        expect(statuses(received)).to.deep.equal([400]);
        expect(received).to.contain('"code":"authorization_repeated"');
      }
    });

    it('mutation ids, operations, devices and times: 422 by header, also when sent twice or in Latin-1', async () => {
      const head = await service.core.log.readHead();
      const cases: readonly (readonly [header: string, ...lines: string[]])[] = [
        ['X-Client-Mutation-Id', `X-Client-Mutation-Id: ${'m'.repeat(65)}`],
        ['X-Client-Mutation-Id', 'X-Client-Mutation-Id: caf\u00e9'],
        ['X-Operation-Id', 'X-Operation-Id: 1234'],
        ['X-Operation-Id', 'X-Operation-Id: 3f1f9f0e-5a0f-4a55-8f5e-6a1d2f1f9a77', 'X-Operation-Id: x'],
        ['X-Device-Name', 'X-Device-Name: 100%'],
        ['X-Device-Name', 'X-Device-Name: %E9t%E9'],
        ['X-Device-Name', 'X-Device-Name: %00'],
        ['X-Device-Name', 'X-Device-Name: a%0d%0aSet-Cookie:%20b'],
        ['X-Device-Id', `X-Device-Id: ${'d'.repeat(65)}`],
        ['X-Occurred-At', 'X-Occurred-At: 2026-02-30T10:00:00Z'],
        ['X-Base-Version', 'X-Base-Version: -1'],
        ['If-Match', 'If-Match: v1'],
        ['Idempotency-Key', 'X-Client-Mutation-Id: one', 'Idempotency-Key: two'],
      ];
      for (const [header, ...lines] of cases) {
        const bytes = Buffer.from(
          post(`${file.path}/entries`, ...lines, `Content-Length: ${entry().length}`, 'Connection: close') + entry(),
          'latin1',
        );
        const received = await exchange(bytes);
        expect(statuses(received), `${lines.join()} ${received}`).to.deep.equal([422]);
        expect(received.slice(received.indexOf('\r\n\r\n')), lines.join()).to.contain(`"${header}":[`);
      }
      expect(await service.core.log.readHead()).to.equal(head);
    });

    it('addresses and queries that are no text: refused or read, never a 500', async () => {
      for (const path of [
        `${file.path}/third-parties?q=%00`,
        `${file.path}/third-parties?q=%ED%A0%80`,
        `${file.path}/third-parties?q=%FF%FE`,
        `${file.path}/third-parties?q=%`,
        `${file.path}/third-parties?__proto__[x]=1&constructor=2&q[]=1`,
        `${file.path}/third-parties?${'q=1&'.repeat(2_000)}`,
        `${file.path}/entries?from=%00&to=%27%3B--`,
        `${file.path}/entries?page=1e9&per_page=-1`,
        `${file.path}/entries?page=99999999999999999999`,
        `${file.path}/accounts/%00`,
        `${file.path}/accounts/9999999999999999999`,
        `${file.path}/accounts/1e3`,
        '/v1/companies/%E0%A4%A',
        '/v1/companies/..%2f..%2fetc',
        '/%c0%af',
      ]) {
        const [status] = statuses(await exchange(get(path, authorization(), 'Connection: close')));
        expect(status, path).to.be.oneOf([200, 404, 422]);
      }
    });
  });
});

describe('What the service logs', function () {
  this.timeout(60_000);
  after(killProcesses);

  it('is one JSON object a line, whatever a client puts into its request, and tells no secret', async () => {
    const database = await createDatabaseWithTables();
    try {
      const password = 'a password that must not be told';
      const environment = { DATABASE_URL: database.url, LOG_LEVEL: 'debug' };
      const service = await startProcess(environment);
      await createFirm({ DATABASE_URL: database.url }, 'log@example.com', password);
      const before = service.output().length;
      const ask = async (path: string, init: RequestInit = {}) => {
        const response = await fetch(`${service.url}${path}`, init);
        return (await response.json()) as { token?: string };
      };
      const credentials = JSON.stringify({ email: 'log@example.com', password });
      const json = { 'Content-Type': 'application/json' };
      const { token } = await ask('/v1/auth/login', { method: 'POST', headers: json, body: credentials });
      const forged = '"}\n{"level":60,"msg":"forged"}';
      await ask(`/v1/nowhere/${encodeURIComponent(forged)}`);
      await ask(`/v1/ping?x=${encodeURIComponent(forged)}`, { headers: { 'X-Request-Id': '"},{"level":60' } });
      await ask('/v1/auth/me', {
        headers: { Authorization: `Bearer ${token}`, 'User-Agent': '\t{"level":60}', 'X-Device-Name': '%0A%7B' },
      });
      await ask(`/v1/auth/me?token=${encodeURIComponent(token!)}`, { headers: { Authorization: 'Bearer 1|wrong' } });
      await ask('/v1/auth/login', { method: 'POST', headers: json, body: JSON.stringify({ email: forged, password }) });
      await service.terminate();
      const logged = service.output().slice(before);
      const lines = logged.split('\n').filter((line) => line.startsWith('{'));
      const records = lines.map((line) => JSON.parse(line) as { level: number; msg: string; path?: string });
      expect(records.filter(({ msg }) => msg === 'request')).to.have.length(6);
      expect(records.filter(({ level, msg }) => level > 40 || msg === 'forged')).to.deep.equal([]);
      expect(records.find(({ path }) => path?.includes('nowhere'))!.path).to.contain('%0A');
      for (const secret of [password, token!, token!.split('|')[1]!, 'wrong']) expect(logged).to.not.contain(secret);
    } finally {
      await killProcesses();
      await dropDatabase(database);
    }
  });
});
