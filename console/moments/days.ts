import { endOfBookDay } from '../../domain/dates.ts';

/** Days of the life of a company file. */

const DAY_MS = 86_400_000;

export const dayNumber = (day: string): number => Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
export const dayAt = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** The last day of the month so many months away. */
export function endOfMonth(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10);
}

export interface Life {
  readonly first: string;
  readonly last: string;
}

export const within = (day: string, { first, last }: Life): string => (day < first ? first : day > last ? last : day);

/** The end of the next month behind a day, or the last day of the life: where playing goes. */
export function stepFrom(day: string, life: Life): string {
  const end = endOfMonth(day, 0);
  return within(end > day ? end : endOfMonth(day, 1), life);
}

/** What came to be known between the ends of two days, whichever is the earlier: a day ends where the books are kept. */
export function recordedBetween<Fact extends { readonly recordedAt: string }>(
  facts: readonly Fact[],
  one: string,
  other: string,
): readonly Fact[] {
  const [from, to] = [one, other].sort().map((day) => Date.parse(endOfBookDay(day))) as [number, number];
  return facts.filter(({ recordedAt }) => {
    const at = Date.parse(recordedAt);
    return at > from && at <= to;
  });
}
