import { sql, type AliasedExpression, type Expression } from 'kysely';
import type { Window } from '../../domain/reports/pages.ts';
import type { Coverage, ReportPeriod } from '../../domain/reports/span.ts';

/** Periods, days and windows of a report: as arrays that a statement is given, and as rows inside it. */

type Dates = Expression<readonly string[]>;
type Ids = Expression<readonly number[]>;
type Days = { readonly first: string; readonly last: string };

/** Ids, first and last days. */
export const periodsOf = (periods: readonly ReportPeriod[]): readonly [number[], string[], string[]] => [
  periods.map(({ id }) => id),
  periods.map(({ starts_on }) => starts_on),
  periods.map(({ ends_on }) => ends_on),
];

export const periodRows = (ids: Ids, firsts: Dates, lasts: Dates): AliasedExpression<Days & { id: number }, 'p'> =>
  sql<Days & { id: number }>`unnest(${ids}, ${firsts}, ${lasts})`.as<'p'>(sql`p(id, first, last)`);

/** First and last days of the parts of periods that lie within the report. */
export const daysOf = (partial: Coverage['partial'], from: string): readonly [string[], string[]] => [
  partial.map((days) => (days.from < from ? from : days.from)),
  partial.map((days) => days.to),
];

export const dayRows = (firsts: Dates, lasts: Dates): AliasedExpression<Days, 'days'> =>
  sql<Days>`unnest(${firsts}, ${lasts})`.as<'days'>(sql`days(first, last)`);

/** Owners, first and last days. */
export const arraysOf = (windows: readonly Window[]): readonly [number[], string[], string[]] => [
  windows.map(({ id }) => id),
  windows.map(({ first }) => first),
  windows.map(({ last }) => last),
];

type WindowRow = Days & { readonly owner_id: number; readonly place: number };

/** With their place among the windows. */
export const windowRows = (owners: Ids, firsts: Dates, lasts: Dates): AliasedExpression<WindowRow, 'w'> =>
  sql<WindowRow>`unnest(${owners}, ${firsts}, ${lasts}) with ordinality`.as<'w'>(sql`w(owner_id, first, last, place)`);
