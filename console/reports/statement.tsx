import type { StatementLine } from '../support/answers.ts';
import { buildHash } from '../support/place.ts';
import { useConsole } from '../support/scene.ts';

interface StatementProps {
  readonly title: string;
  readonly lines: readonly StatementLine[];
  /** Codes of the two years, the earlier one absent if there is none. */
  readonly year: string;
  readonly previousYear: string | null;
}

/** Rubrics of a statement beside those of the year before. Each links to the accounts behind it. */
export function Statement({ title, lines, year, previousYear }: StatementProps) {
  const { say, format, place } = useConsole();
  return (
    <table class="statement">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">
            {say('item')} · {say('account')}
          </th>
          <th scope="col" class="figure">
            {year}
          </th>
          {previousYear !== null && (
            <th scope="col" class="figure earlier">
              {previousYear}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ code, label, level, amount, previous_amount, is_sum, accounts }) => (
          <tr key={code} class={is_sum ? 'sum' : undefined}>
            <th scope="row" class={`level-${Math.min(level, 5)}`}>
              {label}{' '}
              {accounts.map((number) => (
                <a
                  key={number}
                  href={buildHash({ ...place, account: number })}
                  aria-label={say('accounts_of', { number, item: label })}
                >
                  {number}
                </a>
              ))}
            </th>
            <td class="figure">{format.amount(amount)}</td>
            {previousYear !== null && <td class="figure earlier">{format.amount(previous_amount ?? '0.00')}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
