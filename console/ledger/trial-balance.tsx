import { useRef } from 'preact/hooks';
import { formatCents, parseCents } from '../audit/sums.ts';
import type { CompanyFile, FiscalYear, TrialBalance, TrialBalanceRow } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { getFilePath, useLoaded, useConsole } from '../support/scene.ts';
import { Table } from '../support/table.tsx';
import { OfYear } from './years.tsx';

/** Balances of a year as known at a point in time; balances changed by the last move are marked. */
export function TrialBalanceView({ file, day }: { readonly file: CompanyFile; readonly day: string }) {
  const { say } = useConsole();
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
  const { api, say, format, place, goTo } = useConsole();
  const query = { fiscal_year_id: year.id, known_at: place.at };
  const balance = useLoaded(`${getFilePath(place)} ${JSON.stringify(query)}`, (signal) =>
    api.get<TrialBalance>(`${getFilePath(place)}/reports/trial-balance`, query, signal),
  );
  const moved = useMovedAccounts(balance.is === 'there' ? balance.value : null);
  const buildFigureColumn = (name: keyof TrialBalanceRow & `${string}_${string}`, label: string) => ({
    name,
    label,
    isFigure: true,
    isExtra: true,
    getValue: (row: TrialBalanceRow) => row[name],
    renderCell: (row: TrialBalanceRow) => format.amount(row[name]),
  });
  return (
    <Shown of={balance}>
      {({ rows, totals }) => (
        <Table
          name="trial-balance"
          caption={say('trial_balance')}
          rows={rows}
          getKey={({ account }) => account.id}
          onOpen={({ account }) => goTo({ ...place, account: account.number })}
          getMark={({ account }) => (moved.has(account.id) ? 'moved' : undefined)}
          columns={[
            { name: 'account', label: say('account'), getValue: ({ account }) => account.number },
            { name: 'label', label: say('label'), getValue: ({ account }) => account.label, isWide: true },
            {
              name: 'opening',
              label: say('opening'),
              isFigure: true,
              isExtra: true,
              getValue: computeOpening,
              renderCell: (row) => format.amount(computeOpening(row)),
            },
            buildFigureColumn('period_debit', say('debit')),
            buildFigureColumn('period_credit', say('credit')),
            {
              name: 'balance',
              label: say('balance'),
              isFigure: true,
              getValue: ({ balance: amount }) => amount,
              renderCell: ({ balance: amount }) => format.amount(amount),
            },
          ]}
          totals={{
            label: say('total'),
            opening: format.amount(computeNetTotal(totals, 'opening')),
            period_debit: format.amount(totals['period_debit'] ?? ''),
            period_credit: format.amount(totals['period_credit'] ?? ''),
            balance: format.amount(computeNetTotal(totals, 'closing')),
          }}
        />
      )}
    </Shown>
  );
}

/** Zero if the books balance. */
const computeNetTotal = (totals: TrialBalance['totals'], name: 'opening' | 'closing'): string =>
  formatCents(parseCents(totals[`${name}_debit`] ?? '0') - parseCents(totals[`${name}_credit`] ?? '0'));

/** Opening balance: debit less credit. */
const computeOpening = ({ opening_debit, opening_credit }: TrialBalanceRow): string =>
  formatCents(parseCents(opening_debit) - parseCents(opening_credit));

/** Accounts whose balance changed with the last move through time. */
function useMovedAccounts(balance: TrialBalance | null): ReadonlySet<number> {
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
