import { sql, type AliasedExpression, type Expression } from 'kysely';
import type { Window } from '../../domain/reports/pages.ts';
import type { Coverage, ReportPeriod } from '../../domain/reports/span.ts';

/** Periods, days and windows of a report: as arrays passed to a statement, and as rows inside it. */

type Dates = Expression<readonly string[]>;
type Ids = Expression<readonly number[]>;
type Days = { readonly first: string; readonly last: string };

/** Ids, first and last days. */
export const toPeriodArrays = (periods: readonly ReportPeriod[]): readonly [number[], string[], string[]] => [
  periods.map(({ id }) => id),
  periods.map(({ starts_on }) => starts_on),
  periods.map(({ ends_on }) => ends_on),
];

export const unnestPeriods = (ids: Ids, firsts: Dates, lasts: Dates): AliasedExpression<Days & { id: number }, 'p'> =>
  sql<Days & { id: number }>`unnest(${ids}, ${firsts}, ${lasts})`.as<'p'>(sql`p(id, first, last)`);

/** First and last days of the partial periods within the report. */
export const toDayArrays = (partial: Coverage['partial'], from: string): readonly [string[], string[]] => [
  partial.map((days) => (days.from < from ? from : days.from)),
  partial.map((days) => days.to),
];

export const unnestDays = (firsts: Dates, lasts: Dates): AliasedExpression<Days, 'days'> =>
  sql<Days>`unnest(${firsts}, ${lasts})`.as<'days'>(sql`days(first, last)`);

/** Owners, first and last days. */
export const toWindowArrays = (windows: readonly Window[]): readonly [number[], string[], string[]] => [
  windows.map(({ id }) => id),
  windows.map(({ first }) => first),
  windows.map(({ last }) => last),
];

type WindowRow = Days & { readonly owner_id: number; readonly place: number };

/** With their index among the windows. */
export const unnestWindows = (owners: Ids, firsts: Dates, lasts: Dates): AliasedExpression<WindowRow, 'w'> =>
  sql<WindowRow>`unnest(${owners}, ${firsts}, ${lasts}) with ordinality`.as<'w'>(sql`w(owner_id, first, last, place)`);
