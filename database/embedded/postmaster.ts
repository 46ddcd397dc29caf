import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Account } from './account.ts';
import { buildServerEnvironment, type Binaries } from './binaries.ts';
import { getServerPath } from './cluster.ts';
import { openLogFile, readLogFrom } from './log-file.ts';
import { readIfPresent, writePrivately, type Places } from './places.ts';
import {
  readCommandLine,
  identifyProcess,
  isFrozen,
  findProcessesNaming,
  sendSignal,
  waitForEnd,
  waitUntil,
  type ProcessIdentity,
} from './processes.ts';
import { buildSettingArguments } from './settings.ts';

/** Includes recovery of a large log after a power failure. */
const readyWithinMs = 240_000;
/** It is mostly ready at once, and the start waits for it. */
const readyLookMs = 4;
const fastStopWithinMs = 60_000;
const immediateStopWithinMs = 10_000;
const attempts = 5;
const frozenLookMs = 1_000;

/** The main process of a PostgreSQL server. */
export interface Postmaster {
  readonly identity: ProcessIdentity;
  readonly port: number;
}

/** Contents of `postmaster.pid`, written by the server. */
interface PidFile {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

/** Finds the server running on this data folder, ready for connections; null if there is none. */
export async function findPostmaster(places: Places): Promise<Postmaster | null> {
  const file = await readPidFile(places);
  if (file === null || !(await isServingCluster(file.pid, await buildClusterName(places)))) return null;
  const identity = await identifyProcess(file.pid);
  if (identity === null) return null;
  const isReadyOrGone = async (): Promise<boolean> => {
    const status = (await readPidFile(places))?.status;
    return status === 'ready' || (await identifyProcess(file.pid))?.startedAt !== identity.startedAt;
  };
  if (!(await waitUntil(isReadyOrGone, readyWithinMs))) {
    throw new Error(`The PostgreSQL server (pid ${file.pid}) on ${places.cluster} did not become ready.`);
  }
  const ready = await readPidFile(places);
  return ready?.status === 'ready' && ready.pid === identity.pid ? { identity, port: ready.port } : null;
}

export interface Launch {
  readonly places: Places;
  readonly binaries: Binaries;
  readonly account: Account | null;
  readonly settings: Readonly<Record<string, string>>;
  readonly choosePort?: () => Promise<number>;
  /** Called when the process has been started, before the server is ready. */
  readonly onLaunched?: () => void;
}

export async function launchPostmaster(launch: Launch): Promise<Postmaster> {
  const { places, settings, choosePort = findFreePort } = launch;
  await endLeftovers(places);
  let log = '';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    await defuseStalePidFile(places);
    const port = settings.port === undefined ? await choosePort() : Number(settings.port);
    const outcome = await launchOnce({ ...launch, settings: { ...settings, port: String(port) } });
    if ('identity' in outcome) return outcome;
    log = outcome.log;
    // Another program may have taken the port since it was found free.
    const portTaken = /could not bind|could not create any TCP\/IP sockets/.test(log);
    // A killed server leaves child processes behind that are still ending.
    const stillInUse = /pre-existing shared memory block/.test(log);
    if (!portTaken && !stillInUse) break;
    if (stillInUse) await endLeftovers(places);
  }
  throw new Error(`The embedded PostgreSQL did not start on ${places.cluster}:\n${log.trim()}`);
}

/**
 * Stops the server: connections are closed and committed data is written. Harder signals follow only if that hangs, or at
 * once for frozen processes, which receive nothing else; committed data is in the write-ahead log.
 */
export async function stopPostmaster({ identity }: Postmaster, places: Places): Promise<void> {
  await killFrozenProcesses(places);
  const means = [
    ['SIGINT', fastStopWithinMs],
    ['SIGQUIT', immediateStopWithinMs],
    ['SIGKILL', immediateStopWithinMs],
  ] as const;
  for (const [name, timeoutMs] of means) {
    if ((await identifyProcess(identity.pid))?.startedAt !== identity.startedAt) return;
    sendSignal(identity.pid, name);
    const noticing = setInterval(() => void killFrozenProcesses(places).catch(() => undefined), frozenLookMs);
    try {
      if (await waitForEnd(identity, timeoutMs)) return;
    } finally {
      clearInterval(noticing);
    }
  }
  throw new Error(`The PostgreSQL server (pid ${identity.pid}) could not be stopped.`);
}

