import { Downloads } from '../components/downloads.tsx';
import { Empty } from '../components/empty.tsx';
import { OfYear } from '../ledger/years.tsx';
import type { FileViewProps } from '../shell/file-component.ts';
import type { Entry, FiscalYear } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { usePages } from '../support/pages.ts';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import { Table } from '../support/table.tsx';

interface Journal {
  readonly id: number;
  readonly code: string;
  readonly label: string;
}

/** The journals as posted, all of them or one. */
export function JournalsView({ file, day }: FileViewProps) {
  const { say } = useConsole();
  return (
    <>
      <h2>{say('journals')}</h2>
      <OfYear file={file} day={day}>
        {(year) => <Entries year={year} />}
      </OfYear>
    </>
  );
}

function Entries({ year }: { readonly year: FiscalYear }) {
  const { api, say, format, place, goTo, replacePlace } = useConsole();
  const journals = useLoaded(`${getFilePath(place)} journals`, (signal) =>
    api.get<readonly Journal[]>(`${getFilePath(place)}/journals`, {}, signal),
  );
  const path = `${getFilePath(place)}/reports/journals`;
  const query = { fiscal_year_id: year.id, known_at: place.at, journal_id: place.journal };
  const entries = usePages<Entry>(path, query);
  return (
    <>
      <Shown of={journals}>
        {(all) => (
          <label>
            {say('journal')}
            <select
              value={place.journal ?? ''}
              onChange={(event) => replacePlace({ journal: event.currentTarget.value || undefined })}
            >
              <option value="">{say('all_journals')}</option>
              {all.map(({ id, code, label }) => (
                <option key={id} value={id}>
                  {code} · {label}
                </option>
              ))}
            </select>
          </label>
        )}
      </Shown>
      <Downloads name={`journals-${year.code}`} path={path} query={query} />
      <Shown of={entries}>
        {({ rows, total }) =>
          total === 0 ? (
            <Empty title={say('no_entries')} />
          ) : (
            <Table
              name="journals"
              caption={say('journals')}
              rows={rows}
              total={total}
              getKey={({ id }) => id}
              onOpen={({ id }) => goTo({ ...place, entry: String(id) })}
              columns={[
                {
                  name: 'date',
                  label: say('date'),
                  getValue: ({ entry_date }) => entry_date.slice(0, 10),
                  renderCell: ({ entry_date }) => format.day(entry_date),
                },
                { name: 'entry', label: say('entry'), getValue: ({ journal, number }) => `${journal.code} ${number}` },
                {
                  name: 'party',
                  label: say('party'),
                  isExtra: true,
                  isWide: true,
                  getValue: ({ third_party }) => third_party?.name ?? '',
                },
                {
                  name: 'label',
                  label: say('label'),
                  isWide: true,
                  getValue: ({ label, reference }) => label ?? reference ?? '',
                },
                {
                  name: 'amount',
                  label: say('amount'),
                  isFigure: true,
                  getValue: ({ total_debit }) => total_debit,
                  renderCell: ({ total_debit }) => format.amount(total_debit),
                },
              ]}
            />
          )
        }
      </Shown>
    </>
  );
}
