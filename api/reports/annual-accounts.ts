import { z } from 'zod';
import { formatDirectors } from '../../domain/companies/directors.ts';
import { getChartFor, type Rubric } from '../../domain/country-packs/index.ts';
import type { Language } from '../../domain/language.ts';
import { computeAnnualAmounts, isDraftAppropriation } from '../../domain/reports/annual-accounts.ts';
import { computeControls, buildRubricLines } from '../../domain/reports/statements.ts';
import type { Fact, Row, Table } from '../exports/document.ts';
import { bool, id } from '../http/input/fields.ts';
import { decimalString, plainDate, timestamp } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';
import { buildReportColumns, toNameTerm, toPeriodTerm, buildReportDocument } from './document.ts';
import {
  respondWithReport,
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
  buildRubricColumns,
  RubricRow,
  buildRubricTable,
  schemeQuery,
} from './rubrics.ts';
import type { StatementQuery } from './statements.ts';
import { wordsIn } from './words.ts';
import { readTwoYearBalances, readStatementCompany } from './year-balances.ts';

/** Annual accounts in the official form of the country: every rubric with its code. The controls are not printed. */

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
      description: 'Assets, liabilities, income and, if the form has it, the appropriation of the result.',
    }),
    controls: z
      .array(
        z.object({
          code: z.string(),
          label: z.string(),
          rubrics: z
            .array(z.string())
            .meta({ description: 'Subject of the check; accounts if they belong to no rubric.' }),
          expected: decimalString.meta({ description: 'Amount of the first side of the control.' }),
          found: decimalString.meta({ description: 'Amount of the other side.' }),
          holds: z.boolean().meta({ description: 'Whether both sides are equal.' }),
        }),
      )
      .meta({ description: 'The arithmetic controls of the form.' }),
    is_consistent: z.boolean().meta({ description: 'True if all controls pass.' }),
  })
  .meta({ id: 'AnnualAccountsReport' });

export const annualAccountsRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/annual-accounts',
  summary:
    'Get the annual accounts with the official codes of the country (NBB, liasse, eCDF), two years side by side, and their controls',
  query: z.object({
    ...reportQuery,
    fiscal_year_id: id().optional().meta({ description: 'Defaults to the current fiscal year, or the last one.' }),
    scheme: schemeQuery,
    with_zero: bool().optional().meta({ description: 'Include rubrics with a zero amount.' }),
  }),
  replies: { 200: AnnualAccounts },
  handle: (request) => respondWithReport(request, (scene) => buildAnnualAccounts(scene, request.query)),
});

export async function buildAnnualAccounts(scene: ReportScene, query: StatementQuery): Promise<MadeReport> {
  const { span, years, language, knownAt } = scene;
  const { model, row, pack } = await readStatementCompany(scene, query.scheme);
  const say = wordsIn(language, pack.code);
  const { current, previous, previousSpan } = await readTwoYearBalances(scene, span);
  const year = years.find(({ starts_on, ends_on }) => starts_on === span.from && ends_on === span.to);
  const { closing } = getChartFor(pack, row.legal_form_code);
  const books = {
    closing,
    isOpenYear: year?.closing === null,
    current: current.balances,
    previous: previous && previous.balances,
  };
  const { amounts, previous: before } = computeAnnualAmounts(model, books);
  const isProvisional = current.isProvisional || isDraftAppropriation(books);
  const statements = STATEMENTS.filter((key) => model.rubrics.some(({ statement }) => statement === key)).map(
    (key) => ({
      key,
      lines: buildRubricLines(model, amounts, before, {
        statements: [key],
        withZero: query.with_zero ?? false,
      }),
    }),
  );
  const controls = computeControls(model, current.balances.atEnd, current.typed);
  const getSetting = (name: 'general_meeting_date' | 'valuation_rules'): string | null => {
    const value = row.settings[`annual_accounts.${name}`];
    return typeof value === 'string' ? value : null;
  };
  const details = {
    general_meeting_date: getSetting('general_meeting_date'),
    directors: formatDirectors(row.settings),
    valuation_rules: getSetting('valuation_rules'),
  };
  return {
    body: {
      ...presentPeriod(span, years),
      previous_period: previousSpan,
      known_at: knownAt,
      model: presentModel(model, language),
      provisional: isProvisional,
      ...details,
      statements: statements.map(({ key, lines }) => ({
        key,
        label: say(key),
        rows: lines.map((line) => presentRubric(line, language)),
      })),
      controls: controls.map((control) => ({ ...control, label: translate(`control_${control.code}`, language) })),
      is_consistent: controls.every(({ holds }) => holds),
    },
    buildDocument: (parties) => {
      const columns = buildRubricColumns(say, language, span, previousSpan);
      return buildReportDocument(parties, {
        title: 'annual_accounts',
        language,
        period: toPeriodTerm(span, years, language),
        date: span.to,
        knownAt,
        isProvisional,
        facts: buildFacts(model.code, model.labels[language], details.general_meeting_date, language),
        tables: [
          ...statements.map(({ key, lines }) => buildRubricTable(key, say(key), columns, lines, language)),
          ...buildNotesTables(details, language),
        ],
      });
    },
  };
}

function buildFacts(code: string, label: string, meeting: string | null, language: Language): Fact[] {
  return [
    { key: 'model', label: wordsIn(language)('model'), kind: 'text', value: toNameTerm(code, label) },
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

/** Texts of the notes, split into rows that fit on a page. */
function buildNotesTables(
  { directors, valuation_rules: rules }: { readonly directors: string | null; readonly valuation_rules: string | null },
  language: Language,
): Table[] {
  const say = wordsIn(language);
  const buildPart = (
    key: 'annual_accounts_directors' | 'annual_accounts_valuation_rules',
    text: string | null,
  ): Row[] =>
    text === null
      ? []
      : [
          { cells: [toNameTerm(key, translate(key, language))], isHeading: true },
          ...text
            .split(/\r?\n/)
            .filter((line) => line.trim() !== '')
            .flatMap((line) => line.match(new RegExp(`.{1,${LINE_OF_NOTES}}(?:\\s|$)|.{${LINE_OF_NOTES}}`, 'gu')) ?? [])
            .map((line) => ({ cells: [line.trim()] })),
        ];
  const rows = [
    ...buildPart('annual_accounts_directors', directors),
    ...buildPart('annual_accounts_valuation_rules', rules),
  ];
  if (rows.length === 0) return [];
  return [
    {
      key: 'notes',
      title: say('notes'),
      columns: buildReportColumns(say, [['notes', 'text', 110]]),
      streamRows: () => rows,
    },
  ];
}
