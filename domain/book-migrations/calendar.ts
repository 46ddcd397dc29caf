import { daysLater, monthsLater, nextDay, type PlainDate } from '../dates.ts';
import { fiscalYearProblems } from '../fiscal-years/fiscal-year.ts';
import { MIGRATION_LIMITS, type Found } from './source.ts';

/** The fiscal years that the books of another program need, beside those that the company file has. */

export interface Span {
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
}

export interface Calendar {
  /** All years, the earliest first. */
  readonly years: readonly Span[];
  readonly problems: readonly Found[];
}

const FEC_NAME = /(?:^|[^0-9])\d{9}FEC(\d{4})(\d{2})(\d{2})/i;

/** The last day of the year that the name of a French file of entries tells: `123456789FEC20261231.txt`. */
export function yearEndOf(fileName: string): PlainDate | null {
  const found = FEC_NAME.exec(fileName);
  if (!found) return null;
  const day = `${found[1]!}-${found[2]!}-${found[3]!}`;
  const instant = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(day) ? null : day;
}

/** A year of twelve months that ends on this day, or begins right behind the one before where that is nearer. */
export function yearsEndingOn(ends: readonly PlainDate[]): readonly Span[] {
  const sorted = [...new Set(ends)].sort();
  return sorted.map((ends_on, index) => {
    const before = sorted[index - 1];
    const usual = yearBefore(nextDay(ends_on)).starts_on;
    const isNear = before !== undefined && before >= monthsLater(usual, -12);
    return { starts_on: isNear ? nextDay(before) : usual, ends_on };
  });
}

const yearBefore = (starts_on: PlainDate): Span => ({
  starts_on: monthsLater(starts_on, -12),
  ends_on: daysLater(starts_on, -1),
});
const yearBehind = (ends_on: PlainDate): Span => ({
  starts_on: nextDay(ends_on),
  ends_on: daysLater(monthsLater(nextDay(ends_on), 12), -1),
});

/** Years that are told stand as they are; where none is told, years of twelve months are added before and behind. */
export function calendarFor(
  known: readonly Span[],
  told: readonly Span[],
  range: { readonly first: PlainDate; readonly last: PlainDate },
): Calendar {
  const problems: Found[] = [];
  const wrong = (code: string, params: Found['params']): void =>
    void problems.push({ severity: 'error', code, column: null, ...(params && { params }) });
  const years: Span[] = [...known];
  for (const span of told) {
    const { starts_on, ends_on } = span;
    if (years.some((one) => one.starts_on === starts_on && one.ends_on === ends_on)) continue;
    const overlapped = years.find((one) => one.starts_on <= ends_on && starts_on <= one.ends_on);
    if (fiscalYearProblems(span).length > 0) wrong('migration_year_invalid', { from: starts_on, to: ends_on });
    else if (overlapped)
      wrong('migration_year_overlaps', {
        from: starts_on,
        to: ends_on,
        other: `${overlapped.starts_on} – ${overlapped.ends_on}`,
      });
    else years.push(span);
  }
  const inOrder = (): Span[] => years.sort((one, other) => (one.starts_on < other.starts_on ? -1 : 1));
  inOrder();
  if (told.length === 0) {
    while (years.length < MIGRATION_LIMITS.years && range.first < years[0]!.starts_on)
      years.unshift(yearBefore(years[0]!.starts_on));
    while (years.length < MIGRATION_LIMITS.years && range.last > years.at(-1)!.ends_on)
      years.push(yearBehind(years.at(-1)!.ends_on));
  } else fillGaps(years);
  if (years.length > MIGRATION_LIMITS.years) wrong('migration_too_many_years', { max: MIGRATION_LIMITS.years });
  inOrder();
  for (const [index, { starts_on }] of years.entries()) {
    const before = years[index - 1];
    if (before && nextDay(before.ends_on) !== starts_on)
      wrong('migration_years_apart', { from: before.ends_on, to: starts_on });
  }
  return { years, problems };
}

/** Where whole years fit between two that are known, they are years of twelve months. */
function fillGaps(years: Span[]): void {
  for (let index = 1; index < years.length && years.length <= MIGRATION_LIMITS.years; index += 1) {
    const between = yearBehind(years[index - 1]!.ends_on);
    if (between.ends_on < years[index]!.starts_on) years.splice(index, 0, between);
  }
}
