import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { WriteOptions } from 'hucre/xlsx';
import { turnKeeper } from '../../turns.ts';

/**
 * A workbook of many rows is written in a thread of its own: the library does all of it at once, and nobody else would be
 * answered meanwhile. The rows are handed over in pieces, because copying them is work of this thread.
 */

const ROWS_AT_ONCE = 250;
const TIMEOUT_MS = 60_000;
const MAX_MEMORY_MB = 512;

type Workbook = Required<Pick<WriteOptions, 'sheets' | 'properties'>>;

export async function writeInThread({ sheets, properties }: Workbook): Promise<Uint8Array> {
  const library = pathToFileURL(createRequire(import.meta.url).resolve('hucre/xlsx')).href;
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: library,
    // None of the settings of the service.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  const written = resultOf(worker);
  written.catch(() => undefined); // thrown where it is waited for
  try {
    const turn = turnKeeper();
    for (const sheet of sheets) {
      const rows = sheet.rows ?? [];
      worker.postMessage({ sheet: { ...sheet, rows: [] } });
      for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
        worker.postMessage({ rows: rows.slice(start, start + ROWS_AT_ONCE) });
        await turn();
      }
    }
    worker.postMessage({ properties });
    return await written;
  } finally {
    await worker.terminate();
  }
}

function resultOf(worker: Worker): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('A workbook was not written in time')), TIMEOUT_MS);
    worker
      .once('message', resolve)
      .once('error', reject)
      .once('exit', () => (clearTimeout(timer), reject(new Error('The thread that writes a workbook has ended'))));
  });
}

const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  const library = import(workerData);
  const sheets = [];
  parentPort.on('message', async ({ sheet, rows, properties }) => {
    if (sheet) sheets.push(sheet);
    if (rows) for (const row of rows) sheets.at(-1).rows.push(row);
    if (!properties) return;
    const file = await (await library).writeXlsx({ sheets, properties });
    parentPort.postMessage(file, file.byteLength === file.buffer.byteLength ? [file.buffer] : []);
  });
`;
