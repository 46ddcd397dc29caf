import type { ReadTable, Row } from '../support/table.ts';

/** New rows of a table, with the columns that are written. */
export interface WrittenRows {
  readonly table: ReadTable;
  readonly rows: readonly Row[];
  /** The table is without its sparse columns. */
  readonly isDense?: boolean;
}

/** Rows without any value in the sparse columns of their table are written without these. */
export function leaveOutSparse(table: ReadTable, rows: readonly Row[]): WrittenRows {
  const { sparse } = table;
  if (sparse === undefined || !rows.every((row) => sparse.every((column) => row[column] === null)))
    return { table, rows };
  return { table: getDenseTable(table, sparse), rows, isDense: true };
}

const denseTables = new Map<ReadTable, ReadTable>();

function getDenseTable(table: ReadTable, sparse: readonly string[]): ReadTable {
  let found = denseTables.get(table);
  if (!found) {
    const columns = Object.entries(table.columns).filter(([column]) => !sparse.includes(column));
    denseTables.set(table, (found = { ...table, columns: Object.fromEntries(columns) }));
  }
  return found;
}
