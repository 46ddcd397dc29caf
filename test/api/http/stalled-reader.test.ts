import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { createSend } from '../../../api/http/answer.ts';
import type { Call } from '../../../api/http/call.ts';
import { until } from '../../support/load.ts';

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
    await until('the reader to be cut', () => failures.length > 0);
    expect(endless.destroyed).to.equal(true);
    expect(String(failures[0])).to.match(/taken nothing|closed|Premature/);
    socket.destroy();
  });
});
