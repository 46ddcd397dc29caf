import type { RecordedEvent } from '../../eventlog/port.ts';
import { endsBatch } from './events.ts';

/** Rows that one statement writes before a new one is begun, where nobody waits for any of them. */
const MAX_ROWS = 10_000;

/**
 * Events in batches that each make a bounded number of rows. What one operation wrote stays together: a reader
 * should see an import as a whole.
 */
export function inBatches(events: readonly RecordedEvent[], maxRows = MAX_ROWS): readonly (readonly RecordedEvent[])[] {
  const batches: RecordedEvent[][] = [];
  let rows = Infinity;
  let operation: unknown;
  for (const event of events) {
    const { operation_id: ofEvent } = event.metadata;
    if (rows >= maxRows && (batches.length === 0 || ofEvent !== operation)) {
      batches.push([]);
      rows = 0;
    }
    batches.at(-1)!.push(event);
    rows += endsBatch(event) ? Infinity : rowsOf(event);
    operation = endsBatch(event) ? null : ofEvent;
  }
  return batches;
}

/** Records of an import, lines of an entry or of letterings, transactions: what an event of many rows is made of. */
function rowsOf({ data }: RecordedEvent): number {
  const { records, lines, letterings, transactions } = data;
  const settled = Array.isArray(letterings) ? (letterings as readonly { lines: readonly unknown[] }[]) : [];
  return Math.max(
    1,
    Array.isArray(records) ? records.length : 0,
    Array.isArray(lines) ? lines.length : 0,
    Array.isArray(transactions) ? transactions.length : 0,
    settled.reduce((count, lettering) => count + lettering.lines.length, 0),
  );
}
