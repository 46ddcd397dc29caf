import { mkdtemp, readdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { destroyEmbeddedServer, ownerOfEmbeddedServer, startEmbeddedServer } from '../../database/embedded/index.ts';

export interface TestServer {
  readonly url: string;
  readonly dataDir: string;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

export const testServerPrefix = 'grandlivre-test-server-';
const dayMs = 86_400_000;

/** Data of a test run need not survive the machine, and its databases are gone before they need to be tidied up. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
};

/** One server for a whole test run, in a temporary folder. Its url serves every worker process of the run. */
export async function startTestServer(): Promise<TestServer> {
  await sweepTestServers();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), testServerPrefix));
  const server = await startEmbeddedServer({ dataDir, mode: 'own', settings });
  return {
    url: server.url,
    dataDir,
    stop: async () => {
      await server.stop();
      await destroyEmbeddedServer(dataDir);
    },
  };
}

/** Removes the servers of runs that were killed. What belongs to another user, or to a living run, is left alone. */
export async function sweepTestServers(folder = os.tmpdir()): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(testServerPrefix)) continue;
    const dataDir = path.join(folder, name);
    if (await isAbandoned(dataDir).catch(() => false)) await destroyEmbeddedServer(dataDir).catch(() => undefined);
  }
}

/** A folder without an owner may be one that another run is just filling, so it is given a day. */
async function isAbandoned(dataDir: string): Promise<boolean> {
  const owner = await ownerOfEmbeddedServer(dataDir);
  return owner === null ? Date.now() - (await stat(dataDir)).mtimeMs > dayMs : !owner.alive;
}
