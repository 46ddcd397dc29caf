import { expect } from 'chai';
import fc from 'fast-check';
import {
  countDaysBetween,
  addDays,
  getLastDayOfMonth,
  addMonths,
  splitIntoMonths,
  countMonthsTouched,
  getNextDay,
} from '../../domain/dates.ts';

describe('plain dates', () => {
  it('know the next day', () => {
    expect(['2026-01-31', '2024-02-28', '2023-02-28', '2026-12-31', '2026-03-28', '2026-10-24'].map(getNextDay)).to.deep.equal([
      '2026-02-01', '2024-02-29', '2023-03-01', '2027-01-01', '2026-03-29', '2026-10-25',
    ]); // oxfmt-ignore
  });

  it('know the last day of a month', () => {
    expect(['2026-01-15', '2024-02-01', '2100-02-01', '2000-02-01', '2026-12-31', '0099-02-01'].map(getLastDayOfMonth)).to.deep.equal([
      '2026-01-31', '2024-02-29', '2100-02-28', '2000-02-29', '2026-12-31', '0099-02-28',
    ]); // oxfmt-ignore
  });

  it('count the months that a range touches', () => {
    expect(countMonthsTouched('2026-01-15', '2026-03-01')).to.equal(3);
    expect(countMonthsTouched('2025-12-31', '2026-01-01')).to.equal(2);
    expect(countMonthsTouched('2026-02-01', '2026-02-28')).to.equal(1);
  });

  it('have as many months as they touch', () => {
    expect(splitIntoMonths('2025-11-30', '2026-02-01')).to.have.length(countMonthsTouched('2025-11-30', '2026-02-01'));
    expect(splitIntoMonths('2026-02-01', '2026-01-31')).to.deep.equal([]);
  });

  it('count months forward, to the end of a shorter month', () => {
    expect(addMonths('2026-01-15', 24)).to.equal('2028-01-15');
    expect(addMonths('2026-01-31', 1)).to.equal('2026-02-28');
    expect(addMonths('2024-02-29', 12)).to.equal('2025-02-28');
    expect(addMonths('2026-11-30', 3)).to.equal('2027-02-28');
  });

  it('are those of the calendar, over all centuries', () => {
    const iso = (date: Date): string => date.toISOString().slice(0, 10);
    const [first, last] = [Date.UTC(1000, 0, 1), Date.UTC(9000, 11, 31)];
    const day = fc.integer({ min: first / 86_400_000, max: last / 86_400_000 });
    fc.assert(
      fc.property(day, fc.integer({ min: -200_000, max: 200_000 }), (number, days) => {
        const [date, later] = [new Date(number * 86_400_000), new Date((number + days) * 86_400_000)];
        expect(addDays(iso(date), days)).to.equal(iso(later));
        expect(countDaysBetween(iso(date), iso(later))).to.equal(days);
        expect(getNextDay(iso(date))).to.equal(addDays(iso(date), 1));
        const end = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
        expect(getLastDayOfMonth(iso(date))).to.equal(iso(end));
        const months = days % 1200;
        const target = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0));
        const sameDay = Math.min(date.getUTCDate(), target.getUTCDate());
        target.setUTCDate(sameDay);
        expect(addMonths(iso(date), months)).to.equal(iso(target));
      }),
    );
  });
});
