import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { destroyEmbeddedServer, startEmbeddedServer } from '../database/embedded/index.ts';
import type { Extent } from './options.ts';
import { processorTimeOfFamily } from './processor-time.ts';

/** What every measurement stands on: one fresh PostgreSQL with the service's own settings, fsync on, for both sides. */
export interface Stage {
  readonly folder: string;
  readonly extent: Extent;
  /** A new, empty database on the server. */
  createDatabase(name: string): Promise<string>;
  /**
   * Brings what is dirty to the disk, so that one measurement does not pay for the one before. To be followed by a
   * warm-up: the first change of a page after this costs more than those after it.
   */
  settle(): Promise<void>;
  /** What the server has computed so far, in milliseconds. */
  serverTime(): Promise<number>;
  note(text: string): void;
  close(): Promise<void>;
}

export async function openStage(extent: Extent, note: (text: string) => void): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'grandlivre-bench-'));
  const close = (): Promise<void> => destroyEmbeddedServer(folder);
  try {
    const server = await startEmbeddedServer({ dataDir: folder, mode: 'own' });
    const run = (statement: string): Promise<void> => runStatement(server.url, statement);
    return {
      folder,
      extent,
      note,
      async createDatabase(name) {
        await run(`CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8'`);
        const url = new URL(server.url);
        url.pathname = `/${name}`;
        return url.href;
      },
      async settle() {
        await run('CHECKPOINT');
        globalThis.gc?.();
      },
      serverTime: async () => processorTimeOfFamily(await postmasterIn(folder)),
      async close() {
        await server.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const postmasterIn = async (folder: string): Promise<number> =>
  Number.parseInt(await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10);
