import { getDayAndHour } from '../audit/book-day.ts';
import type { Page, Revision } from '../support/answers.ts';
import type { Api } from '../support/api.ts';
import { clampDay, extendLife, getEndOfMonth, type Life } from './days.ts';

/** Days between which something differs: the ends of the months before and after an entry was recorded. */

export interface Change {
  /** Day on which an entry was recorded. */
  readonly day: string;
  /** Fiscal year of the entry. */
  readonly year: string | undefined;
}

export interface Span {
  /** First and second day; without a second day it ends now. */
  readonly to: string;
  readonly at: string | undefined;
  readonly year: string | undefined;
}

/** The month of the change: from the end of the month before, up to a day or to its own end. */
export function spanChange({ day, year }: Change, life: Life, until?: string): Span {
  const end = until ?? getEndOfMonth(day, 0);
  return { to: clampDay(getEndOfMonth(day, -1), extendLife(life)), at: end >= life.last ? undefined : end, year };
}

interface Asked {
  readonly api: Api;
  /** Of the company file. */
  readonly path: string;
  readonly signal: AbortSignal;
}

type Answer = Page<Pick<Revision, 'recorded_at' | 'after'>>;

const POSTED = { resource: 'entries', op: 'create', per_page: 1 };

const toChange = ({ recorded_at, after }: Answer['data'][number]): Change => {
  const year = after?.['fiscal_year_id'];
  return { day: getDayAndHour(recorded_at).day, year: typeof year === 'number' ? String(year) : undefined };
};

/** The last entry recorded up to the end of a day. */
export async function findChangeUntil({ api, path, signal }: Asked, to: string): Promise<Change | null> {
  const { data } = await api.get<Answer>(`${path}/history`, { ...POSTED, to }, signal);
  return data[0] ? toChange(data[0]) : null;
}

/** The first entry recorded from a day on. The history begins with the newest, so that it is on the last page. */
export async function findChangeFrom({ api, path, signal }: Asked, from: string): Promise<Change | null> {
  const query = { ...POSTED, from };
  const newest = await api.get<Answer>(`${path}/history`, query, signal);
  if (newest.total === 0) return null;
  const { data } = await api.get<Answer>(`${path}/history`, { ...query, page: newest.total }, signal);
  return data[0] ? toChange(data[0]) : null;
}

/** How many entries were recorded after the first day and up to the second. */
export async function countChanges({ api, path, signal }: Asked, from: string, to: string): Promise<number> {
  return (await api.get<Answer>(`${path}/history`, { ...POSTED, from, to }, signal)).total;
}
