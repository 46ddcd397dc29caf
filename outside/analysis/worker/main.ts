import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FromReader, ToReader } from './messages.ts';
import { runTask } from './tasks.ts';
import { Unreadable } from './unreadable.ts';

/**
 * A process that reads documents one at a time. If memory runs out, the system should kill this process rather than the
 * service; requests have priority over it; and if the service is killed, it ends by itself, even in an infinite loop.
 */
const NICENESS = 5;

const ignoreErrors = (what: () => void): void => {
  try {
    what();
  } catch {
    // Not permitted on every system.
  }
};

ignoreErrors(() => writeFileSync('/proc/self/oom_score_adj', '1000'));
ignoreErrors(() => setPriority(NICENESS));

const WATCH = `
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000);
`;
new Worker(WATCH, { eval: true, execArgv: [], env: {}, stdout: false }).unref();

const sendMessage = (message: FromReader): void => void process.send?.(message);

process.on('disconnect', () => process.exit());
process.on('message', (request: ToReader) => void handleRequest(request));
sendMessage({ is: 'started' });

async function handleRequest(request: ToReader): Promise<void> {
  const { id } = request;
  try {
    const result = await runTask(request, (step, percent) => sendMessage({ is: 'progress', id, step, percent }));
    sendMessage({ is: 'done', id, result });
  } catch (error) {
    const problem = error instanceof Unreadable ? error.problem : 'file_unreadable';
    sendMessage({ is: 'failed', id, problem, detail: describeDetail(error) });
  }
}

/** For the log: never contains document content. */
function describeDetail(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error ? ` (${error.cause.name}: ${error.cause.message})` : '';
  return `${error.name}: ${error.message}${cause}`.slice(0, 300);
}
