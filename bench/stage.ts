import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { destroyEmbeddedServer, startEmbeddedServer } from '../database/embedded/index.ts';
import type { Extent } from './options.ts';
import { readFamilyTime } from './processor-time.ts';

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
  /**
   * To be called after rows were written that are only read from then on: a connection without work reports its fsyncs ten
   * seconds late, and they would be counted as those of the reads.
   */
  waitForReports(): Promise<void>;
  /** What the server has computed so far, in milliseconds. */
  serverTime(): Promise<number>;
  /** Bytes of the write-ahead log so far. */
  readWalBytes(): Promise<number>;
  /** Fsyncs of the write-ahead log by connections so far, those that are closed included. */
  readServerFsyncs(): Promise<number>;
  /** The same by the open connections of one side to a database. */
  readConnectionFsyncs(database: string, side: 'service' | 'baseline'): Promise<number>;
  note(text: string): void;
  close(): Promise<void>;
}

/** PostgreSQL lets connections without work report after 10 s. */
const REPORTS_WITHOUT_WORK_MS = 10_500;

/** Name of the connections of all baselines. */
export const BASELINE = 'baseline';

const WAL_BYTES = `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS count`;
/**
 * Only those that a commit waits for. The background writer of the log makes some in each second, however many requests
 * there are.
 */
const SERVER_FSYNCS = `SELECT coalesce(sum(fsyncs), 0) AS count FROM pg_stat_io WHERE object = 'wal' AND backend_type = 'client backend'`;
const CONNECTION_FSYNCS = `SELECT coalesce(sum(io.fsyncs), 0) AS count
  FROM pg_stat_activity a CROSS JOIN LATERAL pg_stat_get_backend_io(a.pid) io
  WHERE a.datname = $1 AND (a.application_name = '${BASELINE}') = ($2 = 'baseline') AND io.object = 'wal'`;

export async function openStage(extent: Extent, note: (text: string) => void): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'grandlivre-bench-'));
  const close = (): Promise<void> => destroyEmbeddedServer(folder);
  try {
    const server = await startEmbeddedServer({ dataDir: folder, mode: 'own' });
    // Of its own kind, so that its statements are not counted.
    const observer = new pg.Pool({ connectionString: server.url, max: 2, idleTimeoutMillis: 0 });
    observer.on('error', () => undefined);
    const read = async (text: string, values: readonly string[] = []): Promise<number> =>
      Number((await observer.query<{ count: string }>({ text, values: [...values] })).rows[0]!.count);
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
      waitForReports: () => pause(REPORTS_WITHOUT_WORK_MS),
      serverTime: async () => readFamilyTime(await postmasterIn(folder)),
      readWalBytes: () => read(WAL_BYTES),
      readServerFsyncs: () => read(SERVER_FSYNCS),
      readConnectionFsyncs: (database, side) => read(CONNECTION_FSYNCS, [database, side]),
      async close() {
        await observer.end();
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
