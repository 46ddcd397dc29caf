/**
 * Reads the data files in the `data` folders: JSON arrays in which the first row names the columns and every other row is
 * one record. All cells are text; an empty cell means that there is no value. The format is described in README.md.
 */
import type { Labels, Language } from './language.ts';

export type DataTable = readonly (readonly string[])[];

export type DataRecord<Column extends string> = Readonly<Record<Column, string>>;

/** @throws if the columns are not the expected ones, or a row is too short or too long. */
export function readTable<Column extends string>(
  table: DataTable,
  columns: readonly Column[],
): readonly DataRecord<Column>[] {
  const [header = [], ...rows] = table;
  if (header.join() !== columns.join()) {
    throw new Error(`The data file has the columns ${header.join()} instead of ${columns.join()}`);
  }
  return rows.map((row) => toRecord(row, columns));
}

function toRecord<Column extends string>(row: readonly string[], columns: readonly Column[]): DataRecord<Column> {
  if (row.length !== columns.length) throw new Error(`Expected ${columns.length} cells in the row ${row.join()}`);
  const record = {} as Record<Column, string>;
  for (let index = 0; index < columns.length; index++) record[columns[index]!] = row[index]!;
  return record;
}

/** The names of a record in every language. @throws if one is missing. */
export function readLabels({ fr, nl, en, de }: DataRecord<Language>): Labels {
  if (fr === '' || nl === '' || en === '' || de === '')
    throw new Error(`A name is missing in ${[fr, nl, en, de].join()}`);
  return { fr, nl, en, de };
}

/** @throws if the cell contains something else than one of the allowed values. */
export function readOneOf<Value extends string>(cell: string, allowed: readonly Value[]): Value {
  const value = allowed.find((candidate) => candidate === cell);
  if (value === undefined) throw new Error(`Expected one of ${allowed.join()} instead of "${cell}"`);
  return value;
}

/** @throws if the cell is not a whole number without sign. */
export function readInteger(cell: string): number {
  if (!/^\d+$/.test(cell)) throw new Error(`Expected a number instead of "${cell}"`);
  return Number(cell);
}

/** Words separated by one space; an empty cell has none. */
export function readWords(cell: string): readonly string[] {
  return cell === '' ? [] : cell.split(' ');
}

/** An empty cell means that there is no value. */
export function readOptional(cell: string): string | null {
  return cell === '' ? null : cell;
}
