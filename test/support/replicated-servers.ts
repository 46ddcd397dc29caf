import { execFile } from 'node:child_process';
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { destroyEmbeddedServer, startEmbeddedServer, type EmbeddedServer } from '../../database/embedded/index.ts';
import { findFreePort } from '../../database/embedded/postmaster.ts';
import { waitUntil } from '../../database/embedded/processes.ts';

/** A PostgreSQL server with a streaming replica, both from the packages. */
export interface ReplicatedServers {
  readonly primary: ReplicatedServer;
  readonly replica: ReplicatedServer;
  /** Waits until the replica has replayed what the primary has written by now. */
  waitForReplay(): Promise<void>;
  stop(): Promise<void>;
}

export interface ReplicatedServer {
  readonly url: string;
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  /** Sends a signal to all its processes. */
  signal(name: NodeJS.Signals): Promise<void>;
  /** Kills it without any cleanup, as `kill -9` does. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
}

const PREFIX = 'grandlivre-test-server-';
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '100',
  shared_buffers: '64MB',
  // A replica that was away finds what it has missed.
  wal_keep_size: '256MB',
  wal_retrieve_retry_interval: '100ms',
  max_standby_streaming_delay: '100ms',
};

/** The replica begins as a copy of the stopped primary, because the packages contain no `pg_basebackup`. */
export async function startReplicatedServers(more: Readonly<Record<string, string>> = {}): Promise<ReplicatedServers> {
  const folder = await mkdtemp(path.join(os.tmpdir(), PREFIX));
  const copy = await mkdtemp(path.join(os.tmpdir(), PREFIX));
  const first = await startEmbeddedServer({ dataDir: folder, mode: 'own', settings });
  await first.stop();
  await promisify(execFile)('cp', ['-a', `${folder}/.`, copy]);
  const { uid, gid } = await stat(path.join(copy, 'postgres'));
  await writeFile(path.join(copy, 'postgres/standby.signal'), '');
  await promisify(execFile)('chown', [`${uid}:${gid}`, path.join(copy, 'postgres/standby.signal')]);
  const primary = await manageServer(folder, { ...settings, ...more, port: String(await findFreePort()) });
  const { port, password } = new URL(primary.url);
  const replica = await manageServer(copy, {
    ...settings,
    port: String(await findFreePort()),
    primary_conninfo: `host=127.0.0.1 port=${port} user=grandlivre password=${password} application_name=replica`,
  });
  return {
    primary,
    replica,
    async waitForReplay() {
      const [written] = await primary.query<{ lsn: string }>('SELECT pg_current_wal_lsn()::text AS lsn');
      const isThere = async (): Promise<boolean> => {
        const [row] = await replica.query<{ there: boolean }>(
          `SELECT pg_last_wal_replay_lsn() >= '${written!.lsn}'::pg_lsn AS there`,
        );
        return row!.there;
      };
      if (!(await waitUntil(isThere, 20_000))) throw new Error('The replica does not follow');
    },
    async stop() {
      await replica.end();
      await primary.end();
      await destroyEmbeddedServer(copy);
      await destroyEmbeddedServer(folder);
    },
  };
}

async function manageServer(
  dataDir: string,
  own: Readonly<Record<string, string>>,
): Promise<ReplicatedServer & { end(): Promise<void> }> {
  let server: EmbeddedServer = await startEmbeddedServer({ dataDir, mode: 'own', settings: own });
  const readPid = async (): Promise<number> =>
    Number.parseInt(await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  const { url } = server;
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    const pid = await readPid();
    const { stdout } = await promisify(execFile)('ps', ['--ppid', String(pid), '-o', 'pid=']);
    for (const one of [pid, ...stdout.trim().split(/\s+/).map(Number)]) {
      try {
        process.kill(one, name);
      } catch {
        // It ended with its parent.
      }
    }
  };
  return {
    url,
    async query<Row extends pg.QueryResultRow>(sql: string) {
      for (;;) {
        try {
          return await queryOnce<Row>(url, sql);
        } catch (error) {
          // The replay of a replica cancels statements that are in its way.
          if ((error as pg.DatabaseError).code !== '40001') throw error;
        }
      }
    },
    signal,
    async kill() {
      await signal('SIGKILL');
      await server.stop().catch(() => undefined);
    },
    async start() {
      server = await startEmbeddedServer({ dataDir, mode: 'own', settings: own });
    },
    end: () => server.stop().catch(() => undefined),
  };
}

async function queryOnce<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
