import { useConsole } from '../support/scene.ts';
import { formatPercent, judgeVariance, withSign, type MonthFigures } from './figures.ts';
import { sayIn } from './words.ts';

interface MonthTableProps {
  readonly months: readonly MonthFigures[];
  readonly title: string;
  readonly isExpense: boolean;
}

/** The figures of the chart, for those who do not see it. */
export function MonthTable({ months, title, isExpense }: MonthTableProps) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  const hasPrevious = months.some(({ previous }) => previous !== null);
  const formatIfKnown = (amount: string | null): string => (amount === null ? '–' : format.amount(amount));
  return (
    <div class="month-table" tabIndex={0} role="group" aria-label={title}>
      <table class="statement">
        <caption class="unseen">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{tell('month')}</th>
            <th scope="col" class="figure">
              {tell('budget')}
            </th>
            <th scope="col" class="figure">
              {tell('actual')}
            </th>
            <th scope="col" class="figure">
              {tell('variance')}
            </th>
            <th scope="col" class="figure">
              %
            </th>
            {hasPrevious && (
              <th scope="col" class="figure">
                {tell('previous')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {months.map(({ label, startsOn, budget, actual, variance, percent, previous }) => (
            <tr key={startsOn}>
              <th scope="row">{label}</th>
              <td class="figure">{format.amount(budget)}</td>
              <td class="figure">{formatIfKnown(actual)}</td>
              <td class={`figure ${judgeVariance(variance, isExpense)}`}>
                {variance === null ? '–' : withSign(variance, format)}
              </td>
              <td class="figure">{formatPercent(percent, format)}</td>
              {hasPrevious && <td class="figure">{formatIfKnown(previous)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
