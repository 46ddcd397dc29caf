import { sql } from 'kysely';

/** Over the periods (`period`) of the fiscal years of a file. */
export const FIRST_DAY = sql<string | null>`min((period ->> 'starts_on')::date)`;
export const LOCKED_UNTIL = sql<string | null>`coalesce(min((period ->> 'starts_on')::date)
  filter (where period ->> 'locked_at' is null) - 1, max((period ->> 'ends_on')::date))`;
