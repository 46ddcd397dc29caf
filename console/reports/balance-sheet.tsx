import { OfYear } from '../ledger/years.tsx';
import type { BalanceSheet, CompanyFile, FiscalYear, StatementLine } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { buildHash } from '../support/place.ts';
import { getFilePath, useLoaded, useConsole } from '../support/scene.ts';

/** The balance sheet as known at a point in time; each figure links to its accounts. */
export function BalanceSheetView({ file, day }: { readonly file: CompanyFile; readonly day: string }) {
  const { say } = useConsole();
  return (
    <>
      <h2>{say('balance_sheet')}</h2>
      <OfYear file={file} day={day}>
        {(year) => <Sides year={year} />}
      </OfYear>
    </>
  );
}

function Sides({ year }: { readonly year: FiscalYear }) {
  const { api, say, place } = useConsole();
  const query = { fiscal_year_id: year.id, known_at: place.at };
  const sheet = useLoaded(`${getFilePath(place)} sheet ${JSON.stringify(query)}`, (signal) =>
    api.get<BalanceSheet>(`${getFilePath(place)}/reports/balance-sheet`, query, signal),
  );
  return (
    <Shown of={sheet}>
      {({ assets, liabilities }) => (
        <div class="beside">
          <Side title={say('assets')} lines={assets} />
          <Side title={say('liabilities')} lines={liabilities} />
        </div>
      )}
    </Shown>
  );
}

interface SideProps {
  readonly title: string;
  readonly lines: readonly StatementLine[];
}

function Side({ title, lines }: SideProps) {
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
            {say('amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ code, label, level, amount, is_sum, accounts }) => (
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
          </tr>
        ))}
      </tbody>
    </table>
  );
}
