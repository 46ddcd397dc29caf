import type { ComponentChildren } from 'preact';
import { dayAndHour } from '../audit/questions.ts';
import type { CompanyFile, FiscalYear } from '../support/answers.ts';
import { useScene } from '../support/scene.ts';

/** Those that had been opened by the end of the day: no other can be asked for then. */
export const knownYears = ({ fiscal_years = [] }: CompanyFile, day: string): readonly FiscalYear[] =>
  fiscal_years
    .filter(({ created_at }) => dayAndHour(created_at).day <= day)
    .sort((one, other) => one.starts_on.localeCompare(other.starts_on));

const LATEST = '9999-12-31';

/** The year that was chosen, or the one that a day lies in. */
export function yearOf(file: CompanyFile, chosen: string | undefined, day: string): FiscalYear | null {
  const years = knownYears(file, day);
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

/** What there is to tell of the year, which can be chosen. Before the first was opened there were no books to ask for. */
export function OfYear({ file, day, children }: OfYearProps) {
  const { say, place } = useScene();
  const year = yearOf(file, place.year, day);
  if (year === null) return <p role="alert">{say('no_year')}</p>;
  return (
    <>
      <YearChoice file={file} year={year} />
      {children(year)}
    </>
  );
}

export function YearChoice({ file, year }: { readonly file: CompanyFile; readonly year: FiscalYear | null }) {
  const { say, shift, place } = useScene();
  return (
    <label>
      {say('fiscal_year')}
      <select value={year?.id} onChange={(event) => shift({ year: event.currentTarget.value })}>
        {knownYears(file, place.at ?? LATEST).map(({ id, code }) => (
          <option key={id} value={id}>
            {code}
          </option>
        ))}
      </select>
    </label>
  );
}
