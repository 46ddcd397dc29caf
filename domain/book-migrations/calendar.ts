import { addDays, addMonths, getNextDay, type PlainDate } from '../dates.ts';
import { checkFiscalYearDates } from '../fiscal-years/fiscal-year.ts';
import { MIGRATION_LIMITS, type Found } from './source.ts';

/** The fiscal years that imported books need, in addition to those of the company file. */

export interface Span {
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
}

export interface Calendar {
  /** All years, earliest first. */
  readonly years: readonly Span[];
  readonly problems: readonly Found[];
}

const FEC_NAME = /(?:^|[^0-9])\d{9}FEC(\d{4})(\d{2})(\d{2})/i;

/** The year end from the name of a FEC file: `123456789FEC20261231.txt`. */
export function parseYearEnd(fileName: string): PlainDate | null {
  const found = FEC_NAME.exec(fileName);
  if (!found) return null;
  const day = `${found[1]!}-${found[2]!}-${found[3]!}`;
  const instant = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(day) ? null : day;
}

/** Builds twelve-month years that end on these dates. A year starts right after the previous one if that is near. */
export function buildYearsEndingOn(ends: readonly PlainDate[]): readonly Span[] {
  const sorted = [...new Set(ends)].sort();
  return sorted.map((ends_on, index) => {
    const before = sorted[index - 1];
    const usual = buildYearBefore(getNextDay(ends_on)).starts_on;
    const isNear = before !== undefined && before >= addMonths(usual, -12);
    return { starts_on: isNear ? getNextDay(before) : usual, ends_on };
  });
}

const buildYearBefore = (starts_on: PlainDate): Span => ({
  starts_on: addMonths(starts_on, -12),
  ends_on: addDays(starts_on, -1),
});
const buildYearAfter = (ends_on: PlainDate): Span => ({
  starts_on: getNextDay(ends_on),
  ends_on: addDays(addMonths(getNextDay(ends_on), 12), -1),
});

/** Given years are used as they are. If none is given, twelve-month years are added before and after. */
export function buildCalendar(
  known: readonly Span[],
  told: readonly Span[],
  range: { readonly first: PlainDate; readonly last: PlainDate },
  country: string | null = null,
): Calendar {
  const problems: Found[] = [];
  const reportError = (code: string, params: Found['params']): void =>
    void problems.push({ severity: 'error', code, column: null, ...(params && { params }) });
  const years: Span[] = [...known];
  for (const span of told) {
    const { starts_on, ends_on } = span;
    if (years.some((one) => one.starts_on === starts_on && one.ends_on === ends_on)) continue;
    const overlapped = years.find((one) => one.starts_on <= ends_on && starts_on <= one.ends_on);
    if (checkFiscalYearDates(span, country).length > 0)
      reportError('migration_year_invalid', { from: starts_on, to: ends_on });
    else if (overlapped)
      reportError('migration_year_overlaps', {
        from: starts_on,
        to: ends_on,
        other: `${overlapped.starts_on} – ${overlapped.ends_on}`,
      });
    else years.push(span);
  }
  const sortYears = (): Span[] => years.sort((one, other) => (one.starts_on < other.starts_on ? -1 : 1));
  sortYears();
  if (told.length === 0) {
    while (years.length < MIGRATION_LIMITS.years && range.first < years[0]!.starts_on)
      years.unshift(buildYearBefore(years[0]!.starts_on));
    while (years.length < MIGRATION_LIMITS.years && range.last > years.at(-1)!.ends_on)
      years.push(buildYearAfter(years.at(-1)!.ends_on));
  } else fillGaps(years);
  if (years.length > MIGRATION_LIMITS.years) reportError('migration_too_many_years', { max: MIGRATION_LIMITS.years });
  sortYears();
  for (const [index, { starts_on }] of years.entries()) {
    const before = years[index - 1];
    if (before && getNextDay(before.ends_on) !== starts_on)
      reportError('migration_years_apart', { from: before.ends_on, to: starts_on });
  }
  return { years, problems };
}

/** Fills gaps between known years with twelve-month years, where they fit. */
function fillGaps(years: Span[]): void {
  for (let index = 1; index < years.length && years.length <= MIGRATION_LIMITS.years; index += 1) {
    const between = buildYearAfter(years[index - 1]!.ends_on);
    if (between.ends_on < years[index]!.starts_on) years.splice(index, 0, between);
  }
}
