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
