import { z } from 'zod';
import { prefixesOf } from '../../domain/country-packs/annual-accounts.ts';
import type { AnnualAccountsModel } from '../../domain/country-packs/index.ts';
import type { Language } from '../../domain/language.ts';
import { add, isZero, ZERO } from '../../domain/money.ts';
import type { Span } from '../../domain/reports/span.ts';
import type { RubricLine } from '../../domain/reports/statements.ts';
import type { Column, Row, Table } from '../exports/document.ts';
import { writtenDate } from '../exports/notation.ts';
import { decimalString, plainDate } from '../http/reply/output.ts';
import { columnsIn, nameTerm, unlessZero } from './document.ts';
import { wordsIn, type Say } from './words.ts';

/** Lines of statements, as JSON and as tables. */

export const ModelReference = z
  .object({ code: z.string(), label: z.string(), scheme: z.enum(['full', 'abbreviated', 'micro']) })
  .meta({ id: 'ReportModel', description: 'The form of the country that the rubrics are those of.' });

export const RubricRow = z
  .object({
    code: z.string().meta({ description: 'The official code of the rubric.' }),
    label: z.string(),
    level: z.int().meta({ description: '1 for a total; deeper lines are parts of those above or below them.' }),
    amount: decimalString,
    previous_amount: decimalString
      .nullable()
      .meta({ description: 'Of the period set beside; null where there is none.' }),
    is_sum: z.boolean().meta({ description: 'Made from other rubrics, and not from accounts.' }),
    is_memo: z.boolean().meta({ description: 'A line "of which": counted in another rubric too.' }),
    accounts: z.array(z.string()).meta({ description: 'What the numbers of its accounts begin with; of a sum none.' }),
  })
  .meta({ id: 'ReportRubric' });

export const previousPeriod = {
  previous_period: z
    .object({ from: plainDate, to: plainDate })
    .nullable()
    .meta({ description: 'The days set beside: the year before, or the same days of it.' }),
};

export const schemeQuery = z
  .enum(['full', 'abbreviated', 'micro'])
  .optional()
  .meta({ description: 'Absent: the one of the settings, else the full one.' });

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
  accounts: prefixesOf(rubric),
});

/** Two years side by side. The columns are named by their last days, their keys are not. */
export function rubricColumns(say: Say, language: Language, span: Span, previous: Span | null): Column[] {
  const columns = columnsIn(say, [
    ['code', 'text', 10],
    ['rubric', 'text', 66],
  ]);
  const amount = (key: string, day: string): Column => ({
    key,
    label: writtenDate(day, language),
    kind: 'amount',
    width: 17,
  });
  return [...columns, amount('amount', span.to), ...(previous ? [amount('previous_amount', previous.to)] : [])];
}

export function rubricRows(lines: readonly RubricLine[], language: Language, hasPrevious: boolean): Row[] {
  return lines.map(({ rubric, amount, previous }) => ({
    cells: [rubric.code, nameTerm(rubric.code, rubric.labels[language]), amount, ...(hasPrevious ? [previous] : [])],
    level: Math.max(rubric.level - 2, 0),
    isTotal: rubric.level <= 2 && rubric.isMemo !== true,
  }));
}

export function rubricTable(
  key: string,
  title: string,
  columns: readonly Column[],
  lines: readonly RubricLine[],
  language: Language,
): Table {
  const rows = rubricRows(lines, language, columns.length > 3);
  if (lines.every(({ rubric }) => rubric.writtenOffIn === undefined)) return { key, title, columns, rows: () => rows };
  const [code, rubric, ...nets] = columns;
  const gross = columnsIn(wordsIn(language), [
    ['gross', 'amount', 17],
    ['code_written_off', 'text', 8],
    ['written_off', 'amount', 19],
  ]);
  const wide = rowsWithGross(lines, rows);
  return { key, title, columns: [code!, { ...rubric!, width: 44 }, ...gross, ...nets], rows: () => wide };
}

/** What assets cost and what was written off stand beside what is left of them, under the codes that the form has for both. */
function rowsWithGross(lines: readonly RubricLine[], rows: readonly Row[]): Row[] {
  const written = new Map(lines.map(({ rubric, amount }) => [rubric.code, amount]));
  const isBeside = new Set(lines.map(({ rubric }) => rubric.writtenOffIn));
  return rows.flatMap((row, index) => {
    const { rubric, amount } = lines[index]!;
    if (isBeside.has(rubric.code)) return [];
    const { writtenOffIn } = rubric;
    const off = (writtenOffIn !== undefined && written.get(writtenOffIn)) || ZERO;
    const [code, label, ...nets] = row.cells;
    const cells = [code!, label!, add(amount, off), isZero(off) ? null : writtenOffIn!, unlessZero(off), ...nets];
    return [{ ...row, cells }];
  });
}
