import { Downloads } from '../components/downloads.tsx';
import { Empty } from '../components/empty.tsx';
import type { FileViewProps } from '../shell/file-component.ts';
import type { AgedBalance, AgedRow } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { usePages } from '../support/pages.ts';
import { getFilePath, useConsole } from '../support/scene.ts';
import { Table } from '../support/table.tsx';

const TYPES = ['customer', 'supplier'] as const;
const BUCKETS = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90', 'total'] as const;

/** What customers owe and what is owed to suppliers, by how late it is. */
export function AgedBalanceView({ day }: FileViewProps) {
  const { say, place, replacePlace } = useConsole();
  const type = TYPES.find((one) => one === place.type) ?? 'customer';
  return (
    <>
      <h2>{say('aged_balances')}</h2>
      <div class="tools" role="group" aria-label={say('party')}>
        {TYPES.map((one) => (
          <button key={one} type="button" aria-pressed={one === type} onClick={() => replacePlace({ type: one })}>
            {say(`${one}s`)}
          </button>
        ))}
      </div>
      <Balances key={type} type={type} day={day} />
    </>
  );
}

function Balances({ type, day }: { readonly type: (typeof TYPES)[number]; readonly day: string }) {
  const { say, format, place, goTo } = useConsole();
  const path = `${getFilePath(place)}/reports/aged-balance`;
  const query = { type, as_of: day, known_at: place.at };
  const balances = usePages<AgedRow, AgedBalance>(path, query);
  return (
    <Shown of={balances}>
      {({ rows, total, first: { totals } }) =>
        total === 0 ? (
          <Empty title={say('nothing_open')} />
        ) : (
          <>
            <Downloads name={`aged-balance-${type}-${day}`} path={path} query={query} />
            <Table
              name="aged-balance"
              caption={say('aged_balances')}
              rows={rows}
              total={total}
              getKey={({ third_party }) => third_party?.id ?? 0}
              onOpen={() => goTo({ ...place, view: 'open_items' })}
              columns={[
                { name: 'name', label: say('party'), isWide: true, getValue: (row) => row.third_party?.name ?? '–' },
                ...BUCKETS.map((bucket) => ({
                  name: bucket,
                  label: say(bucket),
                  isFigure: true,
                  isExtra: bucket !== 'total',
                  getValue: (row: AgedRow) => row[bucket],
                  renderCell: (row: AgedRow) => format.amount(row[bucket]),
                })),
              ]}
              totals={{
                name: say('total'),
                ...Object.fromEntries(BUCKETS.map((bucket) => [bucket, format.amount(totals[bucket])])),
              }}
            />
          </>
        )
      }
    </Shown>
  );
}
