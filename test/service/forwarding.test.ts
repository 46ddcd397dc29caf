import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, createServer as createPlainServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createSeenPositions } from '../../api/http/routing/seen-positions.ts';
import { getClientAddress } from '../../api/http/server/client-address.ts';
import { createForwarder, findWrittenCompany } from '../../service/forwarding/forwarder.ts';
import { buildFrame, FRAME_KINDS } from '../../service/forwarding/frames.ts';
import { openForwarding, type Forwarding } from '../../service/forwarding/index.ts';
import { openListener, type Handler, type Listener } from '../../service/forwarding/listener.ts';
import { createMutualProof } from '../../service/forwarding/mutual-proof.ts';
import type { Peer } from '../../service/forwarding/peers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { waitUntil } from '../support/load.ts';

const FILE = '/v1/companies/AbCdEfGh1234';
const KEY = 'a key that all processes have';

/** Servers of one test, which are closed after it. */
const servers: Server[] = [];
async function serve(
  handler: Handler,
): Promise<{ readonly host: string; readonly port: number; readonly url: string }> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { host: '127.0.0.1', port, url: `http://127.0.0.1:${port}` };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

const answer =
  (name: string): Handler =>
  (request, response) =>
    void readBody(request).then((body) => {
      const said = { by: name, body, method: request.method, url: request.url, client: getClientAddress(request, 0) };
      response.writeHead(201, { 'Content-Type': 'application/json', 'X-Operation-Id': name }).end(JSON.stringify(said));
    });

/** What comes back until the other end closes. */
function sendBytes(port: number, bytes: Uint8Array): Promise<Buffer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (part) => parts.push(part));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(Buffer.concat(parts)));
  });
}

const askPlainly = async (port: number, first: string, headers: readonly string[]): Promise<string> => {
  const lines = Array.from({ length: headers.length / 2 }, (_, at) => `${headers[2 * at]}: ${headers[2 * at + 1]}`);
  const text = [first, ...lines, 'Content-Length: 0', 'Connection: close', '', ''].join('\r\n');
  return (await sendBytes(port, Buffer.from(text))).toString();
};

function createRelease(): { readonly released: Promise<void>; readonly release: () => void } {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  return { released, release };
}

