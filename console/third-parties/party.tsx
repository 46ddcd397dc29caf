import { useState } from 'preact/hooks';
import { Empty } from '../components/empty.tsx';
import { formatValue, isEmpty } from '../history/format-value.ts';
import type { FileViewProps } from '../shell/file-component.ts';
import { hasRole } from '../shell/role.ts';
import type { Movement } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { usePages } from '../support/pages.ts';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import { Table } from '../support/table.tsx';
import { PartyForm, type Party } from './party-form.tsx';
import { sayIn } from './words.ts';

/** The sheet of a third party, and what was booked for it. */
export function PartyView({ role }: FileViewProps) {
  const { api, place } = useConsole();
  const path = `${getFilePath(place)}/third-parties/${place.party}`;
  const query = { known_at: place.at };
  const party = useLoaded(`${path} ${place.at}`, (signal) => api.get<Party>(path, query, signal));
  return (
    <Shown of={party}>
      {(shown) => (
        <>
          <Sheet key={shown.id} party={shown} canEdit={hasRole(role, 'encoder') && place.at === undefined} />
          <Movements path={`${path}/ledger`} />
        </>
      )}
    </Shown>
  );
}

const SHOWN = ['code', 'vat_number', 'email', 'phone', 'address', 'payment_days', 'ibans'] as const;

function Sheet({ party, canEdit }: { readonly party: Party; readonly canEdit: boolean }) {
  const scene = useConsole();
  const tell = sayIn(scene.language);
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <h2>
        {party.name} <span class="badge">{tell(party.type)}</span>
      </h2>
      <section class="card party">
        {isEditing ? (
          <PartyForm party={party} onClose={() => setEditing(false)} />
        ) : (
          <>
            <dl class="facts">
              {SHOWN.filter((name) => !isEmpty(party[name])).map((name) => (
                <div key={name}>
                  <dt>{scene.fieldName(name)}</dt>
                  <dd>{formatValue(party[name], scene)}</dd>
                </div>
              ))}
            </dl>
            {canEdit && (
              <button type="button" onClick={() => setEditing(true)}>
                {tell('edit')}
              </button>
            )}
          </>
        )}
      </section>
    </>
  );
}

function Movements({ path }: { readonly path: string }) {
  const { say, format, place, goTo, language } = useConsole();
  const tell = sayIn(language);
  const movements = usePages<Movement>(path, { known_at: place.at });
  return (
    <section>
      <h3>{tell('movements')}</h3>
      <Shown of={movements}>
        {({ rows, total }) =>
          total === 0 ? (
            <Empty title={tell('no_movements')} />
          ) : (
            <Table
              name="third-party"
              caption={tell('movements')}
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
                { name: 'entry', label: say('entry'), getValue: ({ journal, number }) => `${journal.code} ${number}` },
                {
                  name: 'label',
                  label: say('label'),
                  isWide: true,
                  isExtra: true,
                  getValue: ({ label, reference }) => label ?? reference ?? '',
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
            />
          )
        }
      </Shown>
    </section>
  );
}
