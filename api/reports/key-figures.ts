import { z } from 'zod';
import { findAnnualAccountsModel } from '../../domain/country-packs/annual-accounts.ts';
import { countDaysBetween } from '../../domain/dates.ts';
import { KEY_FIGURES, computeKeyFigures, type ComputedFigure } from '../../domain/reports/key-figures.ts';
import type { Span } from '../../domain/reports/span.ts';
import { computeStatementAmounts } from '../../domain/reports/statements.ts';
import type { Column, Row } from '../exports/document.ts';
import { formatDate } from '../exports/notation.ts';
import { decimalString, timestamp } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { buildReportColumns, toNameTerm, toPeriodTerm, buildReportDocument } from './document.ts';
import { getFigureLabel, getUnitLabel } from './figure-words.ts';
import {
  respondWithReport,
  periodAnswer,
  presentPeriod,
  report,
  reportQuery,
  spanQuery,
  type MadeReport,
  type ReportScene,
} from './report.ts';
import { ModelReference, presentModel, previousPeriod } from './rubrics.ts';
import { wordsIn } from './words.ts';
import { readTwoYearBalances, readStatementCompany } from './year-balances.ts';

/** Ratios with their underlying rubrics, two years side by side. */

const KeyFigures = z
  .object({
    ...periodAnswer,
    ...previousPeriod,
    known_at: timestamp.nullable(),
    model: ModelReference,
    figures: z
      .array(
        z.object({
          key: z.enum(KEY_FIGURES.map(({ key }) => key)),
          label: z.string(),
          unit: z.enum(['amount', 'percent', 'ratio', 'days']).meta({ description: 'Unit of the value.' }),
          value: decimalString.nullable().meta({ description: 'Null if the denominator is zero.' }),
          previous_value: decimalString.nullable().meta({ description: 'Value of the previous period.' }),
          rubrics: z
            .array(
              z.object({
                code: z.string(),
                label: z.string(),
                part: z.enum(['numerator', 'denominator']),
                sign: z.int().meta({ description: '1 if it is added, -1 if it is subtracted.' }),
                amount: decimalString,
              }),
            )
            .meta({ description: 'Rubrics used in the formula.' }),
        }),
      )
      .meta({ description: 'Amounts first, then ratios.' }),
  })
  .meta({ id: 'KeyFiguresReport' });

export const keyFiguresRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/key-figures',
  summary: 'Get key figures: liquidity, solvency, profitability and payment terms, with the rubrics of each',
  query: z.object({ ...reportQuery, ...spanQuery }),
  replies: { 200: KeyFigures },
  handle: (request) => respondWithReport(request, buildKeyFiguresReport),
});

export async function buildKeyFiguresReport(scene: ReportScene): Promise<MadeReport> {
  const { span, years, language, knownAt } = scene;
  const { pack, row } = await readStatementCompany(scene);
  // Ratios always use the full model, whichever model the company files.
  const model = findAnnualAccountsModel(pack, row.legal_form_code, 'full')!;
  const { current, previous, previousSpan } = await readTwoYearBalances(scene, span);
  const figures = computeKeyFigures(
    pack.code,
    model,
    computeStatementAmounts(model, current.balances),
    countDays(span),
  );
  const before =
    previous &&
    computeKeyFigures(pack.code, model, computeStatementAmounts(model, previous.balances), countDays(previousSpan!));
  const labels = new Map(model.rubrics.map((rubric) => [rubric.code, rubric.labels[language]]));
  return {
    body: {
      ...presentPeriod(span, years),
      previous_period: previousSpan,
      known_at: knownAt,
      model: presentModel(model, language),
      figures: figures.map(({ key, unit, value, terms }, index) => ({
        key,
        label: getFigureLabel(key, language),
        unit,
        value,
        previous_value: before?.[index]?.value ?? null,
        rubrics: terms.map(({ rubric, part, sign, amount }) => ({
          code: rubric,
          label: labels.get(rubric)!,
          part,
          sign,
          amount,
        })),
      })),
    },
    buildDocument: (parties) => {
      const say = wordsIn(language);
      const buildValueColumn = (key: string, day: string): Column => ({
        key,
        label: formatDate(day, language),
        kind: 'amount',
        width: 16,
      });
      const table = {
        key: 'key_figures',
        title: say('key_figures'),
        columns: [
          ...buildReportColumns(say, [
            ['figure', 'text', 44],
            ['unit', 'text', 10],
          ]),
          buildValueColumn('value', span.to),
          ...(previousSpan ? [buildValueColumn('previous_value', previousSpan.to)] : []),
          ...buildReportColumns(say, [['formula', 'text', 46]]),
        ],
        streamRows: (): Row[] =>
          figures.map((figure, index) => ({
            cells: [
              toNameTerm(figure.key, getFigureLabel(figure.key, language)),
              toNameTerm(figure.unit, getUnitLabel(figure.unit, language)),
              figure.value,
              ...(before ? [before[index]!.value] : []),
              formatFormula(figure),
            ],
          })),
      };
      return buildReportDocument(parties, {
        title: 'key_figures',
        language,
        period: toPeriodTerm(span, years, language),
        date: span.to,
        knownAt,
        isProvisional: current.isProvisional,
        tables: [table],
      });
    },
  };
}

const countDays = ({ from, to }: Span): number => countDaysBetween(from, to) + 1;

/** `(29/58 - 29) / (42/48 + 492/3)` */
function formatFormula({ terms }: ComputedFigure): string {
  const formatPart = (part: 'numerator' | 'denominator'): string => {
    const own = terms.filter((term) => term.part === part);
    const sum = own
      .map(({ rubric, sign }, index) => `${sign === -1 ? '- ' : index === 0 ? '' : '+ '}${rubric}`)
      .join(' ');
    return own.length > 1 ? `(${sum})` : sum;
  };
  const below = formatPart('denominator');
  return below === '' ? formatPart('numerator').replace(/^\(|\)$/g, '') : `${formatPart('numerator')} / ${below}`;
}
