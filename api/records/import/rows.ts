import type { JsonRecord } from '../../../domain/json.ts';
import { MAX_IMPORT_PROBLEMS, type ImportRow } from '../../../domain/records/import.ts';
import { collectValue, NO_PROBLEMS, type Checked, type Problem } from '../../../domain/refusal.ts';
import { createTurnKeeper } from '../../../support/yielding.ts';
import type { SheetRow } from '../../../outside/spreadsheets/read-xlsx.ts';
import { readCell } from './cells.ts';
import type { Column } from './columns.ts';
import { readCellText } from './notations.ts';

export interface ReadRows {
  readonly rows: readonly ImportRow[];
  readonly problems: readonly Problem[];
}

/** Reads the values of the rows, and lists cells that cannot be read; an empty cell yields no value. */
export async function readRows(
  columns: readonly Column[],
  rows: readonly SheetRow[],
  width: number,
): Promise<ReadRows> {
  const problems: Problem[] = [];
  const read: ImportRow[] = [];
  const turn = createTurnKeeper();
  for (const row of rows) {
    if (problems.length >= MAX_IMPORT_PROBLEMS) break;
    await turn();
    read.push(collectValue(readRow(columns, row, width), problems));
  }
  return { rows: read, problems: problems.slice(0, MAX_IMPORT_PROBLEMS) };
}

function readRow(columns: readonly Column[], row: SheetRow, width: number): Checked<ImportRow> {
  const { line, cells } = row;
  const data: Record<string, JsonRecord[string]> = {};
  const lookups: Record<string, string> = {};
  let problems = NO_PROBLEMS;
  if (cells.slice(width).some((cell) => cell.trim() !== ''))
    problems = [{ code: 'import_too_many_cells', field: `lines.${line}` }];
  for (const column of columns) {
    const text = readCellText(row, column.index, column.notation);
    if (text === null) continue;
    const cell = typeof text === 'string' ? readCell(column, text) : { problems: [{ ...text, field: column.title }] };
    if (cell.problems) {
      const field = `lines.${line}.${column.title}`;
      problems = [...problems, ...cell.problems.map((problem) => ({ ...problem, field }))];
    } else if (column.isLookup) lookups[column.name] = cell.value as string;
    else data[column.name] = cell.value as JsonRecord[string];
  }
  return { value: { line, data, lookups }, problems };
}