const post = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${url}${FILE}/entries?dry_run=1`, { method: 'POST', body: '{"a":1}', headers });

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe('a request that is forwarded to another process', () => {
  const proof = createMutualProof(KEY);
  const getClientAddress = () => '203.0.113.9';
  const forwarder = createForwarder({ proof, getClientAddress });
  const hurried = createForwarder({ proof, getClientAddress, timeoutMs: 300 });
  const listeners: Listener[] = [];
  after(async () => {
    forwarder.close();
    hurried.close();
    await Promise.all(listeners.map((listener) => listener.close()));
  });

  async function listen(handler: Handler, key = proof): Promise<Peer> {
    const listener = await openListener({ host: '127.0.0.1', port: 0 }, key, handler);
    listeners.push(listener);
    return { id: `peer ${listeners.length}`, host: '127.0.0.1', port: listener.port };
  }
  const serveForwarding = (peer: Peer, through = forwarder) =>
    serve((request, response) => through.forward(request, response, peer, answer('here')));

  it('gets the answer of that process, which knows its client', async () => {
    const response = await post((await serveForwarding(await listen(answer('there')))).url);
    expect([response.status, response.headers.get('x-operation-id')]).to.deep.equal([201, 'there']);
    const url = `${FILE}/entries?dry_run=1`;
    const client = '203.0.113.9';
    expect(await response.json()).to.deep.equal({ by: 'there', body: '{"a":1}', method: 'POST', url, client });
  });

  it('keeps its headers, also those that were sent twice', async () => {
    const peer = await listen(
      ({ headers, rawHeaders }, response) => void response.end(JSON.stringify({ headers, rawHeaders })),
    );
    const { port } = await serveForwarding(peer);
    const sent = ['Host', 'a', 'Authorization', 'one', 'AUTHORIZATION', 'two', 'Accept', 'b', 'Accept', 'c'];
    const text = await askPlainly(port, `POST ${FILE}/entries HTTP/1.1`, sent);
    const told = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Pick<
      IncomingMessage,
      'headers' | 'rawHeaders'
    >;
    expect(told.rawHeaders.slice(0, sent.length)).to.deep.equal(sent);
    expect(told.headers).to.include({ host: 'a', authorization: 'one', accept: 'b, c' });
  });

  it('gets every kind of answer: without a body, in parts, long', async () => {
    const long = 'é'.repeat(2_000_000);
    const peer = await listen((request, response) => {
      if (request.method === 'DELETE') return void response.writeHead(204, { 'X-Name': 'é' }).end();
      response.write('first ');
      response.write(Buffer.from('second '));
      setTimeout(() => response.end(long), 5);
    });
    const { url } = await serveForwarding(peer);
    const [deleted, posted] = [await fetch(`${url}${FILE}/entries/1`, { method: 'DELETE' }), await post(url)];
    expect([deleted.status, deleted.headers.get('x-name'), await deleted.text()]).to.deep.equal([204, 'é', '']);
    expect(await posted.text()).to.equal(`first second ${long}`);
  });

  it('shares one connection with others, which do not wait for it', async () => {
    const first = createRelease();
    const repeat = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await readBody(request);
      if (body === '0') await first.released;
      response.end(body);
    };
    const peer = await listen((request, response) => void repeat(request, response));
    const { url } = await serveForwarding(peer);
    const ask = async (body: string): Promise<string> =>
      (await fetch(`${url}${FILE}/entries`, { method: 'POST', body })).text();
    const slow = ask('0');
    const numbers = Array.from({ length: 30 }, (_, index) => String(index + 1));
    expect(await Promise.all(numbers.map(ask))).to.deep.equal(numbers);
    first.release();
    expect(await slow).to.equal('0');
  });

  it('tells this process what its client has seen', async () => {
    const seen = createSeenPositions();
    const telling = createForwarder({ proof, getClientAddress, onAnswer: seen.noteAnswer });
    const peer = await listen((_request, response) => void response.writeHead(201, { 'X-Position': '42' }).end());
    const own = await serveForwarding(peer, telling);
    await post(own.url, { Authorization: 'Bearer 7|secret' });
    await post(own.url);
    expect([seen.get(7), seen.get(8)]).to.deep.equal([42, -1]);
    telling.close();
  });

  it('tells that process when its client has left', async () => {
    const [arrived, left] = [createRelease(), createRelease()];
    const peer = await listen((request, response) => {
      arrived.release();
      request.socket.once('close', () => response.writableFinished || left.release());
    });
    const { url } = await serveForwarding(peer);
    const controller = new AbortController();
    const asked = fetch(`${url}${FILE}/entries`, { method: 'POST', body: 'x', signal: controller.signal });
    await arrived.released;
    controller.abort();
    await asked.catch(() => undefined);
    await left.released;
  });

  it('is handled here when that process cannot be reached', async () => {
    const gone = await serve(answer('gone'));
    servers.pop()!.close();
    const response = await post((await serveForwarding({ id: 'gone', ...gone })).url);
    expect(await response.json()).to.include({ by: 'here', body: '{"a":1}', method: 'POST' });
  });

  it('is handled here when one of the two does not have the key, with or without a mutation id', async () => {
    const stranger = await listen(answer('stranger'), createMutualProof('another key'));
    const { url } = await serveForwarding(stranger);
    for (const id of [null, 'one']) {
      const response = await post(url, id === null ? {} : { 'x-client-mutation-id': id });
      expect(response.status).to.equal(201);
      expect(await response.json()).to.include({ by: 'here', body: '{"a":1}', method: 'POST' });
    }
  });

  it('believes no answer of a process that has not proved that it has the key', async () => {
    const stranger = createPlainServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(buildFrame(FRAME_KINDS.challenge, 0, proof.createChallenge()));
      socket.once('data', () =>
        socket.write(buildFrame(FRAME_KINDS.end, 1, Buffer.from('HTTP/1.1 200 OK\r\nA: b\r\n\r\nforged'))),
      );
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    const response = await post((await serveForwarding({ id: 'stranger', host: '127.0.0.1', port })).url);
    expect(await response.json()).to.include({ by: 'here' });
    stranger.close();
  });

  for (const [what, handler] of [
    ['breaks off', (request: IncomingMessage) => void request.socket.destroy()],
    ['says nothing', () => undefined],
  ] as const)
    it(`is repeated here when that process ${what} only if it has a mutation id`, async () => {
      const { url } = await serveForwarding(await listen(handler), hurried);
      expect((await post(url)).status).to.equal(503);
      const repeated = await post(url, { 'x-client-mutation-id': 'one' });
      expect(await repeated.json()).to.include({ by: 'here', body: '{"a":1}' });
    });

  it('breaks off with its answer', async () => {
    const peer = await listen((_request, response) => {
      response.writeHead(200, { 'Content-Length': '300000' });
      response.write('x'.repeat(100_000), () => response.destroy());
    });
    const response = await post((await serveForwarding(peer)).url);
    expect(response.status).to.equal(200);
    expect(await response.text().catch(() => 'broken')).to.equal('broken');
  });

  it('does not wait for a process that is gone', async () => {
    const arrived = createRelease();
    const peer = await listen(() => arrived.release());
    const { url } = await serveForwarding(peer);
    const response = post(url, { 'x-client-mutation-id': 'one' });
    await arrived.released;
    forwarder.abandon(['other']);
    forwarder.abandon([peer.id]);
    expect(await (await response).json()).to.include({ by: 'here' });
  });

  it('is handled here when that process goes while the request is received', async () => {
    const peer = await listen(answer('there'));
    const { url } = await serve((request, response) => {
      forwarder.forward(request, response, peer, answer('here'));
      forwarder.abandon([peer.id]);
    });
    expect(await (await post(url)).json()).to.include({ by: 'here', body: '{"a":1}' });
  });

  it('is answered by a process that stops, which takes no further ones', async () => {
    const [arrived, told] = [createRelease(), createRelease()];
    let requests = 0;
    const peer = await listen((_request, response) => {
      arrived.release();
      // One that comes before this process has heard that the other stops is answered at once.
      requests += 1;
      void (requests === 1 ? told.released : Promise.resolve()).then(() =>
        response.end(JSON.stringify({ by: 'there' })),
      );
    });
    const { url } = await serveForwarding(peer);
    const early = post(url);
    await arrived.released;
    const closed = listeners.at(-1)!.close();
    await waitUntil('the other process to say that it stops', async () => {
      const late = await post(url, { 'x-client-mutation-id': 'late' });
      return ((await late.json()) as { by: string }).by === 'here';
    });
    told.release();
    expect(await (await early).json()).to.deep.equal({ by: 'there' });
    await closed;
  });

  it('is a small write to a company file', () => {
    const find = (method: string, url: string, headers: Readonly<Record<string, string>> = {}) =>
      findWrittenCompany({ method, url, headers } as unknown as IncomingMessage);
    expect(find('POST', `${FILE}/entries`)).to.equal('AbCdEfGh1234');
    expect(find('DELETE', `${FILE}/entries/1`)).to.equal('AbCdEfGh1234');
    expect(find('GET', `${FILE}/entries`)).to.equal(null);
    expect(find('POST', '/v1/companies')).to.equal(null);
    expect(find('POST', '/v1/firms/AbCdEfGh1234/members')).to.equal(null);
    expect(find('POST', `${FILE}/documents`, { 'content-length': '300000' })).to.equal(null);
    expect(find('POST', `${FILE}/documents`, { 'transfer-encoding': 'chunked' })).to.equal(null);
  });
});

describe('processes that serve the API', () => {
  let database: TestDatabase;
  const opened: Forwarding[] = [];
  before(async () => (database = await createTestDatabase()));
  afterEach(async () => {
    for (const forwarding of opened.splice(0)) await forwarding.close();
    await database.pool.query('DELETE FROM ops.processes');
  });
  after(() => database.drop());

  const idOf = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;
  const join = (number: number) =>
    database.pool.query(
      `INSERT INTO ops.processes (id, access_position, expires_at) VALUES ($1, 0, now() + interval '1 minute')`,
      [idOf(number)],
    );

  async function start(number: number, projects = false): Promise<string> {
    await join(number);
    const forwarding = openForwarding({
      pool: database.pool,
      processId: idOf(number),
      appKey: KEY,
      trustProxy: 0,
      address: null,
      isProjecting: () => projects,
      handle: answer(String(number)),
      onTrouble: (error) => {
        throw error;
      },
    });
    opened.push(forwarding);
    const { url } = await serve((request, response) =>
      (forwarding.findHandler(request) ?? answer(String(number)))(request, response),
    );
    return url;
  }
  const listAddresses = async (): Promise<(string | null)[]> =>
    (await database.pool.query<{ address: string | null }>('SELECT address FROM ops.processes ORDER BY id')).rows.map(
      ({ address }) => address,
    );
  const askAll = async (urls: readonly string[], token: string): Promise<string[]> =>
    Promise.all(
      urls.map(async (url) => {
        const response = await fetch(`${url}/v1/companies/${token}/entries`, { method: 'POST', body: 'x' });
        return ((await response.json()) as { by: string }).by;
      }),
    );
  const tokens = Array.from({ length: 40 }, (_, index) => `Token${String(index).padStart(7, '0')}`);

  it('listen for each other only if there are others', async () => {
    const url = await start(1);
    await opened[0]!.close();
    expect(await listAddresses()).to.deep.equal([null]);
    expect(await askAll([url], tokens[0]!)).to.deep.equal(['1']);
  });

  it('divide the company files among them', async () => {
    const urls = [await start(1), await start(2)];
    await waitUntil('both to take writes', async () => {
      const by = await Promise.all(tokens.map((token) => askAll(urls, token)));
      return by.every(([one, other]) => one === other) && new Set(by.flat()).size === 2;
    });
  });

  it('send all writes to the one that projects, and to the others when it is gone', async () => {
    const urls = [await start(1), await start(2, true), await start(3)];
    await waitUntil('the projecting one to take all', async () => {
      const by = await Promise.all(tokens.map((token) => askAll(urls, token)));
      return by.flat().every((name) => name === '2');
    });
    await opened[1]!.close();
    await database.pool.query('DELETE FROM ops.processes WHERE id = $1', [idOf(2)]);
    await waitUntil('the others to divide them', async () => {
      const by = await Promise.all(tokens.map((token) => askAll([urls[0]!, urls[2]!], token)));
      return by.every(([one, other]) => one === other) && new Set(by.flat()).size === 2;
    });
  });

  it('take nothing from anybody else', async () => {
    await Promise.all([start(1), start(2)]);
    await waitUntil('the addresses', async () => (await listAddresses()).every((address) => address !== null));
    const [, port] = (await listAddresses())[0]!.split(':');
    expect(await askPlainly(Number(port), 'POST / HTTP/1.1', ['Host', 'a']), 'HTTP').to.not.contain('HTTP');
    const challenge = createMutualProof(KEY).createChallenge();
    const { sign, countersign } = createMutualProof(KEY);
    expect(countersign(challenge, sign(challenge, 'a:1'), 'a:1')).to.not.equal(null);
    expect(countersign(challenge, sign(challenge, 'a:1'), 'a:2'), 'for another process').to.equal(null);
    expect(countersign(challenge, createMutualProof('another key').sign(challenge, 'a:1'), 'a:1')).to.equal(null);
    expect(countersign(challenge, Buffer.alloc(0), 'a:1')).to.equal(null);
    const early = buildFrame(FRAME_KINDS.request, 1, Buffer.alloc(8));
    expect((await sendBytes(Number(port), early)).length, 'the challenge alone').to.equal(25);
    const endless = Buffer.from([255, 255, 255, 255, 0, 0, 0, 0, FRAME_KINDS.proof]);
    expect((await sendBytes(Number(port), endless)).length).to.equal(25);
  });
});
