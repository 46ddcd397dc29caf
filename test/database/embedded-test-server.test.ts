import { expect } from 'chai';
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { identifyProcess } from '../../database/embedded/processes.ts';
import { readPostmasterPid, query, spawnServer } from '../support/embedded-server.ts';
import { startTestServer, sweepTestServers, testServerPrefix } from '../support/postgres-server.ts';

describe('the server of a test run', function () {
  this.timeout(30_000);

  it('answers without waiting for the disk, and leaves no folder behind', async () => {
    const server = await startTestServer();
    expect(await query(server.url, 'SHOW fsync')).to.deep.equal([{ fsync: 'off' }]);
    expect(await readdir(server.dataDir)).to.include('postgres');
    await server.stop();
    expect(await readdir(path.dirname(server.dataDir))).not.to.include(path.basename(server.dataDir));
    const refusal = await query(server.url, 'SELECT 1').catch((error: unknown) => error);
    expect(refusal).to.have.property('code', 'ECONNREFUSED');
  });

  it('is swept after a run that was killed, but not while its run lives or begins', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'grandlivre-sweep-'));
    const at = (name: string): string => path.join(folder, testServerPrefix + name);
    const living = await spawnServer(at('living'), 'own');
    const killed = await spawnServer(at('killed'), 'own');
    try {
      const orphan = await readPostmasterPid(at('killed'));
      await killed.kill();
      for (const name of ['beginning', 'old']) await mkdir(at(name));
      const longAgo = Date.now() / 1000 - 90_000;
      await utimes(at('old'), longAgo, longAgo);
      await sweepTestServers(folder);
      expect((await readdir(folder)).sort()).to.deep.equal(
        ['beginning', 'living'].map((name) => testServerPrefix + name),
      );
      expect(await identifyProcess(orphan)).to.equal(null);
      expect(await query(living.answer.url, 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
    } finally {
      await killed.kill();
      await living.end();
      await rm(folder, { recursive: true });
    }
  });
});
