import { useRef } from 'preact/hooks';
import { amountOf, centsOf } from '../audit/sums.ts';
import type { CompanyFile, FiscalYear, TrialBalance, TrialBalanceRow } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { pathOf, useLoaded, useScene } from '../support/scene.ts';
import { Table } from '../support/table.tsx';
import { OfYear } from './years.tsx';

/** The balances of a year as they were known; those that the last move has changed are marked. */
export function TrialBalanceView({ file, day }: { readonly file: CompanyFile; readonly day: string }) {
  const { say } = useScene();
  return (
    <>
      <h2>{say('trial_balance')}</h2>
      <OfYear file={file} day={day}>
        {(year) => <Balances year={year} />}
      </OfYear>
    </>
  );
}

function Balances({ year }: { readonly year: FiscalYear }) {
  const { api, say, format, place, go } = useScene();
  const query = { fiscal_year_id: year.id, known_at: place.at };
  const balance = useLoaded(`${pathOf(place)} ${JSON.stringify(query)}`, (signal) =>
    api.get<TrialBalance>(`${pathOf(place)}/reports/trial-balance`, query, signal),
  );
  const moved = useMoves(balance.is === 'there' ? balance.value : null);
  const figure = (name: keyof TrialBalanceRow & `${string}_${string}`, label: string) => ({
    name,
    label,
    ...{ isFigure: true, isExtra: true },
    value: (row: TrialBalanceRow) => row[name],
    shown: (row: TrialBalanceRow) => format.amount(row[name]),
  });
  return (
    <Shown of={balance}>
      {({ rows, totals }) => (
        <Table
          name="trial-balance"
          caption={say('trial_balance')}
          rows={rows}
          keyOf={({ account }) => account.id}
          onOpen={({ account }) => go({ ...place, account: account.number })}
          markOf={({ account }) => (moved.has(account.id) ? 'moved' : undefined)}
          columns={[
            { name: 'account', label: say('account'), value: ({ account }) => account.number },
            { name: 'label', label: say('label'), value: ({ account }) => account.label, isWide: true },
            {
              ...{ name: 'opening', label: say('opening'), isFigure: true, isExtra: true },
              value: openingOf,
              shown: (row) => format.amount(openingOf(row)),
            },
            figure('period_debit', say('debit')),
            figure('period_credit', say('credit')),
            {
              ...{ name: 'balance', label: say('balance'), isFigure: true },
              value: ({ balance: amount }) => amount,
              shown: ({ balance: amount }) => format.amount(amount),
            },
          ]}
          totals={{
            label: say('total'),
            opening: format.amount(sumOf(totals, 'opening')),
            period_debit: format.amount(totals['period_debit'] ?? ''),
            period_credit: format.amount(totals['period_credit'] ?? ''),
            balance: format.amount(sumOf(totals, 'closing')),
          }}
        />
      )}
    </Shown>
  );
}

/** Nothing, when the books are in balance. */
const sumOf = (totals: TrialBalance['totals'], name: 'opening' | 'closing'): string =>
  amountOf(centsOf(totals[`${name}_debit`] ?? '0') - centsOf(totals[`${name}_credit`] ?? '0'));

/** What stood before the year: debit less credit. */
const openingOf = ({ opening_debit, opening_credit }: TrialBalanceRow): string =>
  amountOf(centsOf(opening_debit) - centsOf(opening_credit));

/** Accounts whose balance is another one than before the last move. */
function useMoves(balance: TrialBalance | null): ReadonlySet<number> {
  const last = useRef<TrialBalance | null>(null);
  const moved = useRef<ReadonlySet<number>>(new Set());
  if (balance && balance !== last.current) {
    const before = new Map(last.current?.rows.map((row) => [row.account.id, row.balance]));
    moved.current = new Set(
      last.current === null
        ? []
        : balance.rows.flatMap(({ account, balance: amount }) =>
            before.get(account.id) === amount ? [] : [account.id],
          ),
    );
    last.current = balance;
  }
  return moved.current;
}
