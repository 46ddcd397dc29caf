import type { OpenItem, OpenItems } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { usePages } from '../support/pages.ts';
import { pathOf, useScene } from '../support/scene.ts';
import { Table } from '../support/table.tsx';

/** What was open on the day, as it was known then. Where there is no third party, narrow screens tell the line by its label. */
export function OpenItemsView({ day }: { readonly day: string }) {
  const { say, format, place, go } = useScene();
  const items = usePages<OpenItem, OpenItems>(`${pathOf(place)}/open-items`, { as_of: day, known_at: place.at });
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
            keyOf={({ id }) => id}
            onOpen={({ entry_id }) => go({ ...place, entry: String(entry_id) })}
            columns={[
              {
                ...{ name: 'party', label: say('party'), isWide: true },
                value: ({ third_party }) => third_party?.name ?? '',
                shown: (item) => item.third_party?.name ?? <span class="stand-in">{item.label ?? item.reference}</span>,
              },
              { name: 'account', label: say('account'), value: ({ account }) => account.number, isExtra: true },
              {
                ...{ name: 'entry', label: say('entry'), isExtra: true },
                value: ({ journal, number }) => `${journal.code} ${number}`,
              },
              {
                ...{ name: 'reference', label: say('reference'), isExtra: true, isWide: true },
                value: ({ reference, label }) => reference ?? label ?? '',
              },
              ...(['entry_date', 'due_date'] as const).map((name) => ({
                name,
                label: say(name === 'entry_date' ? 'date' : name),
                isExtra: name === 'entry_date',
                value: (row: OpenItem) => (row[name] ?? '').slice(0, 10),
                shown: (row: OpenItem) => format.day(row[name] ?? ''),
              })),
              {
                ...{ name: 'amount', label: say('open_amount'), isFigure: true },
                value: ({ amount }) => amount,
                shown: ({ amount }) => format.amount(amount),
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
