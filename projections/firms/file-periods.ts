import { sql } from 'kysely';

/** Over the periods (`period`) of the fiscal years of a file. Dates are compared as texts, which costs a third. */
export const FIRST_DAY = sql<string | null>`min((period ->> 'starts_on') collate "C")::date`;
export const LOCKED_UNTIL = sql<string | null>`coalesce(min((period ->> 'starts_on') collate "C")
  filter (where period ->> 'locked_at' is null)::date - 1, max((period ->> 'ends_on') collate "C")::date)`;
