import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCents, parseCents } from '../audit/sums.ts';
import { sayIn } from '../audit/words.ts';
import { Empty } from '../components/empty.tsx';
import { LogGate } from '../history/log-gate.tsx';
import { listKnownYears, findYear, YearChoice } from '../ledger/years.tsx';
import type { CompanyFile, TrialBalance } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import type { Format } from '../support/format.ts';
import { getFilePath, getLoadedValue, useLoaded, useConsole } from '../support/scene.ts';
import { Table } from '../support/table.tsx';
import { isTyping } from '../support/typing.ts';
import { addDay, extendLife, filterRecordedBetween, type Life } from './days.ts';
import { countChanges, findChangeFrom, findChangeUntil, spanChange, type Change } from './differences.ts';
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

/** Compares two points in time. Without a first day it begins where something differs. */
export function CompareView(props: CompareProps) {
  const { say, place } = useConsole();
  return (
    <>
      <h2>{say('compare')}</h2>
      {place.to === undefined ? <Beginning life={props.life} /> : <Compared {...props} first={place.to} />}
    </>
  );
}

/** Finds the last change up to the chosen moment, and shows the books before and after it. */
function Beginning({ life }: Pick<CompareProps, 'life'>) {
  const { api, place, replacePlace, language } = useConsole();
  const tell = sayIn(language);
  const path = getFilePath(place);
  const found = useLoaded(`${path} beginning ${place.at}`, async (signal) => {
    const change = await findChangeUntil({ api, path, signal }, place.at ?? life.last);
    if (change) replacePlace(spanChange(change, life, place.at ?? life.last));
    return { change };
  });
  return (
    <Shown of={found}>
      {({ change }) =>
        change === null && (
          <Empty title={tell('never_changed')}>
            <p>{tell('never_changed_help')}</p>
          </Empty>
        )
      }
    </Shown>
  );
}

function Compared({ file, life, first }: CompareProps & { readonly first: string }) {
  const { api, say, format, place, replacePlace, goTo, language } = useConsole();
  const tell = sayIn(language);
  const [isNarrow, setNarrow] = useState(true);
  const second = place.at ?? life.last;
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
      <Steps life={life} first={first} second={second} />
      <div class="beside">
        <MomentBar
          life={extendLife(life)}
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
        {(rows) => {
          const shown = isNarrow ? rows.filter(({ difference }) => difference !== '0.00') : rows;
          if (shown.length === 0)
            return (
              <Empty title={tell('same_balances')}>
                <p>{tell('same_balances_help')}</p>
              </Empty>
            );
          return (
            <Table
              name="differences"
              caption={say('compare')}
              rows={shown}
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
          );
        }}
      </Shown>
      <Between first={first} second={second} />
    </>
  );
}

interface StepsProps {
  readonly life: Life;
  readonly first: string;
  readonly second: string;
}

/** Says what is compared, and moves to the difference before or after it. */
function Steps({ life, first, second }: StepsProps) {
  const { api, format, place, replacePlace, language } = useConsole();
  const tell = sayIn(language);
  const path = getFilePath(place);
  const [from, to] = [first, second].sort() as [string, string];
  const found = useLoaded(`${path} steps ${from} ${to}`, async (signal) => {
    const asked = { api, path, signal };
    const [count, earlier, later] = await Promise.all([
      from < to ? countChanges(asked, addDay(from), to) : 0,
      findChangeUntil(asked, from),
      findChangeFrom(asked, addDay(to)),
    ]);
    return { count, earlier, later };
  });
  const { count, earlier, later } = getLoadedValue(found) ?? { count: null, earlier: null, later: null };
  const move = (change: Change | null): void => {
    if (change) replacePlace(spanChange(change, life));
  };
  useKeys({ p: () => move(earlier), n: () => move(later) });
  return (
    <div class="compare-steps">
      <p role="status">
        {tell('compared', { first: format.day(first), second: format.day(second) })}{' '}
        {count !== null && tellCount(count, { tell, format })}
      </p>
      <div class="tools">
        <button type="button" disabled={earlier === null} aria-keyshortcuts="p" onClick={() => move(earlier)}>
          ← {tell('earlier_difference')} <kbd>p</kbd>
        </button>
        <button type="button" disabled={later === null} aria-keyshortcuts="n" onClick={() => move(later)}>
          {tell('later_difference')} → <kbd>n</kbd>
        </button>
      </div>
    </div>
  );
}

function tellCount(
  count: number,
  { tell, format }: { readonly tell: ReturnType<typeof sayIn>; readonly format: Format },
) {
  if (count === 0) return `${tell('nothing_between')}.`;
  return count === 1 ? tell('compared_one') : tell('compared_from', { count: format.count(count) });
}

/** Calls a function when its key is pressed outside of fields. */
function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isTyping(event)) latest.current[event.key]?.();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
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
