import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Account } from './account.ts';
import { serverEnvironment, type Binaries } from './binaries.ts';
import { nameForServer } from './cluster.ts';
import { openLog, readLogFrom } from './log-file.ts';
import { readIfPresent, writePrivately, type Places } from './places.ts';
import {
  commandLine,
  identify,
  isFrozen,
  processesNaming,
  signal,
  waitForEnd,
  waitUntil,
  type ProcessIdentity,
} from './processes.ts';
import { settingArguments } from './settings.ts';

/** Recovery of a large log after a power failure included. */
const readyWithinMs = 240_000;
const fastStopWithinMs = 60_000;
const immediateStopWithinMs = 10_000;
const attempts = 5;
const frozenLookMs = 1_000;

/** The main process of a PostgreSQL server. */
export interface Postmaster {
  readonly identity: ProcessIdentity;
  readonly port: number;
}

/** What the server writes of itself into `postmaster.pid`. */
interface PidFile {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

/** The server that runs on this data folder, ready for connections, or null. */
export async function findPostmaster(places: Places): Promise<Postmaster | null> {
  const file = await readPidFile(places);
  if (file === null || !(await servesCluster(file.pid, await clusterName(places)))) return null;
  const identity = await identify(file.pid);
  if (identity === null) return null;
  const settled = async (): Promise<boolean> => {
    const status = (await readPidFile(places))?.status;
    return status === 'ready' || (await identify(file.pid))?.startedAt !== identity.startedAt;
  };
  if (!(await waitUntil(settled, readyWithinMs))) {
    throw new Error(`The PostgreSQL server (pid ${file.pid}) on ${places.cluster} does not become ready.`);
  }
  const ready = await readPidFile(places);
  return ready?.status === 'ready' && ready.pid === identity.pid ? { identity, port: ready.port } : null;
}

export async function launchPostmaster(
  places: Places,
  binaries: Binaries,
  account: Account | null,
  settings: Readonly<Record<string, string>>,
  choosePort: () => Promise<number> = freePort,
): Promise<Postmaster> {
  await endLeftovers(places);
  let log = '';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    await defuseStalePidFile(places);
    const port = settings.port === undefined ? await choosePort() : Number(settings.port);
    const outcome = await launchOnce(places, binaries, account, { ...settings, port: String(port) });
    if ('identity' in outcome) return outcome;
    log = outcome.log;
    // Between finding a free port and listening on it, another program may have taken it.
    const portTaken = /could not bind|could not create any TCP\/IP sockets/.test(log);
    // A server that was killed leaves processes behind that still end.
    const stillInUse = /pre-existing shared memory block/.test(log);
    if (!portTaken && !stillInUse) break;
    if (stillInUse) await endLeftovers(places);
  }
  throw new Error(`The embedded PostgreSQL did not start on ${places.cluster}:\n${log.trim()}`);
}

/**
 * Ends the server: connections are cut, what was committed is written. Harder means follow only when that hangs, and at once
 * for processes that are frozen: they hear nothing else, and what was committed is in the write-ahead log.
 */
export async function stopPostmaster({ identity }: Postmaster, places: Places): Promise<void> {
  await killFrozen(places);
  const means = [
    ['SIGINT', fastStopWithinMs],
    ['SIGQUIT', immediateStopWithinMs],
    ['SIGKILL', immediateStopWithinMs],
  ] as const;
  for (const [name, timeoutMs] of means) {
    if ((await identify(identity.pid))?.startedAt !== identity.startedAt) return;
    signal(identity.pid, name);
    const noticing = setInterval(() => void killFrozen(places).catch(() => undefined), frozenLookMs);
    try {
      if (await waitForEnd(identity, timeoutMs)) return;
    } finally {
      clearInterval(noticing);
    }
  }
  throw new Error(`The PostgreSQL server (pid ${identity.pid}) could not be stopped.`);
}

