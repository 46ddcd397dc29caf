import { readTable } from '../data-table.ts';
import { isUnitCode } from '../e-invoicing/index.ts';
import table from './data/units.json' with { type: 'json' };

const CODES: ReadonlyMap<string, string> = new Map(
  readTable(table, ['unit', 'code']).map(({ unit, code }) => [unit, code]),
);

/** A piece, which is also what an unknown unit is written as. */
const PIECE = 'C62';

/** The code of a unit of measure in electronic invoices (UN/ECE recommendation 20). */
export function findUnitCode(unit: string | null | undefined): string {
  const written = (unit ?? '').trim();
  return CODES.get(written.toLowerCase().replace(/\.$/, '')) ?? (isUnitCode(written) ? written : PIECE);
}
