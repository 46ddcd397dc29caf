import { useEffect, useState } from 'preact/hooks';
import { translateEntryWord } from '../ledger/entry-words.ts';
import { YearChoice } from '../ledger/years.tsx';
import type { CompanyFile, FiscalYear } from '../support/answers.ts';
import { getFilePath, getLoadedValue, useConsole, useLoaded } from '../support/scene.ts';
import type { JournalName } from './answers.ts';
import { sayIn } from './words.ts';

export interface YearWithPeriods extends FiscalYear {
  readonly periods?: readonly {
    readonly id: number;
    readonly number: number;
    readonly starts_on: string;
    readonly ends_on: string;
  }[];
}

/** The days of a period of the year. */
export function toPeriod(year: YearWithPeriods, id: string | undefined) {
  const period = year.periods?.find((one) => String(one.id) === id);
  return period && { from: period.starts_on.slice(0, 10), to: period.ends_on.slice(0, 10) };
}

/** The journals of the file. Empty until they are read. */
export function useJournals(): readonly JournalName[] {
  const { api, place } = useConsole();
  const path = `${getFilePath(place)}/journals`;
  return getLoadedValue(useLoaded(path, (signal) => api.get<readonly JournalName[]>(path, {}, signal))) ?? NONE;
}

const NONE: readonly JournalName[] = [];
const STATES = ['posted', 'reversed'] as const;
/** Time without typing after which the service searches. */
const PAUSE_MS = 200;

interface EntryFiltersProps {
  readonly file: CompanyFile;
  readonly year: YearWithPeriods;
}

/** Search, year, journal, period and state, kept in the address. */
export function EntryFilters({ file, year }: EntryFiltersProps) {
  const { say, format, place, replacePlace, language } = useConsole();
  const tell = sayIn(language);
  const journals = useJournals();
  return (
    <div class="filters" role="search" aria-label={tell('search_entries')}>
      <SearchField />
      <YearChoice file={file} year={year} />
      <label>
        <span>{say('journal')}</span>
        <select
          value={place.journal ?? ''}
          onChange={(event) => replacePlace({ journal: event.currentTarget.value || undefined })}
        >
          <option value="">{say('all_journals')}</option>
          {journals.map(({ id, code, label }) => (
            <option key={id} value={id}>
              {code} · {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{tell('period')}</span>
        <select
          value={toPeriod(year, place.period) ? place.period : ''}
          onChange={(event) => replacePlace({ period: event.currentTarget.value || undefined })}
        >
          <option value="">{tell('whole_year')}</option>
          {year.periods?.map(({ id, starts_on, ends_on }) => (
            <option key={id} value={id}>
              {format.day(starts_on)} – {format.day(ends_on)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{say('status')}</span>
        <select
          value={place.status ?? ''}
          onChange={(event) => replacePlace({ status: event.currentTarget.value || undefined })}
        >
          <option value="">{tell('all_states')}</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {translateEntryWord(state, language)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function SearchField() {
  const { place, replacePlace, language } = useConsole();
  const tell = sayIn(language);
  const [typed, setTyped] = useState(place.q ?? '');
  // The address may come with other words, as from a link.
  useEffect(() => {
    if ((place.q ?? '') !== typed.trim()) setTyped(place.q ?? '');
  }, [place.q]);
  useEffect(() => {
    const asked = typed.trim() || undefined;
    if (asked === place.q) return;
    const timer = setTimeout(() => replacePlace({ q: asked }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label class="search">
      <span>{tell('search')}</span>
      <input
        type="search"
        placeholder={tell('search_hint')}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </label>
  );
}
