import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { z } from 'zod';
import { route } from '../../../api/http/routing/route.ts';
import { listen, type Listening } from '../../../api/http/server/server.ts';
import { toyApp } from './support.ts';

/** More than is sent at once. */
const PIECE = 'x'.repeat(1_000_000);

describe('A file that is broken off', () => {
  let listening: Listening;
  let source: () => AsyncGenerator<string>;
  const { app, logs } = toyApp({
    extraRoutes: [
      route({
        area: 'service',
        method: 'get',
        path: '/v1/file',
        summary: 'A file',
        ability: 'public',
        role: 'any',
        demo: 'allowed',
        replies: { 200: z.string() },
        fileTypes: ['text/csv'],
        handle: () => ({
          status: 200,
          raw: Readable.from(source(), { objectMode: false }),
          headers: { 'Content-Type': 'text/csv' },
        }),
      }),
    ],
  });
  before(async () => (listening = await listen(app, { host: '127.0.0.1', port: 0 })));
  after(() => listening.close());
  beforeEach(() => logs.splice(0));

  const asked = async (): Promise<IncomingMessage> => {
    const request = get({ port: listening.port, host: '127.0.0.1', path: '/v1/file' });
    request.on('error', () => undefined);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('error', () => undefined);
    return response;
  };
  const told = async (message: string): Promise<Record<string, unknown> | undefined> => {
    for (let tries = 0; tries < 300; tries += 1) {
      const found = logs.find(({ msg }) => msg === message);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return undefined;
  };

  it('by the database is a failure of ours, and told with its cause', async () => {
    source = async function* () {
      yield PIECE;
      await Promise.resolve();
      // As the driver says it, with the code of a connection that was lost: not the one of the reader.
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
    };
    const response = await asked();
    const closed = new Promise((resolve) => response.once('close', resolve));
    response.resume();
    await closed;
    expect(response.complete).to.equal(false);
    const failure = await told('request failed');
    expect(failure).to.have.property('level', 50);
    expect(failure!.err).to.have.property('message', 'Connection terminated unexpectedly');
    expect(logs.some(({ msg }) => msg === 'client disconnected')).to.equal(false);
  });

  it('by its reader is nobody’s failure, and ends the reading', async () => {
    let isOver = false;
    source = async function* () {
      try {
        for (;;) {
          yield PIECE;
          await Promise.resolve();
        }
      } finally {
        isOver = true;
      }
    };
    const response = await asked();
    await once(response, 'data');
    response.destroy();
    expect(await told('client disconnected')).to.have.property('level', 30);
    expect(isOver).to.equal(true);
    expect(logs.some(({ level }) => level === 50)).to.equal(false);
  });
});
