import { Worker } from 'node:worker_threads';
import { turnKeeper } from '../../support/yielding.ts';
import type { Row, Table, TableDocument } from './document.ts';

/**
 * PDF and XLSX are written in a thread of their own: loading their libraries and fonts takes tens of milliseconds, a workbook is
 * written at once, and nobody else would be answered meanwhile. The thread is started with the first document and stays for a
 * while, unless a long one has left it with hundreds of megabytes. Rows are handed over in pieces, because copying them is work
 * of this thread.
 */

const ROWS_AT_ONCE = 250;
/** A ledger of hundreds of pages takes its time on a machine that has other things to do. */
const TIMEOUT_MS = 120_000;
const IDLE_MS = 5 * 60_000;
/** A thread that has written more rows than this is full of what it needed for them, and ends with its last document. */
const MANY_ROWS = 2_000;
const MAX_MEMORY_MB = 512;

type WithoutRows = Omit<Table, 'rows' | 'pieces'>;

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
  /** That it was given so far. */
  rows: number;
  idle: NodeJS.Timeout | undefined;
}

let current: Thread | null = null;
let lastId = 0;

export async function writeInThread(format: 'PDF' | 'XLSX', document: TableDocument): Promise<Uint8Array> {
  const thread = (current ??= startThread());
  const id = (lastId += 1);
  const written = resultOf(thread, id);
  written.catch(() => undefined); // thrown where it is waited for
  const tell = (message: ToWriter): void => {
    if (message.is === 'rows') thread.rows += message.rows.length;
    thread.worker.postMessage(message);
  };
  try {
    await handOver(id, format, document, tell);
  } catch (error) {
    tell({ is: 'dropped', id });
    settle(thread, id);
    throw error;
  }
  return written;
}

async function handOver(
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
    tables: tables.map(({ rows: _rows, pieces: _pieces, ...table }) => table),
  });
  const turn = turnKeeper();
  for (const [table, { rows }] of tables.entries()) {
    let piece: Row[] = [];
    for await (const row of rows()) {
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
  const worker = new Worker(isSource ? FROM_SOURCE : builtProgram(), {
    eval: isSource,
    // None of the settings of the service.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  const thread: Thread = { worker, waiting: new Map(), rows: 0, idle: undefined };
  worker.on('message', (written: Written) => {
    const { resolve, reject } = thread.waiting.get(written.id) ?? {};
    settle(thread, written.id);
    if ('file' in written) resolve?.(written.file);
    else reject?.(new Error(`A document could not be written: ${written.problem}`));
  });
  const end = (error: Error): void => {
    retire(thread);
    for (const [id, { reject }] of thread.waiting) {
      settle(thread, id);
      reject(error);
    }
  };
  worker.once('error', end);
  worker.once('exit', () => end(new Error('The thread that writes documents has ended')));
  // Nobody's process goes on for the sake of this thread.
  worker.unref();
  return thread;
}

/** In development and tests: a thread does not get what the process was told to read TypeScript with. */
const FROM_SOURCE = `import('tsx/esm/api').then(({ register }) => (register(), import('${new URL('./writer.ts', import.meta.url).href}')))`;

/** This code may lie anywhere below `dist`, the program of the thread lies where it was. */
function builtProgram(): URL {
  const place = import.meta.url;
  return new URL('api/exports/writer.js', place.slice(0, place.lastIndexOf('/dist/') + '/dist/'.length));
}

/** The next document starts another thread. */
function retire(thread: Thread): void {
  clearTimeout(thread.idle);
  if (current === thread) current = null;
}

function resultOf(thread: Thread, id: number): Promise<Uint8Array> {
  clearTimeout(thread.idle);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // It may be stuck: whatever else it was doing is lost as well.
      reject(new Error('A document was not written in time'));
      retire(thread);
      void thread.worker.terminate();
    }, TIMEOUT_MS);
    thread.waiting.set(id, {
      resolve: (file) => (clearTimeout(timer), resolve(file)),
      reject: (error) => (clearTimeout(timer), reject(error)),
    });
  });
}

function settle(thread: Thread, id: number): void {
  thread.waiting.delete(id);
  if (thread.waiting.size > 0 || current !== thread) return;
  const end = (): void => {
    retire(thread);
    void thread.worker.terminate();
  };
  if (thread.rows > MANY_ROWS) end();
  else thread.idle = setTimeout(end, IDLE_MS).unref();
}
