import { readdir, readFile } from 'node:fs/promises';

/** Processor time from `/proc`: unlike the time on the clock, it is nearly the same on a busy machine. Linux only. */

/**
 * What all threads of a process have computed so far, in milliseconds. Threads that end meanwhile are lost, so that it is
 * for a process whose threads stay.
 */
export async function readProcessorTime(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(
    threads.map(async (thread) => parseSchedstat(await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))),
  );
  return times.reduce((sum, one) => sum + one, 0);
}

/** What all threads of the processes that a process has started have computed so far; nothing of those that have ended. */
export async function readChildrenTime(pid: number): Promise<number> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const times = await Promise.all(
    all.map(async (name) => {
      const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
      if (text === '' || parseStat(text).parent !== pid) return 0;
      return readProcessorTime(Number(name)).catch(() => 0);
    }),
  );
  return times.reduce((sum, one) => sum + one, 0);
}

/** The same of a process and of those that it has started. Those that have ended count in steps of 10 ms. */
export async function readFamilyTime(pid: number): Promise<number> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const times = await Promise.all(all.map((name) => readMemberTime(Number(name), pid)));
  return times.reduce((sum, one) => sum + one, 0);
}

/** Nothing of a process that is no part of the family, or has ended since. */
async function readMemberTime(pid: number, head: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (text === '') return 0;
  const { parent, endedChildrenMs } = parseStat(text);
  if (pid !== head && parent !== head) return 0;
  const ownMs = parseSchedstat(await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0'));
  return pid === head ? ownMs + endedChildrenMs : ownMs;
}

const TICK_MS = 10;

export interface ProcessStat {
  readonly parent: number;
  /** User and system time of children that have ended. */
  readonly endedChildrenMs: number;
}

/** `/proc/<pid>/stat`. The name of the program is in parentheses and may contain spaces and parentheses itself. */
export function parseStat(text: string): ProcessStat {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), endedChildrenMs: (Number(fields[13]) + Number(fields[14])) * TICK_MS };
}

/** `/proc/<pid>/schedstat`: nanoseconds on a processor, nanoseconds of waiting for one, turns. In milliseconds. */
export const parseSchedstat = (text: string): number => Number(text.split(' ')[0]) / 1e6;
