import type { RecordedEvent } from '../../eventlog/port.ts';
import { isBatchEnd } from './events.ts';

/** Rows per statement when no caller is waiting for them. */
const MAX_ROWS = 10_000;

/** A list of so many records is written apart from other operations, because its rows have much in common. */
const MANY_RECORDS = 100;

/**
 * Splits events into batches with a bounded number of rows. Events of one operation stay together, so that readers see an
 * import as a whole.
 */
export function splitIntoBatches(
  events: readonly RecordedEvent[],
  maxRows = MAX_ROWS,
): readonly (readonly RecordedEvent[])[] {
  const batches: RecordedEvent[][] = [];
  const apart = listOperationsApart(events);
  let rows = Infinity;
  let operation: unknown;
  for (const event of events) {
    const { operation_id: ofEvent } = event.metadata;
    const isApart = apart.has(ofEvent);
    if ((rows >= maxRows || isApart) && (batches.length === 0 || ofEvent !== operation)) {
      batches.push([]);
      rows = 0;
    }
    batches.at(-1)!.push(event);
    rows += isApart || isBatchEnd(event) ? Infinity : countRows(event);
    operation = isBatchEnd(event) ? null : ofEvent;
  }
  return batches;
}

const listOperationsApart = (events: readonly RecordedEvent[]): ReadonlySet<unknown> =>
  new Set(events.filter(hasManyRecords).map(({ metadata }) => metadata.operation_id));

export const hasManyRecords = ({ data: { records } }: RecordedEvent): boolean =>
  Array.isArray(records) && records.length >= MANY_RECORDS;

export const countRowsOf = (events: readonly RecordedEvent[]): number =>
  events.reduce((total, event) => total + countRows(event), 0);

/** Estimates the rows of an event from its records, entry lines, lettering lines or transactions. */
function countRows({ data }: RecordedEvent): number {
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
