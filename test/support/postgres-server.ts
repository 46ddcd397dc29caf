import { mkdtemp, readdir, readFile, stat, statfs, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { destroyEmbeddedServer, findServerOwner, startEmbeddedServer } from '../../database/embedded/index.ts';
import { getPlaces } from '../../database/embedded/places.ts';

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
  // Its files lie in memory: handing reads over to other processes costs more than reading.
  io_method: 'sync',
  max_connections: '200',
};

/** Where Linux keeps files in memory: three hundred files for each database cost a disk five times as much. */
const IN_MEMORY = '/dev/shm';
/** A whole run needs less than a third of it; containers are given 64 MB. */
const ROOM_NEEDED = 4 * 2 ** 30;

async function findServerFolder(): Promise<string> {
  const there = await statfs(IN_MEMORY).catch(() => null);
  // Memory that is promised but used otherwise is no room: half of what the machine has free must stay.
  const room = there === null ? 0 : Math.min(there.bavail * there.bsize, os.freemem() / 2);
  return room >= ROOM_NEEDED ? IN_MEMORY : os.tmpdir();
}

/** One server for a whole test run, in a temporary folder. Its url serves every worker process of the run. */
export async function startTestServer(): Promise<TestServer> {
  const folder = await findServerFolder();
  for (const swept of new Set([folder, os.tmpdir()])) await sweepTestServers(swept);
  const dataDir = await mkdtemp(path.join(folder, testServerPrefix));
  const server = await startEmbeddedServer({ dataDir, mode: 'own', settings });
  await askNoPassword(server.url, getPlaces(dataDir).cluster);
  return {
    url: server.url,
    dataDir,
    stop: async () => {
      await server.stop();
      await destroyEmbeddedServer(dataDir);
    },
  };
}

/** Proving a password is half of what a connection costs, and a run opens ten thousand of them. Other users still do. */
async function askNoPassword(url: string, cluster: string): Promise<void> {
  const file = path.join(cluster, 'pg_hba.conf');
  const rules = await readFile(file, 'utf8');
  await writeFile(file, `host all ${new URL(url).username} 127.0.0.1/32 trust\n${rules}`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_reload_conf()');
  } finally {
    await client.end();
  }
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
  const owner = await findServerOwner(dataDir);
  return owner === null ? Date.now() - (await stat(dataDir)).mtimeMs > dayMs : !owner.alive;
}
