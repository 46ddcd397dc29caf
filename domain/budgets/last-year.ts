import { getNextDay, type PlainDate } from '../dates.ts';
import type { FiscalYearState } from '../fiscal-years/state.ts';
import { ZERO } from '../money.ts';
import type { JsonRecord } from '../json.ts';
import { assignAmounts, type LineKey, type Parents, type PeriodSum, type Sums } from './actuals.ts';
import type { Chart, LineType } from './chart.ts';
import { LAST_YEAR } from './lines.ts';

/** Adds last year's amounts to lines with the spread `last_year`. */

interface DatedYear {
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
  readonly periods: readonly { readonly starts_on: PlainDate }[];
}

export const findYearBefore = <Year extends DatedYear>(year: Year, years: readonly Year[]): Year | undefined =>
  years.find(({ ends_on }) => getNextDay(ends_on) === year.starts_on);

/** A line sent back with its periods keeps them. */
export const needsLastYear = (line: JsonRecord): boolean =>
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
    account === null ? 'result' : (chart.findType(account) ?? 'balance'),
  );
  const taken = assignAmounts(keys, types, before.periods.length, sums, parents);
  const places = matchPeriods(year, before);
  return lines.map((line, index) =>
    needsLastYear(line)
      ? { ...line, [LAST_YEAR]: places.map((place) => (place === null ? ZERO : taken[index]![place]!)) }
      : line,
  );
}

/** Matching period of the year before: by position, or by month if the number of periods differs. */
function matchPeriods({ periods }: DatedYear, before: DatedYear): readonly (number | null)[] {
  if (periods.length === before.periods.length) return periods.map((_, place) => place);
  return periods.map(({ starts_on }) => {
    const place = before.periods.findIndex((other) => other.starts_on.slice(5, 7) === starts_on.slice(5, 7));
    return place < 0 ? null : place;
  });
}

/** Amounts of the year before, in the periods of this year; those without a matching period are left out. */
export function moveToYear({ whole, coded }: Sums, year: DatedYear, before: DatedYear): Sums {
  const places = matchPeriods(year, before);
  const move = <One extends PeriodSum>(sums: readonly One[]): readonly One[] =>
    sums.flatMap((one) => places.flatMap((place, period) => (place === one.period ? [{ ...one, period }] : [])));
  return { whole: move(whole), coded: move(coded) };
}
