import { sql, type RawBuilder } from 'kysely';

/**
 * A balance carried to a different account has two extra lines on its old account: one that carries, and one that takes
 * away. They cancel out, so they are not shown as lines of the entry, but sums over all lines are right with them. Their
 * line numbers are below zero.
 */
export const getExtraLineNumbers = (lineNumber: number): readonly [carried: number, taken: number] => [
  1 - 2 * lineNumber,
  -2 * lineNumber,
];

/** The line of the entry whose amount such a line takes away; null for any other line. */
export const findCarriedLine = (place: number): number | null => (place < 0 && place % 2 === 0 ? -place / 2 : null);

/** For a line (`l`): whether the entry shows it. */
export const IS_SHOWN: RawBuilder<boolean> = sql<boolean>`l.line_number > 0`;
