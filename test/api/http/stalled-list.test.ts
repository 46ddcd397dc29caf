import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { waitUntil } from '../../support/load.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

/** More than the system takes off the hands of the service, however much it has given its sockets. */
const RECORDS = 4_000;
const LONG = '漢'.repeat(190);

describe('A reader of a list of twelve megabytes', function () {
  this.timeout(120_000);
  const service = useService({ timeouts: { stalledMs: 1_500 } });
  let firm: TestFirm;
  let file: TestCompany;
  /** Connections as the service sees them, by the port of the other side. */
  const accepted = new Map<number, Socket>();
  const accept = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    if (socket.remotePort !== undefined) accepted.set(socket.remotePort, socket);
  };

  before('fill the list', async () => {
    subscribe('net.server.socket', accept);
    firm = await service.newFirm();
    file = await service.newCompany(firm.client);
    for (let part = 0; part < 2; part += 1) {
      const lines = Array.from({ length: RECORDS / 2 }, (_, number) =>
        [`customer`, `${part}-${number} ${LONG}`, LONG, LONG, LONG.slice(0, 90)].join(),
      );
      const form = new FormData();
      const csv = ['type,name,address,street,city', ...lines].join('\n');
      form.append('file', new Blob([csv], { type: 'text/csv' }), 'clients.csv');
      const answer = await fetch(`${service.url}${file.path}/third-parties/import`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${firm.client.token}` },
        body: form,
      });
      expect(answer.status, await answer.text()).to.be.below(300);
    }
  });
  after(() => unsubscribe('net.server.socket', accept));

  function ask(): Socket {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `GET ${file.path}/third-parties HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${firm.client.token}\r\n\r\n`,
    );
    return socket;
  }

  /** The service's end of it. */
  async function otherEnd(socket: Socket): Promise<Socket> {
    await waitUntil('the connection', () => accepted.has(socket.localPort ?? -1));
    return accepted.get(socket.localPort!)!;
  }

  it('is cut when it takes nothing for too long, and what was kept for it is dropped', async () => {
    const socket = ask();
    const end = await otherEnd(socket);
    socket.once('data', () => socket.pause());
    await waitUntil('the connection to be cut', () => end.destroyed, 60_000);
    // Nothing is left that would keep the system sending.
    let received = 0;
    let last = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      last = chunk.toString('latin1').slice(-7);
    });
    const isClosed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    await isClosed;
    expect(received).to.be.lessThan(12_000_000);
    expect(last, 'no end of the list').not.to.match(/0\r\n\r\n$/);
  });

  it('gets all of it when it reads, however small the pieces', async () => {
    const socket = ask();
    let received = 0;
    let last = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      last = (last + chunk.toString('latin1')).slice(-5);
      socket.pause();
      setImmediate(() => socket.resume());
    });
    await new Promise((resolve) => socket.once('close', resolve));
    expect(last).to.equal('0\r\n\r\n');
    expect(received).to.be.greaterThan(9_000_000);
  });
});
