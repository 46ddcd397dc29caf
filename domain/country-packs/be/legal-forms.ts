/**
 * The legal forms of the Crossroads Bank for Enterprises under their three digits, and the chart that each keeps. The
 * register gives natural persons no form: they have 000 here. Former forms stay, because companies founded under them
 * still carry their codes: 5xx had a social purpose, 2xx were civil companies, 1xx are of public law and 6xx of public
 * law with a social purpose (the forms of the code of 2019 have 610 to 617, 706 and 716).
 *
 * Only public limited companies, partnerships limited by shares and the European forms have kept a capital: that of
 * private and cooperative companies, old codes included, became a contribution by law on 1 January 2020. Forms with
 * members or a public task rather than shareholders keep the chart of associations.
 */
import { readLabels, readOneOf, readTable } from '../../data-table.ts';
import { LANGUAGES } from '../../language.ts';
import { toLabels } from '../chart.ts';
import { CHART_VARIANTS, type Labels, type PackLegalForm } from '../pack.ts';
import table from './data/legal-forms.json' with { type: 'json' };

const COLUMNS = ['code', 'chart', 'abbreviations', ...LANGUAGES] as const;

export const legalForms: readonly PackLegalForm[] = readTable(table, COLUMNS).map((row) => ({
  code: row.code,
  labels: readLabels(row),
  abbreviations: readAbbreviations(row.abbreviations),
  chart: readOneOf(row.chart, CHART_VARIANTS),
}));

/** `SRL|BV|GmbH`: the abbreviations in French, Dutch and German, or nothing. In English both of the first are usual. */
function readAbbreviations(text: string): Labels | null {
  const [fr, nl, de] = text.split('|');
  if (fr === undefined || nl === undefined || de === undefined) return null;
  return toLabels(fr, nl, fr === nl ? fr : `${fr}/${nl}`, de);
}
