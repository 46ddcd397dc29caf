import { sql } from 'kysely';

/** The sum of an account that an amount belongs to. */
export const PLACES = { before: 0, opening: 1, inside: 2 } as const;
export const BEFORE = sql.lit(PLACES.before);
export const OPENING = sql.lit(PLACES.opening);
export const INSIDE = sql.lit(PLACES.inside);
