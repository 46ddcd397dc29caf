import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { COUNT_MESSAGE, type Exchanges } from '../database/round-trips.ts';
import { ROOM_FOR_NEW_OBJECTS } from '../support/heap.ts';

/** Processes that the benchmark starts, each the head of its own group, so that none outlives it. */

export interface Program {
  readonly pid: number;
  /** What the ready pattern caught: the address that the program listens on. */
  readonly url: string;
  /** From the start of the process to the message that it is ready. */
  readonly milliseconds: number;
  /** Of its pools so far. Only of a program that was started with `COUNTED`. */
  readExchanges(): Promise<Exchanges>;
  stop(): Promise<void>;
}

/** Settings of a program that counts its exchanges with PostgreSQL. */
export const COUNTED = { COUNT_ROUND_TRIPS: '1' };

const READY_WITHIN_MS = 30_000;
const STOPPED_WITHIN_MS = 15_000;

export const checkout = fileURLToPath(new URL(import.meta.url.includes('/dist/') ? '../..' : '..', import.meta.url));

const heads = new Set<number>();

/**
 * A program of this project in the form in which the benchmark itself runs: compiled, or as its sources. The service has the
 * options with which it is always started.
 */
export function programArguments(name: string): string[] {
  const file = fileURLToPath(new URL(`../${name}${import.meta.url.slice(-3)}`, import.meta.url));
  const options = process.execArgv.filter((argument) => argument !== '--expose-gc');
  return [...options, ...(name === 'main' ? [ROOM_FOR_NEW_OBJECTS] : []), file];
}

/** Only what a process needs to run: settings of the caller's own service must not leak into the measurement. */
export function environmentOf(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_OPTIONS', 'LD_LIBRARY_PATH'];
  return { ...Object.fromEntries(kept.map((name) => [name, process.env[name]])), ...settings };
}

/** Starts a program and waits until it says on its error output that it is ready. Its output goes nowhere. */
export async function startProgram(
  command: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  ready: RegExp,
  withinMs = READY_WITHIN_MS,
): Promise<Program> {
  const startedAt = performance.now();
  const child = spawn(command, [...args], {
    cwd: checkout,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', ...('COUNT_ROUND_TRIPS' in settings ? (['ipc'] as const) : [])],
    env: environmentOf(settings),
  });
  const pid = adopt(child);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await readyMessage(child, ready, withinMs, `${command} ${args.join(' ')}`).catch((error: unknown) => {
    killGroup(pid);
    throw error;
  });
  const milliseconds = performance.now() - startedAt;
  return {
    pid,
    url,
    milliseconds,
    readExchanges: () => askForExchanges(child),
    async stop() {
      signalGroup(pid, 'SIGTERM');
      const timer = setTimeout(() => killGroup(pid), STOPPED_WITHIN_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

function askForExchanges(child: ChildProcess): Promise<Exchanges> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The program does not say its exchanges.')), READY_WITHIN_MS);
    child.once('message', (exchanges) => {
      clearTimeout(timer);
      resolve(exchanges as Exchanges);
    });
    child.send(COUNT_MESSAGE, (error) => error && reject(error));
  });
}

/** Runs a program to its end and gives back what it printed. */
export async function runProgram(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  withinMs = READY_WITHIN_MS,
): Promise<string> {
  const child = spawn(process.execPath, [...args], {
    cwd: checkout,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentOf(settings),
  });
  const pid = adopt(child);
  const timer = setTimeout(() => killGroup(pid), withinMs);
  const [output, errors] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise<void>((resolve) => child.once('close', () => resolve())),
  ]);
  clearTimeout(timer);
  if (child.exitCode !== 0) throw new Error(`${args.join(' ')} failed:\n${errors}`);
  return output;
}

/** Resident memory of a process, in megabytes. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** What a process had in memory at the most while something was done. */
export async function peakMegabytes<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly megabytes: number }> {
  // Linux forgets the peak so far.
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const result = await work();
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return { result, megabytes: Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024 };
}

export function killAll(): void {
  for (const pid of heads) killGroup(pid);
}

function adopt(child: ChildProcess): number {
  const { pid } = child;
  if (pid === undefined) throw new Error('A process could not be started.');
  heads.add(pid);
  child.once('close', () => heads.delete(pid));
  return pid;
}

function killGroup(pid: number): void {
  signalGroup(pid, 'SIGKILL');
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}

function readyMessage(child: ChildProcess, ready: RegExp, withinMs: number, what: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(
      () => reject(new Error(`${what} is not ready after ${withinMs / 1000} s:\n${said}`)),
      withinMs,
    );
    child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
      said = (said + chunk).slice(-10_000);
      const found = ready.exec(said);
      if (!found) return;
      clearTimeout(timer);
      resolve(found[1]!);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      reject(new Error(`${what} ended with ${code} before it was ready:\n${said}`));
    });
  });
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk as string;
  return text;
}
