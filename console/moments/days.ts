import { getEndOfBookDay } from '../../domain/dates.ts';

/** Date arithmetic for the lifetime of a company file. */

const DAY_MS = 86_400_000;

export const toDayNumber = (day: string): number => Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
export const fromDayNumber = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

export const addDay = (day: string, days = 1): string => fromDayNumber(toDayNumber(day) + days);

/** Last day of the month, offset by a number of months. */
export function getEndOfMonth(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10);
}

export interface Life {
  readonly first: string;
  readonly last: string;
}

/** Begins on the day before the file was opened, when nothing was known. */
export const extendLife = ({ first, last }: Life): Life => ({ first: addDay(first, -1), last });

export const clampDay = (day: string, { first, last }: Life): string => (day < first ? first : day > last ? last : day);

/** The next end of a month, or the last day of the file: the next step of the playback. */
export function getNextStep(day: string, life: Life): string {
  const end = getEndOfMonth(day, 0);
  return clampDay(end > day ? end : getEndOfMonth(day, 1), life);
}

/** Facts recorded between the ends of two days, in either order; days end in the time zone of the books. */
export function filterRecordedBetween<Fact extends { readonly recordedAt: string }>(
  facts: readonly Fact[],
  one: string,
  other: string,
): readonly Fact[] {
  const [from, to] = [one, other].sort().map((day) => Date.parse(getEndOfBookDay(day))) as [number, number];
  return facts.filter(({ recordedAt }) => {
    const at = Date.parse(recordedAt);
    return at > from && at <= to;
  });
}
