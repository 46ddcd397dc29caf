import type { ComparedFigures, ComparedLine, Figures } from '../../domain/budgets/comparison.ts';
import type { Language } from '../../domain/language.ts';
import { add, type SignedAmount } from '../../domain/money.ts';
import type { Cell, ChartSeries, Fact, PrintedChart, Row, Table, TableDocument, Term } from '../exports/document.ts';
import { columnsIn, nameTerm, periodTerm, reportDocument, wordTerm, type ReportParties } from '../reports/document.ts';
import type { ReportScene } from '../reports/report.ts';
import { wordsIn, type ReportWord, type Say } from '../reports/words.ts';
import { labelOfLine, variancePercent, type LabelledComparison, type LabelledPeriod } from './labelled.ts';

/** The comparison of a budget on paper and in files: at a glance, by account, by period, and drawn. */

const FIGURES = ['budget', 'actual', 'committed', 'variance'] as const;

interface Compared extends LabelledComparison {
  readonly isByPeriod: boolean;
  readonly asOf: string;
}

export function comparisonDocument(parties: ReportParties, scene: ReportScene, compared: Compared): TableDocument {
  const { language, years, span, knownAt } = scene;
  const say = wordsIn(language);
  const { budget } = compared;
  const year = periodTerm(span, years, language);
  const kind = say(`budget_${budget.kind}`);
  const document = reportDocument(parties, {
    title: 'budget_comparison',
    language,
    period: { term: `${year.term} ${budget.id}`, text: `${budget.name} (${kind})  ·  ${year.text}` },
    date: span.to,
    knownAt,
    isLandscape: true,
    facts: factsOf(compared, say),
    tables: [
      linesTable(compared, say),
      periodsTable(compared, say),
      ...(compared.isByPeriod ? [detailsTable(compared, say)] : []),
    ],
  });
  return {
    ...document,
    charts: chartsOf(compared, say, language),
    fileName: `${document.title} ${budget.name} ${parties.company.name} ${span.from} ${span.to}`,
  };
}

function factsOf({ comparison }: Compared, say: Say): readonly Fact[] {
  const { income, expense, result } = comparison.totals;
  const fact = (key: ReportWord, value: SignedAmount, isMain = false): Fact => ({
    key,
    label: say(key),
    kind: 'amount',
    value,
    ...(isMain && { isMain }),
  });
  return [
    fact('budgeted_result', result.budget),
    fact('result_to_date', result.toDate.actual),
    fact('expected_income', income.forecast),
    fact('expected_expenses', expense.forecast),
    fact('expected_result', result.forecast, true),
  ];
}

