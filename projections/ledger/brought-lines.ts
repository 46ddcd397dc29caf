import { sql, type RawBuilder } from 'kysely';

/**
 * A balance that is carried to another account than it stood on has two lines of that account beside its own: one that carries, and
 * one that takes away. Together they are nothing, so that they are not shown as lines of the entry; whoever adds up all lines is
 * right with them. They are told by their places, which are below zero.
 */
export const placesBeside = (lineNumber: number): readonly [carried: number, taken: number] => [
  1 - 2 * lineNumber,
  -2 * lineNumber,
];

/** The line of an entry beside which such a line takes its amount away; null for every other. */
export const lineBrought = (place: number): number | null => (place < 0 && place % 2 === 0 ? -place / 2 : null);

/** About a line (`l`): the entry shows it. */
export const IS_SHOWN: RawBuilder<boolean> = sql<boolean>`l.line_number > 0`;
