import { z } from 'zod';
import type { Rubric } from '../../domain/country-packs/index.ts';
import type { Language } from '../../domain/language.ts';
import { controlsOf, rubricLines, statedAmounts, type Control } from '../../domain/reports/statements.ts';
import type { Fact, Row, Table } from '../exports/document.ts';
import { bool, id } from '../http/input/fields.ts';
import { decimalString, plainDate, timestamp } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';
import { columnsIn, nameTerm, periodTerm, reportDocument, wordTerm } from './document.ts';
import {
  answered,
  periodAnswer,
  presentPeriod,
  report,
  reportQuery,
  type MadeReport,
  type ReportScene,
} from './report.ts';
import {
  ModelReference,
  presentModel,
  presentRubric,
  previousPeriod,
  rubricColumns,
  RubricRow,
  rubricTable,
  schemeQuery,
} from './rubrics.ts';
import type { StatementQuery } from './statements.ts';
import { wordsIn } from './words.ts';
import { balancesOfTwoYears, statedCompany } from './year-balances.ts';

/** The annual accounts as the form of the country has them: every rubric with its official code, and the controls. */

const STATEMENTS = [
  'assets',
  'liabilities',
  'income',
  'appropriation',
] as const satisfies readonly Rubric['statement'][];

const AnnualAccounts = z
  .object({
    ...periodAnswer,
    ...previousPeriod,
    known_at: timestamp.nullable(),
    model: ModelReference,
    provisional: z.boolean(),
    general_meeting_date: plainDate.nullable(),
    directors: z.string().nullable(),
    valuation_rules: z.string().nullable(),
    statements: z.array(z.object({ key: z.enum(STATEMENTS), label: z.string(), rows: z.array(RubricRow) })).meta({
      description: 'Assets, liabilities, income and, where the form has it, the appropriation of the result.',
    }),
    controls: z
      .array(
        z.object({
          code: z.string(),
          label: z.string(),
          rubrics: z
            .array(z.string())
            .meta({ description: 'What it is about; accounts where they stand in no rubric.' }),
          expected: decimalString.meta({ description: 'What the first side of the control comes to.' }),
          found: decimalString.meta({ description: 'What the other side comes to.' }),
          holds: z.boolean().meta({ description: 'Both sides are the same.' }),
        }),
      )
      .meta({ description: 'The arithmetic controls of the form.' }),
    is_consistent: z.boolean().meta({ description: 'Every control holds.' }),
  })
  .meta({ id: 'AnnualAccountsReport' });

export const annualAccountsRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/annual-accounts',
  summary:
    'Annual accounts with the official codes of the country (NBB, liasse, eCDF), two years side by side, and their controls',
  query: z.object({
    ...reportQuery,
    fiscal_year_id: id().optional().meta({ description: 'Absent: the year of today, or the last one.' }),
    scheme: schemeQuery,
    with_zero: bool().optional().meta({ description: 'Also rubrics on which nothing stands.' }),
  }),
  replies: { 200: AnnualAccounts },
  handle: (request) => answered(request, (scene) => annualAccountsReport(scene, request.query)),
});

export async function annualAccountsReport(scene: ReportScene, query: StatementQuery): Promise<MadeReport> {
  const { span, years, language, knownAt } = scene;
  const { model, row, pack } = await statedCompany(scene, query.scheme);
  const say = wordsIn(language, pack.code);
  const { current, previous, previousSpan } = await balancesOfTwoYears(scene, span);
  const amounts = statedAmounts(model, current.balances);
  const before = previous && statedAmounts(model, previous.balances);
  const statements = STATEMENTS.filter((key) => model.rubrics.some(({ statement }) => statement === key)).map(
    (key) => ({
      key,
      lines: rubricLines(model, amounts, before, {
        statements: [key],
        withZero: query.with_zero ?? false,
      }),
    }),
  );
  const controls = controlsOf(model, current.balances.atEnd, current.typed);
  const said = (name: 'general_meeting_date' | 'directors' | 'valuation_rules'): string | null => {
    const value = row.settings[`annual_accounts.${name}`];
    return typeof value === 'string' ? value : null;
  };
  const details = {
    general_meeting_date: said('general_meeting_date'),
    directors: said('directors'),
    valuation_rules: said('valuation_rules'),
  };
  return {
    body: {
      ...presentPeriod(span, years),
      previous_period: previousSpan,
      known_at: knownAt,
      model: presentModel(model, language),
      provisional: current.isProvisional,
      ...details,
      statements: statements.map(({ key, lines }) => ({
        key,
        label: say(key),
        rows: lines.map((line) => presentRubric(line, language)),
      })),
      controls: controls.map((control) => ({ ...control, label: translate(`control_${control.code}`, language) })),
      is_consistent: controls.every(({ holds }) => holds),
    },
    document: (parties) => {
      const columns = rubricColumns(say, language, span, previousSpan);
      return reportDocument(parties, {
        title: 'annual_accounts',
        language,
        period: periodTerm(span, years, language),
        date: span.to,
        knownAt,
        isProvisional: current.isProvisional,
        facts: factsOf(model.code, model.labels[language], details.general_meeting_date, language),
        tables: [
          ...statements.map(({ key, lines }) => rubricTable(key, say(key), columns, lines, language)),
          controlsTable(controls, language),
          ...notesTable(details, language),
        ],
      });
    },
  };
}

function factsOf(code: string, label: string, meeting: string | null, language: Language): Fact[] {
  return [
    { key: 'model', label: wordsIn(language)('model'), kind: 'text', value: nameTerm(code, label) },
    ...(meeting
      ? [
          {
            key: 'general_meeting_date',
            label: translate('general_meeting', language),
            kind: 'date' as const,
            value: meeting,
          },
        ]
      : []),
  ];
}

const LINE_OF_NOTES = 900;

/** What is said in words, cut into rows that fit on a page. */
function notesTable(
  { directors, valuation_rules: rules }: { readonly directors: string | null; readonly valuation_rules: string | null },
  language: Language,
): Table[] {
  const say = wordsIn(language);
  const part = (key: 'annual_accounts_directors' | 'annual_accounts_valuation_rules', text: string | null): Row[] =>
    text === null
      ? []
      : [
          { cells: [nameTerm(key, translate(key, language))], isHeading: true },
          ...text
            .split(/\r?\n/)
            .filter((line) => line.trim() !== '')
            .flatMap((line) => line.match(new RegExp(`.{1,${LINE_OF_NOTES}}(?:\\s|$)|.{${LINE_OF_NOTES}}`, 'gu')) ?? [])
            .map((line) => ({ cells: [line.trim()] })),
        ];
  const rows = [...part('annual_accounts_directors', directors), ...part('annual_accounts_valuation_rules', rules)];
  if (rows.length === 0) return [];
  return [{ key: 'notes', title: say('notes'), columns: columnsIn(say, [['notes', 'text', 110]]), rows: () => rows }];
}

function controlsTable(controls: readonly Control[], language: Language): Table {
  const say = wordsIn(language);
  const rows = controls.map(({ code, rubrics, expected, found, holds }): Row => ({
    cells: [
      nameTerm(code, translate(`control_${code}`, language)),
      code === 'sums_add_up' && holds ? null : rubrics.join(', '),
      expected,
      found,
      wordTerm(say, holds ? 'holds' : 'fails'),
    ],
  }));
  const columns = columnsIn(say, [
    ['control', 'text', 46],
    ['rubric', 'text', 18],
    ['expected', 'amount', 16],
    ['actual', 'amount', 16],
    ['outcome', 'text', 14],
  ]);
  return { key: 'controls', title: say('controls'), columns, rows: () => rows };
}
