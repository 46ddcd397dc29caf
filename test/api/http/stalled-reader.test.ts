import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { createSend } from '../../../api/http/reply/send-reply.ts';
import type { Call } from '../../../api/http/routing/call.ts';
import { waitUntil } from '../../support/load.ts';
import { useService } from '../../support/service.ts';

describe('A reader of a long answer', () => {
  let server: Server | undefined;
  afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined))));

  it('is cut when it takes nothing for too long, and what it was sent is let go of', async () => {
    const endless = new Readable({ read: () => void endless.push(Buffer.alloc(64 * 1024)) });
    const send = createSend({}, null, 300);
    const failures: unknown[] = [];
    server = createServer((request, response) => {
      const call = { requestId: 'x', language: 'en', request, answerHeaders: null } as unknown as Call;
      const answer = { status: 200, headers: { 'Content-Type': 'application/octet-stream' }, body: endless };
      Promise.resolve(send(response, answer, call, false)).catch((error: unknown) => failures.push(error));
    });
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.once('data', () => socket.pause());
    await waitUntil('the reader to be cut', () => failures.length > 0);
    expect(endless.destroyed).to.equal(true);
    expect(String(failures[0])).to.match(/taken nothing|closed|Premature/);
    socket.destroy();
  });
});

const CONNECTIONS = '/proc/net/tcp';
const ESTABLISHED = '01';

/** Whether the system holds a connection open on the side of the service; its client may not know yet. */
function isEstablished(servicePort: number, clientPort: number): boolean {
  const port = (number: number) => number.toString(16).toUpperCase().padStart(4, '0');
  return readFileSync(CONNECTIONS, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .some(
      ([, local, remote, state]) =>
        local?.endsWith(`:${port(servicePort)}`) && remote?.endsWith(`:${port(clientPort)}`) && state === ESTABLISHED,
    );
}

describe('A reader that takes nothing of what the service sends', () => {
  /** More than the system takes off the hands of the service. */
  const LARGE = 20 * 1024 * 1024;
  const service = useService({ from: 'books', timeouts: { stalledMs: 300 } });

  it('is cut, and others are served', async function () {
    if (!existsSync(CONNECTIONS)) return this.skip();
    const { client } = await service.newFirm();
    const file = await service.newCompany(client);
    const lines = [
      { account: '604000', debit: '1.00' },
      { account: '440000', credit: '1.00' },
    ];
    const entry = await client.post(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-03-15',
      lines,
    });
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(LARGE)]);
    const part = { field: 'files[]', name: 'large.pdf', content, type: 'application/pdf' };
    const path = `${file.path}/entries/${entry.body.id}/attachments`;
    const attached = await client.expect(201).upload<{ file_url: string }[]>('POST', path, [part]);
    const { pathname, search } = new URL(attached[0]!.file_url);
    const { host, port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    await waitUntil('the reader to be cut', () => !isEstablished(Number(port), socket.localPort!));
    // The connection was reset, which `once` would report as an error.
    const over = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    await over;
    expect(bytes, 'what the system had taken').to.be.within(1, LARGE);
    await client.ok('/v1/ping');
  });
});
