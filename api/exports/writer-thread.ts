import { Worker } from 'node:worker_threads';
import { createBulkTurnKeeper } from '../../support/yielding.ts';
import type { Row, Table, TableDocument } from './document.ts';

/**
 * PDF and XLSX are written in a worker thread: loading their libraries and fonts takes tens of milliseconds, a workbook
 * is written synchronously, and no other request would be served meanwhile. The thread starts with the first document and
 * stays for a while, unless a long document has left it with hundreds of megabytes. Rows are sent in chunks, because
 * copying them blocks this thread.
 */

const ROWS_AT_ONCE = 250;
/** A ledger of hundreds of pages takes time on a busy machine. */
const TIMEOUT_MS = 120_000;
const IDLE_MS = 5 * 60_000;
/** A thread that has written more rows than this keeps too much memory and ends after its last document. */
const MANY_ROWS = 2_000;
const MAX_MEMORY_MB = 512;

type WithoutRows = Omit<Table, 'streamRows' | 'pieces'>;

export type ToWriter =
  | {
      readonly is: 'document';
      readonly id: number;
      readonly format: 'PDF' | 'XLSX';
      readonly document: Omit<TableDocument, 'tables'>;
      readonly tables: readonly WithoutRows[];
    }
  | { readonly is: 'rows'; readonly id: number; readonly table: number; readonly rows: readonly Row[] }
  | { readonly is: 'complete' | 'dropped'; readonly id: number };

export type Written =
  | { readonly id: number; readonly file: Uint8Array }
  | { readonly id: number; readonly problem: string };

interface Waiting {
  resolve(file: Uint8Array): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  /** Rows sent to it so far. */
  rows: number;
  idle: NodeJS.Timeout | undefined;
}

let current: Thread | null = null;
let lastId = 0;

export async function writeInThread(format: 'PDF' | 'XLSX', document: TableDocument): Promise<Uint8Array> {
  const thread = (current ??= startThread());
  const id = (lastId += 1);
  const written = awaitResult(thread, id);
  written.catch(() => undefined); // rethrown where it is awaited
  const postToWriter = (message: ToWriter): void => {
    if (message.is === 'rows') thread.rows += message.rows.length;
    thread.worker.postMessage(message);
  };
  try {
    await sendDocument(id, format, document, postToWriter);
  } catch (error) {
    postToWriter({ is: 'dropped', id });
    finishDocument(thread, id);
    throw error;
  }
  return written;
}

async function sendDocument(
  id: number,
  format: 'PDF' | 'XLSX',
  { tables, ...document }: TableDocument,
  tell: (message: ToWriter) => void,
): Promise<void> {
  tell({
    is: 'document',
    id,
    format,
    document,
    tables: tables.map(({ streamRows: _rows, pieces: _pieces, ...table }) => table),
  });
  const turn = createBulkTurnKeeper();
  for (const [table, { streamRows }] of tables.entries()) {
    let piece: Row[] = [];
    for await (const row of streamRows()) {
      piece.push(row);
      if (piece.length === ROWS_AT_ONCE) {
        tell({ is: 'rows', id, table, rows: piece });
        piece = [];
      }
      await turn();
    }
    if (piece.length > 0) tell({ is: 'rows', id, table, rows: piece });
  }
  tell({ is: 'complete', id });
}

function startThread(): Thread {
  const isSource = import.meta.url.endsWith('.ts');
  const worker = new Worker(isSource ? FROM_SOURCE : getBuiltProgram(), {
    eval: isSource,
    // The thread gets none of the service settings.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  const thread: Thread = { worker, waiting: new Map(), rows: 0, idle: undefined };
  worker.on('message', (written: Written) => {
    const { resolve, reject } = thread.waiting.get(written.id) ?? {};
    finishDocument(thread, written.id);
    if ('file' in written) resolve?.(written.file);
    else reject?.(new Error(`Document could not be written: ${written.problem}`));
  });
  const endThread = (error: Error): void => {
    retire(thread);
    for (const [id, { reject }] of thread.waiting) {
      finishDocument(thread, id);
      reject(error);
    }
  };
  worker.once('error', endThread);
  worker.once('exit', () => endThread(new Error('Document writer thread has ended')));
  // This thread must not keep the process alive.
  worker.unref();
  return thread;
}

/** For development and tests: a thread does not inherit the TypeScript loader of the process. */
const FROM_SOURCE = `import('tsx/esm/api').then(({ register }) => (register(), import('${new URL('./writer.ts', import.meta.url).href}')))`;

/** The bundle may be anywhere below `dist`, but the program of the thread keeps its path. */
function getBuiltProgram(): URL {
  const place = import.meta.url;
  return new URL('api/exports/writer.js', place.slice(0, place.lastIndexOf('/dist/') + '/dist/'.length));
}

/** The next document starts a new thread. */
function retire(thread: Thread): void {
  clearTimeout(thread.idle);
  if (current === thread) current = null;
}

function awaitResult(thread: Thread, id: number): Promise<Uint8Array> {
  clearTimeout(thread.idle);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // The thread may be stuck: its other documents are lost too.
      reject(new Error('Document was not written in time'));
      retire(thread);
      void thread.worker.terminate();
    }, TIMEOUT_MS);
    thread.waiting.set(id, {
      resolve: (file) => (clearTimeout(timer), resolve(file)),
      reject: (error) => (clearTimeout(timer), reject(error)),
    });
  });
}

function finishDocument(thread: Thread, id: number): void {
  thread.waiting.delete(id);
  if (thread.waiting.size > 0 || current !== thread) return;
  const terminateThread = (): void => {
    retire(thread);
    void thread.worker.terminate();
  };
  if (thread.rows > MANY_ROWS) terminateThread();
  else thread.idle = setTimeout(terminateThread, IDLE_MS).unref();
}
