import { useState } from 'preact/hooks';
import { formatCents, parseCents } from '../audit/sums.ts';
import { LogGate } from '../history/log-gate.tsx';
import { listKnownYears, findYear, YearChoice } from '../ledger/years.tsx';
import type { CompanyFile, TrialBalance } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { getFilePath, useLoaded, useConsole } from '../support/scene.ts';
import { Table } from '../support/table.tsx';
import { filterRecordedBetween, type Life } from './days.ts';
import { MomentBar } from './moment-bar.tsx';

export interface Difference {
  readonly number: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

/** Compares the balances at two points in time, account by account. */
export function computeDifferences(before: TrialBalance, after: TrialBalance): readonly Difference[] {
  const earlier = new Map(before.rows.map((row) => [row.account.id, row]));
  const later = new Map(after.rows.map((row) => [row.account.id, row]));
  const ids = [...new Set([...earlier.keys(), ...later.keys()])];
  return ids
    .map((id) => {
      const [was, is] = [earlier.get(id), later.get(id)];
      const { number, label } = (is ?? was)!.account;
      const [old, now] = [was?.balance ?? '0.00', is?.balance ?? '0.00'];
      return { number, label, before: old, after: now, difference: formatCents(parseCents(now) - parseCents(old)) };
    })
    .sort((one, other) => one.number.localeCompare(other.number));
}

interface CompareProps {
  readonly file: CompanyFile;
  readonly life: Life;
}

/** Compares two points in time. */
export function CompareView({ file, life }: CompareProps) {
  const { api, say, format, place, replacePlace, goTo } = useConsole();
  const [isNarrow, setNarrow] = useState(true);
  const [first, second] = [place.to ?? life.first, place.at ?? life.last];
  const year = findYear(file, place.year, second);
  const path = `${getFilePath(place)}/reports/trial-balance`;
  const found = useLoaded(`${path} ${first} ${place.at} ${year?.id}`, async (signal) => {
    // A year that had not been opened yet had no balances.
    const isYearKnown = (day: string): boolean => listKnownYears(file, day).some(({ id }) => id === year?.id);
    const fetchBalance = async (known_at: string | undefined): Promise<TrialBalance> =>
      isYearKnown(known_at ?? life.last)
        ? api.get<TrialBalance>(path, { fiscal_year_id: year?.id, known_at }, signal)
        : { rows: [], totals: {} };
    const [before, after] = await Promise.all([fetchBalance(first), fetchBalance(place.at)]);
    return computeDifferences(before, after);
  });
  const buildFigureColumn = (name: 'before' | 'after' | 'difference') => ({
    name,
    label: say(name),
    isFigure: true,
    getValue: (row: Difference) => row[name],
    renderCell: (row: Difference) => format.amount(row[name]),
  });
  return (
    <>
      <h2>{say('compare')}</h2>
      <div class="beside">
        <MomentBar
          life={life}
          label={say('first_moment')}
          at={first}
          onMove={(to) => replacePlace({ to: to ?? life.last })}
        />
        <MomentBar life={life} label={say('second_moment')} at={place.at} onMove={(at) => replacePlace({ at })} />
      </div>
      <div class="tools">
        <YearChoice file={file} year={year} />
        <label>
          <input type="checkbox" checked={isNarrow} onChange={(event) => setNarrow(event.currentTarget.checked)} />{' '}
          {say('only_changes')}
        </label>
      </div>
      <Shown of={found}>
        {(rows) => (
          <Table
            name="differences"
            caption={say('compare')}
            rows={isNarrow ? rows.filter(({ difference }) => difference !== '0.00') : rows}
            getKey={({ number }) => number}
            onOpen={({ number }) => goTo({ ...place, account: number })}
            columns={[
              { name: 'account', label: say('account'), getValue: ({ number }) => number },
              { name: 'label', label: say('label'), getValue: ({ label }) => label, isWide: true, isExtra: true },
              buildFigureColumn('before'),
              buildFigureColumn('after'),
              buildFigureColumn('difference'),
            ]}
          />
        )}
      </Shown>
      <Between first={first} second={second} />
    </>
  );
}

/** Entries recorded between the two points in time, from the log. */
function Between({ first, second }: { readonly first: string; readonly second: string }) {
  const { say, format, place, goTo, getUserName } = useConsole();
  return (
    <section>
      <h3>{say('entries_between')}</h3>
      <LogGate>
        {({ facts }) => (
          <Table
            name="entries-between"
            caption={say('entries_between')}
            rows={filterRecordedBetween(facts.entries, first, second)}
            getKey={({ id }) => id}
            onOpen={({ id }) => goTo({ ...place, entry: String(id) })}
            columns={[
              { name: 'entry', label: say('entry'), getValue: ({ name }) => name },
              {
                name: 'date',
                label: say('date'),
                isExtra: true,
                getValue: ({ date }) => date,
                renderCell: ({ date }) => format.day(date),
              },
              {
                name: 'recorded',
                label: say('recorded'),
                isExtra: true,
                getValue: ({ recordedAt }) => recordedAt,
                renderCell: ({ recordedAt }) => format.minute(recordedAt),
              },
              {
                name: 'user',
                label: say('user'),
                isExtra: true,
                getValue: ({ userId }) => (userId === null ? '' : getUserName(userId)),
              },
              {
                name: 'label',
                label: say('label'),
                getValue: ({ label, reference }) => label ?? reference ?? '',
                isWide: true,
              },
              {
                name: 'amount',
                label: say('amount'),
                isFigure: true,
                getValue: ({ total }) => total,
                renderCell: ({ total }) => format.amount(total),
              },
            ]}
          />
        )}
      </LogGate>
    </section>
  );
}
