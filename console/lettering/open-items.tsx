import type { OpenItem, OpenItems } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { usePages } from '../support/pages.ts';
import { getFilePath, useConsole } from '../support/scene.ts';
import { Table } from '../support/table.tsx';

/** Open items on a day, as known then. On narrow screens the label replaces a missing third party. */
export function OpenItemsView({ day }: { readonly day: string }) {
  const { say, format, place, goTo } = useConsole();
  const items = usePages<OpenItem, OpenItems>(`${getFilePath(place)}/open-items`, { as_of: day, known_at: place.at });
  return (
    <>
      <h2>{say('open_items')}</h2>
      <Shown of={items}>
        {({ rows, total, first }) => (
          <Table
            name="open-items"
            caption={say('open_items')}
            rows={rows}
            total={total}
            getKey={({ id }) => id}
            onOpen={({ entry_id }) => goTo({ ...place, entry: String(entry_id) })}
            columns={[
              {
                name: 'party',
                label: say('party'),
                isWide: true,
                getValue: ({ third_party }) => third_party?.name ?? '',
                renderCell: (item) =>
                  item.third_party?.name ?? <span class="stand-in">{item.label ?? item.reference}</span>,
              },
              { name: 'account', label: say('account'), getValue: ({ account }) => account.number, isExtra: true },
              {
                name: 'entry',
                label: say('entry'),
                isExtra: true,
                getValue: ({ journal, number }) => `${journal.code} ${number}`,
              },
              {
                name: 'reference',
                label: say('reference'),
                isExtra: true,
                isWide: true,
                getValue: ({ reference, label }) => reference ?? label ?? '',
              },
              ...(['entry_date', 'due_date'] as const).map((name) => ({
                name,
                label: say(name === 'entry_date' ? 'date' : name),
                isExtra: name === 'entry_date',
                getValue: (row: OpenItem) => (row[name] ?? '').slice(0, 10),
                renderCell: (row: OpenItem) => format.day(row[name] ?? ''),
              })),
              {
                name: 'amount',
                label: say('open_amount'),
                isFigure: true,
                getValue: ({ amount }) => amount,
                renderCell: ({ amount }) => format.amount(amount),
              },
            ]}
            totals={{
              party: say('total'),
              amount: format.amount(first.totals.balance),
            }}
          />
        )}
      </Shown>
    </>
  );
}
