import type { CompanyFile, FiscalYear, Movement } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { usePages } from '../support/pages.ts';
import { getFilePath, useConsole } from '../support/scene.ts';
import { sumAmounts } from '../support/table-rows.ts';
import { Table } from '../support/table.tsx';
import { OfYear } from './years.tsx';

/** Movements of an account, or of all accounts starting with its number, with the running balance. */
export function AccountView({ file, day }: { readonly file: CompanyFile; readonly day: string }) {
  const { say, place } = useConsole();
  return (
    <>
      <h2>
        {say('account')} {place.account}
      </h2>
      <OfYear file={file} day={day}>
        {(year) => <Movements year={year} />}
      </OfYear>
    </>
  );
}

export function Movements({ year }: { readonly year: FiscalYear }) {
  const { say, format, place, goTo } = useConsole();
  const { account, at } = place;
  const query = { fiscal_year_id: year.id, known_at: at, account_from: account, account_to: account };
  const movements = usePages<Movement>(`${getFilePath(place)}/reports/general-ledger`, query);
  return (
    <Shown of={movements}>
      {({ rows, total }) => (
        <>
          <p class="named">{formatAccountLabels(rows)}</p>
          <Table
            name={`account-${account}`}
            caption={`${say('account')} ${account}`}
            rows={rows}
            total={total}
            getKey={({ id }) => id}
            onOpen={({ entry_id }) => goTo({ ...place, entry: String(entry_id) })}
            columns={[
              {
                name: 'date',
                label: say('date'),
                getValue: ({ entry_date }) => entry_date.slice(0, 10),
                renderCell: ({ entry_date }) => format.day(entry_date),
              },
              { name: 'account', label: say('account'), getValue: (row) => row.account.number, isExtra: true },
              { name: 'entry', label: say('entry'), getValue: ({ journal, number }) => `${journal.code} ${number}` },
              {
                name: 'label',
                label: say('label'),
                getValue: ({ label, reference }) => label ?? reference ?? '',
                isWide: true,
              },
              {
                name: 'party',
                label: say('party'),
                isExtra: true,
                isWide: true,
                getValue: ({ third_party }) => third_party?.name ?? '',
              },
              {
                name: 'lettering',
                label: say('lettering'),
                isExtra: true,
                getValue: ({ lettering_codes }) => lettering_codes.join(' '),
              },
              ...(['debit', 'credit', 'balance'] as const).map((name) => ({
                name,
                label: say(name),
                isFigure: true,
                isExtra: name !== 'balance',
                getValue: (row: Movement) => row[name],
                renderCell: (row: Movement) => format.amount(row[name]),
              })),
            ]}
            totals={(shown) => ({
              label: say('total'),
              debit: format.amount(sumAmounts(shown.map(({ debit }) => debit))),
              credit: format.amount(sumAmounts(shown.map(({ credit }) => credit))),
            })}
          />
        </>
      )}
    </Shown>
  );
}

/** Lists the account names, if there are only a few. */
const formatAccountLabels = (rows: readonly Movement[]): string => {
  const labels = [...new Set(rows.map((row) => `${row.account.number} ${row.account.label}`))];
  return labels.length <= 4 ? labels.join(', ') : `${labels.slice(0, 4).join(', ')}, …`;
};
