import { z } from 'zod';
import { annualAccountsModel } from '../../domain/country-packs/annual-accounts.ts';
import { daysBetween } from '../../domain/dates.ts';
import { KEY_FIGURES, keyFigures, type ComputedFigure } from '../../domain/reports/key-figures.ts';
import type { Span } from '../../domain/reports/span.ts';
import { statedAmounts } from '../../domain/reports/statements.ts';
import type { Column, Row } from '../exports/document.ts';
import { writtenDate } from '../exports/notation.ts';
import { decimalString, timestamp } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { columnsIn, nameTerm, periodTerm, reportDocument } from './document.ts';
import { figureLabel, unitLabel } from './figure-words.ts';
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
import { ModelReference, presentModel, previousPeriod } from './rubrics.ts';
import { wordsIn } from './words.ts';
import { balancesOfTwoYears, statedCompany } from './year-balances.ts';

/** Ratios with the rubrics behind them, two years side by side. */

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
          unit: z.enum(['amount', 'percent', 'ratio', 'days']).meta({ description: 'What the value counts.' }),
          value: decimalString.nullable().meta({ description: 'Null where it would be divided by nothing.' }),
          previous_value: decimalString.nullable().meta({ description: 'Of the period set beside.' }),
          rubrics: z
            .array(
              z.object({
                code: z.string(),
                label: z.string(),
                part: z.enum(['numerator', 'denominator']),
                sign: z.int().meta({ description: '1 where it is added, -1 where it is taken off.' }),
                amount: decimalString,
              }),
            )
            .meta({ description: 'What it is made from.' }),
        }),
      )
      .meta({ description: 'Amounts first, then ratios.' }),
  })
  .meta({ id: 'KeyFiguresReport' });

export const keyFiguresRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/key-figures',
  summary: 'Liquidity, solvency, profitability and payment terms, with the rubrics that each is made from',
  query: z.object({ ...reportQuery, ...spanQuery }),
  replies: { 200: KeyFigures },
  handle: (request) => answered(request, keyFiguresReport),
});

export async function keyFiguresReport(scene: ReportScene): Promise<MadeReport> {
  const { span, years, language, knownAt } = scene;
  const { pack, row } = await statedCompany(scene);
  // The ratios are those of the full model, whatever the company files.
  const model = annualAccountsModel(pack, row.legal_form_code, 'full')!;
  const { current, previous, previousSpan } = await balancesOfTwoYears(scene, span);
  const figures = keyFigures(pack.code, model, statedAmounts(model, current.balances), daysOf(span));
  const before =
    previous && keyFigures(pack.code, model, statedAmounts(model, previous.balances), daysOf(previousSpan!));
  const labels = new Map(model.rubrics.map((rubric) => [rubric.code, rubric.labels[language]]));
  return {
    body: {
      ...presentPeriod(span, years),
      previous_period: previousSpan,
      known_at: knownAt,
      model: presentModel(model, language),
      figures: figures.map(({ key, unit, value, terms }, index) => ({
        key,
        label: figureLabel(key, language),
        unit,
        value,
        previous_value: before?.[index]?.value ?? null,
        rubrics: terms.map(({ rubric, part, sign, amount }) => ({
          ...{ code: rubric, label: labels.get(rubric)!, part, sign, amount },
        })),
      })),
    },
    document: (parties) => {
      const say = wordsIn(language);
      const value = (key: string, day: string): Column => ({
        key,
        label: writtenDate(day, language),
        kind: 'amount',
        width: 16,
      });
      const table = {
        key: 'key_figures',
        title: say('key_figures'),
        columns: [
          ...columnsIn(say, [
            ['figure', 'text', 44],
            ['unit', 'text', 10],
          ]),
          value('value', span.to),
          ...(previousSpan ? [value('previous_value', previousSpan.to)] : []),
          ...columnsIn(say, [['formula', 'text', 46]]),
        ],
        rows: (): Row[] =>
          figures.map((figure, index) => ({
            cells: [
              nameTerm(figure.key, figureLabel(figure.key, language)),
              nameTerm(figure.unit, unitLabel(figure.unit, language)),
              figure.value,
              ...(before ? [before[index]!.value] : []),
              formulaOf(figure),
            ],
          })),
      };
      return reportDocument(parties, {
        title: 'key_figures',
        language,
        period: periodTerm(span, years, language),
        date: span.to,
        knownAt,
        isProvisional: current.isProvisional,
        tables: [table],
      });
    },
  };
}

const daysOf = ({ from, to }: Span): number => daysBetween(from, to) + 1;

/** `(29/58 - 29) / (42/48 + 492/3)` */
function formulaOf({ terms }: ComputedFigure): string {
  const written = (part: 'numerator' | 'denominator'): string => {
    const own = terms.filter((term) => term.part === part);
    const sum = own
      .map(({ rubric, sign }, index) => `${sign === -1 ? '- ' : index === 0 ? '' : '+ '}${rubric}`)
      .join(' ');
    return own.length > 1 ? `(${sum})` : sum;
  };
  const below = written('denominator');
  return below === '' ? written('numerator').replace(/^\(|\)$/g, '') : `${written('numerator')} / ${below}`;
}
