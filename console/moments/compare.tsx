import { useState } from 'preact/hooks';
import { amountOf, centsOf } from '../audit/sums.ts';
import { LogGate } from '../history/log-gate.tsx';
import { knownYears, yearOf, YearChoice } from '../ledger/years.tsx';
import type { CompanyFile, TrialBalance } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { pathOf, useLoaded, useScene } from '../support/scene.ts';
import { Table } from '../support/table.tsx';
import { recordedBetween, type Life } from './days.ts';
import { MomentBar } from './moment-bar.tsx';

export interface Difference {
  readonly number: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

/** Account by account what became of the balances between two moments. */
export function differencesOf(before: TrialBalance, after: TrialBalance): readonly Difference[] {
  const earlier = new Map(before.rows.map((row) => [row.account.id, row]));
  const later = new Map(after.rows.map((row) => [row.account.id, row]));
  const ids = [...new Set([...earlier.keys(), ...later.keys()])];
  return ids
    .map((id) => {
      const [was, is] = [earlier.get(id), later.get(id)];
      const { number, label } = (is ?? was)!.account;
      const [old, now] = [was?.balance ?? '0.00', is?.balance ?? '0.00'];
      return { number, label, before: old, after: now, difference: amountOf(centsOf(now) - centsOf(old)) };
    })
    .sort((one, other) => one.number.localeCompare(other.number));
}

interface CompareProps {
  readonly file: CompanyFile;
  readonly life: Life;
}

/** Two moments side by side. */
export function CompareView({ file, life }: CompareProps) {
  const { api, say, format, place, shift, go } = useScene();
  const [isNarrow, setNarrow] = useState(true);
  const [first, second] = [place.to ?? life.first, place.at ?? life.last];
  const year = yearOf(file, place.year, second);
  const path = `${pathOf(place)}/reports/trial-balance`;
  const found = useLoaded(`${path} ${first} ${place.at} ${year?.id}`, async (signal) => {
    // A year that had not been opened then had no balances.
    const isKnown = (day: string): boolean => knownYears(file, day).some(({ id }) => id === year?.id);
    const asked = async (known_at: string | undefined): Promise<TrialBalance> =>
      isKnown(known_at ?? life.last)
        ? api.get<TrialBalance>(path, { fiscal_year_id: year?.id, known_at }, signal)
        : { rows: [], totals: {} };
    const [before, after] = await Promise.all([asked(first), asked(place.at)]);
    return differencesOf(before, after);
  });
  const figure = (name: 'before' | 'after' | 'difference') => ({
    name,
    label: say(name),
    isFigure: true,
    value: (row: Difference) => row[name],
    shown: (row: Difference) => format.amount(row[name]),
  });
  return (
    <>
      <h2>{say('compare')}</h2>
      <div class="beside">
        <MomentBar life={life} label={say('first_moment')} at={first} onMove={(to) => shift({ to: to ?? life.last })} />
        <MomentBar life={life} label={say('second_moment')} at={place.at} onMove={(at) => shift({ at })} />
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
            keyOf={({ number }) => number}
            onOpen={({ number }) => go({ ...place, account: number })}
            columns={[
              { name: 'account', label: say('account'), value: ({ number }) => number },
              { name: 'label', label: say('label'), value: ({ label }) => label, isWide: true, isExtra: true },
              figure('before'),
              figure('after'),
              figure('difference'),
            ]}
          />
        )}
      </Shown>
      <Between first={first} second={second} />
    </>
  );
}

/** The entries that made the difference, from the log. */
function Between({ first, second }: { readonly first: string; readonly second: string }) {
  const { say, format, place, go, userName } = useScene();
  return (
    <section>
      <h3>{say('entries_between')}</h3>
      <LogGate>
        {({ facts }) => (
          <Table
            name="entries-between"
            caption={say('entries_between')}
            rows={recordedBetween(facts.entries, first, second)}
            keyOf={({ id }) => id}
            onOpen={({ id }) => go({ ...place, entry: String(id) })}
            columns={[
              { name: 'entry', label: say('entry'), value: ({ name }) => name },
              {
                ...{ name: 'date', label: say('date'), isExtra: true },
                value: ({ date }) => date,
                shown: ({ date }) => format.day(date),
              },
              {
                ...{ name: 'recorded', label: say('recorded'), isExtra: true },
                value: ({ recordedAt }) => recordedAt,
                shown: ({ recordedAt }) => format.minute(recordedAt),
              },
              {
                ...{ name: 'user', label: say('user'), isExtra: true },
                value: ({ userId }) => (userId === null ? '' : userName(userId)),
              },
              {
                name: 'label',
                label: say('label'),
                value: ({ label, reference }) => label ?? reference ?? '',
                isWide: true,
              },
              {
                ...{ name: 'amount', label: say('amount'), isFigure: true },
                value: ({ total }) => total,
                shown: ({ total }) => format.amount(total),
              },
            ]}
          />
        )}
      </LogGate>
    </section>
  );
}
