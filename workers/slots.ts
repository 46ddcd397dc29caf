import cron from 'node-cron';

/** The times of day of a scheduled job, in the local time of the machine. */
export interface DailyTimes {
  /** Null for every hour. */
  readonly hours: readonly number[] | null;
  /** Milliseconds after the full hour, ascending. */
  readonly offsets: readonly number[];
}

const HOUR_MS = 3_600_000;

/** Reads seconds, minutes and hours of a schedule expression. A job runs every day. */
export function parseSchedule(schedule: string): DailyTimes {
  const { second, minute, hour, dayOfMonth, month, dayOfWeek } = cron.parse(schedule);
  if (dayOfMonth.length < 31 || month.length < 12 || dayOfWeek.length < 7)
    throw new Error(`the schedule ${schedule} leaves out days, which scheduled jobs do not support`);
  const offsets = minute.flatMap((minutes) => second.map((seconds) => (minutes * 60 + seconds) * 1000));
  return { hours: hour.length === 24 ? null : hour, offsets: offsets.toSorted((a, b) => a - b) };
}

/** The latest slot that is not after this moment, computed without going through earlier slots. */
export function findLastSlot(times: DailyTimes, moment: Date): Date {
  const starts = listHourStarts(times, moment).filter((start) => start <= moment.getTime());
  for (const start of starts.toReversed()) {
    const offset = times.offsets.findLast((one) => start + one <= moment.getTime());
    if (offset !== undefined) return new Date(start + offset);
  }
  throw new Error('a schedule has a slot every day');
}

/** The first slot after this moment. */
export function findNextSlot(times: DailyTimes, moment: Date): Date {
  for (const start of listHourStarts(times, moment)) {
    const offset = times.offsets.find((one) => start + one > moment.getTime());
    if (offset !== undefined) return new Date(start + offset);
  }
  throw new Error('a schedule has a slot every day');
}

/**
 * The hours with slots around a moment, ascending. When clocks change, an hour of the day that is left out begins an hour
 * later, and of an hour that occurs twice the first counts. Hourly jobs run in every hour that passes.
 */
function listHourStarts({ hours }: DailyTimes, moment: Date): number[] {
  if (hours === null) {
    const start = moment.getTime() - (moment.getMinutes() * 60 + moment.getSeconds()) * 1000 - moment.getMilliseconds();
    return [start - HOUR_MS, start, start + HOUR_MS];
  }
  const [year, month, day] = [moment.getFullYear(), moment.getMonth(), moment.getDate()];
  return [day - 1, day, day + 1]
    .flatMap((one) => hours.map((hour) => new Date(year, month, one, hour).getTime()))
    .toSorted((a, b) => a - b);
}
