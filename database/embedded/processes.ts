import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Identifies a process even if its number is reused later. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque: equal strings mean the same process. */
  readonly startedAt: string;
}

/** Null if no process has that number, or only a zombie. */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | null> {
  const startedAt = process.platform === 'linux' ? await readStartOnLinux(pid) : await readStartFromPs(pid);
  return startedAt === null ? null : { pid, startedAt };
}

export async function identifySelf(): Promise<ProcessIdentity> {
  const self = await identifyProcess(process.pid);
  if (self === null) throw new Error(`The start time of this process (pid ${process.pid}) cannot be read.`);
  return self;
}

export async function isAlive(expected: ProcessIdentity): Promise<boolean> {
  return (await identifyProcess(expected.pid))?.startedAt === expected.startedAt;
}

/** The command line of a process, arguments separated by spaces; empty if there is no such process. */
export async function readCommandLine(pid: number): Promise<string> {
  if (process.platform !== 'linux') return runPs(pid, 'command=');
  const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return raw.replaceAll('\0', ' ').trim();
}

/** Finds the processes whose command line contains the text. */
export async function findProcessesNaming(text: string): Promise<number[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-axww', '-o', 'pid=,command='], { maxBuffer: 16 << 20 });
    return stdout
      .split('\n')
      .filter((line) => line.includes(text))
      .map((line) => Number.parseInt(line, 10));
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const lines = await Promise.all(pids.map(readCommandLine));
  return pids.filter((_, index) => lines[index]?.includes(text));
}

/** Stopped by a signal or a debugger; such a process reacts only to SIGKILL. */
export async function isFrozen(pid: number): Promise<boolean> {
  const state = process.platform === 'linux' ? (await readStatOnLinux(pid))?.[0] : await runPs(pid, 'state=');
  return /^t/i.test(state ?? '');
}

/** False if the process had already ended. */
export function sendSignal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** True as soon as the process has ended, false if it is still alive after the timeout. */
export async function waitForEnd(subject: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  return waitUntil(async () => !(await isAlive(subject)), timeoutMs);
}

/** Between two looks at something that ends soon. */
const LOOK_EVERY_MS = 20;

export async function waitUntil(
  condition: () => Promise<boolean>,
  timeoutMs: number,
  everyMs = LOOK_EVERY_MS,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await condition()) return true;
    await pause(everyMs);
  }
  return condition();
}

async function readStartOnLinux(pid: number): Promise<string | null> {
  const fields = await readStatOnLinux(pid);
  if (fields === null) return null;
  const state = fields[0];
  if (state === 'Z' || state === 'X') return null;
  // Ticks count from boot, so the boot id is part of the identity.
  return `${await readBootId()}:${fields[19]}`;
}

/** Kernel statistics of a process, starting with its state. */
async function readStatOnLinux(pid: number): Promise<string[] | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The program name is in parentheses and may contain spaces, so count from its end.
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

async function readBootId(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim();
}

async function readStartFromPs(pid: number): Promise<string | null> {
  const state = await runPs(pid, 'state=');
  return state === '' || state.startsWith('Z') ? null : runPs(pid, 'lstart=');
}

async function runPs(pid: number, column: string): Promise<string> {
  const options = { env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };
  const answer = await run('ps', ['-ww', '-o', column, '-p', String(pid)], options).catch(() => ({ stdout: '' }));
  return answer.stdout.trim();
}
