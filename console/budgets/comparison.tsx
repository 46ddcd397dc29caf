import { useMemo, useRef, useState } from 'preact/hooks';
import { Empty } from '../components/empty.tsx';
import { Shown } from '../support/loading.tsx';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import { Table, type TableColumn } from '../support/table.tsx';
import type { Budget, ComparedFigures, ComparedRow, Comparison } from './answers.ts';
import { BudgetChart } from './budget-chart.tsx';
import { buildMonths, formatPercent, judgeVariance, withSign } from './figures.ts';
import { MonthTable } from './month-table.tsx';
import { sayIn } from './words.ts';

/** A budget beside the books: in sum, by month, and by account. */
export function ComparisonView({ budget }: { readonly budget: Budget }) {
  const { api, place } = useConsole();
  const path = `${getFilePath(place)}/budgets/${budget.id}/comparison`;
  const comparison = useLoaded(`${path} ${budget.version}`, (signal) => api.get<Comparison>(path, {}, signal));
  return <Shown of={comparison}>{(shown) => <Compared comparison={shown} />}</Shown>;
}

/** What the chart shows: a total, or the line of this index. */
type Subject = 'result' | 'income' | 'expense' | number;

function Compared({ comparison }: { readonly comparison: Comparison }) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const { rows } = comparison;
  const [subject, setSubject] = useState<Subject>('result');
  const heading = useRef<HTMLHeadingElement>(null);
  const choose = (next: Subject): void => {
    setSubject(next);
    heading.current?.focus();
  };
  return (
    <>
      <Totals comparison={comparison} />
      <h4 ref={heading} tabIndex={-1}>
        {nameSubject(comparison, subject, tell)}
      </h4>
      <ByMonth comparison={comparison} subject={subject} onSubject={setSubject} />
      <h4>{tell('by_account')}</h4>
      {rows.length === 0 ? (
        <Empty title={tell('no_lines')}>
          <p class="quiet">{tell('no_lines_help')}</p>
        </Empty>
      ) : (
        <Lines comparison={comparison} onChoose={choose} />
      )}
    </>
  );
}

type Tell = ReturnType<typeof sayIn>;

function nameSubject({ rows }: Comparison, subject: Subject, tell: Tell): string {
  if (typeof subject !== 'number') return tell(`total_${subject}`);
  const { account, label, analytic_code } = rows[subject]!;
  return [account, label, analytic_code].filter(Boolean).join(' · ');
}

const findFigures = ({ rows, totals }: Comparison, subject: Subject): ComparedFigures =>
  typeof subject === 'number' ? rows[subject]! : totals[subject];

const isExpense = ({ rows }: Comparison, subject: Subject): boolean =>
  typeof subject === 'number' ? rows[subject]!.type === 'expense' : subject === 'expense';

/** Where the year stands today. */
function Totals({ comparison: { totals, as_of } }: { readonly comparison: Comparison }) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  const { budget, actual, variance } = totals.result.to_date;
  return (
    <dl class="facts card budget-facts">
      {(
        [
          ['result_planned', budget],
          ['result_booked', actual],
          ['variance', variance],
          ['result_year', totals.result.budget],
          ['result_expected', totals.result.forecast],
        ] as const
      ).map(([name, amount]) => (
        <div key={name}>
          <dt>{tell(name, { day: format.day(as_of) })}</dt>
          <dd class={`figure ${name === 'variance' ? judgeVariance(amount, false) : ''}`}>
            {name === 'variance' ? withSign(amount, format) : format.amount(amount)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ByMonthProps {
  readonly comparison: Comparison;
  readonly subject: Subject;
  readonly onSubject: (subject: Subject) => void;
}

/** The chart, and the same figures as a table. */
function ByMonth({ comparison, subject, onSubject }: ByMonthProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const [isCumulated, setCumulated] = useState(false);
  const months = useMemo(
    () => buildMonths(findFigures(comparison, subject), comparison.periods, { asOf: comparison.as_of, isCumulated }),
    [comparison, subject, isCumulated],
  );
  return (
    <>
      <div class="tools">
        <label class="budget-show">
          {tell('show')}{' '}
          <select
            value={String(subject)}
            onChange={({ currentTarget: { value } }) =>
              onSubject(value === 'result' || value === 'income' || value === 'expense' ? value : Number(value))
            }
          >
            {(['result', 'income', 'expense'] as const).map((one) => (
              <option key={one} value={one}>
                {tell(`total_${one}`)}
              </option>
            ))}
            {comparison.rows.map((_, index) => (
              <option key={index} value={String(index)}>
                {nameSubject(comparison, index, tell)}
              </option>
            ))}
          </select>
        </label>
        <span role="group" aria-label={tell('how')}>
          {([false, true] as const).map((one) => (
            <button
              key={String(one)}
              type="button"
              aria-pressed={isCumulated === one}
              onClick={() => setCumulated(one)}
            >
              {tell(one ? 'cumulated' : 'by_month')}
            </button>
          ))}
        </span>
      </div>
      <div class="budget-months">
        <BudgetChart months={months} title={nameSubject(comparison, subject, tell)} />
        <MonthTable
          months={months}
          title={`${nameSubject(comparison, subject, tell)}, ${tell(isCumulated ? 'cumulated' : 'by_month')}`}
          isExpense={isExpense(comparison, subject)}
        />
      </div>
    </>
  );
}

interface LinesProps {
  readonly comparison: Comparison;
  readonly onChoose: (index: number) => void;
}

function Lines({ comparison: { rows }, onChoose }: LinesProps) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  const buildFigure = (name: 'budget' | 'actual' | 'forecast', isExtra = false): TableColumn<ComparedRow> => ({
    name,
    label: tell(name),
    isFigure: true,
    isExtra,
    getValue: (row) => row[name],
    renderCell: (row) => format.amount(row[name]),
  });
  const columns: readonly TableColumn<ComparedRow>[] = [
    {
      name: 'account',
      label: tell('account'),
      getValue: ({ account, analytic_code }) => account ?? analytic_code ?? '',
    },
    {
      name: 'label',
      label: tell('label'),
      isWide: true,
      getValue: ({ label, analytic_code, account }) =>
        account !== null && analytic_code !== null ? `${label} · ${analytic_code}` : label,
    },
    buildFigure('budget'),
    buildFigure('actual'),
    {
      name: 'variance',
      label: tell('variance'),
      isFigure: true,
      getValue: ({ variance }) => variance,
      renderCell: ({ variance, type }) => (
        <span class={judgeVariance(variance, type === 'expense')}>{withSign(variance, format)}</span>
      ),
    },
    {
      name: 'percent',
      label: '%',
      isFigure: true,
      isExtra: true,
      getValue: ({ variance_percent }) => variance_percent ?? '',
      renderCell: ({ variance_percent }) => formatPercent(variance_percent, format),
    },
    {
      name: 'previous',
      label: tell('previous'),
      isFigure: true,
      isExtra: true,
      getValue: ({ previous_actual }) => previous_actual ?? '',
      renderCell: ({ previous_actual }) => (previous_actual === null ? '–' : format.amount(previous_actual)),
    },
    buildFigure('forecast', true),
  ];
  return (
    <Table
      name="budget"
      caption={tell('by_account')}
      rows={rows}
      getKey={({ account, analytic_code }) => `${account ?? ''} ${analytic_code ?? ''}`}
      onOpen={(row) => onChoose(rows.indexOf(row))}
      columns={columns}
    />
  );
}
