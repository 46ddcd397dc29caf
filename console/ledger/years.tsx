import type { ComponentChildren } from 'preact';
import { getDayAndHour } from '../audit/book-day.ts';
import type { CompanyFile, FiscalYear } from '../support/answers.ts';
import { useConsole } from '../support/scene.ts';

/** Years that had been opened by the end of the day; others cannot be requested. */
export const listKnownYears = ({ fiscal_years = [] }: CompanyFile, day: string): readonly FiscalYear[] =>
  fiscal_years
    .filter(({ created_at }) => getDayAndHour(created_at).day <= day)
    .sort((one, other) => one.starts_on.localeCompare(other.starts_on));

const LATEST = '9999-12-31';

/** The chosen year, or the year that contains the day. */
export function findYear(file: CompanyFile, chosen: string | undefined, day: string): FiscalYear | null {
  const years = listKnownYears(file, day);
  return (
    years.find(({ id }) => String(id) === chosen) ??
    years.findLast(({ starts_on }) => starts_on.slice(0, 10) <= day) ??
    years[0] ??
    null
  );
}

interface OfYearProps {
  readonly file: CompanyFile;
  readonly day: string;
  readonly children: (year: FiscalYear) => ComponentChildren;
}

/** Shows content for a selectable year. Before the first year was opened there were no books. */
export function OfYear({ file, day, children }: OfYearProps) {
  const { say, place } = useConsole();
  const year = findYear(file, place.year, day);
  if (year === null) return <p role="alert">{say('no_year')}</p>;
  return (
    <>
      <YearChoice file={file} year={year} />
      {children(year)}
    </>
  );
}

export function YearChoice({ file, year }: { readonly file: CompanyFile; readonly year: FiscalYear | null }) {
  const { say, replacePlace, place } = useConsole();
  return (
    <label>
      {say('fiscal_year')}
      <select value={year?.id} onChange={(event) => replacePlace({ year: event.currentTarget.value })}>
        {listKnownYears(file, place.at ?? LATEST).map(({ id, code }) => (
          <option key={id} value={id}>
            {code}
          </option>
        ))}
      </select>
    </label>
  );
}
