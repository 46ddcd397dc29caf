import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findServerAccount } from '../../database/embedded/account.ts';
import { findFreePort } from '../../database/embedded/postmaster.ts';

/** The set-up of deploy/high-availability on one machine: etcd, Patroni with two servers, and HAProxy in front. */
export interface PatroniCluster {
  /** Behind which the primary changes. */
  readonly url: string;
  /** The servers themselves, whichever is the primary. */
  readonly serverUrls: readonly string[];
  findPrimary(): Promise<string | null>;
  /** Whether the other server is a synchronous standby, so that a failover loses nothing. */
  isProtected(): Promise<boolean>;
  /** The machine of this server dies, with everything that runs on it. */
  killMachine(name: string): Promise<void>;
  /** Only its PostgreSQL dies. */
  killServer(name: string): Promise<void>;
  /** The machine stands still. Returns what lets it go on. */
  freezeMachine(name: string): Promise<() => void>;
  /** Starts a machine that was killed. */
  startMachine(name: string): void;
  /** The last lines of its log. */
  readLog(name: string): string;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const DEPLOYED = new URL('../../deploy/high-availability/', import.meta.url);
const NAMES = ['a', 'b'] as const;
const SECRET = 'a-secret-of-the-tests';

/** Null unless Patroni, etcd, HAProxy and PostgreSQL are installed. */
export function findBinaries(): string | null {
  try {
    for (const name of ['patroni', 'etcd', 'haproxy']) execFileSync(name, [name === 'haproxy' ? '-v' : '--version']);
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

interface Machine {
  readonly postgresPort: number;
  readonly restPort: number;
  readonly dataDir: string;
  readonly configuration: string;
  patroni: ChildProcess | null;
}

export async function startPatroniCluster(binaries: string): Promise<PatroniCluster> {
  const account = await findServerAccount(null, 0);
  const own = account ? { uid: account.uid, gid: account.gid } : {};
  const folder = mkdtempSync(join(tmpdir(), 'grandlivre-failover-'));
  const makeFolder = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    if (account) chownSync(path, account.uid, account.gid);
    return path;
  };
  if (account) chownSync(folder, account.uid, account.gid);
  const launch = (name: string, program: string, args: readonly string[]): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const { PATH } = process.env;
    return spawn(program, args, {
      cwd: folder,
      env: { PATH, LC_ALL: 'C.UTF-8', HOME: folder },
      stdio: ['ignore', log, log],
      ...own,
    });
  };
  const [etcdPort, peerPort, primaryPort] = await findPorts(3);
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  const etcd = launch('etcd', 'etcd', [
    ...['--data-dir', makeFolder('etcd'), '--unsafe-no-fsync'],
    ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
    ...['--initial-cluster', `default=${peerUrl}`],
  ]);
  const machines = new Map<string, Machine>();
  for (const name of NAMES) {
    const [postgresPort, restPort] = await findPorts(2);
    const configuration = join(folder, `${name}.yml`);
    const dataDir = join(makeFolder(name), 'data');
    machines.set(name, { postgresPort: postgresPort!, restPort: restPort!, dataDir, configuration, patroni: null });
    writeFileSync(
      configuration,
      readFileSync(new URL('patroni.yml', DEPLOYED), 'utf8')
        .replace('name: a', `name: ${name}`)
        .replaceAll('10.0.0.11:8008', `127.0.0.1:${restPort}`)
        .replaceAll('10.0.0.11:5432', `127.0.0.1:${postgresPort}`)
        .replace(/hosts: .*/, `hosts: 127.0.0.1:${etcdPort}`)
        .replace(/data_dir: .*/, `data_dir: ${dataDir}`)
        .replace(/bin_dir: .*/, `bin_dir: ${binaries}`)
        .replace('local all all peer', 'local all all trust')
        .replaceAll('10.0.0.0/24', '127.0.0.1/32')
        .replace('\n  authentication:', `\n  parameters:\n    unix_socket_directories: ''\n  authentication:`),
    );
  }
  const { a, b } = Object.fromEntries(machines) as Record<'a' | 'b', Machine>;
  const balanced = join(folder, 'haproxy.cfg');
  writeFileSync(
    balanced,
    readFileSync(new URL('haproxy.cfg', DEPLOYED), 'utf8')
      .replaceAll('127.0.0.1:5000', `127.0.0.1:${primaryPort}`)
      .replaceAll('10.0.0.11:5432 check port 8008', `127.0.0.1:${a.postgresPort} check port ${a.restPort}`)
      .replaceAll('10.0.0.12:5432 check port 8008', `127.0.0.1:${b.postgresPort} check port ${b.restPort}`),
  );
  const start = (name: string): void => {
    machines.get(name)!.patroni = launch(name, 'patroni', [machines.get(name)!.configuration]);
  };
  const ask = async (name: string, path: string): Promise<boolean> => {
    const { restPort } = machines.get(name)!;
    const answer = await fetch(`http://127.0.0.1:${restPort}${path}`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => null,
    );
    return answer?.status === 200;
  };
  const findPrimary = async (): Promise<string | null> => {
    for (const name of NAMES) if (await ask(name, '/primary')) return name;
    return null;
  };
  const buildUrl = (port: number, user: string, database: string): string =>
    `postgres://${user}:${user === 'postgres' ? 'change-this' : SECRET}@127.0.0.1:${port}/${database}`;

  const children: ChildProcess[] = [etcd];
  const stop = async (): Promise<void> => {
    for (const machine of machines.values()) {
      const pids = [machine.patroni?.pid ?? 0, ...(await listServerProcesses(machine))].filter(Boolean);
      for (const name of ['SIGCONT', 'SIGKILL'] as const) signalAll(pids, name);
    }
    for (const child of children) child.kill('SIGKILL');
    await pause(200);
    if (process.env['KEEP_LOGS'] === undefined) rmSync(folder, { recursive: true, force: true });
    else process.stdout.write(`      logs are in ${folder}\n`);
  };

  try {
    start('a');
    await waitFor('the first primary', async () => (await findPrimary()) === 'a');
    start('b');
    children.push(launch('haproxy', 'haproxy', ['-db', '-f', balanced]));
    await tell(
      buildUrl(a.postgresPort, 'postgres', 'postgres'),
      `CREATE ROLE grandlivre LOGIN PASSWORD '${SECRET}'`,
      'CREATE DATABASE grandlivre OWNER grandlivre',
    );
    await waitFor('a synchronous standby', async () => ask('b', '/sync'), 300_000);
    // Until it has checked the servers, HAProxy takes both for the primary.
    await pause(3_000);
    await waitFor('HAProxy', () => tell(buildUrl(primaryPort!, 'postgres', 'postgres'), 'CREATE TEMPORARY TABLE t ()'));
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    url: buildUrl(primaryPort!, 'grandlivre', 'grandlivre'),
    serverUrls: [a, b].map(({ postgresPort }) => buildUrl(postgresPort, 'grandlivre', 'grandlivre')),
    findPrimary,
    isProtected: async () => (await Promise.all(NAMES.map((name) => ask(name, '/sync')))).includes(true),
    async killMachine(name) {
      signalAll([machines.get(name)!.patroni!.pid!, ...(await listServerProcesses(machines.get(name)!))], 'SIGKILL');
    },
    async killServer(name) {
      signalAll(await listServerProcesses(machines.get(name)!), 'SIGKILL');
    },
    async freezeMachine(name) {
      const pids = [machines.get(name)!.patroni!.pid!, ...(await listServerProcesses(machines.get(name)!))];
      signalAll(pids, 'SIGSTOP');
      return () => signalAll(pids, 'SIGCONT');
    },
    startMachine: start,
    readLog: (name) =>
      readFileSync(join(folder, `${name}.log`), 'utf8')
        .split('\n')
        .slice(-60)
        .join('\n'),
    stop,
  };
}

async function findPorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await findFreePort());
  return [...ports];
}

/** The main process, which is not a child of Patroni, and all its children. */
async function listServerProcesses({ dataDir }: Machine): Promise<number[]> {
  let main: number;
  try {
    main = Number.parseInt(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return [];
  }
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid=']);
  const children = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === main)
    .map(([pid]) => pid!);
  return [main, ...children];
}

function signalAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
  }
}

async function tell(url: string, ...statements: readonly string[]): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (const statement of statements) await client.query(statement);
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function waitFor(what: string, isThere: () => Promise<boolean>, limitMs = 120_000): Promise<number> {
  const since = performance.now();
  while (!(await isThere().catch(() => false))) {
    if (performance.now() - since > limitMs) throw new Error(`Waited ${limitMs} ms for ${what}`);
    await pause(50);
  }
  return Math.round(performance.now() - since);
}
