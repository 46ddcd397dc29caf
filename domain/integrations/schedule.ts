import type { Schedule } from './catalogue.ts';

/** Minutes between the beginnings of two runs; null: it runs when somebody asks for it. */
export const MINUTES_BETWEEN: Readonly<Record<Schedule, number | null>> = {
  manual: null,
  every_15_minutes: 15,
  hourly: 60,
  daily: 24 * 60,
  weekly: 7 * 24 * 60,
};

/** A run that had to leave something goes on this much later. */
export const GOES_ON_AFTER_MINUTES = 1;
