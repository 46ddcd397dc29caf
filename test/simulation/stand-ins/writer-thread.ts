import type { TableDocument } from '../../../api/exports/document.ts';

/** Stands in for the thread that writes PDF and XLSX files: no simulated command depends on their content. */
export const writeInThread = (format: 'PDF' | 'XLSX', { tables }: TableDocument): Promise<Uint8Array> =>
  Promise.resolve(Buffer.from(`%PDF-1.7 ${format} with ${tables.length} tables`));
