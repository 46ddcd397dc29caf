import { parentPort } from 'node:worker_threads';
import type { Row, TableDocument } from './document.ts';
import { writePdf } from './pdf.ts';
import type { ToWriter, Written } from './writer-thread.ts';
import { writeXlsx } from './xlsx.ts';

/** Program of the writer thread: receives documents in chunks and returns bytes. */

interface Arriving {
  readonly format: 'PDF' | 'XLSX';
  readonly document: TableDocument;
  readonly rows: readonly Row[][];
}

const arriving = new Map<number, Arriving>();

parentPort!.on('message', (message: ToWriter) => {
  switch (message.is) {
    case 'document': {
      const rows = message.tables.map((): Row[] => []);
      const tables = message.tables.map((table, index) => ({ ...table, streamRows: () => rows[index]! }));
      const { id, format } = message;
      arriving.set(id, { format, document: { ...message.document, tables }, rows });
      return;
    }
    case 'rows':
      for (const row of message.rows) arriving.get(message.id)!.rows[message.table]!.push(row);
      return;
    case 'dropped':
      arriving.delete(message.id);
      return;
    case 'complete':
      void writeDocument(message.id);
  }
});

async function writeDocument(id: number): Promise<void> {
  const { format, document } = arriving.get(id)!;
  arriving.delete(id);
  try {
    // A copy in its own buffer, which can be transferred.
    const file = new Uint8Array(await (format === 'PDF' ? writePdf(document) : writeXlsx(document)));
    parentPort!.postMessage({ id, file } satisfies Written, [file.buffer]);
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort!.postMessage({ id, problem } satisfies Written);
  }
}
