import type { ComparedFigures, ComparedLine, Figures } from '../../domain/budgets/comparison.ts';
import type { Language } from '../../domain/language.ts';
import { add, type SignedAmount } from '../../domain/money.ts';
import type { Cell, ChartSeries, Fact, PrintedChart, Row, Table, TableDocument, Term } from '../exports/document.ts';
import {
  buildReportColumns,
  toNameTerm,
  toPeriodTerm,
  buildReportDocument,
  toWordTerm,
  type ReportParties,
} from '../reports/document.ts';
import type { ReportScene } from '../reports/report.ts';
import { wordsIn, type ReportWord, type Say } from '../reports/words.ts';
import { getLineLabel, computeVariancePercent, type LabelledComparison, type LabelledPeriod } from './labelled.ts';

/** The budget comparison as a printed document and in files: summary, by account, by period, and charts. */

const FIGURES = ['budget', 'actual', 'committed', 'variance'] as const;

interface Compared extends LabelledComparison {
  readonly isByPeriod: boolean;
  readonly asOf: string;
}

export function buildComparisonDocument(parties: ReportParties, scene: ReportScene, compared: Compared): TableDocument {
  const { language, years, span, knownAt } = scene;
  const say = wordsIn(language);
  const { budget } = compared;
  const year = toPeriodTerm(span, years, language);
  const kind = say(`budget_${budget.kind}`);
  const document = buildReportDocument(parties, {
    title: 'budget_comparison',
    language,
    period: { term: `${year.term} ${budget.id}`, text: `${budget.name} (${kind})  ·  ${year.text}` },
    date: span.to,
    knownAt,
    isLandscape: true,
    facts: buildFacts(compared, say),
    tables: [
      buildLinesTable(compared, say),
      buildPeriodsTable(compared, say),
      ...(compared.isByPeriod ? [buildDetailsTable(compared, say)] : []),
    ],
  });
  return {
    ...document,
    charts: buildCharts(compared, say, language),
    fileName: `${document.title} ${budget.name} ${parties.company.name} ${span.from} ${span.to}`,
  };
}

function buildFacts({ comparison }: Compared, say: Say): readonly Fact[] {
  const { income, expense, result } = comparison.totals;
  const buildFact = (key: ReportWord, value: SignedAmount, isMain = false): Fact => ({
    key,
    label: say(key),
    kind: 'amount',
    value,
    ...(isMain && { isMain }),
  });
  return [
    buildFact('budgeted_result', result.budget),
    buildFact('result_to_date', result.toDate.actual),
    buildFact('expected_income', income.forecast),
    buildFact('expected_expenses', expense.forecast),
    buildFact('expected_result', result.forecast, true),
  ];
}

const toFigureCells = (figures: Figures): Cell[] => [
  ...FIGURES.map((name) => figures[name]),
  computeVariancePercent(figures),
  figures.forecast,
];

const FIGURE_COLUMNS = [
  ['budget', 'amount', 17],
  ['actual', 'amount', 17],
  ['committed', 'amount', 17],
  ['variance', 'amount', 17],
  ['percent', 'percent', 12],
  ['forecast', 'amount', 17],
] as const;

function buildLinesTable(compared: Compared, say: Say): Table {
  const { rows, unbudgeted, totals } = compared.comparison;
  const filterByType = (type: ComparedLine['type']) => rows.filter((row) => row.type === type);
  const toLineRow = (one: ComparedLine): Row => ({
    cells: [...buildNameCells(one, compared), ...toFigureCells(one)],
    level: 1,
  });
  const buildNamedRow = (word: ReportWord, figures: ComparedFigures, isTotal: boolean): Row => ({
    cells: [null, toWordTerm(say, word), ...toFigureCells(figures)],
    ...(isTotal ? { isTotal } : { level: 1 }),
  });
  return {
    key: 'budget_lines',
    title: say('budget_lines'),
    columns: buildReportColumns(say, [['account', 'text', 12], ['label', 'text', 44], ...FIGURE_COLUMNS]),
    *streamRows(): Generator<Row> {
      yield* filterByType('income').map(toLineRow);
      yield buildNamedRow('unbudgeted', unbudgeted.income, false);
      yield buildNamedRow('total_income', totals.income, true);
      yield* filterByType('expense').map(toLineRow);
      yield buildNamedRow('unbudgeted', unbudgeted.expense, false);
      yield buildNamedRow('total_expenses', totals.expense, true);
      yield* filterByType('result').map(toLineRow);
      yield buildNamedRow('result', totals.result, true);
      yield* filterByType('balance').map(toLineRow);
    },
  };
}

