import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AnalysisStep } from './analyser.ts';
import { AnalysisFailed, type AnalysisProblem } from './failures.ts';
import type { FromReader, ReaderResults, ReaderTask, ToReader } from './worker/messages.ts';

export interface TaskOptions {
  readonly signal?: AbortSignal | undefined;
  onProgress?(step: AnalysisStep, percent: number): void;
}

/** The share of time for recognition is added here. */
export type RequestedTask = DistributiveOmit<ReaderTask, 'recognitionMs'>;
type DistributiveOmit<Union, Key extends string> = Union extends unknown ? Omit<Union, Key> : never;

/** A process that handles one document at a time, and is killed if it misbehaves. */
export interface ReaderProcess {
  /** @throws AnalysisFailed; unless the document was merely unreadable, the process is gone afterwards. */
  runTask<Task extends RequestedTask>(task: Task, options: TaskOptions, id: number): Promise<ReaderResults[Task['is']]>;
  isAlive(): boolean;
  readonly pid: number | undefined;
  endChild(): Promise<void>;
}

export interface ReaderLimits {
  readonly timeoutMs: number;
  /** Without progress for this long, a document is stopped, unless its text is being recognised. */
  readonly stallMs: number;
  readonly maxHeapMb: number;
  readonly maxResidentMb: number;
}

const WATCH_MS = 250;
/** Share of the document timeout, so that recognised pages are returned in time. */
const RECOGNITION_SHARE = 0.6;

export function startReader(limits: ReaderLimits): ReaderProcess {
  const { child, ended } = forkReader(limits);
  let isAlive = true;
  void ended.then(() => (isAlive = false));

  const endChild = async (): Promise<void> => {
    // At once: until the system has ended the process, the next document must not be sent to it.
    isAlive = false;
    // Keeps the event loop alive until the process has ended.
    child.ref();
    child.kill('SIGKILL');
    await ended;
  };

  return {
    pid: child.pid,
    isAlive: () => isAlive && child.connected,
    endChild,
    runTask: <Task extends RequestedTask>(task: Task, { signal, onProgress }: TaskOptions, id: number) =>
      new Promise<ReaderResults[Task['is']]>((resolve, reject) => {
        const cleanUp = (): void => {
          clearTimeout(timer);
          clearTimeout(stall);
          clearInterval(watch);
          signal?.removeEventListener('abort', cancelRead);
          child.off('message', onMessage);
        };
        const failWith = (problem: AnalysisProblem, cause?: unknown): void => {
          cleanUp();
          reject(new AnalysisFailed(problem, cause));
        };
        const killWith = (problem: AnalysisProblem): void => {
          failWith(problem);
          void endChild();
        };
        const cancelRead = (): void => killWith('analysis_cancelled');
        const onMessage = (message: FromReader): void => {
          if (message.is === 'started' || message.id !== id) return;
          if (message.is === 'progress') {
            clearTimeout(stall);
            if (message.step !== 'recognising') stall = startStallTimer();
            return onProgress?.(message.step, message.percent);
          }
          if (message.is === 'failed') return failWith(message.problem, new Error(message.detail));
          cleanUp();
          // The process answers each task with its own kind of result.
          resolve(message.result as ReaderResults[Task['is']]);
        };
        const timer = setTimeout(() => killWith('analysis_timeout'), limits.timeoutMs);
        const startStallTimer = () => setTimeout(() => killWith('analysis_timeout'), limits.stallMs);
        let stall = startStallTimer();
        const watch = setInterval(() => {
          if (readResidentMb(child.pid) > limits.maxResidentMb) killWith('analysis_memory');
        }, WATCH_MS);
        if (signal?.aborted) return cancelRead();
        signal?.addEventListener('abort', cancelRead, { once: true });
        child.on('message', onMessage);
        void ended.then((how) => failWith(how));
        const recognitionMs = limits.timeoutMs * RECOGNITION_SHARE;
        const sent = (task.is === 'read' ? { ...task, id, recognitionMs } : { ...task, id }) as ToReader;
        child.send(sent, (error) => {
          if (error) failWith('analysis_crashed', error);
        });
      }),
  };
}

function forkReader({ maxHeapMb }: ReaderLimits): { child: ChildProcess; ended: Promise<AnalysisProblem> } {
  const isSource = import.meta.url.endsWith('.ts');
  const child = fork(isSource ? new URL('./worker/main.ts', import.meta.url) : resolveBuiltProgram(), [], {
    serialization: 'advanced',
    // None of the settings of the service are passed, so that a malicious document finds no secrets.
    env: { UV_THREADPOOL_SIZE: '2' },
    execArgv: [`--max-old-space-size=${maxHeapMb}`, ...(isSource ? ['--import', 'tsx/esm'] : [])],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = new Promise<AnalysisProblem>((resolve) => {
    child.once('error', () => resolve('analysis_crashed'));
    // V8 aborts when it runs out of memory.
    child.once('exit', (code, signal) =>
      resolve(code === 134 || signal === 'SIGABRT' ? 'analysis_memory' : 'analysis_crashed'),
    );
  });
  // This process must not keep its parent alive.
  child.unref();
  child.channel?.unref();
  return { child, ended };
}

/** The bundled code may be anywhere below `dist`; the worker program keeps its path. */
function resolveBuiltProgram(): URL {
  const place = import.meta.url;
  return new URL('outside/analysis/worker/main.js', place.slice(0, place.lastIndexOf('/dist/') + '/dist/'.length));
}

const PAGES_A_MB = 256;

/** Only where the system reports it; elsewhere only the JavaScript heap is limited. */
function readResidentMb(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) / PAGES_A_MB;
  } catch {
    return 0;
  }
}
