import { expect } from 'chai';
import fc from 'fast-check';
import { isWorkingDay } from '../../../domain/country-packs/holidays.ts';
import type { CountryCode } from '../../../domain/country-packs/pack.ts';
import { SCHEDULE_SHIFTS, SCHEDULE_UNITS, type Schedule } from '../../../domain/recurring-entries/recurring-events.ts';
import { generateDates, hasDate } from '../../../domain/recurring-entries/schedule.ts';

const schedule = (changes: Partial<Schedule>): Schedule => ({
  every: 1,
  unit: 'month',
  starts_on: '2026-01-31',
  until: null,
  count: null,
  month_end: false,
  shift: 'none',
  ...changes,
});

function first(count: number, changes: Partial<Schedule>, after: string | null = null): readonly string[] {
  const dates: string[] = [];
  for (const date of generateDates(schedule(changes), 'BE', after)) {
    dates.push(date);
    if (dates.length === count) break;
  }
  return dates;
}

const MONTHS_OF = { month: 1, quarter: 3, year: 12 } as const;

/** Day by day through the calendar, asking of each whether it is one: slow, and plain to see. */
function obviousDates(
  { every, unit, starts_on, until, count, month_end, shift }: Schedule,
  country: CountryCode,
  last: string,
): readonly string[] {
  const found: string[] = [];
  const end = new Date(`${last}T00:00:00Z`).getTime() + 40 * 86_400_000;
  const start = new Date(`${starts_on}T00:00:00Z`);
  for (const day = new Date(start); day.getTime() <= end; day.setUTCDate(day.getUTCDate() + 1)) {
    const lastOfMonth = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
    let isOne: boolean;
    if (unit === 'day' || unit === 'week') {
      const passed = Math.round((day.getTime() - start.getTime()) / 86_400_000);
      isOne = passed % (every * (unit === 'week' ? 7 : 1)) === 0;
    } else {
      const passed = (day.getUTCFullYear() - start.getUTCFullYear()) * 12 + day.getUTCMonth() - start.getUTCMonth();
      const wanted = month_end ? lastOfMonth : Math.min(start.getUTCDate(), lastOfMonth);
      isOne = passed % (every * MONTHS_OF[unit]) === 0 && day.getUTCDate() === wanted;
    }
    const nominal = day.toISOString().slice(0, 10);
    if (!isOne || (until !== null && nominal > until)) continue;
    const moved = new Date(day);
    if (shift !== 'none')
      while (!isWorkingDay(moved.toISOString().slice(0, 10), country))
        moved.setUTCDate(moved.getUTCDate() + (shift === 'next' ? 1 : -1));
    const date = moved.toISOString().slice(0, 10);
    if (!found.includes(date) && (count === null || found.length < count)) found.push(date);
  }
  return found.filter((date) => date <= last);
}

describe('A schedule', () => {
  it('keeps its day where a month has it, and takes the last day where it does not', () => {
    expect(first(4, {})).to.deep.equal(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
    expect(first(3, { starts_on: '2024-01-30' })).to.deep.equal(['2024-01-30', '2024-02-29', '2024-03-30']);
    expect(first(3, { starts_on: '2026-02-28' })).to.deep.equal(['2026-02-28', '2026-03-28', '2026-04-28']);
  });

  it('ends with the month where it is told to, whatever day it starts on', () => {
    const dates = first(3, { starts_on: '2026-02-10', month_end: true });
    expect(dates).to.deep.equal(['2026-02-28', '2026-03-31', '2026-04-30']);
  });

  it('comes back to the 29th of February in leap years', () => {
    const dates = first(5, { starts_on: '2024-02-29', unit: 'year' });
    expect(dates).to.deep.equal(['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']);
  });

  it('moves off weekends and holidays of the country, either way', () => {
    expect(first(1, { starts_on: '2026-05-01', shift: 'next' })).to.deep.equal(['2026-05-04']);
    expect(first(1, { starts_on: '2026-05-01', shift: 'previous' })).to.deep.equal(['2026-04-30']);
    expect([...generateDates(schedule({ starts_on: '2026-07-14', shift: 'next', count: 1 }), 'FR')]).to.deep.equal([
      '2026-07-15',
    ]);
    expect([...generateDates(schedule({ starts_on: '2026-07-14', shift: 'next', count: 1 }), 'BE')]).to.deep.equal([
      '2026-07-14',
    ]);
  });

  it('has one date for all that fall on the same working day, and counts dates', () => {
    const dates = first(9, { starts_on: '2026-03-06', unit: 'day', shift: 'next', count: 3 });
    expect(dates).to.deep.equal(['2026-03-06', '2026-03-09', '2026-03-10']);
  });

  it('ends with its last day or its number of dates, whichever is first', () => {
    expect(first(9, { until: '2026-03-30' })).to.deep.equal(['2026-01-31', '2026-02-28']);
    expect(first(9, { until: '2026-12-31', count: 2 })).to.deep.equal(['2026-01-31', '2026-02-28']);
  });

  it('knows its dates behind a day without those before it', () => {
    expect(first(2, { starts_on: '1990-01-31' }, '2026-02-27')).to.deep.equal(['2026-02-28', '2026-03-31']);
    expect(first(2, { starts_on: '2026-01-31', count: 3 }, '2026-01-31')).to.deep.equal(['2026-02-28', '2026-03-31']);
    expect(hasDate(schedule({}), 'BE', '2026-02-28')).to.equal(true);
    expect(hasDate(schedule({}), 'BE', '2026-02-27')).to.equal(false);
  });

  it('enumerates the dates that anybody would find in a calendar, also from any day on', () => {
    const anyDay = fc
      .integer({ min: 0, max: 4_000 })
      .map((days) => new Date(Date.UTC(2019, 10, 1) + days * 86_400_000).toISOString().slice(0, 10));
    const any = fc.record({
      every: fc.integer({ min: 1, max: 5 }),
      unit: fc.constantFrom(...SCHEDULE_UNITS),
      starts_on: fc.oneof(anyDay, fc.constantFrom('2020-02-29', '2023-01-31', '2024-12-31', '2024-08-30')),
      until: fc.option(anyDay),
      count: fc.option(fc.integer({ min: 1, max: 30 })),
      month_end: fc.boolean(),
      shift: fc.constantFrom(...SCHEDULE_SHIFTS),
    });
    fc.assert(
      fc.property(any, fc.constantFrom('BE', 'FR', 'LU'), fc.option(anyDay), (given, country, after) => {
        const one: Schedule = { ...given, month_end: given.month_end && given.unit !== 'day' && given.unit !== 'week' };
        const last = new Date(Date.parse(`${one.starts_on}T00:00:00Z`) + 600 * 86_400_000).toISOString().slice(0, 10);
        const found: string[] = [];
        for (const date of generateDates(one, country, after)) {
          if (date > last) break;
          found.push(date);
        }
        const expected = obviousDates(one, country, last).filter((date) => after === null || date > after);
        expect(found).to.deep.equal(expected);
      }),
      { numRuns: 120 },
    );
  });
});
