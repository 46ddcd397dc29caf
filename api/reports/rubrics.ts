import { z } from 'zod';
import { listPrefixes } from '../../domain/country-packs/annual-accounts.ts';
import type { AnnualAccountsModel } from '../../domain/country-packs/index.ts';
import type { Language } from '../../domain/language.ts';
import { add, isZero, ZERO } from '../../domain/money.ts';
import type { Span } from '../../domain/reports/span.ts';
import type { RubricLine } from '../../domain/reports/statements.ts';
import type { Column, Row, Table } from '../exports/document.ts';
import { formatDate } from '../exports/notation.ts';
import { decimalString, plainDate } from '../http/reply/output.ts';
import { buildReportColumns, toNameTerm, blankIfZero } from './document.ts';
import { wordsIn, type Say } from './words.ts';

/** Rubrics of statements, as JSON and as tables. */

export const ModelReference = z
  .object({ code: z.string(), label: z.string(), scheme: z.enum(['full', 'abbreviated', 'micro']) })
  .meta({ id: 'ReportModel', description: 'The national form that defines the rubrics.' });

export const RubricRow = z
  .object({
    code: z.string().meta({ description: 'Official code of the rubric.' }),
    label: z.string(),
    level: z.int().meta({ description: '1 for a total; higher levels are parts of the lines around them.' }),
    amount: decimalString,
    previous_amount: decimalString
      .nullable()
      .meta({ description: 'Amount of the compared period; null if there is none.' }),
    is_sum: z.boolean().meta({ description: 'Computed from other rubrics, not from accounts.' }),
    is_memo: z.boolean().meta({ description: 'An "of which" line: also counted in another rubric.' }),
    accounts: z.array(z.string()).meta({ description: 'Number prefixes of its accounts; empty for a total.' }),
  })
  .meta({ id: 'ReportRubric' });

export const previousPeriod = {
  previous_period: z
    .object({ from: plainDate, to: plainDate })
    .nullable()
    .meta({ description: 'Previous period: the year before, or the same days of it.' }),
};

export const schemeQuery = z
  .enum(['full', 'abbreviated', 'micro'])
  .optional()
  .meta({ description: 'Defaults to the scheme of the settings, else the full one.' });

export const presentModel = ({ code, labels, scheme }: AnnualAccountsModel, language: Language) => ({
  code,
  label: labels[language],
  scheme,
});

export const presentRubric = ({ rubric, amount, previous }: RubricLine, language: Language) => ({
  code: rubric.code,
  label: rubric.labels[language],
  level: rubric.level,
  amount,
  previous_amount: previous,
  is_sum: 'sum' in rubric.content,
  is_memo: rubric.isMemo === true,
  accounts: listPrefixes(rubric),
});

/** Two years side by side. Column labels are their last days; column keys are fixed. */
export function buildRubricColumns(say: Say, language: Language, span: Span, previous: Span | null): Column[] {
  const columns = buildReportColumns(say, [
    ['code', 'text', 10],
    ['rubric', 'text', 66],
  ]);
  const buildAmountColumn = (key: string, day: string): Column => ({
    key,
    label: formatDate(day, language),
    kind: 'amount',
    width: 17,
  });
  return [
    ...columns,
    buildAmountColumn('amount', span.to),
    ...(previous ? [buildAmountColumn('previous_amount', previous.to)] : []),
  ];
}

export function buildRubricRows(lines: readonly RubricLine[], language: Language, hasPrevious: boolean): Row[] {
  return lines.map(({ rubric, amount, previous }) => ({
    cells: [rubric.code, toNameTerm(rubric.code, rubric.labels[language]), amount, ...(hasPrevious ? [previous] : [])],
    level: Math.max(rubric.level - 2, 0),
    isTotal: rubric.level <= 2 && rubric.isMemo !== true,
  }));
}

export function buildRubricTable(
  key: string,
  title: string,
  columns: readonly Column[],
  lines: readonly RubricLine[],
  language: Language,
): Table {
  const rows = buildRubricRows(lines, language, columns.length > 3);
  if (lines.every(({ rubric }) => rubric.writtenOffIn === undefined))
    return { key, title, columns, streamRows: () => rows };
  const [code, rubric, ...nets] = columns;
  const gross = buildReportColumns(wordsIn(language), [
    ['gross', 'amount', 17],
    ['code_written_off', 'text', 8],
    ['written_off', 'amount', 19],
  ]);
  const wide = withGrossColumns(lines, rows);
  return { key, title, columns: [code!, { ...rubric!, width: 44 }, ...gross, ...nets], streamRows: () => wide };
}

/** Adds gross value and write-offs beside the net value, with the codes that the form has for both. */
function withGrossColumns(lines: readonly RubricLine[], rows: readonly Row[]): Row[] {
  const written = new Map(lines.map(({ rubric, amount }) => [rubric.code, amount]));
  const isBeside = new Set(lines.map(({ rubric }) => rubric.writtenOffIn));
  return rows.flatMap((row, index) => {
    const { rubric, amount } = lines[index]!;
    if (isBeside.has(rubric.code)) return [];
    const { writtenOffIn } = rubric;
    const off = (writtenOffIn !== undefined && written.get(writtenOffIn)) || ZERO;
    const [code, label, ...nets] = row.cells;
    const cells = [code!, label!, add(amount, off), isZero(off) ? null : writtenOffIn!, blankIfZero(off), ...nets];
    return [{ ...row, cells }];
  });
}
