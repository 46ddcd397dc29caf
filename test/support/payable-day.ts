import { addDays, toBookDate } from '../../domain/dates.ts';
import { findNextBankWorkingDay } from '../../domain/sepa/target-calendar.ts';
import type { Client } from './client.ts';

/** Orders to a bank are executed today or later, so that their days depend on the day of the test. */

/** The first day, from today on, on which banks work. */
export const findPayableDay = (): string => findNextBankWorkingDay(toBookDate(new Date()));

/** The first Saturday after today, on which no bank works. */
export function findSaturday(): string {
  let day = addDays(toBookDate(new Date()), 1);
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 6) day = addDays(day, 1);
  return day;
}

/** Opens the fiscal years after 2026, with which the files of tests begin, until the day. */
export async function openYearsUntil(client: Client, path: string, day: string): Promise<void> {
  for (let year = 2027; year <= Number(day.slice(0, 4)); year += 1)
    await client.created(`${path}/fiscal-years`, { starts_on: `${year}-01-01`, ends_on: `${year}-12-31` });
}
