import type { PlainDate } from '../dates.ts';

/** Numbers that a series has given, by year; a series that never restarts has one sequence with an empty year. */

export type Sequence = {
  readonly next: number;
  /** Date of the document that has the last number. */
  readonly last_date: PlainDate;
};
export type Sequences = { readonly [year: string]: Sequence };

/** Place of a number in its series. */
export type NumberPlace = {
  /** Empty for a series that never restarts. */
  readonly year: string;
  readonly number: number;
};

export const findLastYear = (sequences: Sequences | undefined): string | null =>
  Object.keys(sequences ?? {}).reduce<string | null>(
    (last, year) => (last === null || year > last ? year : last),
    null,
  );

export function withPlace(sequences: Sequences | undefined, { year, number }: NumberPlace, date: PlainDate): Sequences {
  const before = sequences?.[year];
  if (before && before.next > number) return sequences;
  return { ...sequences, [year]: { next: number + 1, last_date: date } };
}
