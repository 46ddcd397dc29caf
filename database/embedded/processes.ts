import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A process that cannot be mistaken for a later one that got the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque: equal strings mean the same process. */
  readonly startedAt: string;
}

/** Null when no process has that number, or only one that has ended and waits for its parent to notice. */
export async function identify(pid: number): Promise<ProcessIdentity | null> {
  const startedAt = process.platform === 'linux' ? await startOnLinux(pid) : await startFromPs(pid);
  return startedAt === null ? null : { pid, startedAt };
}

export async function identifySelf(): Promise<ProcessIdentity> {
  const self = await identify(process.pid);
  if (self === null) throw new Error(`The start time of this process (pid ${process.pid}) cannot be read.`);
  return self;
}

export async function isAlive(expected: ProcessIdentity): Promise<boolean> {
  return (await identify(expected.pid))?.startedAt === expected.startedAt;
}

/** The command line of a process, its arguments separated by spaces; empty when there is no such process. */
export async function commandLine(pid: number): Promise<string> {
  if (process.platform !== 'linux') return ps(pid, 'command=');
  const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return raw.replaceAll('\0', ' ').trim();
}

/** Numbers of the processes whose command line holds the text. Bounded by the number of processes. */
export async function processesNaming(text: string): Promise<number[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-axww', '-o', 'pid=,command='], { maxBuffer: 16 << 20 });
    return stdout
      .split('\n')
      .filter((line) => line.includes(text))
      .map((line) => Number.parseInt(line, 10));
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const lines = await Promise.all(pids.map(commandLine));
  return pids.filter((_, index) => lines[index]?.includes(text));
}

/** Stopped by a signal or a debugger: it does not hear any signal but the hardest. */
export async function isFrozen(pid: number): Promise<boolean> {
  const state = process.platform === 'linux' ? (await statOnLinux(pid))?.[0] : await ps(pid, 'state=');
  return /^t/i.test(state ?? '');
}

/** False when the process had already ended. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

/** True as soon as the process has ended, false when it still lives after the time given. */
export async function waitForEnd(subject: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  return waitUntil(async () => !(await isAlive(subject)), timeoutMs);
}

export async function waitUntil(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await condition()) return true;
    await pause(20);
  }
  return condition();
}

async function startOnLinux(pid: number): Promise<string | null> {
  const fields = await statOnLinux(pid);
  if (fields === null) return null;
  const state = fields[0];
  if (state === 'Z' || state === 'X') return null;
  // Ticks count from the start of the machine, so the start of the machine belongs to the identity.
  return `${await bootId()}:${fields[19]}`;
}

/** What the kernel tells of a process, from its state on. */
async function statOnLinux(pid: number): Promise<string[] | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name of the program stands in parentheses and may hold spaces: count from its end.
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

async function bootId(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim();
}

async function startFromPs(pid: number): Promise<string | null> {
  const state = await ps(pid, 'state=');
  return state === '' || state.startsWith('Z') ? null : ps(pid, 'lstart=');
}

async function ps(pid: number, column: string): Promise<string> {
  const options = { env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };
  const answer = await run('ps', ['-ww', '-o', column, '-p', String(pid)], options).catch(() => ({ stdout: '' }));
  return answer.stdout.trim();
}