/** The account and label of a line, with its analytic code if it has one. */
function buildNameCells({ line }: ComparedLine, { labels, codes }: LabelledComparison): [Cell, Term] {
  const { account, analytic_code_id } = line;
  const code = codes.get(analytic_code_id ?? 0)?.code;
  const label = getLineLabel(line, labels, codes);
  const text = code === undefined ? label : `${label}  ·  ${code}`;
  return [account, toNameTerm(`${account ?? ''}/${analytic_code_id ?? ''}`, text)];
}

function buildPeriodsTable({ comparison, periods }: Compared, say: Say): Table {
  const { income, expense, result } = comparison.totals;
  const parts = [
    ['total_income', income],
    ['total_expenses', expense],
    ['result', result],
  ] as const;
  return {
    key: 'budget_periods',
    title: say('budget_periods'),
    columns: buildReportColumns(say, [['nature', 'text', 22], ['period', 'text', 34], ...FIGURE_COLUMNS]),
    *streamRows(): Generator<Row> {
      for (const [word, figures] of parts) {
        for (const [place, one] of figures.periods.entries())
          yield { cells: [toWordTerm(say, word), toComparisonTerm(periods[place]!), ...toFigureCells(one)] };
        yield {
          cells: [toWordTerm(say, word), toWordTerm(say, 'whole_year'), ...toFigureCells(figures)],
          isTotal: true,
        };
      }
    },
  };
}

const toComparisonTerm = ({ starts_on, label }: LabelledPeriod): Term => toNameTerm(starts_on.slice(0, 10), label);

function buildDetailsTable(compared: Compared, say: Say): Table {
  const { comparison, periods } = compared;
  return {
    key: 'budget_details',
    title: say('budget_details'),
    columns: buildReportColumns(say, [
      ['account', 'text', 12],
      ['label', 'text', 36],
      ['period', 'text', 20],
      ...FIGURE_COLUMNS,
    ]),
    *streamRows(): Generator<Row> {
      for (const row of comparison.rows)
        for (const [place, one] of row.periods.entries())
          yield { cells: [...buildNameCells(row, compared), toComparisonTerm(periods[place]!), ...toFigureCells(one)] };
    },
  };
}

/** Income and expenses of each period against the budget, and the cumulative result over the year. */
function buildCharts(compared: Compared, say: Say, language: Language): readonly PrintedChart[] {
  const { comparison, periods, asOf } = compared;
  const { income, expense, result } = comparison.totals;
  const labels = periods.map(({ starts_on }) => formatShortMonth(starts_on.slice(0, 10), language));
  const pickFigure = ({ periods: all }: ComparedFigures, name: 'budget' | 'actual' | 'forecast') =>
    all.map((one) => one[name]);
  // The line of actual figures ends today instead of continuing flat.
  const hideFuturePeriods = (values: readonly SignedAmount[]) =>
    values.map((value, place) => (periods[place]!.starts_on.slice(0, 10) <= asOf ? value : null));
  const toPlannedSeries = (values: ChartSeries['values']): ChartSeries => ({
    label: say('budget'),
    tone: 'planned',
    values,
  });
  const toActualSeries = (values: ChartSeries['values']): ChartSeries => ({
    label: say('actual'),
    tone: 'actual',
    values,
  });
  const toExpectedSeries = (values: ChartSeries['values']): ChartSeries => ({
    label: say('forecast'),
    tone: 'expected',
    values,
  });
  const buildBarChart = (title: ReportWord, figures: ComparedFigures): PrintedChart => ({
    kind: 'bars',
    title: say(title),
    labels,
    series: [
      toPlannedSeries(pickFigure(figures, 'budget')),
      toActualSeries(pickFigure(figures, 'actual')),
      toExpectedSeries(pickFigure(figures, 'forecast')),
    ],
  });
  return [
    buildBarChart('total_income', income),
    buildBarChart('total_expenses', expense),
    {
      kind: 'lines',
      title: say('cumulated_result'),
      labels,
      series: [
        toPlannedSeries(accumulate(pickFigure(result, 'budget'))),
        toExpectedSeries(accumulate(pickFigure(result, 'forecast'))),
        toActualSeries(hideFuturePeriods(accumulate(pickFigure(result, 'actual')))),
      ],
    },
  ];
}

function accumulate(amounts: readonly SignedAmount[]): readonly SignedAmount[] {
  let total = '0.00';
  return amounts.map((amount) => (total = add(total, amount)));
}

function formatShortMonth(day: string, language: Language): string {
  const date = new Date(`${day}T00:00:00Z`);
  return new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(date);
}
