import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AnalysisRequest } from './analyser.ts';
import { AnalysisFailed, type AnalysisProblem } from './failures.ts';
import type { PageContents } from './page-contents.ts';
import type { FromReader, ToReader } from './worker/messages.ts';

/** One process that reads documents, from its start to its end. It reads one at a time and is ended when it does so badly. */
export interface ReaderProcess {
  /** @throws AnalysisFailed; after all but a document that was simply unreadable the process is gone. */
  read(request: AnalysisRequest, id: number): Promise<PageContents>;
  isAlive(): boolean;
  readonly pid: number | undefined;
  end(): Promise<void>;
}

export interface ReaderLimits {
  readonly timeoutMs: number;
  readonly maxHeapMb: number;
  readonly maxResidentMb: number;
}

const WATCH_MS = 250;
/** Of the time for a document, so that what was recognised until then comes back in time. */
const RECOGNITION_SHARE = 0.6;

export function startReader(limits: ReaderLimits): ReaderProcess {
  const { child, ended } = started(limits);
  let isAlive = true;
  void ended.then(() => (isAlive = false));

  const end = async (): Promise<void> => {
    // Who waits for its end waits for that, whatever else there is to do.
    child.ref();
    child.kill('SIGKILL');
    await ended;
  };

  return {
    pid: child.pid,
    isAlive: () => isAlive && child.connected,
    end,
    read: ({ path, recognition = 'when_needed', signal, onProgress }, id) =>
      new Promise((resolve, reject) => {
        const clean = (): void => {
          clearTimeout(timer);
          clearInterval(watch);
          signal?.removeEventListener('abort', cancel);
          child.off('message', onMessage);
        };
        const fail = (problem: AnalysisProblem, cause?: unknown): void => {
          clean();
          reject(new AnalysisFailed(problem, cause));
        };
        const kill = (problem: AnalysisProblem): void => {
          fail(problem);
          void end();
        };
        const cancel = (): void => kill('analysis_cancelled');
        const onMessage = (message: FromReader): void => {
          if (message.is === 'started' || message.id !== id) return;
          if (message.is === 'progress') return onProgress?.(message.step, message.percent);
          if (message.is === 'failed') return fail(message.problem, new Error(message.detail));
          clean();
          resolve(message.contents);
        };
        const timer = setTimeout(() => kill('analysis_timeout'), limits.timeoutMs);
        const watch = setInterval(() => {
          if (residentMb(child.pid) > limits.maxResidentMb) kill('analysis_memory');
        }, WATCH_MS);
        if (signal?.aborted) return cancel();
        signal?.addEventListener('abort', cancel, { once: true });
        child.on('message', onMessage);
        void ended.then((how) => fail(how));
        const recognitionMs = limits.timeoutMs * RECOGNITION_SHARE;
        child.send({ id, path, recognition, recognitionMs } satisfies ToReader, (error) => {
          if (error) fail('analysis_crashed', error);
        });
      }),
  };
}

function started({ maxHeapMb }: ReaderLimits): { child: ChildProcess; ended: Promise<AnalysisProblem> } {
  const isSource = import.meta.url.endsWith('.ts');
  const child = fork(isSource ? new URL('./worker/main.ts', import.meta.url) : builtProgram(), [], {
    serialization: 'advanced',
    // None of the settings of the service: whatever a document does, it finds no secrets there.
    env: { UV_THREADPOOL_SIZE: '2' },
    execArgv: [`--max-old-space-size=${maxHeapMb}`, ...(isSource ? ['--import', 'tsx/esm'] : [])],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = new Promise<AnalysisProblem>((resolve) => {
    child.once('error', () => resolve('analysis_crashed'));
    // Aborted by V8 where its memory ran out.
    child.once('exit', (code, signal) =>
      resolve(code === 134 || signal === 'SIGABRT' ? 'analysis_memory' : 'analysis_crashed'),
    );
  });
  // Nobody's process goes on for the sake of this one.
  child.unref();
  child.channel?.unref();
  return { child, ended };
}

/** This code may lie anywhere below `dist`, the program lies where it was. */
function builtProgram(): URL {
  const place = import.meta.url;
  return new URL('outside/analysis/worker/main.js', place.slice(0, place.lastIndexOf('/dist/') + '/dist/'.length));
}

const PAGES_A_MB = 256;

/** Where the system tells it; elsewhere the memory of JavaScript alone is bounded. */
function residentMb(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) / PAGES_A_MB;
  } catch {
    return 0;
  }
}
