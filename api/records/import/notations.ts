import { toPlainDate } from '../../../outside/spreadsheets/cell-formats.ts';
import { CELL_KINDS, type SheetRow } from '../../../outside/spreadsheets/read-xlsx.ts';
import type { Problem } from '../../../domain/refusal.ts';
import { extractText } from './cells.ts';
import type { Notation } from './columns.ts';

/** How people and spreadsheets write amounts and dates. */

/**
 * The text of a cell in the notation of requests; null when it is empty. A number of a workbook is exact: only texts have
 * separators to interpret.
 */
export function readCellText(
  { cells, kinds }: Pick<SheetRow, 'cells' | 'kinds'>,
  index: number,
  notation?: Notation,
): string | null | Problem {
  const kind = kinds?.[index];
  if (kind === CELL_KINDS.error) return { code: 'import_cell_error', params: { error: cells[index]!.slice(0, 20) } };
  if (kind === CELL_KINDS.formula) return { code: 'import_formula' };
  const text = extractText(cells[index] ?? '');
  if (typeof text !== 'string' || notation === undefined) return text;
  if (kind === CELL_KINDS.number) return notation === 'date' ? (toPlainDate(Number(text)) ?? text) : text;
  return notation === 'date' ? normalizeDate(text) : normalizeAmount(text);
}

/** Converts `1.234,56`, `1 234,56 €`, `1,234.56` and `1234,5` to the notation of requests; anything else stays unchanged. */
export function normalizeAmount(cell: string): string {
  const bare = cell.replace(/[\s'’€]|EUR/gi, '');
  const marks = bare.replace(/[^.,]/g, '');
  const last = marks.at(-1);
  if (last === undefined) return bare;
  const isGrouped = /^(.)\1+$/.test(marks);
  const whole = isGrouped ? bare.length : bare.lastIndexOf(last);
  const groups = bare.slice(0, whole);
  // Digits between separators must come in groups of three; otherwise the separator is ambiguous.
  if (marks.length > 1 && !/^-?\d{1,3}([.,]\d{3})+$/.test(groups)) return bare;
  const digits = groups.replace(/[.,]/g, '');
  return isGrouped ? digits : `${digits}.${bare.slice(whole + 1)}`;
}

/** Converts `31/01/2026`, `31.1.2026` and `31-01-2026` to `2026-01-31`. */
export function normalizeDate(cell: string): string {
  const parts = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(cell);
  return parts ? `${parts[3]}-${parts[2]!.padStart(2, '0')}-${parts[1]!.padStart(2, '0')}` : cell;
}
