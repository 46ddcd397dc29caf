import { z } from 'zod';
import { invalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { compared, comparedAll, type Compared } from '../../domain/reports/comparison.ts';
import { spanOf, type Span } from '../../domain/reports/span.ts';
import { daysBefore, statedAmounts } from '../../domain/reports/statements.ts';
import { isZero } from '../../domain/money.ts';
import type { Column, Row } from '../exports/document.ts';
import { writtenDate } from '../exports/notation.ts';
import { date, id } from '../http/input/fields.ts';
import { decimalString, plainDate, timestamp } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { columnsIn, nameTerm, reportDocument } from './document.ts';
import {
  answered,
  periodAnswer,
  presentPeriod,
  report,
  reportQuery,
  spanQuery,
  type MadeReport,
  type ReportScene,
} from './report.ts';
import { wordsIn } from './words.ts';
import { balancesAt, statedCompany } from './year-balances.ts';

/** Two periods side by side, by account or by rubric, with what has changed. */

const Comparison = z
  .object({
    ...periodAnswer,
    compared_period: z
      .object({ from: plainDate, to: plainDate })
      .meta({ description: 'What the period is compared with.' }),
    known_at: timestamp.nullable(),
    by: z.enum(['account', 'rubric']).meta({ description: 'What a row is of.' }),
    rows: z.array(
      z.object({
        code: z.string().meta({ description: 'Number of the account, or code of the rubric.' }),
        label: z.string(),
        amount: decimalString.meta({
          description:
            'By account: debit less credit, of the period for income and expenses, at its end for all others.',
        }),
        compared_amount: decimalString.meta({ description: 'Of the period compared with.' }),
        difference: decimalString,
        percent: decimalString
          .nullable()
          .meta({ description: 'The difference in per cent; null where there was nothing.' }),
      }),
    ),
  })
  .meta({ id: 'ComparisonReport' });

export const comparisonRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/comparison',
  summary: 'Two periods side by side, by account or by rubric: amounts, difference and percentage',
  query: z.object({
    ...reportQuery,
    ...spanQuery,
    compare_fiscal_year_id: id().optional().meta({ description: 'What to compare with; absent: the year before.' }),
    compare_from: date().optional().meta({ description: 'First day to compare with.' }),
    compare_to: date().optional().meta({ description: 'Last day to compare with.' }),
    by: z.enum(['account', 'rubric']).optional().meta({ description: 'Absent: by account.' }),
  }),
  replies: { 200: Comparison },
  handle: (request) => answered(request, (scene) => comparisonReport(scene, request.query)),
});

export interface ComparisonQuery {
  readonly compare_fiscal_year_id?: number | undefined;
  readonly compare_from?: string | undefined;
  readonly compare_to?: string | undefined;
  readonly by?: 'account' | 'rubric' | undefined;
}

/** The days asked for; none: those before. Without books of that time nothing is compared but nothing. */
function comparedSpan({ years, span }: ReportScene, query: ComparisonQuery): Span | Refusal {
  const { compare_fiscal_year_id: yearId, compare_from: from, compare_to: to } = query;
  if (yearId === undefined && from === undefined && to === undefined)
    return daysBefore(years, span) ?? { from: shifted(span.from), to: shifted(span.to) };
  const found = spanOf(years, { fiscal_year_id: yearId, from, to }, span.from);
  if (!isRefusal(found)) return found;
  return invalid((found.problems ?? []).map((problem) => ({ ...problem, field: `compare_${problem.field}` })));
}

const shifted = (day: string): string =>
  `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4).replace('-02-29', '-02-28')}`;

interface ComparedRow extends Compared {
  readonly code: string;
  readonly label: string;
  readonly level: number;
}

export async function comparisonReport(scene: ReportScene, query: ComparisonQuery): Promise<MadeReport | Refusal> {
  const { span, years, language, knownAt } = scene;
  const other = comparedSpan(scene, query);
  if (isRefusal(other)) return other;
  const { by = 'account' } = query;
  const rows = await (by === 'account' ? byAccount(scene, other) : byRubric(scene, other));
  return {
    body: {
      ...presentPeriod(span, years),
      compared_period: other,
      known_at: knownAt,
      by,
      rows: rows.map(({ code, label, amount, compared: base, difference, percent }) => ({
        ...{ code, label, amount, compared_amount: base, difference, percent },
      })),
    },
    document: (parties) => {
      const say = wordsIn(language);
      const written = (day: string) => writtenDate(day, language);
      const days = ({ from, to }: Span) => `${written(from)} – ${written(to)}`;
      const amount = (key: string, { from, to }: Span): Column => ({
        key,
        label: days({ from, to }),
        kind: 'amount',
        width: 24,
      });
      const table = {
        key: 'comparison',
        title: say('comparison'),
        columns: [
          ...columnsIn(say, [
            [by === 'account' ? 'account' : 'code', 'text', 12],
            [by === 'account' ? 'label' : 'rubric', 'text', 50],
          ]),
          amount('amount', span),
          amount('compared_amount', other),
          ...columnsIn(say, [
            ['difference', 'amount', 17],
            ['percent', 'percent', 12],
          ]),
        ],
        rows: (): Row[] =>
          rows.map(({ code, label, level, amount: now, compared: base, difference, percent }) => ({
            cells: [code, nameTerm(code, label), now, base, difference, percent],
            level: Math.max(level - 2, 0),
            isTotal: level > 0 && level <= 2,
          })),
      };
      const period = {
        term: `${span.from}/${span.to} ${other.from}/${other.to}`,
        text: `${days(span)}  ·  ${days(other)}`,
      };
      return reportDocument(parties, {
        title: 'comparison',
        language,
        period,
        date: span.to,
        knownAt,
        isLandscape: true,
        tables: [table],
      });
    },
  };
}

async function byAccount(scene: ReportScene, other: Span): Promise<ComparedRow[]> {
  const [now, then] = [await balancesAt(scene, scene.span), await balancesAt(scene, other)];
  const label = (number: string) => now.labels.get(number) ?? then.labels.get(number) ?? number;
  return comparedAll(now.onAccounts, then.onAccounts).map(({ key, ...row }) => ({
    code: key,
    label: label(key),
    level: 0,
    ...row,
  }));
}

async function byRubric(scene: ReportScene, other: Span): Promise<ComparedRow[]> {
  const { model } = await statedCompany(scene);
  const [now, then] = [await balancesAt(scene, scene.span), await balancesAt(scene, other)];
  const [amounts, bases] = [statedAmounts(model, now.balances), statedAmounts(model, then.balances)];
  return model.rubrics
    .map(({ code, labels, level, isMemo = false }) => ({
      ...{ code, label: labels[scene.language], level: isMemo ? Math.max(level, 3) : level },
      ...compared(amounts.get(code)!, bases.get(code)!),
    }))
    .filter(({ amount, compared: base, level }) => level <= 2 || !isZero(amount) || !isZero(base));
}
