import { parentPort } from 'node:worker_threads';
import type { TaskMessage, TaskOutcome, Tasks } from './thread-pool.ts';

/** Runs the tasks that a thread pool sends to this thread, one at a time. */
export function serveTasks(tasks: Tasks): void {
  parentPort!.on('message', (message: TaskMessage) => {
    void runTask(tasks, message).then((outcome) => parentPort!.postMessage(outcome));
  });
}

async function runTask(tasks: Tasks, { task, input }: TaskMessage): Promise<TaskOutcome> {
  try {
    // The pool is typed by the same tasks, so the input fits.
    return { result: await tasks[task]!(input as never) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
