import { createThreadPool, ThreadFailed, type TaskInput, type TaskResult } from '../../support/thread-pool.ts';
import { parsingTasks, type ParsingTasks } from './tasks.ts';

/**
 * Parses files from outside in threads with limits on time and memory, so that no file delays the requests of others.
 * The largest permitted bank file takes about two seconds.
 */
const threads = createThreadPool<ParsingTasks>({
  program: 'commands/file-parsing/program',
  source: new URL('./program.ts', import.meta.url),
  caller: import.meta.url,
  maxThreads: 2,
  timeoutMs: 20_000,
  maxMemoryMb: 512,
  idleMs: 60_000,
});

/** Files up to this size take a few milliseconds at most; copying them into a thread would cost more. */
const SMALL_BYTES = 64 * 1024;

/** `tooComplex` is the result for a file that takes too much time or memory. */
export async function parseFile<Name extends keyof ParsingTasks>(
  task: Name,
  input: TaskInput<ParsingTasks, Name>,
  tooComplex: TaskResult<ParsingTasks, Name>,
): Promise<TaskResult<ParsingTasks, Name>> {
  if ('bytes' in input && input.bytes.length <= SMALL_BYTES) return runHere(task, input);
  try {
    return await threads.run(task, input);
  } catch (error) {
    if (error instanceof ThreadFailed && error.problem !== 'crashed') return tooComplex;
    throw error;
  }
}

function runHere<Name extends keyof ParsingTasks>(
  task: Name,
  input: TaskInput<ParsingTasks, Name>,
): Promise<TaskResult<ParsingTasks, Name>> {
  // The compiler does not relate the input and the result of a task chosen by name.
  const run = parsingTasks[task] as (input: unknown) => Promise<TaskResult<ParsingTasks, Name>>;
  return run(input);
}
