import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createSeenPositions } from '../../api/http/routing/seen-positions.ts';
import { getClientAddress } from '../../api/http/server/client-address.ts';
import { createForwarder, findWrittenCompany } from '../../service/forwarding/forwarder.ts';
import { openForwarding, type Forwarding } from '../../service/forwarding/index.ts';
import { createRequestSeal, SEAL_HEADER, SEAL_REFUSED } from '../../service/forwarding/seal.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { waitUntil } from '../support/load.ts';

const FILE = '/v1/companies/AbCdEfGh1234';
const KEY = 'a key that all processes have';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

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

const post = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${url}${FILE}/entries?dry_run=1`, { method: 'POST', body: '{"a":1}', headers });

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe('a request that is forwarded to another process', () => {
  const seal = createRequestSeal(KEY);
  const forwarder = createForwarder({ seal, getClientAddress: () => '203.0.113.9', timeoutMs: 300 });
  after(() => forwarder.close());

  const serveForwarding = (peer: { readonly host: string; readonly port: number }) =>
    serve((request, response) => forwarder.forward(request, response, { id: 'peer', ...peer }, answer('here')));

  it('gets the answer of that process, which knows its client', async () => {
    let sealed: string | undefined;
    const peer = await serve((request, response) => {
      sealed = request.headers[SEAL_HEADER] as string;
      answer('there')(request, response);
    });
    const response = await post((await serveForwarding(peer)).url);
    expect([response.status, response.headers.get('x-operation-id')]).to.deep.equal([201, 'there']);
    const url = `${FILE}/entries?dry_run=1`;
    expect(await response.json()).to.include({ by: 'there', body: '{"a":1}', method: 'POST', url });
    expect(seal.open(sealed, 'POST', url)).to.equal('203.0.113.9');
    expect(seal.open(sealed, 'DELETE', url)).to.equal(null);
    expect(createRequestSeal('another key').open(sealed, 'POST', url)).to.equal(null);
    expect(createRequestSeal(KEY, () => Date.now() + 61_000).open(sealed, 'POST', url)).to.equal(null);
  });

  it('tells this process what its client has seen', async () => {
    const seen = createSeenPositions();
    const telling = createForwarder({ seal, getClientAddress: () => '203.0.113.9', onAnswer: seen.noteAnswer });
    const peer = await serve((_request, response) => void response.writeHead(201, { 'X-Position': '42' }).end());
    const own = await serve((request, response) =>
      telling.forward(request, response, { id: 'peer', ...peer }, answer('here')),
    );
    await post(own.url, { Authorization: 'Bearer 7|secret' });
    await post(own.url);
    expect([seen.get(7), seen.get(8)]).to.deep.equal([42, -1]);
    telling.close();
  });

  it('is handled here when that process cannot be reached', async () => {
    const gone = await serve(answer('gone'));
    servers.pop()!.close();
    const response = await post((await serveForwarding(gone)).url);
    expect(await response.json()).to.include({ by: 'here', body: '{"a":1}', method: 'POST' });
  });

  for (const [what, handler] of [
    ['breaks off', (request: IncomingMessage) => request.socket.destroy()],
    ['says nothing', () => undefined],
  ] as const)
    it(`is repeated here when that process ${what} only if it has a mutation id`, async () => {
      const { url } = await serveForwarding(await serve(handler));
      expect((await post(url)).status).to.equal(503);
      const repeated = await post(url, { 'x-client-mutation-id': 'one' });
      expect(await repeated.json()).to.include({ by: 'here', body: '{"a":1}' });
    });

  it('does not wait for a process that is gone', async () => {
    const patient = createForwarder({ seal, getClientAddress: () => '203.0.113.9' });
    let arrived = (): void => undefined;
    const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
    const peer = await serve(() => arrived());
    const { url } = await serve((request, response) =>
      patient.forward(request, response, { id: 'frozen', ...peer }, answer('here')),
    );
    const response = post(url, { 'x-client-mutation-id': 'one' });
    await hasArrived;
    patient.abandon(['other']);
    patient.abandon(['frozen']);
    expect(await (await response).json()).to.include({ by: 'here' });
    patient.close();
  });

  it('is handled here when that process does not believe the seal, with or without a mutation id', async () => {
    const peer = await serve((request, response) => {
      request.resume();
      response.writeHead(403, { Connection: 'close', [SEAL_HEADER]: SEAL_REFUSED }).end();
    });
    const { url } = await serveForwarding(peer);
    for (const id of [null, 'one']) {
      const response = await post(url, id === null ? {} : { 'x-client-mutation-id': id });
      expect(response.status).to.equal(201);
      expect(await response.json()).to.include({ by: 'here', body: '{"a":1}', method: 'POST' });
    }
  });

  it('is handled here when that process goes while the request is received', async () => {
    const peer = await serve(answer('there'));
    const { url } = await serve((request, response) => {
      forwarder.forward(request, response, { id: 'leaving', ...peer }, answer('here'));
      forwarder.abandon(['leaving']);
    });
    expect(await (await post(url)).json()).to.include({ by: 'here', body: '{"a":1}' });
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

  it('take nothing from anybody else, and believe no address of a client', async () => {
    const urls = [await start(1), await start(2)];
    await waitUntil('the addresses', async () => (await listAddresses()).every((address) => address !== null));
    const inside = `http://${(await listAddresses())[0]!}`;
    const refused = await post(inside);
    expect([refused.status, refused.headers.get(SEAL_HEADER)]).to.deep.equal([403, SEAL_REFUSED]);
    const late = createRequestSeal(KEY, () => Date.now() - 61_000).create('POST', `${FILE}/entries?dry_run=1`, '::1');
    expect((await post(inside, { [SEAL_HEADER]: late })).headers.get(SEAL_HEADER)).to.equal(SEAL_REFUSED);
    expect((await post(inside, { [SEAL_HEADER]: '1 abc 203.0.113.9' })).status).to.equal(403);
    const forged = createRequestSeal(KEY).create('POST', `${FILE}/entries?dry_run=1`, '203.0.113.9');
    const outside = (await (await post(urls[0]!, { [SEAL_HEADER]: forged })).json()) as { client: string };
    expect(outside.client, 'at the public address').to.equal('127.0.0.1');
    const within = (await (await post(inside, { [SEAL_HEADER]: forged })).json()) as { client: string };
    expect(within.client).to.equal('203.0.113.9');
  });
});
