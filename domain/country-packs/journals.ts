/** Reads the journals of a new company file. */
import { readLabels, readOneOf, readOptional, readTable, type DataTable } from '../data-table.ts';
import { LANGUAGES } from '../language.ts';
import { JOURNAL_TYPES, type PackJournal } from './pack.ts';

export function readJournals(table: DataTable): readonly PackJournal[] {
  return readTable(table, ['code', 'type', 'controlAccount', ...LANGUAGES]).map((row) => ({
    code: row.code,
    type: readOneOf(row.type, JOURNAL_TYPES),
    labels: readLabels(row),
    controlAccount: readOptional(row.controlAccount),
  }));
}
