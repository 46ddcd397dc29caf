import type { Cell, Table, TableDocument } from '../exports/document.ts';
import {
  buildReportDocument,
  toDayTerm,
  toNameTerm,
  toPeriodTerm,
  toTotalRow,
  toWordTerm,
  type ReportParties,
} from '../reports/document.ts';
import type { ReportScene } from '../reports/report.ts';
import { wordsIn } from '../reports/words.ts';
import type { AnswerColumn, AnswerRow } from './answer.ts';

/** The answer of a query as a printed report and in files. */

interface Shown {
  readonly columns: readonly AnswerColumn[];
  readonly rows: readonly AnswerRow[];
  readonly totals: AnswerRow;
}

const WIDTHS = { text: 14, amount: 17, integer: 10 } as const;
const NAME_WIDTH = 34;
/** More columns are printed across. */
const MOST_UPRIGHT = 5;

export function buildQueryDocument(
  parties: ReportParties,
  scene: ReportScene,
  { columns, rows, totals }: Shown,
  { name, asOf }: { readonly name: string | null; readonly asOf: string | null },
): TableDocument {
  const { language, span, years, knownAt } = scene;
  const say = wordsIn(language);
  const isName = columns.map(({ key }, place) => key === `${columns[place - 1]?.key}_label`);
  const toCells = (row: AnswerRow): Cell[] =>
    row.map((value, place) => {
      if (!isName[place]) return value === null ? null : String(value);
      return toNameTerm(String(row[place - 1] ?? 'none'), String(value ?? ''));
    });
  const table: Table = {
    key: 'query',
    title: name ?? say('query'),
    columns: columns.map(({ key, label, kind }, place) => ({
      key,
      label,
      kind,
      width: isName[place] ? NAME_WIDTH : WIDTHS[kind],
      ...(kind === 'amount' && { carries: 'sum' as const }),
    })),
    *streamRows() {
      for (const row of rows) yield { cells: toCells(row) };
      if (rows.length === 0) return;
      const [, ...others] = totals.map((value) => (value === null ? null : String(value)));
      yield toTotalRow([toWordTerm(say, 'total'), ...others]);
    },
  };
  const document = buildReportDocument(parties, {
    title: 'query',
    language,
    period: asOf === null ? toPeriodTerm(span, years, language) : toDayTerm(asOf, language),
    date: span.to,
    knownAt,
    isLandscape: columns.length > MOST_UPRIGHT,
    tables: [table],
  });
  return name === null
    ? document
    : { ...document, title: name, fileName: document.fileName.replace(document.title, () => name) };
}
