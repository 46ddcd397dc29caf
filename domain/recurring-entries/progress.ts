import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import type { CountryCode } from '../country-packs/pack.ts';
import { addDays, type PlainDate } from '../dates.ts';
import type { Course } from './recurring-events.ts';
import { generateDates } from './schedule.ts';
import type { RecurringEntryState } from './state.ts';

/** Progress of a template: the dates still to be posted. Each date is posted only once. */

type Scheduled = Pick<RecurringEntryState, 'schedule' | 'course' | 'is_active'>;

export const getPackCountry = ({ identity }: Pick<CompanyFile, 'identity'>): CountryCode =>
  findCountryPack(identity.country_pack)!.code;

/** Unposted dates up to a date, in ascending order. None if the template is inactive. */
export function* listOpenDates(entry: Scheduled, until: PlainDate, country: CountryCode): Generator<PlainDate> {
  if (!entry.is_active) return;
  for (const date of entry.course.open) if (date <= until) yield date;
  for (const date of generateDates(entry.schedule, country, entry.course.through)) {
    if (date > until) return;
    yield date;
  }
}

/** The first unposted date, including dates that were undone. Null if there are no more. */
export function findNextDate(entry: Scheduled, country: CountryCode): PlainDate | null {
  if (!entry.is_active) return null;
  const [undone] = entry.course.withdrawn;
  const [planned] = listPlannedDates(entry, country);
  if (undone === undefined || planned === undefined) return undone ?? planned ?? null;
  return undone < planned ? undone : planned;
}

function* listPlannedDates({ course, schedule }: Scheduled, country: CountryCode): Generator<PlainDate> {
  yield* course.open;
  yield* generateDates(schedule, country, course.through);
}

/** The progress after these dates were posted. Skipped dates stay open. */
export function advanceCourse(
  { schedule, course }: Pick<Scheduled, 'schedule' | 'course'>,
  dates: readonly PlainDate[],
  country: CountryCode,
): Course {
  const posted = new Set(dates);
  const through = dates.reduce((latest, date) => (latest === null || date > latest ? date : latest), course.through);
  const open = course.open.filter((date) => !posted.has(date));
  if (through !== null && through !== course.through)
    for (const date of generateDates(schedule, country, course.through)) {
      if (date > through) break;
      if (!posted.has(date)) open.push(date);
    }
  return { through, open, withdrawn: course.withdrawn.filter((date) => !posted.has(date)) };
}

export function withdrawDates(course: Course, dates: readonly PlainDate[]): Course {
  return { ...course, withdrawn: [...new Set([...course.withdrawn, ...dates])].sort() };
}

/** A reactivated template starts on that date. Missed dates are not posted later. */
export function restartCourse(course: Course, day: PlainDate): Course {
  const before = addDays(day, -1);
  return { ...course, through: course.through !== null && course.through > before ? course.through : before, open: [] };
}