async function killFrozen(places: Places): Promise<void> {
  const name = await clusterName(places);
  for (const pid of await processesNaming(name))
    if ((await isFrozen(pid)) && (await servesCluster(pid, name))) signal(pid, 'SIGKILL');
}

async function launchOnce(
  places: Places,
  binaries: Binaries,
  account: Account | null,
  settings: Readonly<Record<string, string>>,
): Promise<Postmaster | { log: string }> {
  const log = await openLog(places);
  const from = (await log.stat()).size;
  const all = { ...settings, cluster_name: await clusterName(places) };
  const child = spawn(binaries.postgres, ['-D', nameForServer(places.cluster, account), ...settingArguments(all)], {
    cwd: places.cluster,
    env: serverEnvironment(),
    stdio: ['ignore', log.fd, log.fd],
    // Its own session: Ctrl-C on the terminal reaches the service alone, which stops the server when it is done.
    detached: true,
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  });
  try {
    await spawned(child);
  } finally {
    await log.close();
  }
  child.unref();
  const identity = child.pid === undefined ? null : await identify(child.pid);
  if (identity !== null && (await becomesReady(places, child))) return { identity, port: Number(settings.port) };
  return { log: (await readLogFrom(places, from)).text };
}

async function spawned(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
}

/** The server's own file says when it listens, so that nobody else on that port is ever taken for it. */
async function becomesReady(places: Places, child: ChildProcess): Promise<boolean> {
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const isReady = async (): Promise<boolean> => {
    const file = await readPidFile(places);
    return file?.pid === child.pid && file?.status === 'ready';
  };
  await waitUntil(async () => ended() || (await isReady()), readyWithinMs);
  if (!ended() && (await isReady())) return true;
  if (!ended()) child.kill('SIGQUIT');
  return false;
}

async function readPidFile(places: Places): Promise<PidFile | null> {
  const text = await readIfPresent(readFile(pidFilePath(places), 'utf8'));
  const lines = (text ?? '').split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() };
}

/**
 * The server refuses to start while the process named in a leftover file lives, and after a crash that number may belong
 * to anybody. Our own number it accepts, being its parent's, and still checks the shared memory that the file names.
 */
async function defuseStalePidFile(places: Places): Promise<void> {
  const file = pidFilePath(places);
  const text = await readIfPresent(readFile(file, 'utf8'));
  if (text === null) return;
  if ((await readPidFile(places)) === null) return rm(file, { force: true });
  const [, ...rest] = text.split('\n');
  const { uid, gid } = await stat(places.cluster);
  await writePrivately(places, file, [process.pid, ...rest].join('\n'), { uid, gid });
}

/** Ends processes of a server whose main process is gone: most notice by themselves at once, a busy one does not. */
async function endLeftovers(places: Places): Promise<void> {
  const name = await clusterName(places);
  const leftovers = async (): Promise<number[]> => {
    const pids = await processesNaming(name);
    const serving = await Promise.all(pids.map((pid) => servesCluster(pid, name)));
    return pids.filter((_, index) => serving[index]);
  };
  const allGone = async (): Promise<boolean> => (await leftovers()).length === 0;
  await killFrozen(places);
  if (await waitUntil(allGone, 2_000)) return;
  for (const name of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const pid of await leftovers()) signal(pid, name);
    if (await waitUntil(allGone, 5_000)) return;
  }
}

/** The device and the number of the folder: the same by whatever path it is reached. */
async function clusterName(places: Places): Promise<string> {
  const { dev, ino } = await stat(places.cluster);
  return `grandlivre-${dev}-${ino}-data`;
}

/** The main process shows the name among its arguments, the others in their title. */
async function servesCluster(pid: number, name: string): Promise<boolean> {
  const line = await commandLine(pid);
  return (
    line.startsWith(`postgres: ${name}: `) || (/^\S*postgres -D /.test(line) && line.includes(`cluster_name=${name}`))
  );
}

function pidFilePath(places: Places): string {
  return path.join(places.cluster, 'postmaster.pid');
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('No free port was found.'));
        else resolve(address.port);
      });
    });
  });
}
