import { Worker } from 'node:worker_threads';

/**
 * Worker threads for untrusted input: each task has a time limit and each thread a memory limit. A task that exceeds one
 * ends its thread and nothing else. Threads start on demand and end when idle.
 */
export interface ThreadPoolOptions {
  /** Path of the thread's program below `dist`, without extension. */
  readonly program: string;
  /** Source of the program, for development and tests. */
  readonly source: URL;
  /** `import.meta.url` of the caller: tells whether it runs from source. */
  readonly caller: string;
  readonly maxThreads: number;
  readonly timeoutMs: number;
  readonly maxMemoryMb: number;
  readonly idleMs: number;
}

export type ThreadProblem = 'timeout' | 'memory' | 'crashed';

export class ThreadFailed extends Error {
  readonly problem: ThreadProblem;

  constructor(problem: ThreadProblem, cause?: unknown) {
    super(`Task failed in its thread: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** Inputs and results are copied between threads, so they are plain data. */
export type Tasks = Readonly<Record<string, (input: never) => Promise<unknown>>>;

export type TaskInput<Served extends Tasks, Name extends keyof Served> = Parameters<Served[Name]>[0];
export type TaskResult<Served extends Tasks, Name extends keyof Served> = Awaited<ReturnType<Served[Name]>>;

export interface TaskMessage {
  readonly task: string;
  readonly input: unknown;
}

export type TaskOutcome = { readonly result: unknown } | { readonly error: string };

export interface ThreadPool<Served extends Tasks> {
  /** Waits for a free thread. @throws ThreadFailed */
  run<Name extends keyof Served & string>(
    task: Name,
    input: TaskInput<Served, Name>,
  ): Promise<TaskResult<Served, Name>>;
}

interface Member {
  readonly worker: Worker;
  isAlive: boolean;
  idle: NodeJS.Timeout | undefined;
}

export function createThreadPool<Served extends Tasks>(options: ThreadPoolOptions): ThreadPool<Served> {
  const free: Member[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;

  const takeMember = async (): Promise<Member> => {
    if (busy >= options.maxThreads) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy += 1;
    const member = takeFreeMember() ?? startMember(options);
    clearTimeout(member.idle);
    return member;
  };

  const takeFreeMember = (): Member | undefined => {
    for (let member = free.pop(); member !== undefined; member = free.pop()) if (member.isAlive) return member;
    return undefined;
  };

  const releaseMember = (member: Member, isUsable: boolean): void => {
    if (isUsable) {
      free.push(member);
      member.idle = setTimeout(() => {
        free.splice(free.indexOf(member), 1);
        void member.worker.terminate();
      }, options.idleMs).unref();
    } else void member.worker.terminate();
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  };

  return {
    async run<Name extends keyof Served & string>(
      task: Name,
      input: TaskInput<Served, Name>,
    ): Promise<TaskResult<Served, Name>> {
      const member = await takeMember();
      let isUsable = false;
      try {
        const outcome = await runTask(member.worker, { task, input }, options.timeoutMs);
        isUsable = true;
        if ('error' in outcome) throw new ThreadFailed('crashed', outcome.error);
        // The thread runs the task of this name, and its result is plain data.
        return outcome.result as TaskResult<Served, Name>;
      } finally {
        releaseMember(member, isUsable);
      }
    },
  };
}

function runTask(worker: Worker, message: TaskMessage, timeoutMs: number): Promise<TaskOutcome> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      finish();
    };
    const onMessage = (outcome: TaskOutcome): void => settle(() => resolve(outcome));
    const onError = (error: Error & { code?: string }): void =>
      settle(() => reject(new ThreadFailed(isOutOfMemory(error) ? 'memory' : 'crashed', error)));
    const onExit = (): void => settle(() => reject(new ThreadFailed('crashed')));
    const timer = setTimeout(() => settle(() => reject(new ThreadFailed('timeout'))), timeoutMs);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(message);
  });
}

const isOutOfMemory = ({ code }: { readonly code?: string }): boolean => code === 'ERR_WORKER_OUT_OF_MEMORY';

function startMember({ program, source, caller, maxMemoryMb }: ThreadPoolOptions): Member {
  const isSource = caller.endsWith('.ts');
  const worker = new Worker(isSource ? loadSource(source) : resolveBuiltProgram(program, caller), {
    eval: isSource,
    // The thread gets none of the service settings.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  });
  const member: Member = { worker, isAlive: true, idle: undefined };
  // An error between two tasks must not end the process.
  worker.on('error', () => undefined).once('exit', () => (member.isAlive = false));
  // This thread must not keep the process alive.
  worker.unref();
  return member;
}

/** A thread does not inherit the TypeScript loader of the process. */
const loadSource = ({ href }: URL): string =>
  `import('tsx/esm/api').then(({ register }) => (register(), import('${href}')))`;

/** The bundle may be anywhere below `dist`, but the program of the thread keeps its path. */
function resolveBuiltProgram(program: string, caller: string): URL {
  return new URL(`${program}.js`, caller.slice(0, caller.lastIndexOf('/dist/') + '/dist/'.length));
}
