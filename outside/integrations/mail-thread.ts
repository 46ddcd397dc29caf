import { Worker } from 'node:worker_threads';
import { ItemFailure, type FetchedFile } from './source.ts';

/**
 * Messages are parsed in a separate thread: untrusted messages may be large, endlessly nested, or made to crash the
 * parser. A message that takes too long or too much memory only ends the thread.
 */

export interface ToMailReader {
  readonly id: number;
  readonly message: ArrayBuffer;
}

export interface ReadMail {
  readonly id: number;
  /** Null if unreadable. */
  readonly files: readonly { readonly name: string; readonly content: ArrayBuffer }[] | null;
  /** Its text as a PDF, if no document is attached. */
  readonly body: { readonly name: string; readonly content: ArrayBuffer; readonly text: string } | null;
}

const TIMEOUT_MS = 30_000;
const IDLE_MS = 60_000;
const MAX_MEMORY_MB = 512;
const MAX_NAME = 200;

let worker: Worker | null = null;
let idle: NodeJS.Timeout | undefined;
let lastId = 0;
/** One at a time, so that it is clear which message ended the thread. */
let busy: Promise<unknown> = Promise.resolve();

/** Reads the attachments of a message; without a document among them also its text, as a PDF. @throws ItemFailure */
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
    const finishRead = (settle: () => void): void => {
      clearTimeout(timer);
      thread.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      settle();
      idle = setTimeout(endThread, IDLE_MS).unref();
    };
    const onEnd = (): void => {
      if (worker === thread) worker = null;
      finishRead(() => reject(new ItemFailure('unreadable')));
    };
    const onMessage = (answer: ReadMail): void => {
      if (answer.id !== id) return;
      const { files, body } = answer;
      if (files === null) finishRead(() => reject(new ItemFailure('unreadable')));
      else
        finishRead(() =>
          resolve([...files.map(toFetchedFile), ...(body ? [{ ...toFetchedFile(body), bodyText: body.text }] : [])]),
        );
    };
    const timer = setTimeout(() => {
      endThread();
      onEnd();
    }, TIMEOUT_MS);
    thread.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
    const copy = new Uint8Array(message).buffer;
    thread.postMessage({ id, message: copy } satisfies ToMailReader, [copy]);
  });
}

const toFetchedFile = ({ name, content }: { readonly name: string; readonly content: ArrayBuffer }): FetchedFile => ({
  name: sanitiseName(name),
  content: Buffer.from(content),
});

function endThread(): void {
  const thread = worker;
  worker = null;
  void thread?.terminate();
}

/** The last segment of a name, on one line. */
const sanitiseName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/^.*[/\\]/, '')
    .trim()
    .slice(-MAX_NAME);

function startThread(): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const thread = new Worker(isSource ? FROM_SOURCE : resolveBuiltProgram(), {
    eval: isSource,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  // This thread must not keep the process alive.
  thread.unref();
  return thread;
}

/** For development and tests: a thread does not inherit the TypeScript loader of the process. */
const FROM_SOURCE = `import('tsx/esm/api').then(({ register }) => (register(), import('${new URL('./mail-reader.ts', import.meta.url).href}')))`;

/** The bundled code may be anywhere below `dist`; the thread program keeps its path. */
function resolveBuiltProgram(): URL {
  const place = import.meta.url;
  return new URL('outside/integrations/mail-reader.js', place.slice(0, place.lastIndexOf('/dist/') + '/dist/'.length));
}
