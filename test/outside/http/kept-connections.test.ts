import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { parseDestination, matchHosts } from '../../../outside/http/destination.ts';
import {
  openKeptConnections,
  toPostTarget,
  type KeptConnections,
  type PostAnswer,
} from '../../../outside/http/connection-pool.ts';
import { waitUntil } from '../../support/load.ts';

/** Longer than any test. */
const KEPT_MS = 600_000;
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

describe('Connections that are kept', () => {
  let server: Server;
  let accepted: Socket[];
  let connections: KeptConnections;
  /** What a request is answered with, and whether the connection is closed behind it. */
  let manner: (socket: Socket) => void;

  beforeEach(async () => {
    accepted = [];
    manner = (socket) => socket.write(OK);
    server = createServer((socket) => {
      accepted.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', () => manner(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    connections = openKeptConnections({ timeoutMs: 5_000, keptMs: KEPT_MS, maxBytes: 100 });
  });
  afterEach(async () => {
    await connections.close();
    accepted.forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  });

  async function post(body = '{}'): Promise<PostAnswer> {
    const to = parseDestination(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
      matchHosts(['127.0.0.1']),
    );
    if (typeof to === 'string') throw new Error(to);
    return connections.post({ to: toPostTarget(to), headers: ['X-Sent', 'yes'], body });
  }

  it('serve one request after another, and as many at once as there are', async () => {
    for (let count = 0; count < 5; count += 1)
      expect(await post()).to.deep.equal({ status: 200, body: Buffer.from('ok') });
    expect(accepted).to.have.length(1);
    await Promise.all([post(), post(), post()]);
    await Promise.all([post(), post(), post()]);
    expect(accepted).to.have.length(3);
  });

  it('are closed when nobody has used them for a while', async () => {
    await connections.close();
    connections = openKeptConnections({ timeoutMs: 5_000, keptMs: 20, maxBytes: 100 });
    await post();
    await waitUntil('the connection to be closed', () => accepted[0]!.destroyed || accepted[0]!.readableEnded);
    expect((await post()).status).to.equal(200);
    expect(accepted).to.have.length(2);
  });

  it('are not used again when their other side closes them, has said that it will, or says more than it was asked', async () => {
    const manners: ((socket: Socket) => void)[] = [
      (socket) => socket.end(OK),
      (socket) => socket.write(OK.replace('\r\n', '\r\nConnection: close\r\n')),
      (socket) => socket.write(`${OK}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`),
      (socket) => socket.write(OK.replace(': 2', ': 200') + 'x'.repeat(200)),
    ];
    for (const [index, one] of manners.entries()) {
      manner = one;
      expect((await post()).status, String(index)).to.equal(200);
      expect(accepted, String(index)).to.have.length(index + 1);
      await waitUntil('it to be closed', () => accepted[index]!.destroyed);
    }
  });

  it('carry no header that breaks its line', async () => {
    const to = parseDestination('http://127.0.0.1:9/', matchHosts(['127.0.0.1']));
    if (typeof to === 'string') throw new Error(to);
    const failed = await connections
      .post({ to: toPostTarget(to), headers: ['X', 'a\r\nY: b'], body: '' })
      .catch(String);
    expect(failed).to.match(/Line break in/);
  });
});
