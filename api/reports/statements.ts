import { z } from 'zod';
import { subtract } from '../../domain/money.ts';
import type { AnnualAccountsModel } from '../../domain/country-packs/index.ts';
import { buildRubricLines, computeStatementAmounts, getTotalRubric } from '../../domain/reports/statements.ts';
import { bool } from '../http/input/fields.ts';
import { decimalString, timestamp } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { toPeriodTerm, buildReportDocument } from './document.ts';
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
import { wordsIn } from './words.ts';
import { readTwoYearBalances, readStatementCompany } from './year-balances.ts';

/** Balance sheet and income statement in the national scheme, two years side by side. */

const statementAnswer = {
  ...periodAnswer,
  ...previousPeriod,
  known_at: timestamp.nullable(),
  model: ModelReference,
  provisional: z.boolean(),
};

const BalanceSheet = z
  .object({
    ...statementAnswer,
    assets: z.array(RubricRow).meta({ description: 'Assets of the company.' }),
    liabilities: z.array(RubricRow).meta({ description: 'Equity, provisions and debts.' }),
    totals: z.object({
      assets: decimalString.meta({ description: 'The total of assets.' }),
      liabilities: decimalString.meta({ description: 'The total of equity and liabilities.' }),
      difference: decimalString.meta({ description: 'Zero, unless an account belongs to no rubric.' }),
      previous_assets: decimalString.nullable().meta({ description: 'Total of the previous period.' }),
      previous_liabilities: decimalString.nullable().meta({ description: 'Total of the previous period.' }),
    }),
  })
  .meta({ id: 'BalanceSheetReport' });

const IncomeStatement = z
  .object({
    ...statementAnswer,
    rows: z.array(RubricRow),
    totals: z.object({
      result: decimalString,
      previous_result: decimalString.nullable().meta({ description: 'Result of the previous period.' }),
    }),
  })
  .meta({ id: 'IncomeStatementReport' });

const statementQuery = z.object({
  ...reportQuery,
  ...spanQuery,
  scheme: schemeQuery,
  with_zero: bool().optional().meta({ description: 'Include rubrics with a zero amount.' }),
});

export interface StatementQuery {
  readonly scheme?: AnnualAccountsModel['scheme'] | undefined;
  readonly with_zero?: boolean | undefined;
}

async function prepareStatement(scene: ReportScene, { scheme, with_zero: withZero = false }: StatementQuery) {
  const { span, years, language, knownAt } = scene;
  const { model, pack } = await readStatementCompany(scene, scheme);
  const say = wordsIn(language, pack.code);
  const { current, previous, previousSpan } = await readTwoYearBalances(scene, span);
  const amounts = computeStatementAmounts(model, current.balances);
  const before = previous && computeStatementAmounts(model, previous.balances);
  const getTotal = (statement: 'assets' | 'liabilities' | 'income') => {
    const code = getTotalRubric(model, statement);
    return { now: amounts.get(code)!, then: before && before.get(code)! };
  };
  return {
    say,
    getTotal,
    lines: (statement: 'assets' | 'liabilities' | 'income') =>
      buildRubricLines(model, amounts, before, { statements: [statement], withZero }),
    head: {
      ...presentPeriod(span, years),
      previous_period: previousSpan,
      known_at: knownAt,
      model: presentModel(model, language),
      provisional: current.isProvisional,
    },
    declared: {
      language,
      period: toPeriodTerm(span, years, language),
      date: span.to,
      knownAt,
      isProvisional: current.isProvisional,
    },
    columns: buildRubricColumns(say, language, span, previousSpan),
  };
}

export async function buildBalanceSheet(scene: ReportScene, query: StatementQuery): Promise<MadeReport> {
  const { language } = scene;
  const { say, head, lines, getTotal, declared, columns } = await prepareStatement(scene, query);
  const [assets, liabilities] = [getTotal('assets'), getTotal('liabilities')];
  const [assetLines, liabilityLines] = [lines('assets'), lines('liabilities')];
  return {
    body: {
      ...head,
      assets: assetLines.map((line) => presentRubric(line, language)),
      liabilities: liabilityLines.map((line) => presentRubric(line, language)),
      totals: {
        assets: assets.now,
        liabilities: liabilities.now,
        difference: subtract(assets.now, liabilities.now),
        previous_assets: assets.then,
        previous_liabilities: liabilities.then,
      },
    },
    buildDocument: (parties) =>
      buildReportDocument(parties, {
        ...declared,
        title: 'balance_sheet',
        tables: [
          buildRubricTable('assets', say('assets'), columns, assetLines, language),
          buildRubricTable('liabilities', say('liabilities'), columns, liabilityLines, language),
        ],
      }),
  };
}

export async function buildIncomeStatement(scene: ReportScene, query: StatementQuery): Promise<MadeReport> {
  const { language } = scene;
  const { say, head, lines, getTotal, declared, columns } = await prepareStatement(scene, query);
  const result = getTotal('income');
  const shown = lines('income');
  return {
    body: {
      ...head,
      rows: shown.map((line) => presentRubric(line, language)),
      totals: { result: result.now, previous_result: result.then },
    },
    buildDocument: (parties) =>
      buildReportDocument(parties, {
        ...declared,
        title: 'income_statement',
        tables: [buildRubricTable('income', say('income'), columns, shown, language)],
      }),
  };
}

const balanceSheetRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/balance-sheet',
  summary: 'Get the balance sheet in the national scheme, two years side by side',
  query: statementQuery,
  replies: { 200: BalanceSheet },
  handle: (request) => respondWithReport(request, (scene) => buildBalanceSheet(scene, request.query)),
});

const incomeStatementRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/income-statement',
  summary: 'Get the income statement in the national scheme, two years side by side',
  query: statementQuery,
  replies: { 200: IncomeStatement },
  handle: (request) => respondWithReport(request, (scene) => buildIncomeStatement(scene, request.query)),
});

export const statementRoutes = [balanceSheetRoute, incomeStatementRoute];
