import type { CompanyFile, FiscalYear } from '../support/answers.ts';
import { useScene } from '../support/scene.ts';

/** The year that was chosen, or the one that a day lies in. */
export function yearOf({ fiscal_years = [] }: CompanyFile, chosen: string | undefined, day: string): FiscalYear | null {
  const years = [...fiscal_years].sort((one, other) => one.starts_on.localeCompare(other.starts_on));
  return (
    years.find(({ id }) => String(id) === chosen) ??
    years.findLast(({ starts_on }) => starts_on.slice(0, 10) <= day) ??
    years[0] ??
    null
  );
}

export function YearChoice({ file, year }: { readonly file: CompanyFile; readonly year: FiscalYear | null }) {
  const { say, shift } = useScene();
  return (
    <label>
      {say('fiscal_year')}
      <select value={year?.id} onChange={(event) => shift({ year: event.currentTarget.value })}>
        {(file.fiscal_years ?? []).map(({ id, code }) => (
          <option key={id} value={id}>
            {code}
          </option>
        ))}
      </select>
    </label>
  );
}
