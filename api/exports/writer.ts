import { parentPort } from 'node:worker_threads';
import type { Row, TableDocument } from './document.ts';
import { pdfOf } from './pdf.ts';
import type { ToWriter, Written } from './writer-thread.ts';
import { xlsxOf } from './xlsx.ts';

/** The program of the thread that writes files: documents come in pieces, and go back as bytes. */

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
      const tables = message.tables.map((table, index) => ({ ...table, rows: () => rows[index]! }));
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
      void write(message.id);
  }
});

async function write(id: number): Promise<void> {
  const { format, document } = arriving.get(id)!;
  arriving.delete(id);
  try {
    // A copy that lies in a buffer of its own, which can be handed over.
    const file = new Uint8Array(await (format === 'PDF' ? pdfOf(document) : xlsxOf(document)));
    parentPort!.postMessage({ id, file } satisfies Written, [file.buffer]);
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort!.postMessage({ id, problem } satisfies Written);
  }
}