async function killFrozenProcesses(places: Places): Promise<void> {
  const name = await buildClusterName(places);
  for (const pid of await findProcessesNaming(name))
    if ((await isFrozen(pid)) && (await isServingCluster(pid, name))) sendSignal(pid, 'SIGKILL');
}

async function launchOnce({
  places,
  binaries,
  account,
  settings,
  onLaunched,
}: Launch): Promise<Postmaster | { log: string }> {
  const log = await openLogFile(places);
  const from = (await log.stat()).size;
  const all = { ...settings, cluster_name: await buildClusterName(places) };
  const child = spawn(
    binaries.postgres,
    ['-D', getServerPath(places.cluster, account), ...buildSettingArguments(all)],
    {
      cwd: places.cluster,
      env: buildServerEnvironment(),
      stdio: ['ignore', log.fd, log.fd],
      // Separate session: Ctrl-C reaches only the service, which stops the server when it is done.
      detached: true,
      ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
    },
  );
  try {
    await waitForSpawn(child);
  } finally {
    await log.close();
  }
  child.unref();
  onLaunched?.();
  const identity = child.pid === undefined ? null : await identifyProcess(child.pid);
  if (identity !== null && (await waitUntilReady(places, child))) return { identity, port: Number(settings.port) };
  return { log: (await readLogFrom(places, from)).text };
}

async function waitForSpawn(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
}

/** Reads readiness from the server's own file, so that no other program on the port is mistaken for it. */
async function waitUntilReady(places: Places, child: ChildProcess): Promise<boolean> {
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const isReady = async (): Promise<boolean> => {
    const file = await readPidFile(places);
    return file?.pid === child.pid && file?.status === 'ready';
  };
  await waitUntil(async () => hasEnded() || (await isReady()), readyWithinMs, readyLookMs);
  if (!hasEnded() && (await isReady())) return true;
  if (!hasEnded()) child.kill('SIGQUIT');
  return false;
}

async function readPidFile(places: Places): Promise<PidFile | null> {
  const text = await readIfPresent(readFile(getPidFilePath(places), 'utf8'));
  const lines = (text ?? '').split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() };
}

/**
 * The server refuses to start while the process named in a leftover file is alive, and after a crash that number may
 * belong to any process. It accepts our own number as that of its parent, and still checks the shared memory named in the
 * file.
 */
async function defuseStalePidFile(places: Places): Promise<void> {
  const file = getPidFilePath(places);
  const text = await readIfPresent(readFile(file, 'utf8'));
  if (text === null) return;
  if ((await readPidFile(places)) === null) return rm(file, { force: true });
  const [, ...rest] = text.split('\n');
  const { uid, gid } = await stat(places.cluster);
  await writePrivately(places, file, [process.pid, ...rest].join('\n'), { uid, gid });
}

/** Ends processes of a server whose main process is gone: most end by themselves, but a busy one does not. */
async function endLeftovers(places: Places): Promise<void> {
  const name = await buildClusterName(places);
  const listLeftovers = async (): Promise<number[]> => {
    const pids = await findProcessesNaming(name);
    const serving = await Promise.all(pids.map((pid) => isServingCluster(pid, name)));
    return pids.filter((_, index) => serving[index]);
  };
  const areAllGone = async (): Promise<boolean> => (await listLeftovers()).length === 0;
  await killFrozenProcesses(places);
  if (await waitUntil(areAllGone, 2_000)) return;
  for (const name of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const pid of await listLeftovers()) sendSignal(pid, name);
    if (await waitUntil(areAllGone, 5_000)) return;
  }
}

/** Built from device and inode of the folder, which are the same on every path. */
async function buildClusterName(places: Places): Promise<string> {
  const { dev, ino } = await stat(places.cluster);
  return `grandlivre-${dev}-${ino}-data`;
}

/** The main process has the name among its arguments, the others in their title. */
async function isServingCluster(pid: number, name: string): Promise<boolean> {
  const line = await readCommandLine(pid);
  return (
    line.startsWith(`postgres: ${name}: `) || (/^\S*postgres -D /.test(line) && line.includes(`cluster_name=${name}`))
  );
}

function getPidFilePath(places: Places): string {
  return path.join(places.cluster, 'postmaster.pid');
}

export async function findFreePort(): Promise<number> {
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
