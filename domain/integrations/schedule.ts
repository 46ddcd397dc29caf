import type { Schedule } from './catalogue.ts';

/** Minutes between the starts of two runs. Null: runs only on request. */
export const MINUTES_BETWEEN: Readonly<Record<Schedule, number | null>> = {
  manual: null,
  every_15_minutes: 15,
  hourly: 60,
  daily: 24 * 60,
  weekly: 7 * 24 * 60,
};

/** An incomplete run resumes after this many minutes. */
export const GOES_ON_AFTER_MINUTES = 1;
