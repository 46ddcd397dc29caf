import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { limitConnections, computeMaxConnections } from '../../../api/http/limits/connection-limit.ts';
import { waitUntil } from '../../support/load.ts';

describe('The number of connections', () => {
  let server: Server;
  const sockets: Socket[] = [];
  beforeEach(async () => {
    server = createServer((_request, response) => void response.end('served'));
    limitConnections(server, 3);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    sockets.splice(0).forEach((socket) => socket.destroy());
    await new Promise((resolve) => server.close(resolve));
  });

  /** What comes back when a request is sent on a new connection. */
  function open(): { socket: Socket; heard: () => string } {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    sockets.push(socket);
    return { socket, heard: () => text };
  }

  it('is bounded: whoever comes beyond it is told so, and is served when others have gone', async () => {
    const served = [open(), open(), open()];
    await waitUntil('all of them to be served', () => served.every(({ heard }) => heard().includes('served')));
    const refused = open();
    await waitUntil('the refusal', () => refused.heard() !== '');
    expect(refused.heard()).to.match(/^HTTP\/1\.1 503 /);
    expect(refused.heard()).to.contain('Retry-After: 1').and.to.contain('"code":"overloaded"');
    served[0]!.socket.destroy();
    await waitUntil('the place to be free', async () => {
      const next = open();
      await waitUntil('an answer', () => next.heard() !== '');
      return next.heard().includes('served');
    });
  });

  it('leaves a reserve of what the process may open', () => {
    expect([1_024, 20_000, 256, 100, Infinity].map(computeMaxConnections)).to.deep.equal([
      896, 10_000, 128, 50, 10_000,
    ]);
  });
});
