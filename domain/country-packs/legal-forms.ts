/** Reads the legal forms of a country. */
import { readLabels, readOneOf, readTable, type DataTable } from '../data-table.ts';
import { LANGUAGES } from '../language.ts';
import { toLabels } from './chart.ts';
import { CHART_VARIANTS, type Labels, type PackLegalForm } from './pack.ts';

/** One abbreviation, which is written after a name in every language; empty if there is none. */
export function readLegalForms(table: DataTable): readonly PackLegalForm[] {
  return readTable(table, ['code', 'chart', 'abbreviation', ...LANGUAGES]).map((row) => ({
    code: row.code,
    labels: readLabels(row),
    abbreviations: useEverywhere(row.abbreviation),
    chart: readOneOf(row.chart, CHART_VARIANTS),
  }));
}

function useEverywhere(abbreviation: string): Labels | null {
  return abbreviation === '' ? null : toLabels(abbreviation, abbreviation, abbreviation, abbreviation);
}
