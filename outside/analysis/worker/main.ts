import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FromReader, ToReader } from './messages.ts';
import { readDocument } from './reading.ts';
import { Unreadable } from './unreadable.ts';

/**
 * A process that reads documents, one after the other. Where memory runs out, the system is requested to end this process rather
 * than the service; requests go before it; and should the service be killed, it ends by itself, even in the middle of a
 * loop that never ends.
 */
const NICENESS = 5;

const orNot = (what: () => void): void => {
  try {
    what();
  } catch {
    // Not every system lets us.
  }
};

orNot(() => writeFileSync('/proc/self/oom_score_adj', '1000'));
orNot(() => setPriority(NICENESS));

const WATCH = `
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000);
`;
new Worker(WATCH, { eval: true, execArgv: [], env: {}, stdout: false }).unref();

const tell = (message: FromReader): void => void process.send?.(message);

process.on('disconnect', () => process.exit());
process.on('message', (request: ToReader) => void answer(request));
tell({ is: 'started' });

async function answer(request: ToReader): Promise<void> {
  const { id } = request;
  try {
    const contents = await readDocument(request, (step, percent) => tell({ is: 'progress', id, step, percent }));
    tell({ is: 'read', id, contents });
  } catch (error) {
    const problem = error instanceof Unreadable ? error.problem : 'file_unreadable';
    tell({ is: 'failed', id, problem, detail: detailOf(error) });
  }
}

/** For the log: never what a document says. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error ? ` (${error.cause.name}: ${error.cause.message})` : '';
  return `${error.name}: ${error.message}${cause}`.slice(0, 300);
}
