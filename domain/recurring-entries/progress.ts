import type { CompanyFile } from '../company-file-state.ts';
import { countryPack } from '../country-packs/index.ts';
import type { CountryCode } from '../country-packs/pack.ts';
import { daysLater, type PlainDate } from '../dates.ts';
import type { Course } from './recurring-events.ts';
import { datesOf } from './schedule.ts';
import type { RecurringEntryState } from './state.ts';

/** How far a template has come: which of its dates are still to be posted. Each date is posted once, whoever looks and when. */

type Scheduled = Pick<RecurringEntryState, 'schedule' | 'course' | 'is_active'>;

export const countryOf = ({ identity }: Pick<CompanyFile, 'identity'>): CountryCode =>
  countryPack(identity!.country_pack)!.code;

/** Dates up to a day that are not posted, in ascending order; none while the template is switched off. */
export function* openDates(entry: Scheduled, until: PlainDate, country: CountryCode): Generator<PlainDate> {
  if (!entry.is_active) return;
  for (const date of entry.course.open) if (date <= until) yield date;
  for (const date of datesOf(entry.schedule, country, entry.course.through)) {
    if (date > until) return;
    yield date;
  }
}

/** The first date that is not posted; null when nothing more comes. */
export function nextOn(entry: Scheduled, country: CountryCode): PlainDate | null {
  if (!entry.is_active) return null;
  const [open] = entry.course.open;
  if (open !== undefined) return open;
  const [planned = null] = datesOf(entry.schedule, country, entry.course.through);
  return planned;
}

/** The course after these dates were posted: those that were passed over stay open. */
export function afterPosting(
  { schedule, course }: Pick<Scheduled, 'schedule' | 'course'>,
  dates: readonly PlainDate[],
  country: CountryCode,
): Course {
  const posted = new Set(dates);
  const through = dates.reduce((latest, date) => (latest === null || date > latest ? date : latest), course.through);
  const open = course.open.filter((date) => !posted.has(date));
  if (through !== null && through !== course.through)
    for (const date of datesOf(schedule, country, course.through)) {
      if (date > through) break;
      if (!posted.has(date)) open.push(date);
    }
  return { through, open, withdrawn: course.withdrawn.filter((date) => !posted.has(date)) };
}

export function afterTakingBack(course: Course, dates: readonly PlainDate[]): Course {
  return { ...course, withdrawn: [...new Set([...course.withdrawn, ...dates])].sort() };
}

/** Who is switched on again starts with that day: what it has missed is not made up for. */
export function fromDayOn(course: Course, day: PlainDate): Course {
  const before = daysLater(day, -1);
  return { ...course, through: course.through !== null && course.through > before ? course.through : before, open: [] };
}
