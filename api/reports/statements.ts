import { z } from 'zod';
import { subtract } from '../../domain/money.ts';
import type { AnnualAccountsModel } from '../../domain/country-packs/index.ts';
import { rubricLines, statedAmounts, totalOf } from '../../domain/reports/statements.ts';
import { bool } from '../http/input/fields.ts';
import { decimalString, timestamp } from '../http/reply/output.ts';
import { route } from '../http/routing/route.ts';
import { periodTerm, reportDocument } from './document.ts';
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
import { wordsIn } from './words.ts';
import { balancesOfTwoYears, statedCompany } from './year-balances.ts';

/** The balance sheet and the income statement in the scheme of the country, two years side by side. */

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
    assets: z.array(RubricRow).meta({ description: 'What the company has.' }),
    liabilities: z.array(RubricRow).meta({ description: 'Equity, provisions and debts.' }),
    totals: z.object({
      assets: decimalString.meta({ description: 'The total of assets.' }),
      liabilities: decimalString.meta({ description: 'The total of equity and liabilities.' }),
      difference: decimalString.meta({ description: 'Nothing, unless an account stands in no rubric.' }),
      previous_assets: decimalString.nullable().meta({ description: 'Of the period set beside.' }),
      previous_liabilities: decimalString.nullable().meta({ description: 'Of the period set beside.' }),
    }),
  })
  .meta({ id: 'BalanceSheetReport' });

const IncomeStatement = z
  .object({
    ...statementAnswer,
    rows: z.array(RubricRow),
    totals: z.object({
      result: decimalString,
      previous_result: decimalString.nullable().meta({ description: 'Of the period set beside.' }),
    }),
  })
  .meta({ id: 'IncomeStatementReport' });

const statementQuery = z.object({
  ...reportQuery,
  ...spanQuery,
  scheme: schemeQuery,
  with_zero: bool().optional().meta({ description: 'Also rubrics on which nothing stands.' }),
});

export interface StatementQuery {
  readonly scheme?: AnnualAccountsModel['scheme'] | undefined;
  readonly with_zero?: boolean | undefined;
}

async function stated(scene: ReportScene, { scheme, with_zero: withZero = false }: StatementQuery) {
  const { span, years, language, knownAt } = scene;
  const { model, pack } = await statedCompany(scene, scheme);
  const say = wordsIn(language, pack.code);
  const { current, previous, previousSpan } = await balancesOfTwoYears(scene, span);
  const amounts = statedAmounts(model, current.balances);
  const before = previous && statedAmounts(model, previous.balances);
  const total = (statement: 'assets' | 'liabilities' | 'income') => {
    const code = totalOf(model, statement);
    return { now: amounts.get(code)!, then: before && before.get(code)! };
  };
  return {
    say,
    total,
    lines: (statement: 'assets' | 'liabilities' | 'income') =>
      rubricLines(model, amounts, before, { statements: [statement], withZero }),
    head: {
      ...presentPeriod(span, years),
      previous_period: previousSpan,
      known_at: knownAt,
      model: presentModel(model, language),
      provisional: current.isProvisional,
    },
    declared: {
      language,
      period: periodTerm(span, years, language),
      date: span.to,
      knownAt,
      isProvisional: current.isProvisional,
    },
    columns: rubricColumns(say, language, span, previousSpan),
  };
}

export async function balanceSheetReport(scene: ReportScene, query: StatementQuery): Promise<MadeReport> {
  const { language } = scene;
  const { say, head, lines, total, declared, columns } = await stated(scene, query);
  const [assets, liabilities] = [total('assets'), total('liabilities')];
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
    document: (parties) =>
      reportDocument(parties, {
        ...declared,
        title: 'balance_sheet',
        tables: [
          rubricTable('assets', say('assets'), columns, assetLines, language),
          rubricTable('liabilities', say('liabilities'), columns, liabilityLines, language),
        ],
      }),
  };
}

export async function incomeStatementReport(scene: ReportScene, query: StatementQuery): Promise<MadeReport> {
  const { language } = scene;
  const { say, head, lines, total, declared, columns } = await stated(scene, query);
  const result = total('income');
  const shown = lines('income');
  return {
    body: {
      ...head,
      rows: shown.map((line) => presentRubric(line, language)),
      totals: { result: result.now, previous_result: result.then },
    },
    document: (parties) =>
      reportDocument(parties, {
        ...declared,
        title: 'income_statement',
        tables: [rubricTable('income', say('income'), columns, shown, language)],
      }),
  };
}

const balanceSheetRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/balance-sheet',
  summary: 'Balance sheet in the scheme of the country, two years side by side',
  query: statementQuery,
  replies: { 200: BalanceSheet },
  handle: (request) => answered(request, (scene) => balanceSheetReport(scene, request.query)),
});

const incomeStatementRoute = route({
  ...report,
  path: '/v1/companies/{company}/reports/income-statement',
  summary: 'Income statement in the scheme of the country, two years side by side',
  query: statementQuery,
  replies: { 200: IncomeStatement },
  handle: (request) => answered(request, (scene) => incomeStatementReport(scene, request.query)),
});

export const statementRoutes = [balanceSheetRoute, incomeStatementRoute];
