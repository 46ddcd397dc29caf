import { Worker } from 'node:worker_threads';
import { ItemFailure, type FetchedFile } from './source.ts';

/**
 * Messages are taken apart in a thread of their own: what strangers send may be large, nested without end, or made to break the
 * reader. A message that takes too long, or more memory than there is, ends the thread and nothing else.
 */

export interface ToMailReader {
  readonly id: number;
  readonly message: ArrayBuffer;
}

export interface ReadMail {
  readonly id: number;
  /** Null: it cannot be read. */
  readonly files: readonly { readonly name: string; readonly content: ArrayBuffer }[] | null;
}

const TIMEOUT_MS = 30_000;
const IDLE_MS = 60_000;
const MAX_MEMORY_MB = 512;
const MAX_NAME = 200;

let worker: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;
/** One at a time: whichever ends the thread is the one to blame. */
let busy: Promise<unknown> = Promise.resolve();

/** The files that are attached to a message. @throws ItemFailure */
export function readMessage(message: Buffer): Promise<readonly FetchedFile[]> {
  const read = busy.then(() => readNow(message));
  busy = read.catch(() => undefined);
  return read;
}

function readNow(message: Buffer): Promise<readonly FetchedFile[]> {
  clearTimeout(idle);
  const thread = (worker ??= startThread());
  const id = (lastId += 1);
  return new Promise<readonly FetchedFile[]>((resolve, reject) => {
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      thread.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      settle();
      idle = setTimeout(retire, IDLE_MS).unref();
    };
    const onEnd = (): void => {
      if (worker === thread) worker = null;
      finish(() => reject(new ItemFailure('unreadable')));
    };
    const onMessage = (answer: ReadMail): void => {
      if (answer.id !== id) return;
      const { files } = answer;
      if (files === null) finish(() => reject(new ItemFailure('unreadable')));
      else
        finish(() => resolve(files.map(({ name, content }) => ({ name: named(name), content: Buffer.from(content) }))));
    };
    const timer = setTimeout(() => {
      retire();
      onEnd();
    }, TIMEOUT_MS);
    thread.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
    const copy = new Uint8Array(message).buffer;
    thread.postMessage({ id, message: copy } satisfies ToMailReader, [copy]);
  });
}

function retire(): void {
  const thread = worker;
  worker = null;
  void thread?.terminate();
}

/** The last part of a name, on one line. */
const named = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/^.*[/\\]/, '')
    .trim()
    .slice(-MAX_NAME);

function startThread(): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const thread = new Worker(isSource ? FROM_SOURCE : builtProgram(), {
    eval: isSource,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  // Nobody's process goes on for the sake of this thread.
  thread.unref();
  return thread;
}

/** In development and tests: a thread does not get what the process was told to read TypeScript with. */
const FROM_SOURCE = `import('tsx/esm/api').then(({ register }) => (register(), import('${new URL('./mail-reader.ts', import.meta.url).href}')))`;

/** This code may lie anywhere below `dist`, the program of the thread lies where it was. */
function builtProgram(): URL {
  const place = import.meta.url;
  return new URL('outside/integrations/mail-reader.js', place.slice(0, place.lastIndexOf('/dist/') + '/dist/'.length));
}
