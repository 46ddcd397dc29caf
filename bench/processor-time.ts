import { readdir, readFile } from 'node:fs/promises';

/**
 * What all threads of a process have computed so far, in milliseconds: other than the time on the clock, it is the same on a busy
 * machine. Threads that end meanwhile are lost, so that it is for a process whose threads stay.
 */
export async function processorTimeOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const nanoseconds = await Promise.all(
    threads.map(async (thread) =>
      Number((await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')).split(' ')[0]),
    ),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}

const TICK_MS = 10;

/** The same of a process, of those that it has started, and of those of them that have ended; in steps of 10 ms. */
export async function processorTimeOfFamily(pid: number): Promise<number> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const times = await Promise.all(all.map((name) => timesOf(name, String(pid))));
  return times.reduce((sum, one) => sum + one, 0);
}

/** Nothing of a process that is no part of the family, or has ended since. */
async function timesOf(name: string, head: string): Promise<number> {
  const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
  // Behind the name of the program, which may hold anything: state, parent, … user and system time, and those of the dead.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  if (name !== head && fields[1] !== head) return 0;
  const ticks = name === head ? fields.slice(11, 15) : fields.slice(11, 13);
  return ticks.reduce((sum, one) => sum + Number(one), 0) * TICK_MS;
}