const cellsOf = (figures: Figures): Cell[] => [
  ...FIGURES.map((name) => figures[name]),
  variancePercent(figures),
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

function linesTable(compared: Compared, say: Say): Table {
  const { rows, unbudgeted, totals } = compared.comparison;
  const of = (type: ComparedLine['type']) => rows.filter((row) => row.type === type);
  const row = (one: ComparedLine): Row => ({ cells: [...namesOf(one, compared), ...cellsOf(one)], level: 1 });
  const named = (word: ReportWord, figures: ComparedFigures, isTotal: boolean): Row => ({
    cells: [null, wordTerm(say, word), ...cellsOf(figures)],
    ...(isTotal ? { isTotal } : { level: 1 }),
  });
  return {
    key: 'budget_lines',
    title: say('budget_lines'),
    columns: columnsIn(say, [['account', 'text', 12], ['label', 'text', 44], ...FIGURE_COLUMNS]),
    *rows(): Generator<Row> {
      yield* of('income').map(row);
      yield named('unbudgeted', unbudgeted.income, false);
      yield named('total_income', totals.income, true);
      yield* of('expense').map(row);
      yield named('unbudgeted', unbudgeted.expense, false);
      yield named('total_expenses', totals.expense, true);
      yield* of('result').map(row);
      yield named('result', totals.result, true);
      yield* of('balance').map(row);
    },
  };
}

/** Its account and what it is called, with its code where it has one. */
function namesOf({ line }: ComparedLine, { labels, codes }: LabelledComparison): [Cell, Term] {
  const { account, analytic_code_id } = line;
  const code = codes.get(analytic_code_id ?? 0)?.code;
  const label = labelOfLine(line, labels, codes);
  const text = code === undefined ? label : `${label}  ·  ${code}`;
  return [account, nameTerm(`${account ?? ''}/${analytic_code_id ?? ''}`, text)];
}

function periodsTable({ comparison, periods }: Compared, say: Say): Table {
  const { income, expense, result } = comparison.totals;
  const parts = [
    ['total_income', income],
    ['total_expenses', expense],
    ['result', result],
  ] as const;
  return {
    key: 'budget_periods',
    title: say('budget_periods'),
    columns: columnsIn(say, [['nature', 'text', 22], ['period', 'text', 34], ...FIGURE_COLUMNS]),
    *rows(): Generator<Row> {
      for (const [word, figures] of parts) {
        for (const [place, one] of figures.periods.entries())
          yield { cells: [wordTerm(say, word), termOf(periods[place]!), ...cellsOf(one)] };
        yield { cells: [wordTerm(say, word), wordTerm(say, 'whole_year'), ...cellsOf(figures)], isTotal: true };
      }
    },
  };
}

const termOf = ({ starts_on, label }: LabelledPeriod): Term => nameTerm(starts_on.slice(0, 10), label);

function detailsTable(compared: Compared, say: Say): Table {
  const { comparison, periods } = compared;
  return {
    key: 'budget_details',
    title: say('budget_details'),
    columns: columnsIn(say, [
      ['account', 'text', 12],
      ['label', 'text', 36],
      ['period', 'text', 20],
      ...FIGURE_COLUMNS,
    ]),
    *rows(): Generator<Row> {
      for (const row of comparison.rows)
        for (const [place, one] of row.periods.entries())
          yield { cells: [...namesOf(row, compared), termOf(periods[place]!), ...cellsOf(one)] };
    },
  };
}

/** Income and expenses of each period beside what was planned, and how the result adds up over the year. */
function chartsOf(compared: Compared, say: Say, language: Language): readonly PrintedChart[] {
  const { comparison, periods, asOf } = compared;
  const { income, expense, result } = comparison.totals;
  const labels = periods.map(({ starts_on }) => shortMonth(starts_on.slice(0, 10), language));
  const of = ({ periods: all }: ComparedFigures, name: 'budget' | 'actual' | 'forecast') => all.map((one) => one[name]);
  // A line of what is booked ends today instead of going on without a change.
  const begun = (values: readonly SignedAmount[]) =>
    values.map((value, place) => (periods[place]!.starts_on.slice(0, 10) <= asOf ? value : null));
  const planned = (values: ChartSeries['values']): ChartSeries => ({ label: say('budget'), tone: 'planned', values });
  const actual = (values: ChartSeries['values']): ChartSeries => ({ label: say('actual'), tone: 'actual', values });
  const expected = (values: ChartSeries['values']): ChartSeries => ({
    label: say('forecast'),
    tone: 'expected',
    values,
  });
  const bars = (title: ReportWord, figures: ComparedFigures): PrintedChart => ({
    kind: 'bars',
    title: say(title),
    labels,
    series: [planned(of(figures, 'budget')), actual(of(figures, 'actual')), expected(of(figures, 'forecast'))],
  });
  return [
    bars('total_income', income),
    bars('total_expenses', expense),
    {
      kind: 'lines',
      title: say('cumulated_result'),
      labels,
      series: [
        planned(cumulated(of(result, 'budget'))),
        expected(cumulated(of(result, 'forecast'))),
        actual(begun(cumulated(of(result, 'actual')))),
      ],
    },
  ];
}

function cumulated(amounts: readonly SignedAmount[]): readonly SignedAmount[] {
  let total = '0.00';
  return amounts.map((amount) => (total = add(total, amount)));
}

function shortMonth(day: string, language: Language): string {
  const date = new Date(`${day}T00:00:00Z`);
  return new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(date);
}
