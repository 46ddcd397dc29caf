import type { CompanyFile, FiscalYear, Movement } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { usePages } from '../support/pages.ts';
import { pathOf, useScene } from '../support/scene.ts';
import { Table } from '../support/table.tsx';
import { OfYear } from './years.tsx';

/** The movements of an account, or of all that begin with its number, with the balance behind each. */
export function AccountView({ file, day }: { readonly file: CompanyFile; readonly day: string }) {
  const { say, place } = useScene();
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

function Movements({ year }: { readonly year: FiscalYear }) {
  const { say, format, place, go } = useScene();
  const { account, at } = place;
  const query = { fiscal_year_id: year.id, known_at: at, account_from: account, account_to: account };
  const movements = usePages<Movement>(`${pathOf(place)}/reports/general-ledger`, query);
  return (
    <Shown of={movements}>
      {({ rows, total }) => (
        <>
          <p class="named">{labelsOf(rows)}</p>
          <Table
            name={`account-${account}`}
            caption={`${say('account')} ${account}`}
            rows={rows}
            total={total}
            keyOf={({ id }) => id}
            onOpen={({ entry_id }) => go({ ...place, entry: String(entry_id) })}
            columns={[
              {
                ...{ name: 'date', label: say('date') },
                value: ({ entry_date }) => entry_date.slice(0, 10),
                shown: ({ entry_date }) => format.day(entry_date),
              },
              { name: 'account', label: say('account'), value: (row) => row.account.number, isExtra: true },
              { name: 'entry', label: say('entry'), value: ({ journal, number }) => `${journal.code} ${number}` },
              {
                name: 'label',
                label: say('label'),
                value: ({ label, reference }) => label ?? reference ?? '',
                isWide: true,
              },
              {
                ...{ name: 'party', label: say('party'), isExtra: true, isWide: true },
                value: ({ third_party }) => third_party?.name ?? '',
              },
              {
                ...{ name: 'lettering', label: say('lettering'), isExtra: true },
                value: ({ lettering_codes }) => lettering_codes.join(' '),
              },
              ...(['debit', 'credit', 'balance'] as const).map((name) => ({
                name,
                label: say(name),
                ...{ isFigure: true, isExtra: name !== 'balance' },
                value: (row: Movement) => row[name],
                shown: (row: Movement) => format.amount(row[name]),
              })),
            ]}
          />
        </>
      )}
    </Shown>
  );
}

/** What the accounts are called, as far as they are few. */
const labelsOf = (rows: readonly Movement[]): string => {
  const labels = [...new Set(rows.map((row) => `${row.account.number} ${row.account.label}`))];
  return labels.length <= 4 ? labels.join(', ') : `${labels.slice(0, 4).join(', ')}, …`;
};
