import { nextDay } from '../dates.ts';
import type { FiscalYearsState, FiscalYearState } from '../fiscal-years/state.ts';
import { ZERO } from '../money.ts';
import type { JsonRecord } from '../json.ts';
import { takenBy, type LineKey, type Parents, type Sums } from './actuals.ts';
import type { Chart, LineType } from './chart.ts';
import { LAST_YEAR } from './lines.ts';

/** Lines that are to go like the year before are told how it went. */

export const yearBefore = (year: FiscalYearState, years: FiscalYearsState): FiscalYearState | undefined =>
  years.find(({ ends_on }) => nextDay(ends_on) === year.starts_on);

/** What is shown with its periods already, and sent back, keeps them. */
export const asksForLastYear = (line: JsonRecord): boolean =>
  line['spread'] === 'last_year' && (line['periods'] ?? null) === null;

/** `sums` are those of the year before, by its own periods. */
export function withLastYear(
  lines: readonly JsonRecord[],
  { year, before }: { readonly year: FiscalYearState; readonly before: FiscalYearState },
  sums: Sums,
  chart: Chart,
  parents: Parents,
): readonly JsonRecord[] {
  const keys = lines.map((line): LineKey => ({
    account: typeof line['account'] === 'string' ? line['account'] : null,
    analytic_code_id: typeof line['analytic_code_id'] === 'number' ? line['analytic_code_id'] : null,
  }));
  const types = keys.map(({ account }): LineType =>
    account === null ? 'result' : (chart.typeOf(account) ?? 'balance'),
  );
  const taken = takenBy(keys, types, before.periods.length, sums, parents);
  const places = samePeriods(year, before);
  return lines.map((line, index) =>
    asksForLastYear(line)
      ? { ...line, [LAST_YEAR]: places.map((place) => (place === null ? ZERO : taken[index]![place]!)) }
      : line,
  );
}

/** For each period the one of the year before: in its place, or in its month where the years have not as many. */
function samePeriods({ periods }: FiscalYearState, before: FiscalYearState): readonly (number | null)[] {
  if (periods.length === before.periods.length) return periods.map((_, place) => place);
  return periods.map(({ starts_on }) => {
    const place = before.periods.findIndex((other) => other.starts_on.slice(5, 7) === starts_on.slice(5, 7));
    return place < 0 ? null : place;
  });
}
