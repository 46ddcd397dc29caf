import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { destroyEmbeddedServer, startEmbeddedServer } from '../../database/embedded/index.ts';
import { identifySelf } from '../../database/embedded/processes.ts';
import { watchServer, type ServerTrouble } from '../../database/embedded/watch.ts';
import { readPostmasterPid, query } from '../support/embedded-server.ts';
import { waitUntil } from '../support/load.ts';

describe('an embedded server that ends by itself', function () {
  this.timeout(60_000);

  it('is started again at the same address with all that was committed, and still stops with its owner', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'grandlivre-watch-'));
    const events: ServerTrouble['what'][] = [];
    const server = await startEmbeddedServer({
      dataDir,
      mode: 'own',
      settings: { fsync: 'off' },
      onTrouble: ({ what }) => events.push(what),
    });
    try {
      await query(server.url, 'CREATE TABLE kept AS SELECT 7 AS n');
      const killed = await readPostmasterPid(dataDir);
      process.kill(killed, 'SIGKILL');
      const isBack = (): Promise<boolean> =>
        query(server.url, 'SELECT n FROM kept').then(
          ([row]) => row?.['n'] === 7,
          () => false,
        );
      await waitUntil('the server to be back', async () => events.includes('started') && (await isBack()), 30_000);
      expect(events).to.deep.equal(['ended', 'started']);
      const next = await readPostmasterPid(dataDir);
      expect(next).not.to.equal(killed);
      await server.stop();
      expect(() => process.kill(next, 0)).to.throw('ESRCH');
    } finally {
      await server.stop();
      await destroyEmbeddedServer(dataDir);
    }
  });

  it('is tried again with growing pauses, and given up when that was in vain for too long', async () => {
    const events: ServerTrouble[] = [];
    const dead = { ...(await identifySelf()), startedAt: 'never' };
    const watch = watchServer(dead, {
      restart: () => Promise.reject(new Error('no room')),
      onTrouble: (event) => events.push(event),
      givenUpAfterMs: 1_000,
    });
    await waitUntil('it to be given up', () => events.at(-1)?.what === 'given-up');
    await watch.stop();
    expect(events[0]).to.deep.equal({ what: 'ended' });
    expect(events.filter(({ what }) => what === 'not-started').length).to.be.within(2, 6);
  });
});
