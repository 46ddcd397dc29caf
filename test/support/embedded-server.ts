import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, readFile, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { waitUntil } from '../../database/embedded/processes.ts';

export interface ServerProcess {
  readonly pid: number;
  /** The line printed when the server was up, or the error. */
  readonly answer: { url?: string; startedHere?: boolean; error?: string };
  /** Kills the process without any cleanup, as `kill -9` does. */
  kill(): Promise<void>;
  /** Asks the process to end, as for a service. */
  end(): Promise<void>;
}

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPT = 'test/support/embedded-server-process.ts';

let built: Promise<string> | null = null;

/** Bundles the script once per process: loading the sources at each start takes three times as long as the start. */
function getBundle(): Promise<string> {
  return (built ??= bundle());
}

async function bundle(): Promise<string> {
  const { build } = await import('esbuild');
  // Not below the checkout's `var`, which only root can enter after root has run the service there.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'grandlivre-embedded-server-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  await symlink(path.join(checkout, 'node_modules'), path.join(folder, 'node_modules'));
  const outfile = path.join(folder, 'embedded-server.mjs');
  const options = { bundle: true, format: 'esm', platform: 'node', target: 'node20', packages: 'external' } as const;
  await build({ absWorkingDir: checkout, entryPoints: [SCRIPT], outfile, logLevel: 'error', ...options });
  return outfile;
}

/** Starts an embedded server in a separate process, from this checkout or from another one. */
export async function spawnServer(
  dataDir: string,
  mode: 'own' | 'join-or-start',
  options: SpawnOptions & { checkout?: string } = {},
): Promise<ServerProcess> {
  const folder = options.checkout ?? checkout;
  const program = options.checkout === undefined ? [await getBundle()] : ['--import', 'tsx', path.join(folder, SCRIPT)];
  const child = spawn(process.execPath, [...program, dataDir, mode], {
    cwd: folder,
    ...options,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const answer = await readFirstLine(child);
  return {
    pid: child.pid ?? 0,
    answer: JSON.parse(answer) as ServerProcess['answer'],
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    end: async () => {
      child.stdin?.end();
      await ended;
    },
  };
}

/** Kills a first start as soon as the condition holds. */
export async function killStartWhen(dataDir: string, condition: () => Promise<boolean>): Promise<void> {
  const child = spawn(process.execPath, [await getBundle(), dataDir, 'own'], {
    cwd: checkout,
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const reached = await waitUntil(condition, 10_000);
  child.kill('SIGKILL');
  await ended;
  if (!reached) throw new Error('The start never came to the point at which it was to be killed.');
}

async function readFirstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The process has no output.');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('The process ended without an answer.');
}

export async function query(url: string | undefined, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function readPostmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}
